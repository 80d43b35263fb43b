/**
 * Runs a plan: windows → records → checks → transform → format → sink. Writes nothing before every window is complete and
 * checked, and commits nothing before everything is written.
 */

import { type ErrorKind, mergeMessages, ReportingError } from '../core/errors.ts';
import { type Message, namesReport, option, phrase } from '../core/message.ts';
import { ReaderGone, type Sink } from '../core/sink.ts';
import { formatRange } from '../dates/range.ts';
import { FORMATS } from '../formats/registry.ts';
import type { Spool, SpoolOptions } from '../records/spool.ts';
import { isIdentity } from '../transform/transform-request.ts';
import type { TransformedRows } from '../transform/transformed-rows.ts';
import { type AmbiguityOptions, findAmbiguities } from './checks/ambiguity.ts';
import {
  type CheckedPart,
  checkColumns,
  checkDates,
  checkNotEmpty,
  findDateWarnings,
  type Today,
} from './checks/check-report.ts';
import { describeColumnChanges } from './checks/column-checks.ts';
import { countRecords } from './checks/date-candidates.ts';
import { type FindSameAnswer, findIdenticalWindows } from './checks/identical-windows.ts';
import { findPartialSigns, partialSignWarnings, serviceMessage } from './checks/partial-signs.ts';
import { allWindows, type FetchedPart, type FetchServices, fetchWindows } from './fetch.ts';
import { countWindows, type ReportPlan } from './report-plan.ts';
import { transformParts } from './transform-parts.ts';

/** Everything that fetching and checking records uses besides the plan, which is data only. */
export interface RecordServices extends FetchServices {
  readonly createSpool: (options: SpoolOptions) => Promise<Spool>;
  readonly today: Today;
  /** Set if each client has a separate run: finds another client with the same records. */
  readonly findSameAnswer?: FindSameAnswer | undefined;
}

/** Everything that a run uses besides the plan. */
export interface ReportServices extends RecordServices {
  readonly sink: Sink;
  /** Encodes rows in the plan's format. `warnings` say what is missing or ambiguous. */
  readonly encode: (
    rows: TransformedRows,
    warnings: readonly Message[],
  ) => AsyncIterable<string | Uint8Array>;
}

/** Facts about a finished report, for its summary and notes. */
export interface ReportResult {
  /** Records of the range, before the transform. */
  readonly recordCount: number;
  /** Rows of the output. */
  readonly rowCount: number;
  /** The option that a message about an empty result names. */
  readonly emptiedBy: TransformedRows['emptiedBy'];
  /** False if the rows are the records, unchanged. */
  readonly isTransformed: boolean;
  /** Windows of all clients, those of the compared range included. */
  readonly windowCount: number;
  /** Records of all these windows. */
  readonly pulledCount: number;
  /** Profiles without records in the range; empty in a report of one client. */
  readonly emptyProfiles: readonly string[];
  /** Messages of the service to clients without records, each once, as ends of a message. */
  readonly emptyReasons: readonly string[];
}

/** Kinds of errors after which windows must be requested again. */
const FAILED_CHECKS: ReadonlySet<ErrorKind> = new Set([
  'malformed',
  'config',
  'empty',
  'columns',
  'gaps',
  'incomplete',
]);

/** True for the error of a check of all windows together. */
export function isFailedCheck(error: unknown): error is ReportingError {
  return error instanceof ReportingError && FAILED_CHECKS.has(error.kind);
}

/** Runs a plan and writes its document. The output gets the whole document or, as far as possible, nothing. */
export async function runReport(plan: ReportPlan, services: ReportServices): Promise<ReportResult> {
  const { sink, signal } = services;
  try {
    return await withCheckedRecords(plan, services, async ({ rows, parts, warnings }) => {
      for await (const piece of services.encode(rows, warnings)) {
        signal.throwIfAborted();
        await sink.write(piece);
      }
      signal.throwIfAborted();
      await sink.commit();
      return resultOf(plan, parts, rows);
    });
  } catch (error) {
    const isUntouched = await sink.abort();
    throw isInterruption(error) ? describeOutput(error, isUntouched) : error;
  }
}

/** Complete records that passed every check. They are valid until the consumer returns. */
export interface CheckedReport {
  /** One for each client of the plan, in order, with its date column. */
  readonly parts: readonly CheckedPart[];
  /** The records after the plan's transform. */
  readonly rows: TransformedRows;
  /** Warnings about missing or ambiguous data, which are shown after the consumer returns. */
  readonly warnings: readonly Message[];
}

/**
 * The result of `consume`, which gets the records of a plan once all windows are complete and checked. Shows the warnings about
 * the records after it. If `consume` throws, the resume cache stays for the next run, unless the reader of the output is gone.
 */
export async function withCheckedRecords<T>(
  plan: ReportPlan,
  services: RecordServices,
  consume: (report: CheckedReport) => Promise<T>,
): Promise<T> {
  const { observer } = services;
  const spool = await services.createSpool({
    signal: services.signal,
    // The resume cache copies the files.
    isOnDisk: plan.requests.resume,
  });
  try {
    const fetched = await fetchWindows(plan, spool, services);
    const { parts, rows, warnings } = await checkAndTransform(plan, fetched, spool, services).catch(
      async (error: unknown) => {
        // A failed check invalidates the resume cache.
        if (isFailedCheck(error)) {
          await clearResumeCache(plan, services);
          observer.cacheCleared();
        }
        throw error;
      },
    );
    const result = await consume({ parts, rows, warnings });
    await clearResumeCache(plan, services);
    // Warnings follow the data, so that a user at a terminal sees them.
    for (const warning of warnings) observer.warning(warning);
    for (const change of columnChanges(fetched)) observer.remark(phrase`${plan.report}: ${change}`);
    return result;
  } catch (error) {
    // The reader closed the pipe on purpose, so no later run resumes this one.
    if (error instanceof ReaderGone) await clearResumeCache(plan, services);
    throw error;
  } finally {
    await spool.remove();
  }
}

function resultOf(plan: ReportPlan, parts: readonly FetchedPart[], rows: TransformedRows): ReportResult {
  const empty = parts.filter(({ now }) => countRecords(now) === 0);
  return {
    recordCount: countRecords(parts.flatMap(({ now }) => now)),
    rowCount: rows.recordSet.recordCount,
    emptiedBy: rows.emptiedBy,
    isTransformed: !isIdentity(plan.transform),
    windowCount: countWindows(plan),
    pulledCount: countRecords(allWindows(parts)),
    emptyProfiles: empty.flatMap(({ profile }) => profile ?? []),
    emptyReasons: [...new Set(empty.map(({ now }) => serviceMessage(now)))].filter(Boolean),
  };
}

async function clearResumeCache(plan: ReportPlan, { clients }: RecordServices): Promise<void> {
  for (const [index, { windows }] of plan.clients.entries()) await clients[index]!.cache?.delete(windows);
}

interface CheckedRows extends CheckedReport {
  /** Warnings about missing or ambiguous data, to show once the report is written. */
  readonly warnings: readonly Message[];
}

/** Throws for failed checks in the order that `check-report` lists. */
export async function checkAndTransform(
  plan: ReportPlan,
  fetched: readonly FetchedPart[],
  spool: Spool,
  { observer, today, findSameAnswer }: Pick<RecordServices, 'observer' | 'today' | 'findSameAnswer'>,
): Promise<CheckedRows> {
  const checked = checkDates(plan, fetched);
  const [transformed] = await Promise.allSettled([transformParts(plan, checked, spool)]);
  // A failed check may explain an error of the transform, so it is thrown first: a named column is missing because columns changed.
  checkNotEmpty(plan, fetched, transformed.status === 'fulfilled' ? transformed.value : undefined);
  checkColumns(plan, fetched);
  if (transformed.status === 'rejected') throw transformed.reason;
  const rows = transformed.value;
  const warnings = [
    ...mergeMessages(
      [
        ...(await findDateWarnings(plan, checked, today)),
        ...(await findIdenticalWindows(plan.report, checked, findSameAnswer)),
      ],
      plan.clients.length,
    ),
    ...(await findAmbiguities(ambiguityOptions(plan), checked, rows.recordSet)),
    ...partialSigns(plan, fetched),
    ...rows.warnings,
  ];
  if (plan.checks.strict && warnings.length > 0) throw strictError(plan, warnings, observer);
  return { parts: checked, rows, warnings };
}

/** The error for warnings with `strict`. It has the first warning as its message; the others are shown before it. */
export function strictError(
  { report, range: window }: ReportPlan,
  [first, ...others]: readonly Message[],
  { warning }: Pick<RecordServices['observer'], 'warning'>,
): ReportingError {
  for (const other of others) warning(other);
  const what = `${report} ${formatRange(window)}`;
  return new ReportingError('incomplete', namesReport(first!) ? first! : phrase`${what}: ${first!}`, {
    hint: phrase`nothing was written: ${option('strict')} makes this warning an error`,
    report,
    window,
  });
}

function ambiguityOptions(plan: ReportPlan): AmbiguityOptions {
  const { report, windowColumns, windowUnit, profileColumn, columns, transform, format, checks } = plan;
  const { replacesSurrogates = false } = FORMATS[format];
  return {
    report,
    windowColumns,
    windowUnit,
    profileColumn,
    columnNames: columns,
    transform,
    replacesSurrogates,
    mixesWindows: checks.mixesWindows === true,
  };
}

function columnChanges(fetched: readonly FetchedPart[]): readonly Message[] {
  const messages = fetched.flatMap(({ profile, now }) => {
    const text = describeColumnChanges(now);
    return text === undefined ? [] : [{ profile, text }];
  });
  return mergeMessages(messages, fetched.length);
}

/** Warnings about signs of partial answers, in both ranges. */
function partialSigns({ report }: ReportPlan, fetched: readonly FetchedPart[]): readonly Message[] {
  const messages = fetched.flatMap(({ client, profile, now, before }) => {
    const signs = findPartialSigns(report, [...now, ...before], client.ignoredMembers);
    return partialSignWarnings(signs).map((text) => ({ profile, text }));
  });
  return mergeMessages(messages, fetched.length);
}

/** True for an error that ends a run on request. */
export function isInterruption(error: unknown): error is ReportingError {
  return error instanceof ReportingError && error.kind === 'interrupted';
}

/** An interruption whose message says whether anything was written. */
export function describeOutput(error: ReportingError, isUntouched: boolean): ReportingError {
  const outcome = isUntouched ? 'nothing was written' : 'the output is incomplete';
  return error.with({}, { message: phrase`${error.text.message}, ${outcome}` });
}
