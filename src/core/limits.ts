/** The defaults and limits of a run. The limits of the service are in `api/wire.ts`. */

/** Number of windows requested at once, for all clients together. */
export const DEFAULT_CONCURRENCY = 4;
export const MAX_CONCURRENCY = 16;

/** How long a failing window is retried. */
export const DEFAULT_RETRY_FOR_MS = 45_000;
/** The longest `Retry-After` that a run waits for, unless `retryForMs` is longer. */
export const MAX_RETRY_AFTER_MS = 120_000;
/** The longest wait before the first retry. It doubles with each failure, up to `MAX_BACKOFF_MS`. */
export const FIRST_BACKOFF_MS = 500;
export const MAX_BACKOFF_MS = 10_000;

/** Limit for DNS lookup, proxy, connection and response head together. */
export const DEFAULT_HEAD_TIMEOUT_MS = 60_000;
/** Longest pause within a response body. */
export const STALL_TIMEOUT_MS = 30_000;
/** Longest wait for a command that prints the token. */
export const TOKEN_COMMAND_TIMEOUT_MS = 30_000;

/** The longest duration that an option accepts. */
export const MAX_DURATION_MS = 24 * 60 * 60 * 1000;
/** How long finished windows are stored for `resume`. */
export const RESUME_MAX_AGE_MS = 24 * 60 * 60 * 1000;

/** How long a sync waits for another one of the same month. */
export const LOCK_WAIT_MS = 5 * 60 * 1000;

/** The interval between two requests of a run that waits for the last day of its range. */
export const WAIT_EVERY_MS = 10 * 60 * 1000;

/** Rows of a table, and bars of a chart, on stdout. */
export const DEFAULT_ROWS = 1000;
export const DEFAULT_BARS = 20;

/** Number of values that a pivot turns into columns. */
export const MAX_PIVOT_VALUES = 200;

export const DEFAULT_SANDBOX_SEED = 1;
