/**
 * One report, from the request to the last byte: windows → segments → dataset → encoder → sink. Nothing is written
 * before every window is in, whole and well-formed; nothing is committed before everything is written.
 */

import { type Column, columnKey, createColumn, uniteColumns } from '../core/column.ts';
import { formatRange } from '../core/date-range.ts';
import { type ErrorKind, ReportingError } from '../core/reporting-error.ts';
import { ReaderGone, type Sink } from '../core/sink.ts';
import { createDataset, WINDOW_COLUMNS } from '../segments/dataset.ts';
import type { Segment } from '../segments/segment.ts';
import type { Spool } from '../segments/spool.ts';
import { isPlain } from '../shaping/shape-request.ts';
import { plainRows, type ShapedRows } from '../shaping/shaped-rows.ts';
import { type CheckedPart, checkColumns, checkDates, findDateWarnings, noRecords } from './check-report.ts';
import { describeColumnChanges } from './column-changes.ts';
import { findDoubts } from './doubts.ts';
import { allWindows, type FetchedPart, fetchParts } from './fetch-parts.ts';
import type { SegmentPorts } from './fetch-segment.ts';
import { type FindSameAnswer, findIdenticalWindows } from './identical-windows.ts';
import { sayOnce } from './name-profile.ts';
import { findPartialSigns, serviceMessage, tellPartialSigns } from './partial-signs.ts';
import type { ReportPlan } from './report-plan.ts';

export interface ReportPorts extends Pick<SegmentPorts, 'retry' | 'observer'> {
  readonly createSpool: () => Promise<Spool>;
  readonly sink: Sink;
  /** Aborted with a ReportingError when the user interrupts. */
  readonly signal: AbortSignal;
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

export async function runReport(plan: ReportPlan, ports: ReportPorts): Promise<ReportResult> {
  const { sink, signal, observer } = ports;
  const spool = await ports.createSpool();
  try {
    const fetched = await fetchParts(plan, spool, ports, signal);
    const { rows, warnings } = await checkAndShape(plan, fetched, spool, ports).catch(
      async (error: unknown) => {
        // Windows that fail a check are not kept: a later run asks for them again.
        if (error instanceof ReportingError && FAILED_CHECKS.has(error.kind)) await forget(plan, ports);
        throw error;
      },
    );
    for await (const piece of plan.encode(rows)) {
      signal.throwIfAborted();
      await sink.write(piece);
    }
    signal.throwIfAborted();
    await sink.commit();
    await clearKept(plan);
    // After the data, where a person still sees them.
    for (const warning of warnings) observer.warning(warning);
    for (const change of columnChanges(fetched)) observer.remark(`${plan.report}: ${change}`);
    return {
      recordCount: fetched.flatMap(({ now }) => now).reduce((sum, { recordCount }) => sum + recordCount, 0),
      rowCount: rows.dataset.recordCount,
      isShaped: !isPlain(plan.shape),
      windowCount: plan.parts.reduce((sum, part) => sum + allWindows(part).length, 0),
      pulledCount: everything(fetched).reduce((sum, segment) => sum + segment.recordCount, 0),
      sizeBytes: everything(fetched).reduce((sum, segment) => sum + segment.sizeBytes, 0),
      emptyProfiles: emptyProfiles(fetched),
      emptyReasons: emptyReasons(fetched),
    };
  } catch (error) {
    const isUntouched = await sink.abort();
    // Whoever left had seen enough: there is nothing to go on with.
    if (error instanceof ReaderGone) await clearKept(plan);
    throw isInterruption(error) ? sayWhatIsLeft(error, isUntouched) : error;
  } finally {
    await spool.remove();
  }
}

async function clearKept({ parts }: ReportPlan): Promise<void> {
  for (const part of parts) await part.kept?.clear(allWindows(part));
}

async function forget(plan: ReportPlan, { observer }: ReportPorts): Promise<void> {
  await clearKept(plan);
  observer.forgotten();
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
  { signal, observer, findSameAnswer }: ReportPorts,
): Promise<CheckedRows> {
  const checked = checkDates(plan, fetched);
  const rows = await shape(plan, checked, { spool, signal }).catch((error: unknown) => {
    // Columns that changed explain why a named one is not there.
    checkColumns(plan, fetched);
    throw error;
  });
  const segments = fetched.flatMap(({ now }) => now);
  if (plan.failEmpty && rows.dataset.recordCount === 0) {
    throw noRecords(plan.report, segments);
  }
  checkColumns(plan, fetched);
  const warnings = [
    ...sayOnce(
      [
        ...(await findDateWarnings(plan, checked)),
        ...(await findIdenticalWindows(plan.report, checked, findSameAnswer)),
      ],
      plan.parts.length,
    ),
    ...(await findDoubts(plan, checked, rows.dataset)),
    ...partialSigns(plan, fetched),
  ];
  if (plan.strict && warnings.length > 0) throw refuseWarnings(plan, warnings, observer);
  return { rows, warnings };
}

/** The error for a report with warnings that must have none. It holds the first; the others are shown before it. */
function refuseWarnings(
  { report, parts }: ReportPlan,
  [first, ...others]: readonly string[],
  { warning }: ReportPorts['observer'],
): ReportingError {
  for (const other of others) warning(other);
  const { windows } = parts[0]!;
  const window = { from: windows[0]!.from, to: windows.at(-1)!.to };
  const what = `${report} ${formatRange(window)}`;
  return new ReportingError('incomplete', first!.includes(`${report} `) ? first! : `${what}: ${first}`, {
    hint: 'nothing was written, because of --strict; without it, this is a warning',
    report,
    window,
  });
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
  if (isPlain(plan.shape)) return plainRows(now);
  const { shapeDataset } = await import('../shaping/shape-dataset.ts');
  const compared = checked.flatMap(({ before }) => before);
  const before = compared.length > 0 ? createDataset(compared, plan) : undefined;
  return shapeDataset(plan.shape, {
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
  { windowColumns, shape }: ReportPlan,
  checked: readonly CheckedPart[],
): Column | undefined {
  const segments = everything(checked);
  const isDaily = windowColumns && segments.every(({ window }) => window.from === window.to);
  const found = checked
    .filter((each) => everything([each]).some(({ recordCount }) => recordCount > 0))
    .map(({ dates }) => dates.dateColumn?.column);
  const [first] = found;
  const other = found.find((each) => each && first && columnKey(each.path) !== columnKey(first.path));
  if (shape.by !== undefined && first && other) {
    throw new ReportingError(
      'usage',
      `--by ${shape.by}: the clients' date columns differ: ${JSON.stringify(first.name)} and ${JSON.stringify(other.name)}`,
      { hint: "make a file for each client: -o '{profile}.csv'" },
    );
  }
  const isCommon = other === undefined && !found.includes(undefined);
  return (isCommon ? first : undefined) ?? (isDaily ? createColumn([WINDOW_COLUMNS[0]!]) : undefined);
}

function columnChanges(fetched: readonly FetchedPart[]): readonly string[] {
  const said = fetched.flatMap(({ part, now }) => {
    const text = describeColumnChanges(now);
    return text === undefined ? [] : [{ profile: part.profile, text }];
  });
  return sayOnce(said, fetched.length);
}

/** Members beside the records that suggest a partial answer, as warnings: of both ranges, for a change needs both. */
function partialSigns({ report }: ReportPlan, fetched: readonly FetchedPart[]): readonly string[] {
  const said = fetched.flatMap(({ part, now, before }) => {
    const signs = findPartialSigns(report, [...now, ...before], part.ignoredMembers);
    return tellPartialSigns(signs).map((text) => ({ profile: part.profile, text }));
  });
  return sayOnce(said, fetched.length);
}

function emptyReasons(fetched: readonly FetchedPart[]): readonly string[] {
  const empty = fetched.filter(({ now }) => now.every(({ recordCount }) => recordCount === 0));
  return [...new Set(empty.map(({ now }) => serviceMessage(now)).filter((reason) => reason !== ''))];
}

function emptyProfiles(fetched: readonly FetchedPart[]): readonly string[] {
  return fetched.flatMap(({ part: { profile }, now }) =>
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
