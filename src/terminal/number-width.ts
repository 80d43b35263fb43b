/** The place of the decimal point in numbers, and the widths of columns whose points are aligned. */

import { NINE, POINT } from '../core/bytes.ts';
import type { ShownCell } from '../core/tone.ts';
import { isNumber } from '../records/cells.ts';
import type { TextMeasure } from './text-width.ts';

/** The index after the whole part of a number: of its decimal point or its exponent, or its length. */
export function endOfWhole(number: string): number {
  for (let index = 0; index < number.length; index++) {
    const code = number.charCodeAt(index);
    if (code === POINT || code > NINE) return index;
  }
  return number.length;
}

/** Widths of the cells of a column. */
export interface CellWidths {
  /** The width of the widest cell. */
  readonly widest: number;
  /** The width of the widest cell if the decimal points of all numbers are aligned. */
  readonly aligned: number;
  /** The width of the longest fraction and exponent, with the decimal point. */
  readonly fraction: number;
}

interface WidthSurvey {
  /** Adds rows of shown cells. */
  add(rows: readonly (readonly ShownCell[])[]): Promise<void>;
  of(index: number): CellWidths;
}

/** Finds the widest cell of each column. */
export function createWidthSurvey(columnCount: number, measure: TextMeasure): WidthSurvey {
  const columns = Array.from({ length: columnCount }, () => ({ widest: 0, whole: 0, fraction: 0 }));
  return {
    async add(rows) {
      for (const row of rows) {
        await measure.prepare(row.map(({ text }) => text));
        for (const [index, { text }] of row.entries()) {
          const column = columns[index]!;
          column.widest = Math.max(column.widest, measure.width(text));
          if (!isNumber(text)) continue;
          const whole = endOfWhole(text);
          column.whole = Math.max(column.whole, whole);
          column.fraction = Math.max(column.fraction, text.length - whole);
        }
      }
    },
    of(index) {
      const { widest, whole, fraction } = columns[index]!;
      return { widest, aligned: Math.max(widest, whole + fraction), fraction };
    },
  };
}
