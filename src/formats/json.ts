/** JSON, as one array, and NDJSON. Every token stays as the service sent it: a string here has a character for each byte of UTF-8. */

import { selectMembers } from '../core/column-list.ts';
import { assertColumnCount } from '../document/shown-columns.ts';
import { scanRows } from '../records/scanned-rows.ts';
import type { Encoder, EncoderInput } from './format.ts';

/** Bytes that become one string: a record may be longer than a string can be. */
const PIECE_BYTES = 1024 * 1024;

/** One array with a record per line. */
export async function* json(input: EncoderInput): AsyncGenerator<string | Uint8Array> {
  let opening = '[\n';
  for await (const block of encodeRecords(input)) {
    yield opening;
    // The comma after the last record is written when another one follows.
    const end = block.length - 1;
    for (let start = 0; start < end; start += PIECE_BYTES) {
      const text = block.toString('latin1', start, Math.min(start + PIECE_BYTES, end));
      yield Buffer.from(text.replaceAll('\n', ',\n'), 'latin1');
    }
    opening = ',\n';
  }
  yield opening === '[\n' ? '[]\n' : '\n]\n';
}

/** A record per line. */
export const ndjson: Encoder = encodeRecords;

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
  const names = columns.map(({ name }) => Buffer.from(`${JSON.stringify(name)}:`).toString('latin1'));
  for await (const rows of scanRows(recordSet, columns, true)) {
    let text = '';
    while (rows.next()) {
      const { block, starts, ends } = rows;
      let separator = '{';
      for (let index = 0; index < ends.length; index++) {
        if (ends[index] === 0) continue;
        text += separator + names[index]! + block.toString('latin1', starts[index], ends[index]);
        separator = ',';
      }
      text += separator === '{' ? '{}\n' : '}\n';
    }
    yield Buffer.from(text, 'latin1');
  }
}
