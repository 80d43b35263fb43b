/** The step of a transform that groups records, and the facts about groups that later steps use. */

import type { EndTurn } from '../core/async.ts';
import type { Column } from '../core/columns.ts';
import type { DataWarning } from '../core/warnings.ts';
import type { DateUnit } from '../dates/date.ts';
import { countDays } from '../dates/range.ts';
import type { Currencies } from '../frame/currencies.ts';
import { chooseMeasure, columnsOf, combinedIn, type Frame, ownMeasures } from '../frame/frame.ts';
import { groupRecords } from '../frame/group-records.ts';
import { createUnitOf } from '../frame/key-column.ts';
import {
  aggregationIn,
  assertNumbers,
  measuresOf,
  statesIn,
  statesOf,
  type TableAggregation,
} from '../frame/measures.ts';
import { Sums } from '../frame/states.ts';
import { createUsual, type UsualWeeks } from '../frame/usual.ts';
import { saysCurrency } from '../records/currency.ts';
import type { RecordSet } from '../records/record-set.ts';
import { type ColumnSchema, hasUnsummableName } from '../records/schema.ts';
import { combinedWarnings, separateCurrencies } from './amounts.ts';
import type { DayFacts } from './counted-days.ts';
import { equalKeyWarnings, missingAmounts, unknownAmounts, unsummedColumns } from './group-warnings.ts';
import {
  assertUniqueNames,
  chooseSums,
  columnsToSum,
  keysOf,
  knownDay,
  planGroups,
  type Records,
} from './plan-groups.ts';
import { unite } from './resolve-column.ts';
import type { DateFacts } from './resolve-conditions.ts';
import type { ChartRequest, Transform } from './transform-request.ts';

/** The records of a report, and the facts about them that a transform uses. */
export interface TransformInput extends DayFacts, DateFacts {
  readonly now: RecordSet;
  /** The records of the compared range; empty without a comparison. */
  readonly comparisons: readonly RecordSet[];
  /** Undefined unless the compared records are those of the weeks before. */
  readonly usual?: UsualWeeks | undefined;
  /** True if the document is for people, who get the change a day of ranges with different numbers of days. */
  readonly isForPeople?: boolean;
  /** Requests summaries: by this unit of time if the records have days, and the unit is known. */
  readonly summaries: { readonly unit: DateUnit | undefined } | undefined;
  /** Computes the sums of all rows if there are at least so many; undefined for none. */
  readonly sumsFrom?: number | undefined;
  /** Requests the main sum of each group by day. */
  readonly findsDays?: boolean;
  readonly chart?: ChartRequest | undefined;
  readonly newFile: () => string;
  readonly endTurn: EndTurn;
  /** The currency of records without a column of currencies; undefined if it is unknown, or not one. */
  readonly currency?: string | undefined;
  /** True to give each currency its own groups. */
  readonly separatesCurrencies?: boolean;
}

/** The groups before computed columns, sort and limit. */
export interface GroupedRecords {
  readonly frame: Frame;
  /** The request, with the currencies of amounts as keys if the document separates them. */
  readonly request: Transform;
  readonly currencies: Currencies;
  /** The sums whose shares are requested. */
  readonly shares: readonly Column[];
  /** The schemas of the columns that are summed or could be; undefined for named aggregations. */
  readonly schemas: readonly ColumnSchema[] | undefined;
  /** Messages about groups that may be wrong. */
  readonly warnings: readonly DataWarning[];
}

/** Groups the records, and finds the currencies of their amounts. */
export async function group(request: Transform, input: TransformInput, records: Records): Promise<GroupedRecords> {
  const grouped = await groupOnce(request, input, records);
  if (input.separatesCurrencies !== true) return grouped;
  const separated = separateCurrencies(request, grouped.currencies);
  const isSame = separated.groupBy.length === request.groupBy.length;
  return isSame ? grouped : groupOnce(separated, input, records);
}

async function groupOnce(
  request: Transform,
  input: TransformInput,
  { all, filtered }: Records,
): Promise<GroupedRecords> {
  const { range, compared, comparisons, dayColumn, endTurn } = input;
  const usual = input.usual && createUsual(input.usual, knownDay(dayColumn, '--compare usual', 'day'));
  const pairedRanges = compared === undefined ? undefined : { range, compared };
  const available = unite(all);
  const keys = keysOf(request, available, dayColumn, pairedRanges);
  const candidates = columnsToSum(request, available, keys, input.dateColumns);
  // Other names rule out a sum, whatever the cells are.
  const likely = candidates?.filter((column) => !hasUnsummableName(column));
  const possible = planGroups(request, available, keys, likely);
  const { table, schemas, currencies } = await groupRecords(filtered, {
    keys,
    states: statesOf(possible.aggregations),
    named: available.columns.filter(saysCurrency),
    surveyed: candidates ?? [],
    currency: input.currency,
    usual,
  });
  const sums = candidates && (await chooseSums(schemas, { all, filtered }));
  const planned = planGroups(request, available, keys, sums);
  const aggregations = planned.aggregations.map((each) => aggregationIn(table, each, currencies.mixed));
  const sides = usual?.sides ?? 1 + comparisons.length;
  const measures = aggregations.flatMap((each) => measuresOf(each, sides, usual?.sidesAt));
  const isOnSide = (row: number): boolean => {
    for (let side = 0; side < sides; side++) if (table.hasRecords(row, side)) return true;
    return false;
  };
  const rows = table.allGroups();
  const frame: Frame = {
    ...{ table, measures, sides, usual, endTurn, named: namedMeasure(request, aggregations) },
    rows: usual === undefined ? rows : rows.filter(isOnSide),
    unseen: usual === undefined ? [] : rows.filter((row) => !isOnSide(row)),
    form: request.roundsQuotients === true ? 'shown' : 'rounded',
  };
  assertUniqueNames(columnsOf(frame));
  for (const each of aggregations) assertNumbers(table, each);
  const main = await chooseMeasure(frame);
  // Other columns may be empty in some groups.
  const conditions = new Set([...request.having, ...request.alert].map(({ column }) => column));
  const isNamed = (each: TableAggregation): boolean =>
    measuresOf(each, sides, usual?.sidesAt).some(({ column }) => conditions.has(column.name));
  const watched = aggregations.filter(
    (each, index) =>
      each.kind !== 'count' && (index < request.aggregations.length || each.name === main.column.name || isNamed(each)),
  );
  const missing = watched.map((each) => missingAmounts(frame, each));
  const whole = watched.filter((_, index) => missing[index]!.length === 0);
  const recordCount = filtered.reduce((sum, each) => sum + each.recordCount, 0);
  return {
    ...{ frame, request, currencies, shares: planned.shares },
    schemas: candidates && schemas,
    warnings: [
      ...unknownAmounts(table, aggregations, recordCount),
      ...missing.flat(),
      ...(request.by === 'day' ? [] : await missingDays(whole, frame, { ...input, ...request }, filtered)),
      ...(candidates === undefined || recordCount === 0 ? [] : unsummedColumns(schemas, sums!)),
      ...equalKeyWarnings(table.keys),
      ...combinedWarnings(combinedIn(frame, frame.rows, ownMeasures(frame)), request),
    ],
  };
}

/** The warnings about days whose records have no number of a sum or an average. Reads the records again if a cell has none. */
async function missingDays(
  watched: readonly TableAggregation[],
  { table, rows }: Frame,
  { dayColumn, comparisons, usual, range, weekStart }: TransformInput & Transform,
  filtered: readonly RecordSet[],
): Promise<readonly DataWarning[]> {
  const records = filtered.slice(0, usual === undefined ? 1 + comparisons.length : 1);
  const recordCount = records.reduce((sum, each) => sum + each.recordCount, 0);
  const incomplete = watched.filter((each) => {
    const sums = statesIn(table, each).filter((state) => state instanceof Sums);
    const count = sums.reduce((sum, state) => rows.reduce((of, row) => of + state.countOf(row), sum), 0);
    return sums.length > 0 && count < recordCount;
  });
  if (dayColumn === undefined || incomplete.length === 0 || countDays(range) === 1) return [];
  const keys = [{ column: dayColumn, name: dayColumn.name, unitOf: createUnitOf('day', weekStart) }];
  const days = await groupRecords(records, { keys, states: statesOf(incomplete) });
  const frame = { table: days.table, rows: days.table.allGroups(), sides: records.length };
  return incomplete.flatMap((each) => missingAmounts(frame, aggregationIn(days.table, each, new Map()), 'day'));
}

/** The name of the first measure that the user sums, or else sorts by; undefined without one. */
function namedMeasure(
  { aggregations, sort }: Transform,
  measures: readonly { readonly name: string }[],
): string | undefined {
  if (aggregations[0]?.kind === 'sum') return measures[0]?.name;
  return sort.map(({ column }) => column).find((column) => measures.some(({ name }) => name === column));
}

/** The input without the weeks before, which have no days and no units of their own. */
export function withoutWeeks(input: TransformInput): TransformInput {
  if (input.usual === undefined) return input;
  return { ...input, comparisons: [], compared: undefined, usual: undefined };
}
