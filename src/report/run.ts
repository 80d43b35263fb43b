/**
 * Carries out a plan: windows → records → checks → transform → format → sink. Nothing is written before every window is
 * received, whole and well-formed; nothing is committed before everything is written.
 */

import { type Column, columnKey, createColumn, uniteColumns } from '../core/column.ts';
import { formatRange } from '../core/date-range.ts';
import { type ErrorKind, ReportingError } from '../core/reporting-error.ts';
import { ReaderGone, type Sink } from '../core/sink.ts';
import type { Format } from '../formats/format.ts';
import { FORMATS } from '../formats/registry.ts';
import { describeColumnChanges } from '../pipeline/column-changes.ts';
import { type DoubtOptions, findDoubts } from '../pipeline/doubts.ts';
import { type FindSameAnswer, findIdenticalWindows } from '../pipeline/identical-windows.ts';
import { findPartialSigns, serviceMessage, tellPartialSigns } from '../pipeline/partial-signs.ts';
import { createDataset, WINDOW_COLUMNS } from '../segments/dataset.ts';
import type { Segment } from '../segments/segment.ts';
import type { Spool } from '../segments/spool.ts';
import { isPlain } from '../shaping/shape-request.ts';
import { plainRows, type ShapedRows } from '../shaping/shaped-rows.ts';
import {
  type CheckedPart,
  checkColumns,
  checkDates,
  findDateWarnings,
  noRecords,
  type Today,
} from './checks/check-report.ts';
import { type FetchedPart, type FetchServices, fetchWindows } from './fetch.ts';
import { mergeMessages } from './profile-names.ts';
import type { ReportPlan } from './report-plan.ts';

/** What a run works with. The plan has the data, these do the work. */
export interface ReportServices extends FetchServices {
  readonly createSpool: () => Promise<Spool>;
  readonly sink: Sink;
  /** The chosen format's work, with its options. */
  readonly encode: (rows: ShapedRows) => AsyncIterable<string | Uint8Array>;
  /** Today's records may be incomplete. */
  readonly today: Today;
  /** Where each client has a run of its own: finds another client with the same answer. */
  readonly findSameAnswer?: FindSameAnswer | undefined;
}

export interface ReportResult {
  /** Of the range itself, before anything was made of them. */
  readonly recordCount: number;
  /** What left. */
  readonly rowCount: number;
  /** True if the rows are not the records as they came. */
  readonly isShaped: boolean;
  /** Windows of both ranges, if there is a comparison; of all clients. */
  readonly windowCount: number;
  /** Records of all these windows. */
  readonly pulledCount: number;
  /** Bytes of all bodies, decoded. */
  readonly sizeBytes: number;
  /** The clients of several that have no record in the range. */
  readonly emptyProfiles: readonly string[];
  /** What the service says where a client has no record, as the end of a message; each text once. */
  readonly emptyReasons: readonly string[];
}

export async function runReport(plan: ReportPlan, services: ReportServices): Promise<ReportResult> {
  const { sink, signal, observer } = services;
  const spool = await services.createSpool();
  try {
    const fetched = await fetchWindows(plan, spool, services);
    const { rows, warnings } = await checkAndShape(plan, fetched, spool, services).catch(
      async (error: unknown) => {
        // Windows that fail a check are not kept: a later run asks for them again.
        if (error instanceof ReportingError && FAILED_CHECKS.has(error.kind)) await forget(plan, services);
        throw error;
      },
    );
    for await (const piece of services.encode(rows)) {
      signal.throwIfAborted();
      await sink.write(piece);
    }
    signal.throwIfAborted();
    await sink.commit();
    await clearKept(plan, services);
    // After the data, where a person still sees them.
    for (const warning of warnings) observer.warning(warning);
    for (const change of columnChanges(fetched)) observer.remark(`${plan.report}: ${change}`);
    return {
      recordCount: fetched.flatMap(({ now }) => now).reduce((sum, { recordCount }) => sum + recordCount, 0),
      rowCount: rows.dataset.recordCount,
      isShaped: !isPlain(plan.transform),
      windowCount: plan.clients.reduce((sum, { windows }) => sum + windows.length, 0),
      pulledCount: everything(fetched).reduce((sum, segment) => sum + segment.recordCount, 0),
      sizeBytes: everything(fetched).reduce((sum, segment) => sum + segment.sizeBytes, 0),
      emptyProfiles: emptyProfiles(fetched),
      emptyReasons: emptyReasons(fetched),
    };
  } catch (error) {
    const isUntouched = await sink.abort();
    // Whoever left had seen enough: there is nothing to go on with.
    if (error instanceof ReaderGone) await clearKept(plan, services);
    throw isInterruption(error) ? sayWhatIsLeft(error, isUntouched) : error;
  } finally {
    await spool.remove();
  }
}

async function clearKept(plan: ReportPlan, { clients }: ReportServices): Promise<void> {
  for (const [index, { windows }] of plan.clients.entries()) await clients[index]!.kept?.clear(windows);
}

async function forget(plan: ReportPlan, services: ReportServices): Promise<void> {
  await clearKept(plan, services);
  services.observer.forgotten();
}

/** The segments of all clients, of both ranges. */
function everything(fetched: readonly FetchedPart[]): readonly Segment[] {
  return fetched.flatMap(({ now, before }) => [...now, ...before]);
}

/** The kinds of errors that say that a window, or the lack of one, is not what was wanted. */
const FAILED_CHECKS: ReadonlySet<ErrorKind> = new Set([
  'malformed',
  'config',
  'empty',
  'columns',
  'gaps',
  'incomplete',
]);

interface CheckedRows {
  readonly rows: ShapedRows;
  /** Warnings about missing or ambiguous data, to show once the report is written. */
  readonly warnings: readonly string[];
}

/** Throws for what a check finds wrong, in the order in which `check-report` names them. */
async function checkAndShape(
  plan: ReportPlan,
  fetched: readonly FetchedPart[],
  spool: Spool,
  { signal, observer, today, findSameAnswer }: ReportServices,
): Promise<CheckedRows> {
  const checked = checkDates(plan, fetched);
  const rows = await shape(plan, checked, { spool, signal }).catch((error: unknown) => {
    // Columns that changed explain why a named one is not there.
    checkColumns(plan, fetched);
    throw error;
  });
  const segments = fetched.flatMap(({ now }) => now);
  if (plan.checks.failEmpty && rows.dataset.recordCount === 0) {
    throw noRecords(plan.report, segments);
  }
  checkColumns(plan, fetched);
  const warnings = [
    ...mergeMessages(
      [
        ...(await findDateWarnings(plan, checked, today)),
        ...(await findIdenticalWindows(plan.report, checked, findSameAnswer)),
      ],
      plan.clients.length,
    ),
    ...(await findDoubts(doubtOptions(plan), checked, rows.dataset)),
    ...partialSigns(plan, fetched),
  ];
  if (plan.checks.strict && warnings.length > 0) throw strictError(plan, warnings, observer);
  return { rows, warnings };
}

/** The error for a report with warnings that must have none. It holds the first; the others are shown before it. */
function strictError(
  { report, range: window }: ReportPlan,
  [first, ...others]: readonly string[],
  { warning }: ReportServices['observer'],
): ReportingError {
  for (const other of others) warning(other);
  const what = `${report} ${formatRange(window)}`;
  return new ReportingError('incomplete', first!.includes(`${report} `) ? first! : `${what}: ${first}`, {
    hint: 'nothing was written, because of --strict; without it, this is a warning',
    report,
    window,
  });
}

function doubtOptions(plan: ReportPlan): DoubtOptions {
  const { report, windowColumns, profileColumn, columns, transform, format } = plan;
  const { replacesSurrogates = false }: Format = FORMATS[format];
  return { report, windowColumns, profileColumn, columnNames: columns, shape: transform, replacesSurrogates };
}

/** What is to be made of the records; the code for it is loaded when there is something to make. */
async function shape(
  plan: ReportPlan,
  checked: readonly CheckedPart[],
  { spool, signal }: { readonly spool: Spool; readonly signal: AbortSignal },
): Promise<ShapedRows> {
  const now = createDataset(
    checked.flatMap((each) => each.now),
    plan,
  );
  if (isPlain(plan.transform)) return plainRows(now);
  const { shapeDataset } = await import('../shaping/shape-dataset.ts');
  const compared = checked.flatMap(({ before }) => before);
  const before = compared.length > 0 ? createDataset(compared, plan) : undefined;
  return shapeDataset(plan.transform, {
    now,
    before,
    dateColumns: uniteColumns(checked.map(({ dates }) => dates.dates)),
    dayColumn: dayColumn(plan, checked),
    newFile() {
      // Each step begins with a file: nobody waits long for a run to end that is given up.
      signal.throwIfAborted();
      return spool.scratchPath();
    },
  });
}

/** The date column, if it is the same for all clients that have records. Where each window is a day, the window's does. */
function dayColumn(
  { windowColumns, transform }: ReportPlan,
  checked: readonly CheckedPart[],
): Column | undefined {
  const segments = everything(checked);
  const isDaily = windowColumns && segments.every(({ window }) => window.from === window.to);
  const found = checked
    .filter((each) => everything([each]).some(({ recordCount }) => recordCount > 0))
    .map(({ dates }) => dates.dateColumn?.column);
  const [first] = found;
  const other = found.find((each) => each && first && columnKey(each.path) !== columnKey(first.path));
  if (transform.by !== undefined && first && other) {
    throw new ReportingError(
      'usage',
      `--by ${transform.by}: the clients' date columns differ: ${JSON.stringify(first.name)} and ${JSON.stringify(other.name)}`,
      { hint: "make a file for each client: -o '{profile}.csv'" },
    );
  }
  const isCommon = other === undefined && !found.includes(undefined);
  return (isCommon ? first : undefined) ?? (isDaily ? createColumn([WINDOW_COLUMNS[0]!]) : undefined);
}

function columnChanges(fetched: readonly FetchedPart[]): readonly string[] {
  const said = fetched.flatMap(({ profile, now }) => {
    const text = describeColumnChanges(now);
    return text === undefined ? [] : [{ profile, text }];
  });
  return mergeMessages(said, fetched.length);
}

/** Members beside the records that suggest a partial answer, as warnings: of both ranges, for a change needs both. */
function partialSigns({ report }: ReportPlan, fetched: readonly FetchedPart[]): readonly string[] {
  const said = fetched.flatMap(({ client, profile, now, before }) => {
    const signs = findPartialSigns(report, [...now, ...before], client.ignoredMembers);
    return tellPartialSigns(signs).map((text) => ({ profile, text }));
  });
  return mergeMessages(said, fetched.length);
}

function emptyReasons(fetched: readonly FetchedPart[]): readonly string[] {
  const empty = fetched.filter(({ now }) => now.every(({ recordCount }) => recordCount === 0));
  return [...new Set(empty.map(({ now }) => serviceMessage(now)).filter((reason) => reason !== ''))];
}

function emptyProfiles(fetched: readonly FetchedPart[]): readonly string[] {
  return fetched.flatMap(({ profile, now }) =>
    profile !== undefined && now.every(({ recordCount }) => recordCount === 0) ? [profile] : [],
  );
}

function isInterruption(error: unknown): error is ReportingError {
  return error instanceof ReportingError && error.kind === 'interrupted';
}

function sayWhatIsLeft(error: ReportingError, isUntouched: boolean): ReportingError {
  const left = isUntouched ? 'nothing was written' : 'what was written is not whole';
  return error.with({}, { message: `${error.message}, ${left}` });
}
