/** JSON, as one array, and NDJSON. Every token stays as the service sent it. */

import { CLOSING_BRACE, COMMA, LINE_FEED, OPENING_BRACE } from '../core/bytes.ts';
import { selectMembers } from '../core/column-list.ts';
import { assertColumnCount } from '../document/shown-columns.ts';
import { type ScannedRows, scanRows } from '../records/scanned-rows.ts';
import type { Encoder, EncoderInput } from './format.ts';

const BRACES_AND_LINE_FEED = 3;

/** One array with a record per line. */
export const json: Encoder = {
  async *encode(input) {
    let bytes = Buffer.allocUnsafe(0);
    let opening = '[\n';
    for await (const block of encodeRecords(input)) {
      if (block.indexOf(LINE_FEED) === block.length - 1) {
        // A large record is a block by itself. Do not copy it.
        yield opening;
        yield block.subarray(0, -1);
        opening = ',\n';
        continue;
      }
      // The shortest record takes three bytes with its line feed, and each record needs one byte more.
      const maxBytes = 2 * block.length + opening.length;
      if (bytes.length < maxBytes) bytes = Buffer.allocUnsafe(maxBytes);
      let to = bytes.write(opening);
      for (let start = 0; start < block.length; ) {
        const end = block.indexOf(LINE_FEED, start);
        to += block.copy(bytes, to, start, end);
        bytes[to++] = COMMA;
        bytes[to++] = LINE_FEED;
        start = end + 1;
      }
      // The last comma is written when another record follows.
      yield bytes.subarray(0, to - 2);
      opening = ',\n';
    }
    yield opening === '[\n' ? '[]\n' : '\n]\n';
  },
};

/** A record per line. */
export const ndjson: Encoder = { encode: encodeRecords };

/**
 * The JSON texts of the records, without white space between tokens, in blocks of whole lines. If columns are chosen, each record
 * has their members in that order, except those that it lacks.
 */
async function* encodeRecords({ recordSet, chosen }: EncoderInput): AsyncGenerator<Buffer> {
  if (chosen === undefined || recordSet.recordCount === 0) {
    yield* recordSet.lines();
    return;
  }
  assertColumnCount(recordSet);
  const columns = selectMembers(chosen, recordSet.columns);
  const names = columns.map((column) => Buffer.from(`${JSON.stringify(column.name)}:`));
  const namesBytes = names.reduce((sum, name) => sum + name.length, 0);
  let bytes = Buffer.allocUnsafe(0);
  let length = 0;

  function addRecord({ block, starts, ends }: ScannedRows): void {
    let sizeBytes = namesBytes + columns.length + BRACES_AND_LINE_FEED;
    for (let index = 0; index < ends.length; index++) {
      if (ends[index] !== 0) sizeBytes += ends[index]! - starts[index]!;
    }
    if (length + sizeBytes > bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(bytes.length * 2, length + sizeBytes));
      bytes.copy(larger, 0, 0, length);
      bytes = larger;
    }
    bytes[length++] = OPENING_BRACE;
    let isFirst = true;
    for (let index = 0; index < ends.length; index++) {
      if (ends[index] === 0) continue;
      if (!isFirst) bytes[length++] = COMMA;
      isFirst = false;
      length += names[index]!.copy(bytes, length);
      length += block.copy(bytes, length, starts[index], ends[index]);
    }
    bytes[length++] = CLOSING_BRACE;
    bytes[length++] = LINE_FEED;
  }

  for await (const rows of scanRows(recordSet, columns, true)) {
    length = 0;
    while (rows.next()) addRecord(rows);
    yield bytes.subarray(0, length);
  }
}
