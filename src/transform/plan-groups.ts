/**
 * Resolves a request for groups to the columns of this report: its keys, and its aggregations. If it names no
 * aggregations, every column is summed whose cells and name allow it.
 */

import { type Column, createColumn, isAmong, isSameColumn } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import { type ComparedRanges, pairUnits } from '../dates/compared-range.ts';
import type { DateUnit } from '../dates/date.ts';
import type { AggregateKind } from '../frame/arithmetic.ts';
import { groupRecords } from '../frame/group-records.ts';
import { createUnitOf, type GroupKey } from '../frame/key-column.ts';
import { type Aggregation, comparedColumns } from '../frame/measures.ts';
import type { RecordSet } from '../records/record-set.ts';
import { type ColumnSchema, isSummable } from '../records/schema.ts';
import { type Columns, resolveColumn, tooManyColumns } from './resolve-column.ts';
import { COUNT, chartWithoutDays, type Transform } from './transform-request.ts';

/** The records of a report. */
export interface Records {
  /** The records of each side. */
  readonly all: readonly RecordSet[];
  /** Those of them that meet the conditions. */
  readonly filtered: readonly RecordSet[];
}

/**
 * The columns whose kinds decide which of them are summed: all but keys and dates. Undefined if the request names its
 * aggregations.
 */
export function columnsToSum(
  request: Transform,
  available: Columns,
  keys: readonly GroupKey[],
  dateColumns: readonly Column[],
): readonly Column[] | undefined {
  // A count of all records alone needs no sums.
  if (request.aggregations.length > 0 || (keys.length === 0 && request.count)) return undefined;
  if (available.hasMoreColumns) throw tooManyColumns('summing every measure');
  const isTaken = isAmong([...keys.map(({ column }) => column), ...dateColumns]);
  return available.columns.filter((column) => !isTaken(column));
}

/**
 * The columns with a meaningful sum, by the schemas of the records that meet the conditions. The conditions must not change the
 * columns: a measure whose remaining cells are all empty stays one.
 */
export async function chooseSums(
  schemas: readonly ColumnSchema[],
  { all, filtered }: Records,
): Promise<readonly Column[]> {
  const empty = schemas.filter(({ kind }) => kind === 'empty').map(({ column }) => column);
  const isEmptied = empty.length > 0 && all !== filtered;
  const emptied = isEmptied ? (await groupRecords(all, { keys: [], states: [], surveyed: empty })).schemas : [];
  const sums = new Set([...schemas, ...emptied].filter(isSummable).map(({ column }) => column));
  return schemas.map(({ column }) => column).filter((column) => sums.has(column));
}

/**
 * The aggregations of records that have the `available` columns, and the columns whose shares are requested, with a sum of each column that a ratio or a share needs. It sums
 * `sums` if the request names no aggregations. Throws a usage error for a column that no record has.
 */
export function planGroups(
  request: Transform,
  available: Columns,
  keys: readonly GroupKey[],
  sums: readonly Column[] | undefined,
) {
  const aggregations =
    sums?.map((column) => aggregationOf('sum', column)) ??
    request.aggregations.map(({ kind, column }) => aggregationOf(kind, resolveColumn(column, available, kind)));
  let withCount = request.count || sums?.length === 0;
  /** True for the number of records, which it adds. */
  const isCount = (name: string): boolean => {
    const isCount = name === COUNT && available.columns.every((column) => column.name !== COUNT);
    withCount ||= isCount;
    return isCount;
  };
  for (const name of request.ratios.flatMap(({ numerator, denominator }) => [numerator, denominator])) {
    const own = [...aggregations, ...(withCount ? [COUNTED] : [])].map((each) => createColumn([each.name]));
    const columns = request.isCompared ? own.flatMap(comparedColumns) : own;
    const names = new Set([...keys, ...columns].map((each) => each.name));
    if (names.has(name) || isCount(name)) continue;
    const column = resolveColumn(name, available, 'ratio');
    if (!names.has(column.name)) aggregations.push(aggregationOf('sum', column));
  }
  const shares = request.shares.map((name) => {
    if (isCount(name)) return COUNTED.column;
    const column = resolveColumn(name, available, 'share');
    const hasSum = aggregations.some((each) => each.kind === 'sum' && isSameColumn(each.column, column));
    if (!hasSum) aggregations.push(aggregationOf('sum', column));
    return createColumn([column.name]);
  });
  return { aggregations: withCount ? [...aggregations, COUNTED] : aggregations, shares };
}

/** The keys of a request. Throws a usage error for a column that no record has, and without a column for a unit of time. */
export function keysOf(
  request: Transform,
  available: Columns,
  dayColumn: Column | undefined,
  pairedRanges: ComparedRanges | undefined,
): readonly GroupKey[] {
  const keys: GroupKey[] = request.groupBy.map((name) => {
    const column = resolveColumn(name, available, 'groupBy');
    return { column, name: column.name };
  });
  if (request.isByDefault && dayColumn === undefined) throw chartWithoutDays(available.columns[0]?.name);
  if (request.by !== undefined) keys.push(...unitKeys(request, dayColumn, pairedRanges));
  return keys;
}

/**
 * The keys that give the unit of time of a record, by the date in `dayColumn`. With `ranges`, the second key is the unit of the
 * earlier range that the first one is compared with: `month`, `month_before`. A unit without a partner leaves the other key
 * empty. Throws a usage error without a column.
 */
function unitKeys(
  { by, weekStart }: Transform,
  dayColumn: Column | undefined,
  ranges: ComparedRanges | undefined,
): readonly GroupKey[] {
  const column = knownDay(dayColumn, `--by ${by!}`, by!);
  const unitOf = createUnitOf(by!, weekStart);
  const unit = { unit: by!, weekStart };
  if (ranges === undefined) return [{ column, name: by!, unitOf, unit }];
  const { comparedDay, rangeDay } = pairUnits(ranges, unit);
  const comparedUnitOf = createUnitOf(by!, weekStart, comparedDay);
  const rangeUnitOf = createUnitOf(by!, weekStart, rangeDay);
  return [
    { column, name: by!, unit, unitOf: (cell, side) => (side === 0 ? unitOf(cell) : rangeUnitOf(cell)) },
    {
      ...{ column, name: `${by!}_before`, unit },
      unitOf: (cell, side) => (side === 0 ? comparedUnitOf(cell) : unitOf(cell)),
    },
  ];
}

/** The column with the day of a record. Throws a usage error about an option if it is not known. */
export function knownDay(column: Column | undefined, option: string, unit: DateUnit): Column {
  if (column !== undefined) return column;
  const hint = `name the column with --date-column, or request each ${unit} apart with --date-column none`;
  const message = `${option}: no column is known to hold the record's date`;
  throw new ReportingError('E-date-column', message, { hint });
}

const COUNTED: Aggregation = { kind: 'count', column: createColumn([COUNT]), name: COUNT };

/** A sum keeps its column's name; other aggregations append their kind. */
function aggregationOf(kind: AggregateKind, column: Column): Aggregation {
  return { kind, column, name: kind === 'sum' ? column.name : `${column.name}_${kind}` };
}

/** Throws a usage error if two columns have the same name. `what` begins its message. */
export function assertUniqueNames(
  columns: readonly Column[],
  what = 'two columns of the groups would',
  hint?: string,
): void {
  const names = columns.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated === undefined) return;
  const name = JSON.stringify(repeated);
  throw new ReportingError('E-column', `${what} have the name ${name}`, {
    hint: hint ?? `choose the columns with --sum, without ${name}`,
  });
}
