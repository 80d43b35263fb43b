/**
 * From a report's records to the rows that leave: where → groups → comparison → ratios → order → limit. Each step reads the
 * rows of the one before it from the spool, and writes its own there, so that memory does not grow with them.
 */

import { type Column, columnKey, createColumn, uniteColumns } from '../core/column.ts';
import type { Dataset } from '../segments/dataset.ts';
import { comparedColumns, comparerOf, percentRatio } from './compare-groups.ts';
import { filterRows } from './filter-rows.ts';
import { groupRows } from './group.ts';
import { type Grouping, measureColumns, refuseSharedNames } from './grouping.ts';
import { limitRows } from './limit-rows.ts';
import { planGroups } from './plan-groups.ts';
import { addRatios, type Ratio, resolveRatio } from './ratio.ts';
import { type Columns, resolveColumn } from './resolve-column.ts';
import { hasTrend, isGrouped, type ShapeRequest } from './shape-request.ts';
import { plainRows, type ShapedRows } from './shaped-rows.ts';
import { sortRows } from './sort-rows.ts';
import { computeTotals } from './totals.ts';
import { addTrend } from './trend.ts';

export interface ShapeInput {
  readonly now: Dataset;
  /** The range to compare with; undefined without `--compare`. */
  readonly before: Dataset | undefined;
  /** The columns that hold dates. */
  readonly dateColumns: readonly Column[];
  /** The one of them that says which day a record is of, or the one of the window; undefined if there is none. */
  readonly dayColumn: Column | undefined;
  /** Path of a further file in the spool, a new one each time. */
  readonly newFile: () => string;
}

/** Throws a usage error for a column that no record has, and for what the records do not allow. */
export async function shapeDataset(request: ShapeRequest, input: ShapeInput): Promise<ShapedRows> {
  const { newFile } = input;
  const asked = input.before === undefined ? [input.now] : [input.now, input.before];
  if (asked.every(({ recordCount }) => recordCount === 0)) return plainRows(input.now);
  const left = await filterAll(asked, request, newFile);
  const step = isGrouped(request)
    ? await group(request, input, asked, left)
    : ungrouped(left[0]!, input.dateColumns);

  const own = request.ratios.map((ratio) => resolveRatio(ratio, step.dataset, unite(asked)));
  const dataset = own.length === 0 ? step.dataset : await addRatios(step.dataset, own, newFile());
  const ratios = [...step.ratios, ...own];
  const { addable: candidates } = step;
  const summed = request.totals
    ? await computeTotals(dataset, { candidates, areSums: isGrouped(request), ratios })
    : undefined;
  return {
    dataset: await orderRows(dataset, request, newFile),
    totals: summed?.totals,
    totalRows: dataset.recordCount,
    changeColumns: new Set(step.changes.map(({ path }) => columnKey(path))),
    notes: [
      ...notesOf(step, ratios),
      ...rangeNotes(asked, left, request),
      ...totalsNotes(summed?.leftOut ?? []),
    ],
  };
}

/** Rows on their way, and what is known of them. */
interface Step {
  readonly dataset: Dataset;
  /** Columns that totals may be made of, if their cells allow it. */
  readonly addable: readonly Column[];
  /** The percentages, for totals to be made anew of. */
  readonly ratios: readonly Ratio[];
  /** Columns that hold a change. */
  readonly changes: readonly Column[];
  readonly leftOut: readonly Column[];
  readonly mixed: readonly Column[];
  /** True if each key is in one range only. */
  readonly isDisjoint: boolean;
}

function ungrouped(dataset: Dataset, dateColumns: readonly Column[]): Step {
  const dates = new Set(dateColumns.map(({ path }) => columnKey(path)));
  const addable = dataset.columns.filter(({ path }) => !dates.has(columnKey(path)));
  return { dataset, addable, ratios: [], changes: [], leftOut: [], mixed: [], isDisjoint: false };
}

/** The records of each dataset that meet the conditions. A column that only one of them has is empty in the other. */
async function filterAll(
  datasets: readonly Dataset[],
  { where }: ShapeRequest,
  newFile: () => string,
): Promise<readonly Dataset[]> {
  if (where.length === 0) return datasets;
  const available = unite(datasets);
  const conditions = where.map(
    (condition) => [condition, resolveColumn(condition.column, available, '--where')] as const,
  );
  const filtered: Dataset[] = [];
  for (const dataset of datasets) filtered.push(await filterRows(dataset, conditions, newFile()));
  return filtered;
}

async function group(
  request: ShapeRequest,
  input: ShapeInput,
  asked: readonly Dataset[],
  left: readonly Dataset[],
): Promise<Step> {
  const { before, newFile } = input;
  const planned = await planGroups(request, { asked, left }, unite(asked), input);
  const grouping = hasTrend(request) ? withoutUnit(planned.grouping) : planned.grouping;
  const measures = measureColumns(grouping);
  const sums = summed(grouping, measures);
  const isCompared = before !== undefined;
  const columns = [...keyColumns(grouping), ...(isCompared ? measures.flatMap(comparedColumns) : measures)];
  refuseSharedNames(columns);
  const compare = isCompared ? comparerOf(grouping) : undefined;
  let shared = 0;
  const groups = await groupRows(left, grouping, {
    newFile,
    columns,
    valuesOf({ keys, sides: [now, then] }) {
      if (now !== undefined && then !== undefined) shared++;
      return [...keys, ...(compare === undefined ? now! : compare(now, then))];
    },
  });
  return {
    dataset: hasTrend(request) ? await withTrend(groups, left[0]!, planned.grouping, newFile) : groups,
    addable: isCompared ? sums.flatMap((measure) => comparedColumns(measure).slice(0, 3)) : sums,
    ratios: isCompared ? sums.map(percentRatio) : [],
    changes: isCompared ? measures.flatMap((measure) => comparedColumns(measure).slice(2)) : [],
    leftOut: planned.leftOut,
    mixed: planned.mixed,
    isDisjoint: shared === 0 && isCompared && left.every(({ recordCount }) => recordCount > 0),
  };
}

/** The rows of `groups` with bars of how they went; `grouping` is theirs, and by a unit of time. */
async function withTrend(
  groups: Dataset,
  records: Dataset,
  grouping: Grouping,
  newFile: () => string,
): Promise<Dataset> {
  const byUnit = await groupRows([records], grouping, {
    newFile,
    columns: [...keyColumns(grouping), ...measureColumns(grouping)],
    valuesOf: ({ keys, sides: [values] }) => [...keys, ...values!],
  });
  return addTrend(groups, byUnit, grouping.keys.length - 1, newFile());
}

/** The unit of time is the last of the keys. */
function withoutUnit(grouping: Grouping): Grouping {
  return { ...grouping, keys: grouping.keys.slice(0, -1) };
}

function keyColumns({ keys }: Grouping): readonly Column[] {
  return keys.map(({ name }) => createColumn([name]));
}

/** The sum of averages or of extremes means nothing. */
function summed({ aggregations }: Grouping, measures: readonly Column[]): readonly Column[] {
  return measures.filter((_, index) => (aggregations[index]?.kind ?? 'sum') === 'sum');
}

function unite(datasets: readonly Dataset[]): Columns {
  return {
    columns: uniteColumns(datasets.map(({ columns }) => columns)),
    hasMoreColumns: datasets.some(({ hasMoreColumns }) => hasMoreColumns),
  };
}

async function orderRows(
  dataset: Dataset,
  { sort, limit = Number.POSITIVE_INFINITY }: ShapeRequest,
  newFile: () => string,
): Promise<Dataset> {
  if (sort.length === 0) return limitRows(dataset, limit, newFile);
  const keys = sort.map(({ column, isDescending }) => ({
    column: resolveColumn(column, dataset, '--sort'),
    isDescending,
  }));
  return limitRows(await sortRows(dataset, { keys, limit, newFile }), limit, newFile);
}

/** What would look like growth, or like a row of each group and unit, and is not. */
function rangeNotes(
  asked: readonly Dataset[],
  left: readonly Dataset[],
  request: ShapeRequest,
): readonly string[] {
  const notes = [];
  if (left[1]?.recordCount === 0 && asked[1]!.recordCount > 0) {
    notes.push('no record of the range compared with meets --where');
  }
  if (hasTrend(request)) {
    notes.push(
      `a row for each group, with a bar for each ${request.by}; --no-trend gives a row for each of both`,
    );
  }
  return notes;
}

function totalsNotes(leftOut: readonly Column[]): readonly string[] {
  if (leftOut.length === 0) return [];
  return [
    `no total of: ${leftOut.map(({ name }) => name).join(', ')} (a sum would mean nothing, or not all are numbers)`,
  ];
}

/** What groups leave out is not to go unnoticed. */
function notesOf({ leftOut, mixed, isDisjoint }: Step, ratios: readonly Ratio[]): readonly string[] {
  const remade = new Set(ratios.map(({ column }) => column.name));
  const named = (columns: readonly Column[]): string =>
    columns
      .map(({ name }) => name)
      .filter((name) => !remade.has(name))
      .join(', ');
  const notes = [];
  if (named(leftOut) !== '') {
    notes.push(
      `not added up: ${named(leftOut)} (a sum would mean nothing; --sum, --avg or --ratio say what else is wanted)`,
    );
  }
  if (named(mixed) !== '') {
    notes.push(
      `not added up: ${named(mixed)} (some records hold no number there; --where can leave them out)`,
    );
  }
  if (isDisjoint) notes.push('no row is in both ranges: there is nothing to compare');
  return notes;
}
