/** What went wrong, and the exit code that says so to a script. */
export const EXIT_CODES = {
  fault: 1,
  usage: 2,
  config: 2,
  empty: 3,
  auth: 4,
  refused: 5,
  unavailable: 6,
  malformed: 7,
  output: 8,
  gaps: 9,
  incomplete: 9,
  columns: 11,
  interrupted: 130,
} as const satisfies Record<string, number>;

export type ErrorKind = keyof typeof EXIT_CODES;

/** A signal that asks a process to end. */
export type EndingSignal = 'SIGHUP' | 'SIGINT' | 'SIGTERM';

/** What an error is about, as its JSON form shows it. */
export interface ErrorFacts {
  /** HTTP status of the answer, if there was one. */
  readonly status?: number;
  readonly report?: string;
  /** Whose report, where a run is of several clients. */
  readonly profile?: string;
  readonly window?: { readonly from: string; readonly to: string };
  /** Requests made for the window, the failed one included. */
  readonly attempts?: number;
  /** Time from the first of several attempts to the end of the last, in milliseconds. */
  readonly elapsedMs?: number;
  /** Days without records, in runs. */
  readonly days?: readonly { readonly from: string; readonly to: string }[];
  /** Names of columns: those that were expected and did not come, and the other way round. */
  readonly columns?: { readonly missing: readonly string[]; readonly unexpected: readonly string[] };
  /** The signal that ended the run. */
  readonly signal?: EndingSignal;
}

export interface ErrorDetails extends ErrorFacts {
  /** What to do next, best of all something to type. */
  readonly hint?: string | undefined;
  /** The error underneath. Never one that holds request headers: those hold the token. */
  readonly cause?: unknown;
  /** Set on a failure that another attempt may mend. */
  readonly retry?: RetryAdvice;
}

export interface RetryAdvice {
  /** How long the service asked to be left alone, in milliseconds (RFC 9110, section 10.2.3). */
  readonly afterMs?: number;
}

/** A failure that has been understood: every error that a user is meant to read is one of these. */
export class ReportingError extends Error {
  override readonly name = 'ReportingError';
  readonly kind: ErrorKind;
  readonly hint: string | undefined;
  readonly retry: RetryAdvice | undefined;
  readonly facts: ErrorFacts;

  constructor(kind: ErrorKind, message: string, details: ErrorDetails = {}) {
    const { hint, cause, retry, ...facts } = details;
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.hint = hint;
    this.retry = retry;
    this.facts = facts;
  }

  get exitCode(): number {
    const { signal } = this.facts;
    return signal === undefined ? EXIT_CODES[this.kind] : SIGNAL_EXIT_CODES[signal];
  }

  /** The same failure, told with more of its facts, and in other words where they are given. */
  with(
    facts: ErrorFacts,
    words: { readonly message?: string; readonly hint?: string | undefined } = {},
  ): ReportingError {
    const { retry } = this;
    const told = new ReportingError(this.kind, words.message ?? this.message, {
      ...this.facts,
      ...facts,
      hint: words.hint ?? this.hint,
      cause: this.cause,
      ...(retry === undefined ? {} : { retry }),
    });
    if (this.stack !== undefined) told.stack = this.stack;
    return told;
  }
}

/** 128 plus the signal's number, as shells report it. */
const SIGNAL_EXIT_CODES: Readonly<Record<EndingSignal, number>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };
