/**
 * Resolves a request for groups to the columns of this report: its keys, and its aggregations. If it names no
 * aggregations, every column is summed whose cells and name allow it. The others are listed, to report them to the user.
 */

import { type Column, columnKey, createColumn } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import type { ComparedRanges } from '../dates/paired-units.ts';
import { comparedColumns } from '../frame/compared-columns.ts';
import type { GroupKey } from '../frame/group-key.ts';
import type { Aggregation } from '../frame/measures.ts';
import type { RecordSet } from '../records/record-set.ts';
import { type ColumnSchema, hasUnsummableName, isSummable } from '../records/schema.ts';
import { type Columns, resolveColumn, tooManyColumns } from './resolve-column.ts';
import { surveyColumns } from './survey-columns.ts';
import { COUNT, type Transform } from './transform-request.ts';
import { unitKeys } from './unit-key.ts';

/** Columns with numbers that are not summed by default. */
export interface SkippedColumns {
  /** Columns of numbers whose sum is not meaningful: ids, dates, rates, averages. */
  readonly skipped: readonly Column[];
  /** Columns in which only some values are numbers. */
  readonly mixed: readonly Column[];
}

/** The keys and the aggregations of groups. */
export interface Grouping {
  readonly keys: readonly GroupKey[];
  readonly aggregations: readonly Aggregation[];
  /** True for a last column, `count`, with the number of records of each group. */
  readonly withCount: boolean;
}

/** A grouping, and the columns to compute from its results. */
export interface PlannedGroups {
  readonly grouping: Grouping;
  /** The columns whose shares are requested. */
  readonly shares: readonly Column[];
}

/** The records of a report. */
export interface Records {
  /** The records of each side. */
  readonly all: readonly RecordSet[];
  /** Those of them that meet the conditions. */
  readonly filtered: readonly RecordSet[];
}

interface Dates {
  /** The columns that hold dates. */
  readonly dateColumns: readonly Column[];
  /** The column that gives the unit of time, if there is one. */
  readonly dayColumn: Column | undefined;
  /** The ranges whose units of time are compared; undefined without such a comparison. */
  readonly pairedRanges: ComparedRanges | undefined;
}

/**
 * The columns whose kinds decide which of them are summed: all but keys and dates. Undefined if the request names its
 * aggregations. Throws a usage error for a column that no record has.
 */
export function columnsToSum(
  request: Transform,
  available: Columns,
  dates: Dates,
): readonly Column[] | undefined {
  const keys = keysOf(request, available, dates);
  // A count of all records alone needs no sums.
  if (request.aggregations.length > 0 || (keys.length === 0 && request.count)) return undefined;
  if (available.hasMoreColumns) throw tooManyColumns('summing every measure');
  const taken = new Set(
    [...keys.map(({ column }) => column), ...dates.dateColumns].map(({ path }) => columnKey(path)),
  );
  return available.columns.filter(({ path }) => !taken.has(columnKey(path)));
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
  const emptied =
    empty.length === 0 || all === filtered ? [] : measuresOf(await surveyColumns(all, empty)).summable;
  const sums = new Set([...measuresOf(schemas).summable, ...emptied]);
  return schemas.map(({ column }) => column).filter((column) => sums.has(column));
}

/**
 * The grouping of records that have the `available` columns, with a sum of each column that a ratio or a share needs. It sums `sums` if the request names no aggregations. Throws a usage error for a column that no record has.
 */
export function planGroups(
  request: Transform,
  available: Columns,
  dates: Dates,
  sums: readonly Column[] | undefined,
): PlannedGroups {
  const aggregations =
    sums?.map((column) => aggregationOf('sum', column)) ??
    request.aggregations.map(({ kind, column }) =>
      aggregationOf(kind, resolveColumn(column, available, kind)),
    );
  const withCount = request.count || sums?.length === 0;
  const grouping = {
    keys: keysOf(request, available, dates),
    aggregations,
    withCount,
  };
  return addMissingSums(grouping, request, available);
}

/** The columns with numbers that the grouping does not sum, by the schemas of all columns that it could sum. */
export function skippedColumns(schemas: readonly ColumnSchema[], { aggregations }: Grouping): SkippedColumns {
  const { skipped, mixed } = measuresOf(schemas);
  const summed = new Set(aggregations.map(({ column }) => columnKey(column.path)));
  const isNotSummed = ({ path }: Column): boolean => !summed.has(columnKey(path));
  return { skipped: skipped.filter(isNotSummed), mixed: mixed.filter(isNotSummed) };
}

function keysOf(
  request: Transform,
  available: Columns,
  { dayColumn, pairedRanges }: Dates,
): readonly GroupKey[] {
  const keys: GroupKey[] = request.groupBy.map((name) => {
    const column = resolveColumn(name, available, 'groupBy');
    return { column, name: column.name };
  });
  if (request.by !== undefined) keys.push(...unitKeys(request, dayColumn, pairedRanges));
  return keys;
}

function addMissingSums(requested: Grouping, request: Transform, available: Columns): PlannedGroups {
  let grouping = requested;
  const isRecordCount = (name: string): boolean =>
    name === COUNT && available.columns.every((column) => column.name !== COUNT);

  for (const name of request.ratios.flatMap(({ numerator, denominator }) => [numerator, denominator])) {
    const present = rowNames(grouping, request);
    if (present.has(name)) continue;
    if (isRecordCount(name)) grouping = { ...grouping, withCount: true };
    else {
      const column = resolveColumn(name, available, 'ratio');
      if (!present.has(column.name)) grouping = withSum(grouping, column);
    }
  }
  const sumOf = (name: string): string => {
    if (isRecordCount(name)) {
      grouping = { ...grouping, withCount: true };
      return COUNT;
    }
    const column = resolveColumn(name, available, 'share');
    if (!hasSum(grouping, column)) grouping = withSum(grouping, column);
    return column.name;
  };
  const shares = request.shares.map((name) => createColumn([sumOf(name)]));
  return { grouping, shares };
}

function hasSum({ aggregations }: Grouping, { path }: Column): boolean {
  return aggregations.some(
    ({ kind, column }) => kind === 'sum' && columnKey(column.path) === columnKey(path),
  );
}

function withSum(grouping: Grouping, column: Column): Grouping {
  return { ...grouping, aggregations: [...grouping.aggregations, aggregationOf('sum', column)] };
}

function rowNames(grouping: Grouping, { isCompared }: Transform): ReadonlySet<string> {
  const measures = measureColumns(grouping);
  const columns = isCompared ? measures.flatMap(comparedColumns) : measures;
  return new Set([...grouping.keys, ...columns].map(({ name }) => name));
}

/** A sum keeps its column's name; other aggregations append their kind. */
function aggregationOf(kind: Aggregation['kind'], column: Column): Aggregation {
  return { kind, column, name: kind === 'sum' ? column.name : `${column.name}_${kind}` };
}

interface Measures extends SkippedColumns {
  /** Columns of numbers whose sum is meaningful. */
  readonly summable: readonly Column[];
}

/** Classifies columns by their schemas. */
export function measuresOf(schemas: readonly ColumnSchema[]): Measures {
  const columnsThat = (test: (schema: ColumnSchema) => boolean): readonly Column[] =>
    schemas.filter(test).map(({ column }) => column);
  return {
    summable: columnsThat(isSummable),
    skipped: columnsThat((schema) => !isSummable(schema) && hasNumbersOnly(schema)),
    mixed: columnsThat(({ kind, column }) => kind === 'mixed' && !hasUnsummableName(column)),
  };
}

/** True also if some of the numbers are codes such as `"01067"`: then the whole column holds codes. */
function hasNumbersOnly({
  cells: { numbers, figures, texts, booleans, nested },
  kind,
}: ColumnSchema): boolean {
  return kind !== 'mixed' && numbers + figures > 0 && texts + booleans + nested === 0;
}

/** The columns of one side's results: the aggregates, then the count. */
export function measureColumns({ aggregations, withCount }: Grouping): readonly Column[] {
  const names = aggregations.map(({ name }) => name).concat(withCount ? [COUNT] : []);
  return names.map((name) => createColumn([name]));
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
