/**
 * Pivots groups: one column for each value of one of their keys, and one row for each group of the other keys. The totals of
 * a row are aggregated again from its records, because an average of averages would be wrong.
 */

import { type Column, columnKey, createColumn } from '../core/columns.ts';
import { cellText } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import type { RowKeys } from '../records/row-keys.ts';
import { readRows, storeRows } from '../records/rows.ts';
import { groupLists, MAX_GROUPS } from './group.ts';
import type { GroupKey } from './group-key.ts';
import { type Groups, groupKeys, type Step } from './group-step.ts';
import { assertUniqueNames } from './group-table.ts';
import { findPivotColumns, type PivotColumns, type PivotShape } from './pivot-columns.ts';
import { addRatios } from './ratio.ts';
import { regroup } from './regroup.ts';
import type { Transform } from './transform-request.ts';

interface PivotOptions {
  /** Receives the amounts that a row leaves empty, by name. */
  readonly emptied: Step['emptied'];
  /** Path of a new file in the spool. */
  readonly newFile: () => string;
}

interface Pivoted extends Step {
  /** The requested order. The name of a measure means the column of its total. */
  readonly sort: Transform['sort'];
}

/**
 * The groups of `step` as pivoted rows, in order of first appearance. Throws a usage error for too many values, and for two
 * columns with the same name.
 */
export async function pivotGroups(request: Transform, step: Step, newFile: () => string): Promise<Pivoted> {
  const { recordSet: rows, emptied } = step;
  const { grouping, measures, namedMeasure, records } = step.groups!;
  const isUnit = request.pivot === request.by;
  const pivot = grouping.keys.at(isUnit ? -1 : request.groupBy.indexOf(request.pivot!))!;
  const others = grouping.keys.filter((key) => key !== pivot);
  const allMeasures = rows.columns.slice(grouping.keys.length);
  const columns = await findPivotColumns(rows, columnOf(pivot), allMeasures);
  const { slots, totals } = columns;
  const shape: PivotShape = {
    columns: [...others.map(columnOf), ...slots.flatMap((slot) => slot.columns)],
    pivot,
    others,
    measures: allMeasures,
    slots: columns,
  };
  assertUniqueNames(
    shape.columns,
    `--pivot ${pivot.name}: two columns would`,
    'exclude one of the values with --where, or leave out a column of --group-by',
  );
  const groups = { ...step.groups!, pivot: shape };
  const withoutPivot: Transform = isUnit
    ? { ...request, by: undefined }
    : { ...request, groupBy: request.groupBy.filter((name) => name !== request.pivot) };
  const summed = await aggregate(groups, records, others, { emptied, newFile });
  const recordSet = await widen(rows, summed, shape, { keys: others, newFile });
  return {
    ...step,
    recordSet,
    groups: {
      ...groups,
      keys: others.map(columnOf),
      measures: measures.map(totals.columnOf),
      namedMeasure: namedMeasure && totals.columnOf(namedMeasure),
    },
    summable: slots.flatMap((slot) => step.summable.map(slot.columnOf)),
    ratios: slots.flatMap((slot) =>
      step.ratios.map((ratio) => ({
        ...ratio,
        column: slot.columnOf(ratio.column),
        numerator: slot.columnOf(ratio.numerator),
        denominator: slot.columnOf(ratio.denominator),
      })),
    ),
    amounts: new Map(
      slots.flatMap((slot) =>
        allMeasures.flatMap((measure) => {
          const amount = step.amounts.get(columnKey(measure.path));
          const isOne = slot !== totals && amount?.by.every(({ name }) => name === pivot.name) === true;
          return amount === undefined || isOne
            ? []
            : [[columnKey(slot.columnOf(measure).path), amount] as const];
        }),
      ),
    ),
    keys: {
      ...groupKeys(withoutPivot, { ...grouping, keys: others }, []),
      totals: totals.columns,
      pivotedUnits: isUnit ? unitsOf(columns, request) : undefined,
    },
    // Without a row, no value has a column to sort by.
    sort: recordSet.recordCount === 0 ? [] : sortByTotals(request, shape.columns, allMeasures, columns),
  };
}

/** One pivoted row of all records of `sides`, whose keys are `keyCells`. */
export async function pivotOthers(
  groups: Groups,
  sides: readonly RecordSet[],
  { keyCells, ...options }: PivotOptions & Required<Pick<WideOptions, 'keyCells'>>,
): Promise<RecordSet> {
  const shape = groups.pivot!;
  const byValue = await aggregate(groups, sides, [shape.pivot], options);
  const totals = await aggregate(groups, sides, [], options);
  return widen(byValue, totals, shape, { keys: [], keyCells, newFile: options.newFile });
}

/** The groups of some of the keys, with the same measures. */
async function aggregate(
  groups: Groups,
  sides: readonly RecordSet[],
  keys: readonly GroupKey[],
  { emptied, newFile }: PivotOptions,
): Promise<RecordSet> {
  const { recordSet, combined } = await regroup(groups, sides, { keys, newFile });
  // The total of columns that are currencies explains itself.
  for (const [name, amount] of combined)
    if (!amount.by.every((column) => column.name === groups.pivot!.pivot.name)) emptied.set(name, amount);
  return addRatios(recordSet, groups.computed, newFile);
}

function unitsOf({ slots }: PivotColumns, { by, weekStart }: Transform): RowKeys['pivotedUnits'] {
  if (by === undefined) return undefined;
  const names = slots.flatMap(({ value, columns }) =>
    value === undefined ? [] : columns.map(({ path }) => [columnKey(path), cellText(value)] as const),
  );
  return { unit: by, weekStart, names: new Map(names) };
}

function columnOf({ name }: GroupKey): Column {
  return createColumn([name]);
}

interface WideOptions {
  /** The keys of the rows. */
  readonly keys: readonly GroupKey[];
  /** The cells of all keys of the only row; undefined if the rows have those of `keys`. */
  readonly keyCells?: readonly string[];
  readonly newFile: () => string;
}

/** The index of a slot, and the cells of its measures. */
const POINT = createColumn(['point']);
/** Approximate number of cells to hold in memory at once. A cell takes less than a hundred bytes. */
const MAX_CELLS = 250_000;

/** One row for each key of `groups`, in order of first appearance. */
async function widen(
  groups: RecordSet,
  totals: RecordSet,
  shape: PivotShape,
  { keys, keyCells, newFile }: WideOptions,
): Promise<RecordSet> {
  const { columns, measures, slots } = shape;
  const slotCount = slots.slots.length;
  const pointKeys = keys.map((_, index) => createColumn([`key${index}`]));
  const points = await listPoints(groups, totals, { ...shape, keys, newFile }, pointKeys);
  return groupLists(points, pointKeys, POINT, {
    newFile,
    columns,
    valuesOf: (list, cells) => [...(keyCells ?? cells), ...spreadPoints(list, slotCount, measures.length)],
    maxGroups: Math.min(MAX_GROUPS, Math.ceil(MAX_CELLS / (slotCount * measures.length))),
  });
}

/** A point for each group, and then one for each total. */
async function listPoints(
  groups: RecordSet,
  totals: RecordSet,
  { pivot, measures, slots, keys, newFile }: PivotShape & WideOptions,
  pointKeys: readonly Column[],
): Promise<RecordSet> {
  const cellColumns = [...keys.map(columnOf), columnOf(pivot), ...measures];
  return storeRows(newFile(), { columns: [...pointKeys, POINT] }, async (stored) => {
    for (const rows of [groups, totals]) {
      for await (const batch of readRows(rows, cellColumns)) {
        for (const { cells } of batch) {
          const slot = rows === totals ? slots.slots.length - 1 : slots.slotOf(cells[keys.length]);
          const point = JSON.stringify([slot, ...cells.slice(keys.length + 1)]);
          const members = pointKeys.map(({ name }, index) => `"${name}":${cells[index] ?? 'null'}`);
          stored.addText(`{${[...members, `"${POINT.name}":${point}`].join(',')}}`);
        }
        await stored.flush();
      }
    }
  });
}

/** The cells of all slots, as JSON values. `list` holds the points that exist. */
function spreadPoints(list: string, slotCount: number, measureCount: number): readonly string[] {
  const spread = Array.from({ length: slotCount * measureCount }, () => 'null');
  // A point holds its cells as texts, so that no number changes.
  for (const [slot, ...cells] of JSON.parse(list) as [number, ...(string | null)[]][]) {
    for (const [index, cell] of cells.entries()) spread[slot * measureCount + index] = cell ?? 'null';
  }
  return spread;
}

function sortByTotals(
  { sort }: Transform,
  columns: readonly Column[],
  measures: readonly Column[],
  { totals }: PivotColumns,
): Transform['sort'] {
  return sort.map((each) => {
    const isColumn = columns.some(({ name }) => name === each.column);
    const measure = measures.find(({ name }) => name === each.column);
    return isColumn || measure === undefined ? each : { ...each, column: totals.columnOf(measure).name };
  });
}
