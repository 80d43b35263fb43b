/**
 * From a report's records to the rows that leave: where → groups → comparison → ratios → order → limit. Each step reads the
 * rows of the one before it from the spool, and writes its own there, so that memory does not grow with them.
 */

import { type Column, columnKey, uniteColumns } from '../core/column.ts';
import type { Dataset } from '../segments/dataset.ts';
import { compareGroups } from './compare-groups.ts';
import { filterRows } from './filter-rows.ts';
import { type Grouping, groupRows } from './group.ts';
import { limitRows } from './limit-rows.ts';
import { planGroups } from './plan-groups.ts';
import { addRatios, type Ratio, resolveRatio } from './ratio.ts';
import { resolveColumn } from './resolve-column.ts';
import { hasTrend, isGrouped, type ShapeRequest } from './shape-request.ts';
import type { ShapedRows } from './shaped-rows.ts';
import { sortRows } from './sort-rows.ts';
import { computeTotals } from './totals.ts';
import { addTrend } from './trend.ts';

export interface ShapeInput {
  readonly now: Dataset;
  /** The range to compare with; undefined without `--compare`. */
  readonly before: Dataset | undefined;
  /** The column that holds a date of the range in every record, if there is one. */
  readonly dateColumn: Column | undefined;
  /** Path of a further file in the spool, a new one each time. */
  readonly newFile: () => string;
}

/** Throws a usage error for a column that no record has, and for what the records do not allow. */
export async function shapeDataset(request: ShapeRequest, input: ShapeInput): Promise<ShapedRows> {
  const { newFile } = input;
  const isFiltered = request.where.length > 0;
  const filter = (dataset: Dataset): Promise<Dataset> | Dataset =>
    isFiltered && dataset.recordCount > 0 ? filterRows(dataset, request.where, newFile()) : dataset;

  let dataset = await filter(input.now);
  const before = input.before && (await filter(input.before));
  let ratios: readonly Ratio[] = [];
  let changes: readonly Column[] = [];
  let leftOut: readonly Column[] = [];

  if (isGrouped(request) && (dataset.columns.length > 0 || (before?.columns.length ?? 0) > 0)) {
    const all = before === undefined ? [dataset] : [dataset, before];
    const columns = uniteColumns(all.map((each) => each.columns));
    const filtered = dataset;
    const planned = await planGroups(request, all, columns, input.dateColumn);
    const grouping = hasTrend(request) ? withoutUnit(planned.grouping) : planned.grouping;
    leftOut = planned.leftOut;
    dataset = await groupRows(filtered, grouping, newFile());
    if (before !== undefined) {
      const earlier = await groupRows(before, grouping, newFile());
      const compared = await compareGroups(dataset, earlier, grouping.keys.length, newFile());
      ({ dataset, ratios, changes } = compared);
    }
    if (hasTrend(request)) {
      const byUnit = await groupRows(filtered, planned.grouping, newFile());
      dataset = await addTrend(dataset, byUnit, grouping.keys.length, newFile());
    }
  }
  if (request.ratios.length > 0 && dataset.columns.length > 0) {
    const own = request.ratios.map((ratio) => resolveRatio(ratio, dataset.columns));
    dataset = await addRatios(dataset, own, newFile());
    ratios = [...ratios, ...own];
  }
  const totals = request.totals ? await computeTotals(dataset, ratios) : undefined;
  const totalRows = dataset.recordCount;
  return {
    dataset: await orderRows(dataset, request, newFile),
    totals,
    totalRows,
    changeColumns: new Set(changes.map(({ path }) => columnKey(path))),
    leftOut: leftOut.filter(({ path }) => !usedInRatio(path, ratios)),
  };
}

/** The unit of time is the last of the keys. */
function withoutUnit(grouping: Grouping): Grouping {
  return { ...grouping, keys: grouping.keys.slice(0, -1) };
}

async function orderRows(
  dataset: Dataset,
  { sort, limit }: ShapeRequest,
  newFile: () => string,
): Promise<Dataset> {
  if (sort.length === 0 || dataset.columns.length === 0) return limitRows(dataset, limit, newFile());
  const keys = sort.map(({ column, isDescending }) => ({
    column: resolveColumn(column, dataset.columns, '--sort'),
    isDescending,
  }));
  return limitRows(await sortRows(dataset, { keys, limit, newFile }), limit, newFile());
}

function usedInRatio(path: readonly string[], ratios: readonly Ratio[]): boolean {
  return ratios.some(({ column }) => columnKey(column.path) === columnKey(path));
}
