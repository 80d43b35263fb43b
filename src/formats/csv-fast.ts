/** Writes CSV rows from the bytes of JSON records: most values are copied without decoding. */

import { LINE_FEED } from '../core/bytes.ts';
import type { Column } from '../core/columns.ts';
import type { RecordSet } from '../records/record-set.ts';
import { type ScannedRows, scanRows } from '../records/scanned-rows.ts';
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

  function addRow({ block, start, end, starts, ends }: ScannedRows): void {
    reserve(end - start);
    let to = length;
    for (let column = 0; column < ends.length; column++) {
      if (column > 0) bytes[to++] = separator;
      if (ends[column] !== 0) to = writeField(block, starts[column]!, ends[column]!, bytes, to, separator);
    }
    if (ends.length === 1 && to === length) to += bytes.write('""', to);
    bytes[to++] = LINE_FEED;
    length = to;
  }

  for await (const rows of scanRows(recordSet, columns)) {
    length = 0;
    while (rows.next()) addRow(rows);
    yield bytes.subarray(0, length);
  }
}
