/**
 * Runs a plan: windows → records → checks → transform → format → sink. Writes nothing before every window is complete and
 * checked, and commits nothing before everything is written.
 */

import { NO_DATE_COLUMN } from '../config/settings.ts';
import { uniteColumns } from '../core/columns.ts';
import type { ErrorKind } from '../core/error-codes.ts';
import { ReportingError } from '../core/errors.ts';
import { type Sink, writeDocument } from '../core/sink.ts';
import { type DataWarning, warningText } from '../core/warnings.ts';
import { formatRange } from '../dates/range.ts';
import type { Messages } from '../output/messages.ts';
import { countWindows, type FetchPlan, type ReportPlan } from '../plan/report-plan.ts';
import type { Spool, SpoolOptions } from '../records/spool.ts';
import { isIdentity } from '../transform/transform-request.ts';
import type { TransformedRows } from '../transform/transformed-rows.ts';
import { type AlertOutcome, alertOf } from './alert-line.ts';
import { checkDocument } from './checks/check-document.ts';
import { checkRecords, findEmptyClients, type RecordCheckServices } from './checks/check-records.ts';
import { countRecords } from './checks/date-candidates.ts';
import { areGapsKnown, describeWeekdays } from './checks/gaps.ts';
import { standingWarnings } from './checks/standing-warnings.ts';
import { allWindows, type CheckedPart, type FetchServices, fetchWindows } from './fetch.ts';
import { transformParts } from './transform-parts.ts';

/** Everything that fetching and checking records uses besides the plan, which is data only. */
export interface RecordServices extends FetchServices, RecordCheckServices {
  readonly createSpool: (options: SpoolOptions) => Promise<Spool>;
}

/** The rows of a report. */
export interface SpooledRows extends TransformedRows {
  /** Undefined without `--alert`. */
  readonly alert: AlertOutcome | undefined;
}

/** Writes the document of a plan. */
export interface DocumentWriter {
  readonly sink: Sink;
  /** Encodes rows in the plan's format. `warnings` say what is missing or ambiguous. */
  readonly encode: (rows: SpooledRows, warnings: readonly string[]) => AsyncIterable<string | Uint8Array>;
  /** Where a line about its rows goes. */
  readonly messages: Pick<Messages, 'alert'>;
  /** True if it shows the groups by day. */
  readonly findsDays: boolean;
  /** True if the sums of all rows are needed beside it. */
  readonly needsSums: boolean;
}

/** Facts about a finished report, for its summary and notes. */
export interface ReportResult {
  /** Names of the columns of the range's records. */
  readonly columns: readonly string[];
  /** Records of the range, before the transform. */
  readonly recordCount: number;
  /** Rows of the output. */
  readonly rowCount: number;
  /** The option that a message about an empty result names. */
  readonly emptiedBy: TransformedRows['emptiedBy'];
  /** Undefined without `--alert`. */
  readonly alert: AlertOutcome | undefined;
  /** True if the records may lack days, and nothing shows it. */
  readonly hidesGaps: boolean;
  /** Notes about weekdays without any records, one for each client at most. */
  readonly weekdayNotes: readonly string[];
  /** False if the rows are the records, unchanged. */
  readonly isTransformed: boolean;
  /** Windows of all clients, those of the compared range included. */
  readonly windowCount: number;
  /** Records of all these windows. */
  readonly pulledCount: number;
  /** False if a reader has closed its end early. */
  readonly isDelivered: boolean;
}

/** Kinds of errors after which windows must be requested again. */
const FAILED_CHECKS: ReadonlySet<ErrorKind> = new Set(['malformed', 'config', 'incomplete']);

/** True for the error of a check of all windows together. */
export function isFailedCheck(error: unknown): error is ReportingError {
  return error instanceof ReportingError && FAILED_CHECKS.has(error.kind);
}

/** Runs a plan and writes its document. The output gets the whole document or, as far as possible, nothing. */
export async function runReport(
  plan: ReportPlan,
  services: RecordServices,
  { sink, encode, findsDays, needsSums, messages }: DocumentWriter,
): Promise<ReportResult> {
  async function makeRows(parts: readonly CheckedPart[], spool: Spool) {
    const rows = await transformParts(plan, parts, spool, { ...services, findsDays, needsSums });
    const warnings = [...findEmptyClients(plan.fetch, parts), ...(await checkDocument(plan, parts, rows))];
    const alert = alertOf(plan, rows.alerted, messages);
    return { rows: { ...rows, alert }, warnings, alert };
  }
  return writeWhole(sink, () =>
    withCheckedRecords(plan.fetch, services, makeRows, async ({ rows, parts, warnings }) => {
      const texts = warnings.map(warningText);
      const isDelivered = await writeDocument(sink, encode(rows, texts), services.signal);
      return { ...resultOf(plan, parts, rows, services.today), isDelivered };
    }),
  );
}

/** The result of `write`. If it fails, the sink gets nothing, as far as possible; an interruption says which. */
export async function writeWhole<T>(sink: Sink, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const isUntouched = await sink.abort();
    throw isInterruption(error) ? describeOutput(error, isUntouched) : error;
  }
}

/** Complete records that passed every check, and what was made of them. They are valid until the consumer returns. */
export interface CheckedReport<Rows> {
  /** One for each client of the plan, in order, with its date column. */
  readonly parts: readonly CheckedPart[];
  readonly rows: Rows;
  /** Warnings about missing or ambiguous data that the user does not allow. They are shown after the consumer returns. */
  readonly warnings: readonly DataWarning[];
}

/**
 * The result of `consume`, which gets the records of a plan once all windows are complete and checked, with what `makeRows` makes
 * of them. Shows the warnings about
 * the records after it. If `consume` throws, the stored windows stay for the next run.
 */
export async function withCheckedRecords<Rows, T>(
  plan: FetchPlan,
  services: RecordServices,
  makeRows: (
    parts: readonly CheckedPart[],
    spool: Spool,
  ) => Promise<Pick<CheckedReport<Rows>, 'rows' | 'warnings'> & { readonly alert?: AlertOutcome | undefined }>,
  consume: (report: CheckedReport<Rows>) => Promise<T>,
): Promise<T> {
  const { observer } = services;
  const spool = await services.createSpool({ signal: services.signal });
  try {
    const fetched = await fetchWindows(plan, spool, services);
    let checked: CheckedReport<Rows>;
    try {
      const { parts, warnings: ofRecords } = await checkRecords(plan, fetched, services);
      const { rows, warnings: ofRows, alert } = await makeRows(parts, spool);
      checked = { parts, rows, warnings: standingWarnings(plan, [...ofRecords, ...ofRows]) };
      assertNoWarnings(plan, checked.warnings, observer, alert);
    } catch (error) {
      // A failed check invalidates the stored windows.
      if (isFailedCheck(error)) {
        await deleteStored(plan, services);
        observer.storeCleared();
      }
      throw error;
    }
    const result = await consume(checked);
    await deleteStored(plan, services);
    // Warnings follow the data, so that a user at a terminal sees them.
    for (const warning of checked.warnings) observer.warning(warning);
    return result;
  } finally {
    await spool.remove();
  }
}

/** The facts about a report with these rows. */
function resultOf(
  plan: ReportPlan,
  parts: readonly CheckedPart[],
  rows: SpooledRows,
  today: RecordServices['today'],
): Omit<ReportResult, 'isDelivered'> {
  const windows = parts.flatMap(({ now }) => now);
  return {
    columns: uniteColumns(windows.map(({ columns }) => columns)).map(({ name }) => name),
    recordCount: countRecords(windows),
    rowCount: rows.recordSet.recordCount,
    emptiedBy: rows.emptiedBy,
    alert: rows.alert,
    hidesGaps: parts.some(
      ({ client, now, dates }) =>
        client.dateColumn?.value !== NO_DATE_COLUMN && !dates.isOpen && !areGapsKnown(now, dates.gapColumn),
    ),
    weekdayNotes: parts.flatMap(({ client, profile, now, dates }) => {
      const options = { allowed: client.allowed, today: () => today(client.timeZone) };
      const note = describeWeekdays(now, dates.gapColumn, options);
      return note === undefined ? [] : [profile === undefined ? note : `profile ${profile}: ${note}`];
    }),
    isTransformed: !isIdentity(plan.document.transform),
    windowCount: countWindows(plan.fetch),
    pulledCount: countRecords(allWindows(parts)),
  };
}

async function deleteStored(plan: FetchPlan, { clients }: RecordServices): Promise<void> {
  for (const [index, { windows }] of plan.clients.entries()) await clients[index]!.store?.delete(windows);
}

/**
 * Throws an error for warnings with `strict`, and with `--alert` if no group meets it or a client has no records. It has the first
 * one as its message, after the report if it names none; the others are shown before it, and the line of the alert.
 */
export function assertNoWarnings(
  { report, range: window, checks }: FetchPlan,
  warnings: readonly DataWarning[],
  { warning }: Pick<RecordServices['observer'], 'warning'>,
  alert?: AlertOutcome,
): void {
  const [first, ...others] = warnings;
  const isAlertDoubtful =
    alert !== undefined && (alert.line === undefined || warnings.some(({ name }) => name === 'empty'));
  if (first === undefined || !(checks.strict || isAlertDoubtful)) return;
  for (const each of others) warning(each);
  alert?.show();
  const text = warningText(first);
  const message = first.namesReport === true ? text : `${report} ${formatRange(window)}: ${text}`;
  throw new ReportingError('E-strict', message, {
    hint: `nothing was written: ${checks.strict ? '--strict' : '--alert'} makes this warning an error`,
    warning: { name: first.name, ...(first.scope !== undefined && { scope: first.scope }) },
    report,
    window,
  });
}

/** True for an error that ends a run on request. */
export function isInterruption(error: unknown): error is ReportingError {
  return error instanceof ReportingError && error.kind === 'interrupted';
}

/** An interruption whose message says whether anything was written. */
export function describeOutput(error: ReportingError, isUntouched: boolean): ReportingError {
  const outcome = isUntouched ? 'nothing was written' : 'the output is incomplete';
  return error.with({}, { message: `${error.message}, ${outcome}` });
}
