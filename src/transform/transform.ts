/**
 * Turns a report's records into its rows: where → groups → comparison → ratios and shares → having and alert → totals →
 * top → pivot → sort → limit. Records are read from the spool and written there; groups stay in memory (`frame/`).
 */

import { LINE_FEED } from '../core/bytes.ts';
import { type Column, columnKey, isAmong } from '../core/columns.ts';
import type { DataWarning } from '../core/warnings.ts';
import type { MixedAmount } from '../frame/currencies.ts';
import {
  chooseMeasure,
  columnsOf,
  combinedIn,
  type Frame,
  measureNamed,
  ownMeasures,
  recordsOfFrame,
  rowKeysOf,
  stillMixed,
} from '../frame/frame.ts';
import { comparedColumns } from '../frame/measures.ts';
import type { SortKey } from '../frame/sort.ts';
import { sortRecords } from '../frame/sort-records.ts';
import { mergeOthers, sortBySize, sortFrame } from '../frame/steps.ts';
import { weeksOfClients } from '../frame/usual.ts';
import { kindOfName } from '../records/name-kind.ts';
import type { RecordSet } from '../records/record-set.ts';
import { combinedWarnings, emptiedNotes, findCurrencies, rowCurrencies, unlabelledWarnings } from './amounts.ts';
import { chartGroups } from './chart-groups.ts';
import type { Condition } from './condition.ts';
import { unequalDays, unevenDays } from './counted-days.ts';
import { filterFrame, filterRecordSets } from './filter-rows.ts';
import { group, type TransformInput } from './group-step.ts';
import { rangeNotes, unknownWarnings, unsummedNotes } from './group-warnings.ts';
import { listColumns } from './list-columns.ts';
import { orderOfPivoted, pivotGroups } from './pivot.ts';
import type { Records } from './plan-groups.ts';
import { addRatioMeasures, addRatios, addShares } from './ratio.ts';
import { resolveColumn } from './resolve-column.ts';
import { assertReadableDates, resolveHaving, resolveWhere } from './resolve-conditions.ts';
import { groupByDay, summarize } from './summarize.ts';
import { comparedTotal, findChangePerDay, totalsOf, totalsOfRecords, withoutEnded } from './totals.ts';
import { isGrouped, recordKeys, type Transform } from './transform-request.ts';
import { plainRows, type TransformedRows } from './transformed-rows.ts';

/** Throws a usage error for a column that no record has, and for a step that the records do not allow. */
export async function transformRecords(request: Transform, input: TransformInput): Promise<TransformedRows> {
  const all = [input.now, ...input.comparisons];
  if (all.every(({ recordCount }) => recordCount === 0))
    return plainRows(input.now, recordKeys(request, input.dayColumn));
  await assertReadableDates(request, all, input);
  const found = await filterRecords(all, request, input);
  if (request.listsColumns === true) {
    const listed = await listColumns(found.filtered[0]!, input.dayColumn);
    return { ...plainRows(listed, recordKeys(request, undefined)), ...divided(found.messages) };
  }
  return isGrouped(request) ? groupedRows(request, input, found) : recordRows(request, input, found);
}

/** The rows of a report of records. */
async function recordRows(
  request: Transform,
  input: TransformInput,
  { filtered, messages }: FilteredRecords,
): Promise<TransformedRows> {
  const { sumsFrom = Number.POSITIVE_INFINITY, newFile, endTurn } = input;
  const { limit = Number.POSITIVE_INFINITY } = request;
  const currencies = await findCurrencies(filtered, input.currency);
  const [records] = filtered as [RecordSet];
  const form = request.roundsQuotients === true ? 'shown' : 'rounded';
  const rows = await addRatios(records, request.ratios, form, newFile);
  const isDate = isAmong(input.dateColumns);
  const summable = records.columns.filter((column) => !isDate(column));
  const sums =
    rows.recordCount >= sumsFrom
      ? await totalsOfRecords(records, summable, request.ratios, currencies, { form, endTurn })
      : undefined;
  const ofRows = rowCurrencies(rows.columns, currencies);
  const keys = request.sort.map(({ column, isDescending }) =>
    sortKeyOf(resolveColumn(column, rows, 'sort'), isDescending),
  );
  const sorted = keys.length > 0 ? await sortRecords(rows, { keys, limit, endTurn }) : undefined;
  const ordered = sorted ?? limitRows(rows, limit);
  const sortWarnings = (sorted?.unknown ?? []).flatMap((cells, index) =>
    unknownWarnings(keys[index]!.column.name, [cells], rows.recordCount),
  );
  const summarized = input.summaries && (await summarize(request, input, { filtered, grouped: undefined, currencies }));
  return {
    ...plainRows(ordered, {
      ...recordKeys(request, input.dayColumn),
      addable: new Set(summable.map(({ path }) => columnKey(path))),
    }),
    sums,
    groupCount: rows.recordCount,
    currencies: ofRows,
    hidden: { byConditions: 0, byLimit: rows.recordCount - ordered.recordCount },
    summaries: summarized?.summaries,
    ...divided([...messages, ...sortWarnings, ...(summarized?.warnings ?? [])]),
  };
}

/** The rows of a report of groups. */
async function groupedRows(
  requested: Transform,
  input: TransformInput,
  found: FilteredRecords,
): Promise<TransformedRows> {
  const { filtered, days } = found;
  const { sumsFrom = Number.POSITIVE_INFINITY, isForPeople } = input;
  const grouped = await group(requested, input, found);
  const { request, currencies } = grouped;
  const { having, alert, top } = request;

  const complete = await addShares(await addRatioMeasures(grouped.frame, request.ratios), grouped.shares);
  const filterGroups = async (conditions: readonly Condition[]) =>
    filterFrame(complete, await resolveHaving(conditions, complete, input.dated));
  const met = await filterGroups([...having, ...alert]);
  const beforeAlert = alert.length === 0 ? met : await filterGroups(having);
  const alerted = withoutEnded(met.frame, alert);
  const kept = alerted.rows.length === complete.rows.length ? alerted : stillMixed(alerted);
  const last = request.pivot === undefined ? kept : await pivotGroups(request, kept);
  const sums = last.rows.length >= sumsFrom ? await totalsOf(last) : undefined;
  const sort = orderOfPivoted(request, kept, last).map(({ column, isDescending }) =>
    sortKeyOf(resolveColumn(column, { columns: columnsOf(last) }, 'sort'), isDescending),
  );
  const largest = top === undefined || sort.length > 0 ? undefined : await chooseMeasure(last);
  const ordered =
    request.isForReading === true && top === undefined
      ? await sortForReading(request, last)
      : await (largest ? sortBySize(last, largest.column) : sortFrame(last, sort, request.limit));
  const shown = top === undefined ? ordered : await mergeOthers(ordered, top);
  const warnings = [...grouped.warnings, ...combinedWarnings(combinedOverRows(complete))];
  const areCombined = warnings.some(({ name }) => name === 'currencies');
  const { notes, details } = unsummedNotes(grouped.frame, grouped.schemas, request);
  const alertedCount = alerted.rows.length;
  const ofCount = beforeAlert.frame.rows.length;
  return {
    recordSet: recordsOfFrame(shown),
    sums,
    groupCount: last.rows.length,
    keys: rowKeysOf(last),
    chart: input.chart && (await chartGroups(shown, input.chart)),
    currencies: rowCurrencies(columnsOf(last), currencies, last),
    hidden: {
      byConditions: complete.rows.length - kept.rows.length,
      byLimit: last.rows.length - ordered.rows.length,
    },
    summaries: input.summaries && (await summarize(request, input, { filtered, grouped, currencies })).summaries,
    daily: input.findsDays === true ? await groupByDay(request, input, filtered, grouped.frame) : undefined,
    // Some units of time have other numbers of days.
    changePerDay:
      isForPeople === true && days !== undefined && (request.by === undefined || having.length + alert.length === 0)
        ? await findChangePerDay(last, days)
        : undefined,
    usualWeeks: input.usual && weeksOfClients(input.usual),
    alerted:
      alert.length > 0 && filtered[0]!.recordCount > 0
        ? {
            count: alertedCount,
            ofCount,
            total: alertedCount === 0 ? undefined : await comparedTotal(alert, complete, days),
          }
        : undefined,
    emptiedBy: complete.rows.length === 0 ? 'where' : ofCount === 0 ? 'having' : 'alert',
    ...divided([
      ...notes,
      ...found.messages,
      ...warnings,
      ...(areCombined ? [] : unlabelledWarnings(last, request)),
      ...met.messages,
      ...emptiedNotes(emptiedIn(last, shown)),
    ]),
    details,
  };
}

/** The shares of amounts that have several currencies, by name. */
function combinedOverRows(frame: Frame): ReadonlyMap<string, MixedAmount> {
  const shares = frame.measures.filter(({ role }) => role === 'share');
  return new Map(
    shares.flatMap(({ column, of: [sum] }) => {
      const amount = measureNamed(frame, sum!)?.amount;
      return amount === undefined ? [] : [[column.name, amount] as const];
    }),
  );
}

/** The amounts that the total of a pivoted row, or the row of all other groups, leaves empty, by name. */
function emptiedIn(last: Frame, ordered: Frame): ReadonlyMap<string, MixedAmount> {
  const others = ordered.rows.filter((row) => ordered.table.merged.has(row));
  const emptied = [
    ...(last.pivot === undefined ? [] : combinedIn(last, last.rows, ownMeasures(last))),
    ...combinedIn(ordered, others, ordered.measures),
  ];
  // The total of columns that are currencies explains itself.
  return new Map(emptied.filter(([, { by }]) => !by.every(({ name }) => name === last.pivot?.name)));
}

/** Messages in the order in which users see them: notes, which are texts, and warnings. */
function divided(messages: readonly (DataWarning | string)[]): Pick<TransformedRows, 'notes' | 'warnings'> {
  return {
    notes: messages.filter((each) => typeof each === 'string'),
    warnings: messages.filter((each) => typeof each === 'object'),
  };
}

interface FilteredRecords extends Records {
  readonly messages: readonly (DataWarning | string)[];
  /** The numbers of days of both ranges if they differ; undefined if no change a day is shown. */
  readonly days: readonly [number, number] | undefined;
}

/** The records of each range that meet the conditions. A column that only one range has is empty in the other. */
async function filterRecords(
  recordSets: readonly RecordSet[],
  request: Transform,
  input: TransformInput,
): Promise<FilteredRecords> {
  const { where } = request;
  const { dayColumn, range, compared } = input;
  const conditions = where.length === 0 ? [] : await resolveWhere(where, recordSets, input);
  const days = unequalDays(conditions, input);
  if (conditions.length === 0) return { all: recordSets, filtered: recordSets, messages: [], days };
  const { filtered, unmatched, messages } = await filterRecordSets(recordSets, conditions, input.newFile);
  const isEmptied = recordSets[0]!.recordCount > 0 && filtered[0]!.recordCount === 0;
  const uneven = (compared?.weeks ?? (compared === undefined ? [] : [compared]))
    .map((each) => unevenDays(conditions, dayColumn, { range, compared: each }))
    .find((warning) => warning !== undefined);
  return {
    all: recordSets,
    filtered,
    messages: [
      ...rangeNotes({ all: recordSets, filtered }),
      ...(isEmptied ? [{ name: 'empty', text: 'no record matches --where' } as const] : []),
      ...unmatched,
      ...(uneven === undefined ? [] : [uneven]),
      ...messages,
    ],
    days,
  };
}

/**
 * The groups in the order for people: the largest of the main measure first, or the largest change. Those of several currencies, and
 * rows in order of time, keep theirs.
 */
async function sortForReading({ by, pivot, isCompared, limit }: Transform, frame: Frame): Promise<Frame> {
  const { column, amount } = await chooseMeasure(frame);
  if (amount !== undefined || (by !== undefined && pivot !== by)) return sortFrame(frame, [], limit);
  if (!isCompared || pivot !== undefined) return sortFrame(frame, [{ column, isDescending: true }], limit);
  return sortBySize(frame, comparedColumns(column)[2], limit);
}

function sortKeyOf(column: Column, isDescending: boolean): SortKey {
  const { kind } = kindOfName(column.meaning ?? column.path);
  // Its name says that it has amounts or counts.
  return { column, isDescending, isNumbers: kind === 'money' || kind === 'count' };
}

/** The first `limit` records. Does not read further ones. */
function limitRows(recordSet: RecordSet, limit: number): RecordSet {
  if (recordSet.recordCount <= limit) return recordSet;
  async function* lines(): AsyncGenerator<Buffer> {
    let left = limit;
    for await (const block of recordSet.lines()) {
      let end = 0;
      for (; left > 0 && end < block.length; left--) end = block.indexOf(LINE_FEED, end) + 1;
      yield block.subarray(0, end);
      if (left === 0) return;
    }
  }
  return { ...recordSet, recordCount: limit, lines };
}
