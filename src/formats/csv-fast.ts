/** Writes CSV rows from the bytes of JSON records: most values are copied without decoding. */

import { LINE_FEED } from '../core/bytes.ts';
import type { Column } from '../core/columns.ts';
import type { RecordSet } from '../records/record-set.ts';
import { scanRows } from '../records/scanned-rows.ts';
import { writeField } from './csv-field.ts';

const FIRST_BYTES = 512 * 1024;

/** Rows with a field for each column, in blocks. A line of one empty field is `""`. A block is valid until the next is requested. */
export async function* copyRows(
  recordSet: RecordSet,
  columns: readonly Column[],
  delimiter: string,
): AsyncGenerator<Buffer> {
  const separator = delimiter.charCodeAt(0);
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

  for await (const rows of scanRows(recordSet, columns)) {
    length = 0;
    while (rows.next()) {
      reserve(rows.end - rows.start);
      length = writeRow(rows, bytes, length, separator);
    }
    yield bytes.subarray(0, length);
  }
}

/** The header: a row of the columns' names. */
export function headerRow(columns: readonly Column[], delimiter: string): Buffer {
  const names = columns.map(({ name }) => Buffer.from(JSON.stringify(name)));
  const block = Buffer.concat(names);
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { length } of names) {
    const start = ends.at(-1) ?? 0;
    starts.push(start);
    ends.push(start + length);
  }
  const bytes = Buffer.alloc(2 * block.length + columns.length);
  return bytes.subarray(0, writeRow({ block, starts, ends }, bytes, 0, delimiter.charCodeAt(0)));
}

/** JSON values in a block of bytes. The end of a missing value is 0. */
interface Values {
  readonly block: Buffer;
  readonly starts: ArrayLike<number>;
  readonly ends: ArrayLike<number>;
}

/** Writes the values as a line into `out` at `to`. Returns the index after it. */
function writeRow({ block, starts, ends }: Values, out: Buffer, to: number, separator: number): number {
  let at = to;
  for (let column = 0; column < ends.length; column++) {
    if (column > 0) out[at++] = separator;
    if (ends[column] !== 0) at = writeField(block, starts[column]!, ends[column]!, out, at, separator);
  }
  if (ends.length === 1 && at === to) at += out.write('""', at);
  out[at++] = LINE_FEED;
  return at;
}
