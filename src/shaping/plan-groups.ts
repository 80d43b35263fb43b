/** From the names that `--group-by`, `--by`, `--sum` and the like were given to the columns of this report. */

import { type Column, columnKey } from '../core/column.ts';
import { ReportingError } from '../core/reporting-error.ts';
import type { Dataset } from '../segments/dataset.ts';
import { createUnitOf } from './date-unit.ts';
import { type Aggregation, type Grouping, type GroupKey, plainKey } from './group.ts';
import { findMeasures } from './measures.ts';
import { resolveColumn } from './resolve-column.ts';
import type { ShapeRequest } from './shape-request.ts';

export interface PlannedGroups {
  readonly grouping: Grouping;
  /** Columns of numbers that nothing is made of, since their sum would mean nothing. */
  readonly leftOut: readonly Column[];
}

/**
 * The grouping of `datasets`, whose columns count together. `dateColumn` holds dates of the range. Where nothing is said of
 * what to make of the rest, everything that can be added is.
 */
export async function planGroups(
  request: ShapeRequest,
  datasets: readonly Dataset[],
  columns: readonly Column[],
  dateColumn: Column | undefined,
): Promise<PlannedGroups> {
  const keys: GroupKey[] = request.groupBy.map((name) => {
    const column = resolveColumn(name, columns, '--group-by');
    return { column, name: column.name, keyOf: plainKey };
  });
  if (request.by !== undefined) keys.push(await unitKey(request, dateColumn));

  const { aggregations, count } = request;
  if (aggregations.length > 0) {
    const resolved = aggregations.map(({ kind, column }) =>
      aggregationOf(kind, resolveColumn(column, columns, `--${kind}`)),
    );
    return { grouping: { keys, aggregations: resolved, withCount: count }, leftOut: [] };
  }
  const taken = new Set(keys.map(({ column }) => columnKey(column.path)));
  const candidates = columns.filter(({ path }) => !taken.has(columnKey(path)));
  const found = await Promise.all(datasets.map((dataset) => findMeasures(dataset, candidates)));
  // A column that one of two ranges lacks can be added where it is.
  const isLeftOut = (column: Column): boolean => found.some(({ leftOut }) => leftOut.includes(column));
  const addable = candidates.filter(
    (column) => found.some((measures) => measures.addable.includes(column)) && !isLeftOut(column),
  );
  return {
    grouping: {
      keys,
      aggregations: addable.map((column) => aggregationOf('sum', column)),
      withCount: count || addable.length === 0,
    },
    leftOut: candidates.filter(isLeftOut),
  };
}

/** A sum keeps its column's name; what else is made of a column says what it is. */
function aggregationOf(kind: Aggregation['kind'], column: Column): Aggregation {
  return { kind, column, name: kind === 'sum' ? column.name : `${column.name}_${kind}` };
}

async function unitKey({ by, weekStart }: ShapeRequest, column: Column | undefined): Promise<GroupKey> {
  if (column === undefined) {
    throw new ReportingError('usage', `--by ${by}: no column holds a date of the range in every record`, {
      hint: 'add --by-day, which puts the day in front: window_from',
    });
  }
  return { column, name: by!, keyOf: await createUnitOf(by!, weekStart) };
}
