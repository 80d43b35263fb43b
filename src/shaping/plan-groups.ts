/** From the names that `--group-by`, `--by`, `--sum` and the like were given to the columns of this report. */

import { type Column, columnKey } from '../core/column.ts';
import { ReportingError } from '../core/reporting-error.ts';
import type { Dataset } from '../segments/dataset.ts';
import { createUnitOf } from './date-unit.ts';
import type { Aggregation, Grouping, GroupKey } from './grouping.ts';
import { findMeasures } from './measures.ts';
import { type Columns, resolveColumn, tooManyColumns } from './resolve-column.ts';
import type { ShapeRequest } from './shape-request.ts';

export interface PlannedGroups {
  readonly grouping: Grouping;
  /** Columns of numbers that nothing is made of, since their sum would mean nothing. */
  readonly leftOut: readonly Column[];
  /** Columns of numbers that nothing is made of, since some records hold something else. */
  readonly mixed: readonly Column[];
}

export interface Records {
  /** All that came, and what conditions left of it. */
  readonly asked: readonly Dataset[];
  readonly left: readonly Dataset[];
}

export interface Dates {
  /** The columns that hold dates. */
  readonly dateColumns: readonly Column[];
  /** The one that units of time are made of, if there is one. */
  readonly dayColumn: Column | undefined;
}

/**
 * The grouping of records that have the `available` columns. Where nothing is said of
 * what to make of the rest, everything that can be added is.
 */
export async function planGroups(
  request: ShapeRequest,
  { asked, left }: Records,
  available: Columns,
  { dateColumns, dayColumn }: Dates,
): Promise<PlannedGroups> {
  const keys: GroupKey[] = request.groupBy.map((name) => {
    const column = resolveColumn(name, available, '--group-by');
    return { column, name: column.name };
  });
  if (request.by !== undefined) keys.push(unitKey(request, dayColumn));

  const { aggregations, count } = request;
  if (aggregations.length > 0) {
    const resolved = aggregations.map(({ kind, column }) =>
      aggregationOf(kind, resolveColumn(column, available, `--${kind}`)),
    );
    return { grouping: { keys, aggregations: resolved, withCount: count }, leftOut: [], mixed: [] };
  }
  if (available.hasMoreColumns) throw tooManyColumns('adding up all that can be');
  const taken = new Set(
    [...keys.map(({ column }) => column), ...dateColumns].map(({ path }) => columnKey(path)),
  );
  const candidates = available.columns.filter(({ path }) => !taken.has(columnKey(path)));
  const { addable, leftOut, mixed, empty } = await findMeasures(left, candidates);
  // The same columns whatever conditions leave: one of figures is one, even if all that is left of it is empty.
  const ofAll = empty.length === 0 || asked === left ? [] : (await findMeasures(asked, empty)).addable;
  const sums = new Set([...addable, ...ofAll]);
  return {
    grouping: {
      keys,
      aggregations: candidates
        .filter((column) => sums.has(column))
        .map((column) => aggregationOf('sum', column)),
      withCount: count || sums.size === 0,
    },
    leftOut,
    mixed,
  };
}

/** A sum keeps its column's name; what else is made of a column says what it is. */
function aggregationOf(kind: Aggregation['kind'], column: Column): Aggregation {
  return { kind, column, name: kind === 'sum' ? column.name : `${column.name}_${kind}` };
}

function unitKey({ by, weekStart }: ShapeRequest, column: Column | undefined): GroupKey {
  if (column === undefined) {
    throw new ReportingError('usage', `--by ${by}: no column is known to hold the record's date`, {
      hint: 'add --by-day: then each window is a day, and that is taken; or name the column with --date-column',
    });
  }
  return { column, name: by!, unitOf: createUnitOf(by!, weekStart) };
}
