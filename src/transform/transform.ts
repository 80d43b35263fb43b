/**
 * Turns a report's records into its rows: where → groups → comparison → ratios and shares → having and alert → totals →
 * top → pivot → sort → limit. Records are read from the spool and written there; groups stay in memory (`frame/`).
 */

import { type Column, columnKey } from '../core/columns.ts';
import type { DataWarning } from '../core/warnings.ts';
import { type MixedAmount, stillMixed } from '../frame/currencies.ts';
import { frameOf, recordsOfFrame } from '../frame/frame.ts';
import type { SortKey } from '../frame/sort.ts';
import { type SortOptions, sortRecords } from '../frame/sort-records.ts';
import { sortFrame } from '../frame/steps.ts';
import { weeksOfClients } from '../frame/usual.ts';
import { kindOfName } from '../records/name-kind.ts';
import type { RecordSet } from '../records/record-set.ts';
import type { DerivedColumn } from '../records/row-keys.ts';
import { readRows, storeRows } from '../records/rows.ts';
import { comparedTotal, withoutEnded } from './alerted-groups.ts';
import { unknownWarnings } from './amount-warnings.ts';
import { combinedWarnings, emptiedNotes, findCurrencies, rankedWarnings, rowCurrencies } from './amounts.ts';
import { findChangePerDay } from './change-per-day.ts';
import { unevenDays } from './compared-conditions.ts';
import { type CountedDays, countDaysOf } from './counted-days.ts';
import { groupByDay } from './daily-groups.ts';
import { type FilteredRows, filterRows } from './filter-rows.ts';
import { addableIn, group, type Step, type TransformInput } from './group-step.ts';
import { listColumns } from './list-columns.ts';
import { chooseMeasure } from './main-measure.ts';
import { pivotGroups } from './pivot.ts';
import { addRatios, type Ratio, resolveRatio } from './ratio.ts';
import { resolveGroupColumn, resolveHaving, resolveWhere } from './resolve-conditions.ts';
import { resolveShares, shareName } from './share.ts';
import { summarize } from './summarize.ts';
import { topRows } from './top.ts';
import { totalsOf } from './totals.ts';
import { averageNotes, laterDaysNotes, notesOf, rangeNotes, skippedNotes } from './transform-notes.ts';
import { isGrouped, recordKeys, type Transform } from './transform-request.ts';
import { plainRows, type TransformedRows } from './transformed-rows.ts';
import { unmatchedNotes } from './unmatched-conditions.ts';
import type { Condition } from './where.ts';

/** Throws a usage error for a column that no record has, and for a step that the records do not allow. */
export async function transformRecords(
  requested: Transform,
  input: TransformInput,
): Promise<TransformedRows> {
  const { newFile } = input;
  if (requested.listsColumns === true) {
    const { filtered, notes, warnings } =
      input.now.recordCount === 0
        ? unfiltered([input.now])
        : await filterRecords([input.now], requested, input);
    const listed = await listColumns(filtered[0]!, input.dayColumn, newFile());
    return { ...plainRows(listed, recordKeys(requested, undefined)), notes, warnings };
  }
  const all = [input.now, ...input.comparisons];
  if (all.every(({ recordCount }) => recordCount === 0))
    return plainRows(input.now, recordKeys(requested, input.dayColumn));
  const { filtered, notes, warnings, days } = await filterRecords(all, requested, input);
  const { step, request, currencies } = isGrouped(requested)
    ? await group(requested, input, { all, filtered })
    : await ungrouped(filtered, requested, input);
  const keepsDigits = request.roundsQuotients === true;

  const added = await resolveComputed(request, step);
  const recordSet = await addRatios(step.recordSet, added, { newFile, keepsDigits });
  const complete = { ...step, recordSet };
  const { having, alert } = request;
  const filter = (conditions: readonly Condition[]): Promise<FilteredRows> =>
    filterGroups(complete, conditions, input);
  const met = await filter([...having, ...alert]);
  const beforeAlert = alert.length === 0 ? met : await filter(having);
  const [metRows, { recordCount: ofCount }] = [
    await withoutEnded({ ...step, recordSet: met.filtered[0]! }, alert),
    beforeAlert.filtered[0]!,
  ];
  const kept: Step = {
    ...step,
    recordSet: metRows,
    amounts: amountsOfKept(step, metRows),
  };
  const pivoted = request.pivot === undefined ? undefined : await pivotGroups(request, kept, added);
  const last = pivoted?.step ?? kept;
  const { recordSet: rows, groups, summable, keys, amounts } = last;
  const { sumsFrom = Number.POSITIVE_INFINITY } = input;
  const sums =
    rows.recordCount >= sumsFrom ? await totalsOf(last, pivoted?.ratios ?? added, keepsDigits) : undefined;
  const sort = await Promise.all(
    (pivoted?.sort ?? request.sort).map(async ({ column, isDescending }) => ({
      ...(await resolveGroupColumn(column, 'sort', last)),
      isDescending,
    })),
  ).then((keys) => keys.map((key) => ({ ...key, isNumbers: isNumbersByName(key.column) })));
  const sortWarnings: DataWarning[] = [];
  const order =
    request.isForReading === true && groups !== undefined ? await orderForReading(request, last) : sort;
  const ordered = await orderRows(last, order, request, newFile, {
    endTurn: input.endTurn,
    onUnknown: ({ column }, cells) =>
      sortWarnings.push(...unknownWarnings(column.name, cells, rows.recordCount)),
  });
  const changePerDay =
    input.isForPeople === true && request.isCompared
      ? await findChangePerDay(last, days, having.length + alert.length > 0)
      : undefined;
  return {
    recordSet: ordered,
    sums,
    groupCount: rows.recordCount,
    keys: { ...keys, addable: addableIn(kept, summable), derived: derivedColumns(step) },
    currencies: rowCurrencies(
      rows,
      {
        keys: keys.groups,
        sources: groups?.grouping.aggregations.map(({ column }) => column) ?? rows.columns,
        amounts,
      },
      currencies,
    ),
    hidden: {
      byConditions: step.recordSet.recordCount - kept.recordSet.recordCount,
      byLimit: request.top === undefined ? rows.recordCount - ordered.recordCount : 0,
    },
    summaries: input.summaries && (await summarize(request, input, { filtered, step, currencies })),
    daily: input.findsDays === true ? await groupByDay(request, input, { filtered, step }) : undefined,
    changePerDay,
    usualWeeks: input.usual && weeksOfClients(input.usual),
    alerted:
      alert.length > 0 && filtered[0]!.recordCount > 0
        ? {
            count: metRows.recordCount,
            ofCount,
            total: metRows.recordCount === 0 ? undefined : await comparedTotal(alert, complete, days),
          }
        : undefined,
    emptiedBy: step.recordSet.recordCount === 0 ? 'where' : ofCount === 0 ? 'having' : 'alert',
    notes: [
      ...notesOf(step, added),
      ...rangeNotes(all, filtered),
      ...(input.isForPeople === true ? await laterDaysNotes(filtered, input) : []),
      ...(await averageNotes(request, step, filtered, input)),
      ...notes,
      ...met.notes,
      ...sort.flatMap(({ note }) => note ?? []),
      ...emptiedNotes(step.emptied),
    ],
    warnings: [
      ...warnings,
      ...step.warnings,
      ...sortWarnings,
      ...combinedWarnings(combinedOverRows(step), request),
      ...(isGrouped(request) ? rankedWarnings(sort, kept.amounts, request) : []),
      ...met.warnings,
    ],
    details: skippedNotes(step, added),
  };
}

async function ungrouped(
  filtered: readonly RecordSet[],
  request: Transform,
  { dateColumns, dayColumn, currency }: TransformInput,
): Promise<Awaited<ReturnType<typeof group>>> {
  const currencies = await findCurrencies(filtered, currency);
  const [recordSet] = filtered as [RecordSet];
  const dates = new Set(dateColumns.map(({ path }) => columnKey(path)));
  const summable = recordSet.columns.filter(({ path }) => !dates.has(columnKey(path)));
  const step: Step = {
    recordSet,
    groups: undefined,
    keys: recordKeys(request, dayColumn),
    summable,
    amounts: currencies.mixed,
    emptied: new Map(),
    skipped: [],
    mixed: [],
    isDisjoint: false,
    warnings: [],
  };
  return { step, request, currencies };
}

/** The ratios and the shares of the rows. */
async function resolveComputed(
  { ratios }: Transform,
  { recordSet, groups }: Step,
): Promise<readonly Ratio[]> {
  const resolved = ratios.map((ratio) => resolveRatio(ratio, recordSet));
  const frame = frameOf(recordSet);
  if (frame === undefined || groups === undefined) return resolved;
  const columns = [...recordSet.columns, ...resolved.map(({ column }) => column)];
  const available = { ...recordSet, columns };
  return [...resolved, ...(await resolveShares(groups.shares, frame, available))];
}

/** The amounts with several currencies in the groups that are kept, which may be fewer than all. */
function amountsOfKept({ recordSet, amounts }: Step, kept: RecordSet): Step['amounts'] {
  const frame = frameOf(kept);
  if (frame === undefined || amounts.size === 0 || kept.recordCount === recordSet.recordCount) return amounts;
  return stillMixed(frame.table, frame.rows, amounts);
}

/** The computed columns that combine the amounts of several rows, although these have several currencies, by name. */
function combinedOverRows({ groups, amounts }: Step): ReadonlyMap<string, MixedAmount> {
  return new Map(
    (groups?.shares ?? []).flatMap((share) => {
      const amount = amounts.get(columnKey(share.path));
      return amount === undefined ? [] : [[shareName(share), amount] as const];
    }),
  );
}

/** The columns that are computed from a measure: those of the comparison, and the shares. */
function derivedColumns({ keys, groups }: Step): ReadonlyMap<string, DerivedColumn> {
  return new Map([
    ...(keys.derived ?? []),
    ...(groups?.shares ?? []).map(
      (share) => [columnKey([shareName(share)]), { measure: share, part: 'share' }] as const,
    ),
  ]);
}

/** The groups that meet the conditions. */
async function filterGroups(
  step: Step,
  having: readonly Condition[],
  { dated, newFile }: TransformInput,
): Promise<FilteredRows> {
  if (having.length === 0) return unfiltered([step.recordSet]);
  const { conditions, notes } = await resolveHaving(having, step, dated);
  const result = await filterRows([step.recordSet], conditions, newFile);
  return { ...result, notes: [...notes, ...result.notes] };
}

function unfiltered(filtered: readonly RecordSet[]): FilteredRows {
  return { filtered, notes: [], warnings: [] };
}

interface FilteredRecords extends FilteredRows {
  /** The days that the conditions keep; undefined if no change a day is shown. */
  readonly days?: CountedDays | undefined;
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
  const isOfRanges = compared !== undefined && compared.weeks === undefined;
  const showsChange = isOfRanges && (input.isForPeople === true || request.alert.length > 0);
  const days = showsChange ? countDaysOf(conditions, input, request) : undefined;
  if (conditions.length === 0) return { ...unfiltered(recordSets), days };
  const { filtered, notes, warnings } = await filterRows(recordSets, conditions, input.newFile);
  const unmatched = filtered[0]!.recordCount === 0 ? await unmatchedNotes(recordSets[0]!, conditions) : [];
  const isEmptied = recordSets[0]!.recordCount > 0 && filtered[0]!.recordCount === 0;
  const uneven = (compared?.weeks ?? (compared === undefined ? [] : [compared]))
    .map((each) => unevenDays(conditions, dayColumn, { range, compared: each }))
    .find((warning) => warning !== undefined);
  return {
    filtered,
    notes: [...notes, ...unmatched],
    warnings: [
      ...(isEmptied ? [{ name: 'empty', text: 'no record matches --where' } as const] : []),
      ...(uneven === undefined ? [] : [uneven]),
      ...warnings,
    ],
    days,
  };
}

async function orderRows(
  step: Step,
  sort: readonly SortKey[],
  { top, limit = Number.POSITIVE_INFINITY }: Transform,
  newFile: () => string,
  options: Omit<SortOptions, 'keys' | 'limit'>,
): Promise<RecordSet> {
  const { recordSet } = step;
  const frame = frameOf(recordSet);
  if (frame !== undefined && top !== undefined) return topRows(step, top, sort);
  if (frame !== undefined) return recordsOfFrame(await sortFrame(frame, sort, limit));
  if (sort.length > 0) return sortRecords(recordSet, { ...options, keys: sort, limit });
  return limitRows(recordSet, limit, newFile);
}

/** The order of groups for people, the largest of the main measure first. None for several currencies, and for rows in order of time. */
async function orderForReading(
  { by, pivot }: Transform,
  { recordSet, groups, amounts }: Step,
): Promise<readonly SortKey[]> {
  if (by !== undefined && pivot !== by) return [];
  const column = await chooseMeasure(recordSet, groups!.measures, groups!.namedMeasure);
  return amounts.has(columnKey(column.path)) ? [] : [{ column, isDescending: true }];
}

/** True for a column whose name says that it has amounts or counts. */
function isNumbersByName({ path, meaning }: Column): boolean {
  const { kind } = kindOfName(meaning ?? path);
  return kind === 'money' || kind === 'count';
}

/** The first `limit` records. Does not read further ones. */
async function limitRows(recordSet: RecordSet, limit: number, newFile: () => string): Promise<RecordSet> {
  if (recordSet.recordCount <= limit) return recordSet;
  return storeRows(newFile(), recordSet, async (stored) => {
    let remaining = limit;
    for await (const rows of readRows(recordSet, [])) {
      for (const { block, start, end } of rows) {
        stored.add(block, start, end);
        remaining--;
        if (remaining === 0) return;
      }
      await stored.flush();
    }
  });
}
