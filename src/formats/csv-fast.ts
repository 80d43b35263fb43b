/**
 * Writes CSV rows from the bytes of JSON records. Most records have the same names in the same places as the one before, so a
 * layout of it says where their values are, and one loop finds the end of a value and copies it.
 */

import {
  BACKSLASH,
  CLOSING_BRACE,
  COMMA,
  LINE_FEED,
  NINE,
  OPENING_BRACE,
  QUOTATION_MARK,
  SPACE,
} from '../core/bytes.ts';
import { type Column, columnKey } from '../core/columns.ts';
import { endOfValue } from '../json/record-walker.ts';
import type { RecordSet } from '../records/record-set.ts';
import { layoutOf, type RowLayout } from '../records/row-layout.ts';
import { RowScanner } from '../records/row-scanner.ts';
import { writeField } from './csv-field.ts';

const FIRST_BYTES = 512 * 1024;
/** Records of many shapes may alternate, or have values that no layout allows: at most one layout is worked out for a block. */
const MAX_LAYOUTS = 64;

/** The rows of all records, in blocks. A block is valid until the next is requested. */
export async function* copyRows(
  recordSet: RecordSet,
  columns: readonly Column[],
  delimiter: string,
): AsyncGenerator<Buffer> {
  const rows = createDelimitedRows(columns, delimiter);
  for await (const block of recordSet.lines()) yield rows.rowsOf(block);
}

/** Rows with a field for each column. A line of one empty field is `""`. */
function createDelimitedRows(
  columns: readonly Column[],
  delimiter: string,
): { readonly rowsOf: (block: Buffer) => Buffer } {
  const scanner = new RowScanner(columns);
  const { starts, ends } = scanner;
  const layoutFor = createLayouts(columns);
  const separator = delimiter.charCodeAt(0);
  let layout: Layout | undefined;
  let layouts = 0;
  let bytes = Buffer.allocUnsafe(FIRST_BYTES);
  let length = 0;

  /** Makes room for the row of a record of `recordBytes` bytes. It may be one text of quotation marks, each of which is doubled. */
  function reserve(recordBytes: number): void {
    const sizeBytes = 2 * recordBytes + columns.length + 3;
    if (length + sizeBytes <= bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(bytes.length * 2, length + sizeBytes));
    bytes.copy(larger, 0, 0, length);
    bytes = larger;
  }

  function endRow(to: number): void {
    if (columns.length === 1 && to === length) to += bytes.write('""', to);
    bytes[to++] = LINE_FEED;
    length = to;
  }

  /** Adds the row of the record on the line at `start`. Returns the index after its line feed. */
  function addRow(block: Buffer, start: number): number {
    const next = scanner.scan(block, start);
    reserve(next - start);
    let to = length;
    for (let column = 0; column < columns.length; column++) {
      if (column > 0) bytes[to++] = separator;
      const [from, end] = [starts[column]!, ends[column]!];
      if (end !== 0) to = writeField(block, from, end, bytes, to, separator);
    }
    endRow(to);
    return next;
  }

  /** Like `addRow`, for a record with the layout. Returns -1 for any other record, and adds nothing. */
  function addLike(block: Buffer, start: number, { names, nameEnds, delimiters }: Layout): number {
    reserve(block.length - start);
    const out = bytes;
    const last = delimiters.length - 1;
    let at = start;
    let to = length;
    let name = 0;
    for (let index = 0; ; index++) {
      for (const end = nameEnds[index]!; name < end; name++, at++) {
        if (block[at] !== names[name]) return -1;
      }
      for (let count = delimiters[index]!; count > 0; count--) out[to++] = separator;
      if (index === last) break;

      const from = at;
      const field = to;
      let byte = block[at]!;
      if (byte === OPENING_BRACE) return -1;
      if (byte === QUOTATION_MARK) {
        byte = block[++at]!;
        while (byte !== QUOTATION_MARK && byte !== BACKSLASH && byte !== separator && byte >= SPACE) {
          out[to++] = byte;
          byte = block[++at]!;
        }
        if (byte === QUOTATION_MARK) {
          at++;
          continue;
        }
      } else if (byte <= NINE) {
        // A number with a plus sign ends too early here, and its record is then not like the others.
        while (byte > COMMA && byte !== CLOSING_BRACE) {
          out[to++] = byte;
          byte = block[++at]!;
        }
        continue;
      }
      at = endOfValue(block, from);
      to = writeField(block, from, at, out, field, separator);
    }
    endRow(to);
    return at;
  }

  return {
    rowsOf(block) {
      length = 0;
      let isLearned = false;
      for (let start = 0; start < block.length; ) {
        const next = layout === undefined ? -1 : addLike(block, start, layout);
        if (next !== -1) {
          start = next;
          continue;
        }
        const end = addRow(block, start);
        if (!isLearned && layouts < MAX_LAYOUTS) {
          layout = layoutFor(block.subarray(start, end - 1));
          layouts++;
        }
        isLearned = true;
        start = end;
      }
      return bytes.subarray(0, length);
    },
  };
}

/** A layout whose values are all shown, in the order of the columns. */
interface Layout extends Pick<RowLayout, 'names' | 'nameEnds'> {
  /** The number of delimiters in the row before each value, and after the last one. */
  readonly delimiters: Int32Array;
}

/** Works out the layout of a record. Undefined unless all its values are shown, in the order of the columns. */
function createLayouts(columns: readonly Column[]): (record: Buffer) => Layout | undefined {
  const indexes = new Map(columns.map(({ path }, index) => [columnKey(path), index]));
  return (record) => {
    const layout = layoutOf(record);
    if (layout === undefined) return undefined;
    const { names, nameEnds } = layout;
    const delimiters: number[] = [];
    let before = 0;
    for (const { path } of layout.columns) {
      const index = indexes.get(columnKey(path)) ?? -1;
      if (index < before) return undefined;
      delimiters.push(index - before);
      before = index;
    }
    delimiters.push(columns.length - 1 - before);
    return { names, nameEnds, delimiters: Int32Array.from(delimiters) };
  };
}
