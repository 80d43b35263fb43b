/**
 * Runs checks one after another. A check passes its result to the checks that need it. Without a result, those are skipped, with
 * the name of the check to fix first. The other checks run even after a failure.
 */

import { ReportingError } from '../core/errors.ts';

/** The outcome of a check, as users see it. */
export type Status = 'ok' | 'warning' | 'failure' | 'skipped';

/** The result of a check, as users see it. */
export interface Finding {
  readonly name: string;
  readonly status: Status;
  readonly message: string;
  readonly hint?: string | undefined;
}

/** The outcome of a check that does not fail. A check that fails throws a ReportingError. */
export interface Outcome<T> extends Omit<Finding, 'name'> {
  readonly status: Exclude<Status, 'failure'>;
  readonly found: Found<T>;
}

/** The result for the checks that need this one, or the name of the check to fix first. */
export type Found<T> = { readonly value: T } | { readonly blockedBy: string };

type Values<Needs extends readonly Found<unknown>[]> = {
  -readonly [Index in keyof Needs]: Needs[Index] extends Found<infer Value> ? Value : never;
};

/** Runs checks and collects their findings. */
export interface CheckRunner {
  /** Runs a check if all its `needs` were found; otherwise skips it. Throws only interruptions and internal errors. */
  check<const Needs extends readonly Found<unknown>[], T>(
    name: string,
    needs: Needs,
    run: (...values: Values<Needs>) => Outcome<T> | Promise<Outcome<T>>,
  ): Promise<Found<T>>;
  readonly findings: readonly Finding[];
  /** In the order of the checks. */
  readonly failures: readonly { readonly name: string; readonly error: ReportingError }[];
}

/** Creates a runner that passes each finding to `onFinding` at once. */
export function createCheckRunner(onFinding: (finding: Finding) => Promise<void>): CheckRunner {
  const findings: Finding[] = [];
  const failures: { name: string; error: ReportingError }[] = [];

  async function add(finding: Finding): Promise<void> {
    findings.push(finding);
    await onFinding(finding);
  }

  return {
    findings,
    failures,
    async check(name, needs, run) {
      const blocked = needs.find((need) => 'blockedBy' in need);
      if (blocked !== undefined && 'blockedBy' in blocked) {
        await add({ name, status: 'skipped', message: `fix ${blocked.blockedBy} first` });
        return blocked;
      }
      const values = needs.map((need) => 'value' in need && need.value) as Values<typeof needs>;
      const outcome = await attempt(async () => run(...values));
      if (outcome instanceof ReportingError) {
        failures.push({ name, error: outcome });
        await add({ name, status: 'failure', message: outcome.message, hint: outcome.hint });
        return { blockedBy: name };
      }
      const { found, ...finding } = outcome;
      await add({ name, ...finding });
      return found;
    },
  };
}

/** Returns the result of `run`, or the ReportingError that it throws. Throws interruptions and internal errors. */
export async function attempt<T>(run: () => Promise<T>): Promise<T | ReportingError> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ReportingError && error.kind !== 'interrupted') return error;
    throw error;
  }
}

/** The outcome of a successful check, with `value` for the checks that need it. */
export function ok<T = undefined>(message: string, value: T = undefined as T): Outcome<T> {
  return { status: 'ok', message, found: { value } };
}

/** The outcome of a check with a warning. The checks that need it still run. */
export function warning<T = undefined>(
  message: string,
  hint: string | undefined,
  value: T = undefined as T,
): Outcome<T> {
  return { status: 'warning', message, hint, found: { value } };
}

/** Skips a check that does not apply. The checks that need it still run. */
export function notNeeded<T = undefined>(message: string, value: T = undefined as T): Outcome<T> {
  return { status: 'skipped', message, found: { value } };
}

/** Skips a check with nothing to check. The checks that need it are skipped too, until `blockedBy` is fixed. */
export function blocked(message: string, blockedBy: string): Outcome<never> {
  return { status: 'skipped', message, found: { blockedBy } };
}
