/** Pivots groups: one column for each value of one of their keys, and one row for each group of the other keys. */

import { type Column, columnKey, createColumn } from '../core/columns.ts';
import { frameOf, recordsOfFrame } from '../frame/frame.ts';
import type { GroupKey } from '../frame/group-key.ts';
import { combinedIn } from '../frame/measures.ts';
import { pivotFrame } from '../frame/steps.ts';
import { cellText } from '../records/cells.ts';
import type { RowKeys } from '../records/row-keys.ts';
import { groupKeys, type Step } from './group-step.ts';
import { findPivotColumns, type PivotColumns } from './pivot-columns.ts';
import { assertUniqueNames } from './plan-groups.ts';
import type { Ratio } from './ratio.ts';
import type { Transform } from './transform-request.ts';

interface Pivoted {
  readonly step: Step;
  /** Those of the rows, for each value and for the totals. */
  readonly ratios: readonly Ratio[];
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
  ratios: readonly Ratio[],
): Promise<Pivoted> {
  const { recordSet: rows, emptied } = step;
  const { grouping, measures, namedMeasure, aggregations } = step.groups!;
  const isUnit = request.pivot === request.by;
  const pivot = grouping.keys.at(isUnit ? -1 : request.groupBy.indexOf(request.pivot!))!;
  const others = grouping.keys.filter((key) => key !== pivot);
  const allMeasures = rows.columns.slice(grouping.keys.length);
  const frame = frameOf(rows)!;
  const key = frame.table.keys.find((each) => each.key.name === pivot.name)!;
  const columns = findPivotColumns(frame, key, allMeasures);
  const { slots, totals } = columns;
  const allColumns = [...others.map(columnOf), ...slots.flatMap((slot) => slot.columns)];
  assertUniqueNames(
    allColumns,
    `--pivot ${pivot.name}: two columns would`,
    'exclude one of the values with --where, or leave out a column of --group-by',
  );
  const withoutPivot: Transform = isUnit
    ? { ...request, by: undefined }
    : { ...request, groupBy: request.groupBy.filter((name) => name !== request.pivot) };
  const pivoted = await pivotFrame(frame, {
    key,
    values: columns.values,
    columns: slots.map((slot) => slot.columns),
  });
  for (const [name, amount] of combinedIn(pivoted, aggregations, [columns.values.length * frame.sides])) {
    // The total of columns that are currencies explains itself.
    if (!amount.by.every((column) => column.name === pivot.name)) emptied.set(name, amount);
  }
  return {
    step: {
      ...step,
      recordSet: recordsOfFrame(pivoted),
      groups: {
        ...step.groups!,
        pivot: { name: pivot.name, slotCount: slots.length },
        keys: others.map(columnOf),
        measures: measures.map(totals.columnOf),
        namedMeasure: namedMeasure && totals.columnOf(namedMeasure),
      },
      summable: slots.flatMap((slot) => step.summable.map(slot.columnOf)),
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
    },
    ratios: slots.flatMap((slot) =>
      ratios.map((ratio) => ({
        ...ratio,
        column: slot.columnOf(ratio.column),
        numerator: slot.columnOf(ratio.numerator),
        denominator: slot.columnOf(ratio.denominator),
      })),
    ),
    // Without a row, no value has a column to sort by.
    sort: pivoted.rows.length === 0 ? [] : sortByTotals(request, allColumns, allMeasures, columns),
  };
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
