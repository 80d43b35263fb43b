/**
 * The markup of rows, from the bytes of their records. Most cells are short ASCII texts and numbers, whose bytes are copied; the
 * others, and the cells of groups, take a path with strings. Both write the exact text of a cell. With strings alone, a page of 10,000
 * records takes 70 ms more, a fifth of the CPU time of its CSV: `npm run bench -- html`.
 */

import { NINE, QUOTATION_MARK, ZERO } from '../core/bytes.ts';
import type { Column } from '../core/columns.ts';
import { type Markup, markup } from '../core/markup.ts';
import { createCellShower, readRowBlocks } from '../document/display-cells.ts';
import { createCellCutter } from '../document/short-cell.ts';
import type { UnitMarks } from '../document/unit-marks.ts';
import { frameOf } from '../frame/frame.ts';
import { type Cell, isEmpty, isNumber } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import { isChange } from '../records/row-keys.ts';
import { type ScannedRows, scanRows } from '../records/scanned-rows.ts';
import type { EncoderInput } from './format.ts';
import { TONE_CLASSES } from './html-text.ts';

/** A longer text scrolls in its cell. */
const MAX_PLAIN = 200;
const PIECE_BYTES = 256 * 1024;

const [START, END] = ['<tr>', '</tr>\n'].map((text) => Buffer.from(text)) as [Buffer, Buffer];
/** The end tag may be omitted (HTML, section 13.1.2.4). */
const CELL = Buffer.from('<td>');

/** Bytes that stand for themselves in a JSON string, in markup and on a page. */
const IS_PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte >= 0x20 && byte < 0x7f && !`"\\&<>'`.includes(String.fromCharCode(byte))),
);

/** Facts about the rows of a table, for its layout and its messages. */
export interface RowFacts {
  /** True for each column that holds nothing but numbers. */
  readonly areNumeric: readonly boolean[];
  /** Characters of the longest JSON value of each column, about. */
  readonly lengths: readonly number[];
  /** A message about texts that are cut; undefined if there are none. */
  readonly truncation: string | undefined;
}

export interface RowMarkup {
  /** The markup of the first `rowCount` records, in pieces. */
  pieces(recordSet: RecordSet, rowCount: number): AsyncIterable<Buffer>;
  /** The markup of one row. */
  row(cells: readonly Cell[]): Markup;
  /** The facts about all rows so far. */
  facts(): RowFacts;
}

/** A mark is a class: a copy of the cell has its text. */
export function createRowMarkup(
  columns: readonly Column[],
  input: Pick<EncoderInput, 'keys'>,
  marks: UnitMarks,
): RowMarkup {
  const show = createCellShower(columns, [], input);
  const areChanges = columns.map((column) => isChange(input.keys, column));
  const lengths = columns.map(() => 0);
  const hasNumbers = columns.map(() => false);
  const hasOthers = columns.map(() => false);
  const cutter = createCellCutter();
  /** Room for a row of plain cells. */
  const plainBytes = START.length + columns.length * (CELL.length + MAX_PLAIN) + END.length;
  let remaining = 0;
  let piece = Buffer.allocUnsafe(PIECE_BYTES);
  let at = 0;

  function cellOf(cell: Cell, index: number, cells?: readonly Cell[]): Markup {
    const { text, tone } = show(cell, index, cells);
    if (text.length > MAX_PLAIN) return markup`<td><div class="long" tabindex="0">${text}</div>`;
    const kind = marks.isMarked(text, index) ? 'part' : TONE_CLASSES[tone];
    return kind === '' ? markup`<td>${text}` : markup`<td class=${kind}>${text}`;
  }

  function row(cells: readonly Cell[]): Markup {
    const drawn = cells.map((cell, index) => {
      lengths[index] = Math.max(lengths[index]!, cell?.length ?? 0);
      return cellOf(cell, index);
    });
    return markup`<tr>${drawn}</tr>\n`;
  }

  function makeRoom(bytes: number): void {
    if (at + bytes <= piece.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * piece.length, at + bytes));
    piece.copy(larger, 0, 0, at);
    piece = larger;
  }

  /** Copies a short text of markup. There is room for it. */
  function copy(bytes: Buffer): void {
    const out = piece;
    let next = at;
    for (let index = 0; index < bytes.length; index++) out[next++] = bytes[index]!;
    at = next;
  }

  /** Copies a plain cell. The caller has made room. Returns false, and copies nothing, for other cells. */
  function copyCell(block: Buffer, start: number, end: number, index: number): boolean {
    if (end - start > MAX_PLAIN || marks.columns[index]) return false;
    const first = block[start]!;
    const isText = first === QUOTATION_MARK;
    // A negative number, and a change, may have a colour.
    if (!isText && (first < ZERO || first > NINE || areChanges[index])) return false;
    const from = isText ? start + 1 : start;
    const to = isText ? end - 1 : end;
    const before = at;
    copy(CELL);
    const out = piece;
    let next = at;
    for (let byte = from; byte < to; byte++) {
      const value = block[byte]!;
      if (IS_PLAIN[value] === 0) {
        at = before;
        return false;
      }
      out[next++] = value;
    }
    at = next;
    if (end - start > lengths[index]!) lengths[index] = end - start;
    if (!isText) hasNumbers[index] = true;
    else if (from < to) hasOthers[index] = true;
    return true;
  }

  function writeCell(cell: Cell, index: number, cells?: readonly Cell[]): void {
    if (cell !== undefined) {
      if (cell.length > lengths[index]!) lengths[index] = cell.length;
      if (isNumber(cell)) hasNumbers[index] = true;
      else if (!isEmpty(cell)) hasOthers[index] = true;
    }
    const text = cellOf(cell, index, cells).toString();
    makeRoom(Buffer.byteLength(text) + plainBytes);
    at += piece.write(text, at);
  }

  async function* pieces(recordSet: RecordSet, rowCount: number): AsyncGenerator<Buffer> {
    if (rowCount === 0) return;
    if (frameOf(recordSet) !== undefined) {
      for await (const rows of readRowBlocks(recordSet, columns, rowCount, cutter)) {
        for (const cells of rows) {
          makeRoom(plainBytes);
          copy(START);
          for (const [index, cell] of cells.entries()) writeCell(cell, index, cells);
          copy(END);
        }
        yield takePiece();
      }
      return;
    }
    remaining = rowCount;
    for await (const rows of scanRows(recordSet, columns)) {
      while (remaining > 0 && rows.next()) {
        writeRow(rows);
        remaining--;
        if (at >= PIECE_BYTES / 2) yield takePiece();
      }
      if (remaining === 0) break;
    }
    if (at > 0) yield takePiece();
  }

  function writeRow({ block, starts, ends }: ScannedRows): void {
    makeRoom(plainBytes);
    copy(START);
    for (let index = 0; index < columns.length; index++) {
      const end = ends[index]!;
      if (end === 0) copy(CELL);
      else if (!copyCell(block, starts[index]!, end, index)) {
        writeCell(cutter.cellAt(block, starts[index]!, end), index);
      }
    }
    copy(END);
  }

  function takePiece(): Buffer {
    const taken = piece.subarray(0, at);
    piece = Buffer.allocUnsafe(PIECE_BYTES);
    at = 0;
    return taken;
  }

  return {
    pieces,
    row,
    facts: () => ({
      areNumeric: hasNumbers.map((has, index) => has && !hasOthers[index]),
      lengths,
      truncation: cutter.truncation(),
    }),
  };
}
