/**
 * Checks one after another. What a check finds out is handed to those that need it; where it found nothing, they are
 * skipped, with the name of the check to mend first. A failure ends no other check.
 */

import { ReportingError } from '../../core/reporting-error.ts';

export type Status = 'ok' | 'warning' | 'failure' | 'skipped';

/** A check as it is told. */
export interface Finding {
  readonly name: string;
  readonly status: Status;
  readonly message: string;
  /** What to do. */
  readonly hint?: string | undefined;
}

/** What a check comes to, if it does not throw the ReportingError that stands for its failure. */
export interface Outcome<T> {
  readonly status: 'ok' | 'warning' | 'skipped';
  readonly message: string;
  readonly hint?: string | undefined;
  /** For the checks that need this one; without it they are skipped. */
  readonly found: Found<T>;
}

/** What a check found out, or the name of the check whose failure kept it from that. */
export type Found<T> = { readonly value: T } | { readonly blockedBy: string };

type Values<Needs extends readonly Found<unknown>[]> = {
  -readonly [Index in keyof Needs]: Needs[Index] extends Found<infer Value> ? Value : never;
};

export interface Checkup {
  /** Runs a check once all it needs was found. Throws what is no failure of the check: interruptions, and faults of ours. */
  check<const Needs extends readonly Found<unknown>[], T>(
    name: string,
    needs: Needs,
    run: (...values: Values<Needs>) => Outcome<T> | Promise<Outcome<T>>,
  ): Promise<Found<T>>;
  readonly findings: readonly Finding[];
  /** In the order of the checks. */
  readonly failures: readonly { readonly name: string; readonly error: ReportingError }[];
}

/** `tell` is given each finding as soon as there is one. */
export function createCheckup(tell: (finding: Finding) => Promise<void>): Checkup {
  const findings: Finding[] = [];
  const failures: { name: string; error: ReportingError }[] = [];

  async function add(finding: Finding): Promise<void> {
    findings.push(finding);
    await tell(finding);
  }

  return {
    findings,
    failures,
    async check(name, needs, run) {
      const blocked = needs.find((need) => 'blockedBy' in need);
      if (blocked !== undefined && 'blockedBy' in blocked) {
        await add({ name, status: 'skipped', message: `no use before ${blocked.blockedBy} is mended` });
        return blocked;
      }
      const values = needs.map((need) => 'value' in need && need.value) as Values<typeof needs>;
      const outcome = await attempt(async () => run(...values));
      if (outcome instanceof ReportingError) {
        failures.push({ name, error: outcome });
        await add({ name, status: 'failure', message: outcome.message, hint: outcome.hint });
        return { blockedBy: name };
      }
      const { found, ...told } = outcome;
      await add({ name, ...told });
      return found;
    },
  };
}

/** What `run` gives, or the failure that it throws. Interruptions, and faults of ours, go on. */
export async function attempt<T>(run: () => Promise<T>): Promise<T | ReportingError> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ReportingError && error.kind !== 'interrupted') return error;
    throw error;
  }
}

export function ok<T>(message: string, value: T): Outcome<T> {
  return { status: 'ok', message, found: { value } };
}

export function warning<T>(message: string, hint: string | undefined, value: T): Outcome<T> {
  return { status: 'warning', message, hint, found: { value } };
}

/** Not called for here; what comes after goes on without it. */
export function notNeeded<T>(message: string, value: T): Outcome<T> {
  return { status: 'skipped', message, found: { value } };
}

/** Nothing to check; what needs it is skipped as well, until the check `blockedBy` is mended. */
export function blocked(message: string, blockedBy: string): Outcome<never> {
  return { status: 'skipped', message, found: { blockedBy } };
}
