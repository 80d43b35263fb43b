/** Reads rows for formats for people, and shows their cells as visible text with the tone of a number. */

import { MINUS } from '../core/bytes.ts';
import { type Column, columnKey } from '../core/columns.ts';
import type { ShownCell, Tone } from '../core/tone.ts';
import { type Cell, isNumber, visibleText } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import { scanRows } from '../records/scanned-rows.ts';
import { type ColumnSchema, isQuantity } from '../records/schema.ts';
import type { EncoderInput } from './format.ts';
import { createPerDaySigns } from './per-day.ts';
import type { CellCutter } from './short-cell.ts';

/** A digit other than zero before the exponent. */
const NOT_ZERO = /^[-.0]*[1-9]/;
const GROUPABLE = /^(-?)(\d{4,400})(\.\d+)?$/;
/** Numbers with more digits stay as they are: grouping them takes too long. */
const MAX_GROUPED_DIGITS = 400;
const BLOCK_ROWS = 500;
/** A block of rows with many columns has fewer rows. */
const BLOCK_CELLS = 50_000;

/**
 * A function that gives the visible text and the tone of a cell. `index` is that of its column, and `row` has the cells of all
 * columns; a row of totals has none.
 */
export function createCellShower(
  columns: readonly Column[],
  schemas: readonly ColumnSchema[],
  input: Pick<EncoderInput, 'human' | 'changeColumns' | 'changePerDay' | 'keys'>,
): (cell: Cell, index: number, row?: readonly Cell[]) => ShownCell {
  const { human = false, changeColumns } = input;
  const perDay = createPerDaySigns(columns, input);
  const isChange = columns.map(({ path }) => changeColumns?.has(columnKey(path)) === true);
  const isGrouped = schemas.map((schema) => human && isQuantity(schema));
  return (cell, index, row) => {
    if (cell === undefined || !isNumber(cell)) return { text: visibleText(cell), tone: 'plain' };
    const sign = perDay?.sign(index, row);
    const tone = sign === undefined ? toneOf(cell, isChange[index]!) : toneOfSign(sign);
    return { text: isGrouped[index] ? groupThousands(cell) : cell, tone };
  };
}

function toneOfSign(sign: number): Tone {
  return sign === 0 ? 'plain' : sign < 0 ? 'loss' : 'gain';
}

/** The tone of a number. Zero in any spelling has none. */
export function toneOf(token: string, isChange: boolean): Tone {
  const isLoss = token.charCodeAt(0) === MINUS;
  if ((!isLoss && !isChange) || !NOT_ZERO.test(token)) return 'plain';
  return isLoss ? 'loss' : 'gain';
}

/** A JSON number with commas between the thousands: `1,234.50`. No digit changes. A number with an exponent stays as it is. */
export function groupThousands(token: string): string {
  const match = GROUPABLE.exec(token);
  if (match === null) return token;
  const [, sign, whole, fraction = ''] = match;
  return sign + whole!.replace(/\B(?=(?:\d{3})+$)/g, ',') + fraction;
}

/** The number of commas that `groupThousands` adds to a number whose whole part ends at `endOfWhole`. */
export function countSeparators(number: string, endOfWhole: number): number {
  const digits = number.charCodeAt(0) === MINUS ? endOfWhole - 1 : endOfWhole;
  if (digits < 4 || digits > MAX_GROUPED_DIGITS || /[eE]/.test(number)) return 0;
  return Math.floor((digits - 1) / 3);
}

/** The cells of `columns` of the first `rowCount` records, in blocks of rows. `cutter` cuts long texts. */
export async function* readRowBlocks(
  recordSet: RecordSet,
  columns: readonly Column[],
  rowCount: number,
  cutter: CellCutter,
): AsyncGenerator<readonly (readonly Cell[])[]> {
  const blockRows = Math.max(1, Math.min(BLOCK_ROWS, Math.floor(BLOCK_CELLS / columns.length)));
  let remaining = rowCount;
  if (remaining === 0) return;
  for await (const scanned of scanRows(recordSet, columns)) {
    let rows: Cell[][] = [];
    while (scanned.next()) {
      const { block, starts, ends } = scanned;
      rows.push(columns.map((_, index) => cutter.cellAt(block, starts[index]!, ends[index]!)));
      remaining--;
      if (remaining > 0 && rows.length < blockRows) continue;
      yield rows;
      if (remaining === 0) return;
      rows = [];
    }
    if (rows.length > 0) yield rows;
  }
}
