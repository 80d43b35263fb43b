/** The keys of groups. Cells that show the same text, and numbers of the same value, are the same key. */

import { type Column, createColumn } from '../core/columns.ts';
import { formatDecimal, parseDecimal, trimDecimal } from '../core/decimal.ts';
import { unitName } from '../dates/calendar.ts';
import { type CalendarDate, type DateUnit, parseCalendarDate, type Weekday } from '../dates/date.ts';
import { dateIn } from '../json/date-values.ts';
import { CellNumbers } from '../records/cell-numbers.ts';
import { type Cell, cellAt, isNumber, isText } from '../records/cells.ts';

/** A key of groups: a column, or the unit of time of a date column. */
export interface GroupKey {
  readonly column: Column;
  /** The key's name in the result. */
  readonly name: string;
  /** Gives the unit of time of a cell of one side, as a JSON value. Without it, the cell itself is the key. */
  readonly unitOf?: ((cell: Cell, side: number) => string) | undefined;
  /** That unit of time. */
  readonly unit?: { readonly unit: DateUnit; readonly weekStart: Weekday } | undefined;
}

/**
 * A JSON string that is equal for cells of the same key only. Texts are the same key if their characters are, so are `7` and
 * `"7"`, and `1` and `1.0`. The texts `"1"` and `"1.0"` are different keys, as versions are. Null, missing and empty text
 * are one key.
 */
export function keyIdentity(cell: Cell): string {
  if (cell === undefined || cell === 'null') return '""';
  if (isText(cell)) return cell.includes('\\') ? JSON.stringify(JSON.parse(cell) as string) : cell;
  if (!isNumber(cell)) return JSON.stringify(cell);
  const number = parseDecimal(cell);
  return `"${number === undefined ? cell : formatDecimal(trimDecimal(number))}"`;
}

/** The values of one key, numbered in order of first appearance. */
export class KeyColumn {
  /** The values as first spelled, by number. */
  readonly cells: string[] = [];
  /** The column of the result. */
  readonly column: Column;
  private readonly byIdentity = new Map<string, number>();
  /** For each side of a comparison, on which the unit of a date depends. */
  private readonly recent: CellNumbers[] = [];

  constructor(readonly key: GroupKey) {
    this.column = createColumn([key.name]);
  }

  /** The number of the cell from `start` to `end` of a block; there is no cell if the end is 0. */
  numberAt(block: Buffer, start: number, end: number, side: number): number {
    const { unitOf } = this.key;
    if (end === 0) return this.add(unitOf === undefined ? 'null' : unitOf(undefined, side));
    this.recent[side] ??= new CellNumbers();
    const recent = this.recent[side];
    const known = recent.find(block, start, end);
    if (known !== -1) return known;
    const cell = cellAt(block, start, end)!;
    const number = this.add(unitOf === undefined ? cell : unitOf(cell, side));
    recent.remember(block, start, end, number);
    return number;
  }

  /** The number of a value, which may be no cell of the records, such as `"(other)"`. */
  add(value: string): number {
    // The identity of most texts is their own JSON text.
    const known = this.byIdentity.get(value);
    if (known !== undefined) return known;
    const identity = keyIdentity(value);
    let number = this.byIdentity.get(identity);
    if (number === undefined) {
      number = this.cells.push(value) - 1;
      this.byIdentity.set(identity, number);
    }
    return number;
  }
}

/**
 * A function that gives the unit of a date cell, as a JSON text of its name (`dates/calendar.ts`), which sorts by time. `null` for
 * a cell without a date. With `dayOf`, the unit is that of another day: `null` if there is none.
 */
export function createUnitOf(
  unit: DateUnit,
  weekStart: Weekday,
  dayOf: (day: CalendarDate) => CalendarDate | undefined = (day) => day,
): (cell: Cell) => string {
  const nameOf = byDay((date) => {
    // There is no year 0.
    const own = parseCalendarDate(date);
    const day = own && dayOf(own);
    return day === undefined ? 'null' : JSON.stringify(unitName(day, unit, weekStart));
  });
  return (cell) => nameOf(cell) ?? 'null';
}

/** A function of the day in a cell; undefined for a cell without one. */
export function byDay<T>(of: (day: CalendarDate) => T): (cell: Cell) => T | undefined {
  const known = new Map<CalendarDate, T>();
  /** Many records in a row share a date. */
  let [lastCell, last]: [Cell, T | undefined] = [undefined, undefined];
  return (cell) => {
    if (cell === lastCell) return last;
    const day = dateIn(cell);
    if (day !== undefined && !known.has(day)) known.set(day, of(day));
    [lastCell, last] = [cell, day && known.get(day)];
    return last;
  };
}
