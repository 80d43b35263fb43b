/**
 * The defaults and limits of a run, for the command line and the library alike. What the service itself limits is in
 * `contract/wire.ts`.
 */

/** Windows requested at once, of all clients together. */
export const DEFAULT_CONCURRENCY = 4;
export const MAX_CONCURRENCY = 16;

/** How long a window that fails is retried. */
export const DEFAULT_RETRY_FOR_MS = 45_000;
/** The longest `Retry-After` that a run waits for, unless it retries for longer. */
export const MAX_RETRY_AFTER_MS = 120_000;
export const MAX_RETRIES = 20;

/** For lookup, proxy, connection and response head together. */
export const DEFAULT_HEAD_TIMEOUT_MS = 60_000;
/** The same where a person waits for a list. */
export const CHECK_TIMEOUT_MS = 10_000;
/** Longest silence within a body. */
export const STALL_TIMEOUT_MS = 30_000;

/** The longest time that an option takes. */
export const MAX_DURATION_MS = 24 * 60 * 60 * 1000;
/** How long `--resume` keeps a finished window. */
export const RESUME_MAX_AGE_MS = 24 * 60 * 60 * 1000;

/** Rows that a format for people shows. */
export const DEFAULT_MAX_ROWS = 1000;

export const DEFAULT_SANDBOX_SEED = 1;
