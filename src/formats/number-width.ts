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
  const widest = Array.from({ length: columnCount }, () => new WidestCell());
  return {
    async add(rows) {
      for (const row of rows) {
        const texts: [index: number, text: string][] = [];
        for (let index = 0; index < columnCount; index++) {
          const { text } = row[index]!;
          if (isNumber(text)) widest[index]!.addNumber(text);
          else if (text !== '') texts.push([index, text]);
        }
        if (texts.length > 0) await measure.prepare(texts.map(([, text]) => text));
        for (const [index, text] of texts) widest[index]!.addText(measure.width(text));
      }
    },
    of: (index) => widest[index]!.widths(),
  };
}

/** Finds the widest cell of one column. Its code runs for every cell of a table. */
class WidestCell {
  private text = 0;
  private whole = 0;
  private fraction = 0;

  addText(width: number): void {
    if (width > this.text) this.text = width;
  }

  addNumber(number: string): void {
    const { length } = number;
    const whole = endOfWhole(number);
    if (length > this.text) this.text = length;
    if (whole > this.whole) this.whole = whole;
    if (length - whole > this.fraction) this.fraction = length - whole;
  }

  widths(): CellWidths {
    const { text, whole, fraction } = this;
    return { widest: text, aligned: Math.max(text, whole + fraction), fraction };
  }
}
