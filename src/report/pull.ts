/** The one way from a plan to checked records: windows, checks, strictness. A report, `raw`, `--wait` and `sync` consume them. */

import type { ErrorKind } from '../core/error-codes.ts';
import { ReportingError } from '../core/errors.ts';
import { type DataWarning, noticeText } from '../core/warnings.ts';
import { formatRange } from '../dates/range.ts';
import type { FetchPlan } from '../plan/report-plan.ts';
import type { Spool } from '../records/spool.ts';
import { receiveWindow, type WindowRecords } from '../records/window-records.ts';
import { checkRecords, standingWarnings } from './checks/check-records.ts';
import { type CheckedPart, type FetchedPart, fetchWindows, type PullServices, type Receive } from './fetch.ts';
import type { ReceivedFacts } from './progress.ts';

const FAILED_CHECKS: ReadonlySet<ErrorKind> = new Set(['malformed', 'config', 'incomplete']);

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
export interface CheckedReport<Rows, Part = CheckedPart> extends MadeRows<Rows> {
  /** One for each client of the plan, in order; of records, with its date column. */
  readonly parts: readonly Part[];
}

/** How each body of a pull is read, and how all of them are checked together. */
export interface BodyReader<Received extends ReceivedFacts, Part> {
  readonly receive: Receive<Received>;
  /** The warnings include those that the user allows. Throws the errors of failed checks. */
  readonly check: (
    plan: FetchPlan,
    fetched: readonly FetchedPart<Received>[],
    services: Pick<PullServices, 'today' | 'findSameResponse'>,
  ) => Promise<{ readonly parts: readonly Part[]; readonly warnings: readonly DataWarning[] }>;
}

/** The records of JSON bodies. */
export const RECORDS: BodyReader<WindowRecords, CheckedPart> = {
  receive: (body, job) => receiveWindow(body, job.window, job),
  check: checkRecords,
};

/**
 * The result of `consume`, which gets what a plan asks for once all windows are complete and checked, with what `makeRows` makes of
 * it. Shows the warnings after it. If `consume` throws, the stored windows stay for the next run.
 */
export async function pull<Received extends ReceivedFacts, Part, Rows, T>(
  { receive, check }: BodyReader<Received, Part>,
  plan: FetchPlan,
  services: PullServices,
  makeRows: (parts: readonly Part[], spool: Spool) => Promise<MadeRows<Rows>>,
  consume: (report: CheckedReport<Rows, Part>) => Promise<T>,
): Promise<T> {
  const { observer, clients } = services;
  const forgetStored = (): void => {
    for (const { store } of clients) store?.forget();
  };
  const spool = await services.createSpool({ signal: services.signal });
  try {
    const fetched = await fetchWindows(plan, receive, spool, services);
    let checked: CheckedReport<Rows, Part>;
    try {
      const { parts, warnings: ofBodies } = await check(plan, fetched, services);
      const { rows, warnings: ofRows, alert } = await makeRows(parts, spool);
      checked = { parts, rows, alert, warnings: standingWarnings(plan, [...ofBodies, ...ofRows]) };
      assertNoWarnings(plan, checked.warnings, observer.warning, alert);
    } catch (error) {
      // After a failed check of all windows together, they must be requested again.
      if (error instanceof ReportingError && FAILED_CHECKS.has(error.kind)) forgetStored();
      throw error;
    }
    const result = await consume(checked);
    forgetStored();
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
