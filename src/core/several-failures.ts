import type { ReportingError } from './reporting-error.ts';

/** Some of what was asked for failed, and the rest is done: each failure is to be told, and what became of the rest. */
export class SeveralFailures extends Error {
  override readonly name = 'SeveralFailures';
  /** In the order of what was asked for; at least one. */
  readonly failures: readonly ReportingError[];

  /** `outcome` says which are done, and which are not. */
  constructor(failures: readonly ReportingError[], outcome: string) {
    super(outcome);
    this.failures = failures;
  }

  /** That of the first. */
  get exitCode(): number {
    return this.failures[0]!.exitCode;
  }
}
