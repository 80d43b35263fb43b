/** The step of a transform that groups records, and the facts about groups that later steps use. */

import { type Column, columnKey, createColumn } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import type { DataWarning } from '../core/warnings.ts';
import type { DateUnit } from '../dates/date.ts';
import { comparedColumns } from '../frame/compared-columns.ts';
import { allGroups, type Currencies, type MixedAmount } from '../frame/currencies.ts';
import { mergeBy, recordsOfFrame } from '../frame/frame.ts';
import { groupRecords } from '../frame/group-records.ts';
import type { GroupTable } from '../frame/group-table.ts';
import {
  aggregationIn,
  combinedIn,
  comparedMeasures,
  countIn,
  hasRecords,
  measureOf,
  statesOf,
  type TableAggregation,
} from '../frame/measures.ts';
import type { EndTurn } from '../frame/turns.ts';
import { createUsual, type Usual, type UsualWeeks } from '../frame/usual.ts';
import { saysCurrency } from '../records/currency.ts';
import type { RecordSet } from '../records/record-set.ts';
import type { RowKeys } from '../records/row-keys.ts';
import { type ColumnSchema, hasUnsummableName } from '../records/schema.ts';
import { missingAmounts, spelledNumbers, unknownAmounts } from './amount-warnings.ts';
import { combinedWarnings, separateCurrencies } from './amounts.ts';
import type { DayFacts } from './counted-days.ts';
import { equalKeyWarnings } from './equal-keys.ts';
import { chooseMeasure, findNamedMeasure } from './main-measure.ts';
import {
  assertUniqueNames,
  chooseSums,
  columnsToSum,
  type Grouping,
  measureColumns,
  planGroups,
  type Records,
  type SkippedColumns,
  skippedColumns,
} from './plan-groups.ts';
import { unite } from './resolve-column.ts';
import { COUNT, type Transform } from './transform-request.ts';

/** The records of a report, and the facts about them that a transform uses. */
export interface TransformInput extends DayFacts {
  readonly now: RecordSet;
  /** The records of the compared range; empty without a comparison. */
  readonly comparisons: readonly RecordSet[];
  /** Undefined unless the compared records are those of the weeks before. */
  readonly usual?: UsualWeeks | undefined;
  /** The columns that hold dates. */
  readonly dateColumns: readonly Column[];
  /** The columns with any cell that looks like a date. */
  readonly dated: readonly Column[];
  /** The column with the day of a record: one of `dateColumns`, or the window's; undefined if there is none. */
  readonly dayColumn: Column | undefined;
  /** True if the document is for people, who get the change a day of ranges with different numbers of days. */
  readonly isForPeople?: boolean;
  /** Requests summaries: by this unit of time if the records have days, and the unit is known. */
  readonly summaries: { readonly unit: DateUnit | undefined } | undefined;
  /** Computes the sums of all rows if there are at least so many; undefined for none. */
  readonly sumsFrom?: number | undefined;
  /** Requests the main sum of each group by day. */
  readonly findsDays?: boolean;
  /** Path of a new file in the spool. */
  readonly newFile: () => string;
  readonly endTurn: EndTurn;
  /** The currency of records without a column of currencies; undefined if it is unknown, or not one. */
  readonly currency?: string | undefined;
  /** True to give each currency its own groups. */
  readonly separatesCurrencies?: boolean;
}

/** The rows before computed columns, sort and limit. */
export interface Step extends SkippedColumns {
  readonly recordSet: RecordSet;
  /** The schemas of the columns that are summed or could be; undefined for rows that are records, and for named aggregations. */
  readonly schemas?: readonly ColumnSchema[] | undefined;
  /** Undefined for rows that are records. */
  readonly groups: Groups | undefined;
  /** Columns that can be added up, if their cells allow it. */
  readonly summable: readonly Column[];
  /** The columns with amounts that have several currencies in all rows together, by `columnKey`. */
  readonly amounts: ReadonlyMap<string, MixedAmount>;
  /** The amounts that a row for all other groups, or the total of a pivoted row, leaves empty, by name. Later steps add to them. */
  readonly emptied: Map<string, MixedAmount>;
  readonly keys: RowKeys;
  /** True if no key occurs in both ranges. */
  readonly isDisjoint: boolean;
  /** Messages about groups that may be wrong. */
  readonly warnings: readonly DataWarning[];
}

/** The facts about groups that later steps use. */
export interface Groups {
  readonly grouping: Grouping;
  readonly aggregations: readonly TableAggregation[];
  /** The columns of the rows. */
  readonly keys: readonly Column[];
  readonly measures: readonly Column[];
  /** The main measure, if the user named it. */
  readonly namedMeasure: Column | undefined;
  /** The columns whose shares are requested. */
  readonly shares: readonly Column[];
  /** Undefined unless the rows are compared with the weeks before. */
  readonly usual: Usual | undefined;
  /** Undefined unless the rows are pivoted. */
  readonly pivot: { readonly name: string; readonly slotCount: number } | undefined;
}

interface GroupedStep {
  readonly step: Step;
  /** The request, with the currencies of amounts as keys if the document separates them. */
  readonly request: Transform;
  readonly currencies: Currencies;
}

/** Groups the records, and finds the currencies of their amounts. */
export async function group(
  requested: Transform,
  input: TransformInput,
  { all, filtered }: Records,
): Promise<GroupedStep> {
  const { range, compared, comparisons, endTurn } = input;
  const usual = input.usual && createUsual(input.usual, usualDay(input));
  const pairedRanges = compared === undefined ? undefined : { range, compared };
  const available = unite(all);
  const dates = { ...input, pairedRanges };
  const candidates = columnsToSum(requested, available, dates);
  const named = available.columns.filter(saysCurrency);
  // Each currency has its own groups until it is known which amounts have several.
  const isSeparate = input.separatesCurrencies === true && named.length > 0;
  const names = isSeparate ? named.map(({ name }) => name) : [];
  // Other names rule out a sum, whatever the cells are.
  const likely = candidates?.filter((column) => !hasUnsummableName(column));
  const possible = planGroups(withKeys(requested, names), available, dates, likely).grouping;
  const found = await groupRecords(filtered, {
    keys: possible.keys,
    states: statesOf(possible.aggregations),
    named,
    surveyed: candidates ?? [],
    currency: input.currency,
    usual,
  });
  const { mixed } = found.currencies;
  const request = isSeparate ? separateCurrencies(requested, found.currencies) : requested;
  const sums = candidates && (await chooseSums(found.schemas, { all, filtered }));
  const planned = planGroups(request, available, dates, sums);
  const { grouping } = planned;
  const isCompared = comparisons.length > 0;
  const sides = usual?.sides ?? 1 + comparisons.length;
  const keepsDigits = request.roundsQuotients === true;
  const places = grouping.keys.map(({ name }) => possible.keys.findIndex((key) => key.name === name));
  const rowsOf = (table: GroupTable) => {
    const all = allGroups(table);
    const isSeen = (row: number): boolean => isOnSide(table, row, 0);
    const [rows, unseen] =
      usual === undefined ? [all, []] : [all.filter(isSeen), all.filter((row) => !isSeen(row))];
    return { table, rows, unseen, measures: [], sides, endTurn, keepsDigits };
  };
  const everything = { ...rowsOf(found.table), rows: allGroups(found.table) };
  const table = isSeparate ? await mergeBy(everything, places) : found.table;

  const measures = measureColumns(grouping);
  const keys = grouping.keys.map(({ name }) => createColumn([name]));
  assertUniqueNames([...keys, ...(isCompared ? measures.flatMap(comparedColumns) : measures)]);
  const aggregations = [
    // The states of a merged table lack what was refused.
    ...grouping.aggregations.map((each) => aggregationIn(found.table, each, mixed)),
    ...(grouping.withCount ? [countIn(COUNT)] : []),
  ];
  // The sum of averages or extremes is not meaningful.
  const added = measures.filter((_, index) => ['sum', 'count'].includes(aggregations[index]!.kind));
  const frame = {
    ...rowsOf(table),
    measures: aggregations.flatMap((each) =>
      isCompared ? comparedMeasures(each, sides, usual?.sidesAt) : [measureOf(each)],
    ),
  };
  const recordSet = recordsOfFrame(frame);
  const recordCount = filtered.reduce((sum, each) => sum + each.recordCount, 0);
  const main = await chooseMeasure(recordSet, measures, findNamedMeasure(request, measures));
  // Other columns may be empty in some groups.
  const watched = aggregations.filter(
    ({ kind, name }, index) =>
      kind !== 'count' && (index < request.aggregations.length || name === main.name),
  );
  const step: Step = {
    recordSet,
    groups: {
      grouping,
      aggregations,
      keys,
      measures,
      namedMeasure: findNamedMeasure(request, measures),
      shares: planned.shares,
      usual,
      pivot: undefined,
    },
    schemas: candidates && found.schemas,
    ...(candidates === undefined ? { skipped: [], mixed: [] } : skippedColumns(found.schemas, grouping)),
    summable: isCompared ? added.flatMap((measure) => comparedColumns(measure).slice(0, 3)) : added,
    keys: groupKeys(request, grouping, isCompared ? measures : [], usual === undefined ? 'before' : 'usual'),
    isDisjoint:
      isCompared &&
      filtered.every(({ recordCount }) => recordCount > 0) &&
      !frame.rows.some(isOnSeveralSides),
    amounts: amountsOf(grouping, isCompared, mixed),
    emptied: new Map(),
    warnings: [
      ...unknownAmounts(found.table, aggregations, recordCount),
      ...watched.flatMap((each) => missingAmounts(frame, each)),
      ...(candidates === undefined ? [] : spelledNumbers(found.schemas, sums!)),
      ...equalKeyWarnings(table.keys),
      ...combinedWarnings(combinedIn(frame, aggregations), request),
    ],
  };
  return { step, request, currencies: found.currencies };

  function isOnSeveralSides(row: number): boolean {
    return hasRecords(table, row, 0) && isOnSide(table, row, 1);
  }

  /** True for a group with records on a side that is not before the `first` one. */
  function isOnSide(own: GroupTable, row: number, first: number): boolean {
    for (let side = first; side < sides; side++) if (hasRecords(own, row, side)) return true;
    return false;
  }
}

function withKeys(request: Transform, names: readonly string[]): Transform {
  return { ...request, groupBy: [...new Set([...request.groupBy, ...names])] };
}

/** The columns with amounts of several currencies: those of each aggregation, and of its comparison. */
function amountsOf(
  { aggregations }: Grouping,
  isCompared: boolean,
  mixed: ReadonlyMap<string, MixedAmount>,
): ReadonlyMap<string, MixedAmount> {
  return new Map(
    aggregations.flatMap(({ column, name }) => {
      const amount = mixed.get(columnKey(column.path));
      const own = createColumn([name]);
      if (amount === undefined) return [];
      return (isCompared ? comparedColumns(own) : [own]).map(
        ({ path }) => [columnKey(path), amount] as const,
      );
    }),
  );
}

/** The input without the weeks before, which have no days and no units of their own. */
export function withoutWeeks(input: TransformInput): TransformInput {
  if (input.usual === undefined) return input;
  return { ...input, comparisons: [], compared: undefined, usual: undefined };
}

/** The columns that can be added up, by `columnKey`: no medians. */
export function addableIn(
  { groups }: Pick<Step, 'groups'>,
  summable: readonly Column[],
): ReadonlySet<string> {
  const measures = new Set(groups?.measures.map(({ name }) => name));
  const added = groups?.usual === undefined ? summable : summable.filter(({ name }) => measures.has(name));
  return new Set(added.map(({ path }) => columnKey(path)));
}

/** Throws a usage error if the day of a record is not known. */
function usualDay({ dayColumn }: TransformInput): Column {
  if (dayColumn !== undefined) return dayColumn;
  throw new ReportingError('E-date-column', "--compare usual: no column is known to hold the record's date", {
    hint: 'name the column with --date-column, or request each day apart with --date-column none',
  });
}

/** `compared` are the measures with a column for the earlier range, which is called `before`. */
export function groupKeys(
  { by, groupBy, weekStart, sort, top }: Transform,
  grouping: Grouping,
  compared: readonly Column[],
  before: 'before' | 'usual' = 'before',
): RowKeys {
  const columns = grouping.keys.map(({ name }) => createColumn([name]));
  const groups = columns.slice(0, groupBy.length);
  const [time, comparisonTime] = columns.slice(groupBy.length);
  const hasUnit = by !== undefined;
  const parts = [before, 'change', 'percent'] as const;
  return {
    areGroups: true,
    groups: hasUnit ? groups : columns,
    time: hasUnit ? { column: time!, comparison: comparisonTime, unit: by, weekStart } : undefined,
    comparison: new Map(compared.map((measure) => [columnKey(measure.path), comparedColumns(measure)[1]])),
    derived: new Map(
      compared.flatMap((measure) =>
        comparedColumns(measure)
          .slice(1)
          .map(({ path }, index) => [columnKey(path), { measure, part: parts[index]! }] as const),
      ),
    ),
    isOrdered: sort.length > 0 || top !== undefined,
  };
}
