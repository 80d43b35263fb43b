/**
 * Pivots groups: one column for each value of one of their keys, and one row for each group of the other keys. The totals of
 * a row are aggregated again from its records, because an average of averages would be wrong.
 */

import { type Column, createColumn } from '../core/columns.ts';
import type { RecordSet } from '../records/record-set.ts';
import { readRows, storeRows } from '../records/rows.ts';
import { groupRows, MAX_GROUPS } from './group.ts';
import type { GroupKey } from './group-key.ts';
import { groupKeys, type Step } from './group-step.ts';
import { measureColumns } from './group-table.ts';
import { assertDistinctColumns, findPivotColumns, type PivotColumns } from './pivot-columns.ts';
import { selectGroups } from './select-groups.ts';
import type { Transform } from './transform-request.ts';

interface PivotOptions {
  /** The records of all groups, before the conditions on groups. */
  readonly records: RecordSet;
  /** The number of these groups. */
  readonly groupCount: number;
  /** Adds the ratios and the shares to rows. */
  readonly withComputed: (rows: RecordSet) => Promise<RecordSet>;
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
export async function pivotGroups(
  request: Transform,
  step: Step,
  { records, groupCount, withComputed, newFile }: PivotOptions,
): Promise<Pivoted> {
  const { recordSet: rows, groups } = step;
  const { grouping, measures, namedMeasure } = groups!;
  const isUnit = request.pivot === request.by;
  const pivot = grouping.keys.at(isUnit ? -1 : request.groupBy.indexOf(request.pivot!))!;
  const others = grouping.keys.filter((key) => key !== pivot);
  const allMeasures = rows.columns.slice(grouping.keys.length);
  const columns = await findPivotColumns(rows, columnOf(pivot), allMeasures, request);
  const { slots, totals } = columns;
  const shape = {
    columns: [...others.map(columnOf), ...slots.flatMap((slot) => slot.columns)],
    pivot: columnOf(pivot),
    measures: allMeasures,
    slots: columns,
    newFile,
  };
  assertDistinctColumns(shape.columns, shape.pivot);
  const [kept] =
    rows.recordCount === groupCount
      ? [records]
      : await selectGroups([records], grouping.keys, rows, { newFile });

  /** The groups of some of the keys, with the same measures. */
  async function aggregate(source: RecordSet, keys: readonly GroupKey[]): Promise<RecordSet> {
    const aggregated = await groupRows(
      [source],
      { ...grouping, keys },
      {
        newFile,
        columns: [...keys.map(columnOf), ...measureColumns(grouping)],
        valuesOf: ({ keys: cells, sides: [results] }) => [...cells, ...results!],
      },
    );
    return withComputed(aggregated);
  }

  const withoutPivot: Transform = isUnit
    ? { ...request, by: undefined }
    : { ...request, groupBy: request.groupBy.filter((name) => name !== request.pivot) };
  const recordSet = await widen(rows, await aggregate(kept!, others), { ...shape, keys: others });
  return {
    ...step,
    recordSet,
    groups: {
      ...groups!,
      keys: others.map(columnOf),
      measures: measures.map(totals.columnOf),
      namedMeasure: namedMeasure && totals.columnOf(namedMeasure),
      async mergeOthers(_, first, keyCells) {
        const [rest] = await selectGroups([kept!], others, first, { newFile, isExcluded: true });
        return widen(await aggregate(rest!, [pivot]), await aggregate(rest!, []), {
          ...shape,
          keys: [],
          keyCells,
        });
      },
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
    keys: {
      ...groupKeys(withoutPivot, { ...grouping, keys: others }, []),
      totals: totals.columns,
    },
    // Without a row, no value has a column to sort by.
    sort: recordSet.recordCount === 0 ? [] : sortByTotals(request, shape.columns, allMeasures, columns),
  };
}

function columnOf({ name }: GroupKey): Column {
  return createColumn([name]);
}

interface WideShape {
  /** The columns of the result. */
  readonly columns: readonly Column[];
  readonly pivot: Column;
  readonly measures: readonly Column[];
  readonly slots: PivotColumns;
  /** The keys of the rows. */
  readonly keys: readonly GroupKey[];
  /** The cells of keys that `groups` and `totals` do not have. */
  readonly keyCells?: readonly string[];
  readonly newFile: () => string;
}

/** The index of a slot, and the cells of its measures. */
const POINT = createColumn(['point']);
/** Approximate number of cells to hold in memory at once. A cell takes less than a hundred bytes. */
const MAX_CELLS = 250_000;

/** One row for each key of `groups`, in order of first appearance. */
async function widen(groups: RecordSet, totals: RecordSet, shape: WideShape): Promise<RecordSet> {
  const { columns, measures, slots, keys, keyCells = [], newFile } = shape;
  const slotCount = slots.slots.length;
  const pointKeys = keys.map((_, index) => createColumn([`key${index}`]));
  const points = await listPoints(groups, totals, shape, pointKeys);
  return groupRows(
    [points],
    {
      keys: pointKeys.map((column) => ({ column, name: column.name })),
      aggregations: [{ kind: 'list', column: POINT, name: POINT.name }],
      withCount: false,
    },
    {
      newFile,
      columns,
      valuesOf: ({ keys: cells, sides: [lists] }) => [
        ...keyCells,
        ...cells,
        ...spreadPoints(lists![0]!, slotCount, measures.length),
      ],
      maxGroups: Math.min(MAX_GROUPS, Math.ceil(MAX_CELLS / (slotCount * measures.length))),
    },
  );
}

/** A point for each group, and then one for each total. */
async function listPoints(
  groups: RecordSet,
  totals: RecordSet,
  { pivot, measures, slots, keys, newFile }: WideShape,
  pointKeys: readonly Column[],
): Promise<RecordSet> {
  const cellColumns = [...keys.map(columnOf), pivot, ...measures];
  return storeRows(newFile(), { columns: [...pointKeys, POINT] }, async (stored) => {
    for (const rows of [groups, totals]) {
      for await (const batch of readRows(rows, cellColumns)) {
        for (const { cells } of batch) {
          const slot = rows === totals ? slots.slots.length - 1 : slots.slotOf(cells[keys.length]);
          const point = JSON.stringify([slot, ...cells.slice(keys.length + 1)]);
          const members = pointKeys.map(({ name }, index) => `"${name}":${cells[index] ?? 'null'}`);
          stored.addText(`{${[...members, `"${POINT.name}":${point}`].join(',')}}`);
        }
        await stored.settle();
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
