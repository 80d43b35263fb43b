/** The one way from a plan to checked records: windows, checks, strictness. A report, `--wait` and `sync` consume them. */

import type { ErrorKind } from '../core/error-codes.ts';
import { ReportingError } from '../core/errors.ts';
import { type DataWarning, noticeText } from '../core/warnings.ts';
import { formatRange } from '../dates/range.ts';
import type { FetchPlan } from '../plan/report-plan.ts';
import type { Spool } from '../records/spool.ts';
import { checkRecords, standingWarnings } from './checks/check-records.ts';
import { type CheckedPart, fetchWindows, type PullServices } from './fetch.ts';

/** Kinds of errors after which windows must be requested again. */
const FAILED_CHECKS: ReadonlySet<ErrorKind> = new Set(['malformed', 'config', 'incomplete']);

/** True for the error of a check of all windows together. */
export function isFailedCheck(error: unknown): error is ReportingError {
  return error instanceof ReportingError && FAILED_CHECKS.has(error.kind);
}

/** What a report with `--alert` found. */
export interface AlertOutcome {
  /** The line; undefined if no group meets the conditions. */
  readonly line: string | undefined;
  /** Shows the line, if there is one. */
  readonly show: () => void;
}

/** The rows that a consumer makes of checked records, with the warnings about them. */
interface MadeRows<Rows> {
  readonly rows: Rows;
  readonly warnings: readonly DataWarning[];
  /** Undefined without `--alert`. */
  readonly alert?: AlertOutcome | undefined;
}

/**
 * Complete records that passed every check, and what was made of them. They are valid until the consumer returns. The warnings are
 * those that the user does not allow, of the records, too; they are shown after the consumer returns.
 */
export interface CheckedReport<Rows> extends MadeRows<Rows> {
  /** One for each client of the plan, in order, with its date column. */
  readonly parts: readonly CheckedPart[];
}

/**
 * The result of `consume`, which gets the records of a plan once all windows are complete and checked, with what `makeRows` makes
 * of them. Shows the warnings about the records after it. If `consume` throws, the stored windows stay for the next run.
 */
export async function pull<Rows, T>(
  plan: FetchPlan,
  services: PullServices,
  makeRows: (parts: readonly CheckedPart[], spool: Spool) => Promise<MadeRows<Rows>>,
  consume: (report: CheckedReport<Rows>) => Promise<T>,
): Promise<T> {
  const { observer, clients } = services;
  const deleteStored = async (): Promise<void> => {
    for (const [index, { windows }] of plan.clients.entries()) await clients[index]!.store?.delete(windows);
  };
  const spool = await services.createSpool({ signal: services.signal });
  try {
    const fetched = await fetchWindows(plan, spool, services);
    let checked: CheckedReport<Rows>;
    try {
      const { parts, warnings: ofRecords } = await checkRecords(plan, fetched, services);
      const { rows, warnings: ofRows, alert } = await makeRows(parts, spool);
      checked = { parts, rows, alert, warnings: standingWarnings(plan, [...ofRecords, ...ofRows]) };
      assertNoWarnings(plan, checked.warnings, observer.warning, alert);
    } catch (error) {
      // A failed check invalidates the stored windows.
      if (isFailedCheck(error)) {
        await deleteStored();
        observer.storeCleared();
      }
      throw error;
    }
    const result = await consume(checked);
    await deleteStored();
    // Warnings follow the data, so that a user at a terminal sees them.
    checked.warnings.forEach(observer.warning);
    return result;
  } finally {
    await spool.remove();
  }
}

/**
 * Throws an error for warnings with `strict`, and with `--alert` if no group meets it or a client has no records. It has the first
 * one as its message, after the report if it names none; the others are shown before it, and the line of the alert.
 */
export function assertNoWarnings(
  { report, range: window, checks }: FetchPlan,
  warnings: readonly DataWarning[],
  show: (warning: DataWarning) => void,
  alert?: AlertOutcome,
): void {
  const [first, ...others] = warnings;
  const isAlertDoubtful =
    alert !== undefined && (alert.line === undefined || warnings.some(({ name }) => name === 'empty'));
  if (first === undefined || !(checks.strict || isAlertDoubtful)) return;
  others.forEach(show);
  alert?.show();
  const text = noticeText(first);
  const message = first.namesReport === true ? text : `${report} ${formatRange(window)}: ${text}`;
  throw strictError(message, first, checks.strict ? '--strict' : '--alert').with({ report, window });
}

/** The error that `option` makes of a warning. */
export function strictError(message: string, { name, scope }: DataWarning, option = '--strict'): ReportingError {
  return new ReportingError('E-strict', message, {
    hint: `nothing was written: ${option} makes this warning an error`,
    warning: { name, ...(scope !== undefined && { scope }) },
  });
}
