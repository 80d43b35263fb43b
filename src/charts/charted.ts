/** What a chart draws of a frame: one measure, by the keys that name its bars or lines, and by time. */

import { type Column, isSameColumn } from '../core/columns.ts';
import type { DateUnit, Weekday } from '../dates/date.ts';
import { type Frame, isAddable } from '../frame/frame.ts';
import type { GroupTable } from '../frame/group-table.ts';
import type { KeyColumn } from '../frame/key-column.ts';
import type { Measure } from '../frame/measures.ts';
import { visibleText } from '../records/cells.ts';
import type { ColumnSchema } from '../records/schema.ts';

export interface Charted {
  readonly frame: Frame;
  readonly measure: Measure;
  readonly schema: ColumnSchema;
  /** The numbers of the compared range; undefined without one. */
  readonly comparison: Measure | undefined;
  /** The places of the keys that name bars and lines; none for one line. */
  readonly labels: readonly number[];
  /** Those of them with the currencies of the numbers, if there are several. */
  readonly currencies: readonly number[];
  readonly time: ChartTime | undefined;
  /** False if a sum of the numbers means nothing. */
  readonly canAdd: boolean;
  /** False if a sum over several labels means nothing: of numbers without a sum, and of amounts of several currencies. */
  readonly canTotal: boolean;
}

interface ChartTime {
  /** The places of the keys with the time of a row, and with the time of the compared range. */
  readonly keys: readonly number[];
  readonly unit: DateUnit;
  readonly weekStart: Weekday;
}

/** The chart of a measure, whose numbers have this schema. It has all keys if none is shown. */
export function chartOf(
  frame: Frame,
  measure: Measure,
  schema: ColumnSchema,
  isShown: (column: Column) => boolean = () => true,
): Charted {
  const { keys } = frame.table;
  const places = [...keys.keys()];
  const chosen = places.filter((place) => isShown(keys[place]!.column));
  const shown = chosen.length > 0 ? chosen : places;
  // The row of all other groups has no time: with it, rows are bars in their order.
  const hasOther = frame.rows.some((row) => frame.table.merged.has(row));
  const time = hasOther ? undefined : timeOf(keys, shown);
  const named = measure.amount?.by.map(({ name }) => name) ?? [];
  const currencies = places.filter((place) => named.includes(keys[place]!.column.name));
  const unit = shown.find((place) => keys[place]!.key.unit !== undefined);
  const own = shown.filter((place) =>
    time === undefined ? place === unit || keys[place]!.key.unit === undefined : !time.keys.includes(place),
  );
  const comparison = frame.measures.find(
    ({ column, role, of: [of] }) =>
      (role === 'before' || role === 'usual') && isSameColumn(measure.column, of) && isShown(column),
  );
  const canAdd = [measure, comparison ?? measure].every((each) => isAddable(each, frame));
  return {
    ...{ frame, measure, schema, comparison, currencies, time, canAdd },
    labels: [...new Set([...own, ...currencies])],
    canTotal: canAdd && measure.amount === undefined,
  };
}

/** The text of a row's keys at these places. */
export function labelAt(table: GroupTable, places: readonly number[], row: number): string {
  const texts = places.map((place) => visibleText(table.keyAt(place, row)));
  return texts.filter(Boolean).join(' ') || '(none)';
}

function timeOf(keys: readonly KeyColumn[], shown: readonly number[]): ChartTime | undefined {
  const units = [...keys.keys()].filter((place) => keys[place]!.key.unit !== undefined);
  const [first] = units;
  if (first === undefined || !units.some((place) => shown.includes(place))) return undefined;
  return { keys: units, ...keys[first]!.key.unit! };
}
