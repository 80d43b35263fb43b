/** What formats for people make of a cell: visible text, and the tone of a number. */

import { type Column, columnKey } from '../core/column.ts';
import { toVisibleText } from '../core/visible-text.ts';
import { type ColumnSchema, isQuantity } from '../records/schema.ts';
import { type Cell, cellText, isNumber } from '../segments/cell.ts';
import type { EncoderInput } from './format.ts';
import { groupThousands } from './human-number.ts';
import { isAscii } from './text-width.ts';

export interface ShownCell {
  /** Holds no control character. */
  readonly text: string;
  readonly tone: Tone;
}

/** Numbers below zero are losses; gains are numbers above it where they say how something changed. */
export type Tone = 'plain' | 'gain' | 'loss';

/** Gives what the cell of each column, by its index, shows. */
export function createCellShower(
  columns: readonly Column[],
  schemas: readonly ColumnSchema[],
  { human = false, changeColumns }: Pick<EncoderInput, 'human' | 'changeColumns'>,
): (cell: Cell, index: number) => ShownCell {
  const isChange = columns.map(({ path }) => changeColumns?.has(columnKey(path)) === true);
  const isGrouped = schemas.map((schema) => human && isQuantity(schema));
  return (cell, index) => {
    if (cell === undefined || !isNumber(cell)) return { text: visibleText(cell), tone: 'plain' };
    return { text: isGrouped[index] ? groupThousands(cell) : cell, tone: toneOf(cell, isChange[index]!) };
  };
}

/** The text that a cell shows, as it is: no number grouped. */
export function visibleText(cell: Cell): string {
  const text = cellText(cell);
  return isAscii(text) ? text : toVisibleText(text);
}

/** `text` in the colour of its tone, on a terminal that has colours. */
export function paint(text: string, tone: Tone): string {
  if (tone === 'plain') return text;
  return `\u001b[${tone === 'gain' ? 32 : 31}m${text}\u001b[39m`;
}

/** Zero, however it is spelled, is neither. */
function toneOf(token: string, isChange: boolean): Tone {
  const isLoss = token.charCodeAt(0) === MINUS;
  if ((!isLoss && !isChange) || !NOT_ZERO.test(token)) return 'plain';
  return isLoss ? 'loss' : 'gain';
}

const MINUS = 0x2d;
/** A digit other than zero in front of the exponent. */
const NOT_ZERO = /^[-.0]*[1-9]/;
