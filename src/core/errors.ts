/** The errors that users read: their codes, kinds and facts, and the profile that an error of several clients concerns. */

import { ERROR_KINDS, type ErrorCode, type ErrorKind, EXIT_CODES } from './error-codes.ts';
import { formatDuration } from './text.ts';

/** A signal that asks a process to end. */
export type EndingSignal = 'SIGHUP' | 'SIGINT' | 'SIGTERM';

/** 128 plus the signal's number, as shells report it. */
const SIGNAL_EXIT_CODES: Readonly<Record<EndingSignal, number>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** Facts about an error, as its JSON form shows them. */
export interface ErrorFacts {
  /** HTTP status of the response. */
  readonly status?: number;
  readonly report?: string;
  /** Profile of the client, in a run for several clients. */
  readonly profile?: string;
  readonly window?: { readonly from: string; readonly to: string };
  /** Number of requests for the window, including the failed one. */
  readonly attempts?: number;
  /** Milliseconds from the start of the first attempt to the end of the last one. */
  readonly elapsedMs?: number;
  /** The warning that `--strict` makes an error. */
  readonly warning?: { readonly name: string; readonly scope?: readonly string[] };
  /** Names of the columns that a dataset has and the records lack. */
  readonly columns?: { readonly missing: readonly string[] };
  /** The signal that ended the run. */
  readonly signal?: EndingSignal;
}

/** The facts of an error, its hint, its cause, and advice to retry. */
export interface ErrorDetails extends ErrorFacts {
  /** The next step for the user, preferably a command or an option. By default, that of the kind; null for none. */
  readonly hint?: string | null | undefined;
  /** The underlying error. It must not hold request headers, which contain the token. */
  readonly cause?: unknown;
  /** Set if another attempt may succeed. */
  readonly retry?: RetryAdvice;
}

/** Allows another attempt. */
export interface RetryAdvice {
  /** The wait that the service asked for with Retry-After, in milliseconds (RFC 9110, section 10.2.3). */
  readonly afterMs?: number;
  /** An attempt of this number is the last one, however much time is left. */
  readonly attempts?: number;
  /** Why there was no response, in a few words. */
  readonly reason?: string;
}

/** The hints of failures that say nothing more exact. Other kinds have a hint where the error is made, or need none. */
const USUAL_HINTS: { readonly [Kind in ErrorKind]?: string } = {
  refused: 'check the base URL and the range, or ask the operator of the service',
  unavailable: 'try again later; if it keeps failing, tell the operator of the service',
  malformed: 'if a new request gets the same response, tell the operator of the service',
  output: 'check that its directory exists and has room, and that you can write to it',
};

/** An error for users, in the words of the command line. */
export class ReportingError extends Error {
  override readonly name = 'ReportingError';
  readonly code: ErrorCode;
  readonly kind: ErrorKind;
  readonly hint: string | undefined;
  readonly retry: RetryAdvice | undefined;
  readonly facts: ErrorFacts;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    const kind = ERROR_KINDS[code];
    const { hint: given, cause, retry, ...facts } = details;
    const hint = given === null ? undefined : (given ?? USUAL_HINTS[kind]);
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.kind = kind;
    this.hint = hint;
    this.retry = retry;
    this.facts = facts;
  }

  get exitCode(): number {
    const { signal } = this.facts;
    return signal === undefined ? EXIT_CODES[this.kind] : SIGNAL_EXIT_CODES[signal];
  }

  /** A copy of the error with more facts, and with another message or hint if given. */
  with(
    facts: ErrorFacts,
    words: { readonly message?: string; readonly hint?: string | undefined } = {},
  ): ReportingError {
    const copy = new ReportingError(this.code, words.message ?? this.message, {
      ...this.facts,
      ...facts,
      hint: words.hint ?? this.hint ?? null,
      cause: this.cause,
      ...(this.retry && { retry: this.retry }),
    });
    if (this.stack !== undefined) copy.stack = this.stack;
    return copy;
  }

  /** A copy of the error with one more hint. */
  withHint(added: string): ReportingError {
    return this.with({}, { hint: this.hint === undefined ? added : `${this.hint}; ${added}` });
  }
}

/** Thrown when some parts of a run failed and the others are complete. Its message says which parts are complete. */
export class SeveralFailures extends Error {
  override readonly name = 'SeveralFailures';
  /** At least one, in the order of the request. */
  readonly failures: readonly ReportingError[];

  constructor(failures: readonly ReportingError[], outcome: string) {
    super(outcome);
    this.failures = failures;
  }

  /** The exit code of the first failure. */
  get exitCode(): number {
    return this.failures[0]!.exitCode;
  }
}

/** ` (after 7 attempts in 46 s)`, to append to the error's message. Empty after one attempt. */
export function attemptsSuffix({ facts }: ReportingError): string {
  const { attempts = 1, elapsedMs } = facts;
  if (attempts === 1) return '';
  return ` (after ${attempts} attempts${elapsedMs === undefined ? '' : ` in ${formatDuration(elapsedMs)}`})`;
}

/** The error with the profile in its facts and message. Interruptions and errors with a profile are returned unchanged. */
export function nameProfile(error: unknown, profile: string | undefined): unknown {
  if (profile === undefined || !(error instanceof ReportingError) || error.kind === 'interrupted') return error;
  if (error.facts.profile !== undefined) return error;
  return error.with({ profile }, { message: `profile ${profile}: ${error.message}` });
}

/** The result of `work`. Its errors name the profile. */
export async function ofProfile<T>(profile: string | undefined, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw nameProfile(error, profile);
  }
}

/** True for a usage error. */
export function isUsageError(error: unknown): error is ReportingError {
  return error instanceof ReportingError && error.kind === 'usage';
}

/** True for an error that ends a run on request. */
export function isInterruption(error: unknown): error is ReportingError {
  return error instanceof ReportingError && error.kind === 'interrupted';
}

/** The result of `read`; undefined if it throws. */
export function tryRead<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
