/** Generated record sets, and the texts that a format must show for them. */

import fc from 'fast-check';
import { type Column, columnKey, createColumn, uniteColumns } from '../../../src/core/columns.ts';
import type { Encoder, EncoderInput } from '../../../src/formats/format.ts';
import type { RecordSet } from '../../../src/records/record-set.ts';
import { hasRepeatedNames, leavesOf, parseJson, plainRecord } from '../json/json-documents.ts';
import { likeRecords } from '../json/like-records.ts';

const columnsOf = (record: string): Column[] => leavesOf(record).map(({ path }) => createColumn(path));

/** Records of one shape, with a few of other shapes among them. No record repeats a member. */
export const records = fc
  .tuple(likeRecords, fc.array(plainRecord, { maxLength: 2 }), fc.nat(12))
  .map(([like, others, place]) => {
    const texts = like.map((tokens) => tokens.join(''));
    return [...texts.slice(0, place), ...others, ...texts.slice(place)];
  })
  .filter((texts) => texts.every((text) => !hasRepeatedNames(text)));

export function recordSetOf(texts: readonly string[], blockRows: number): RecordSet {
  async function* lines(): AsyncGenerator<Buffer> {
    for (let start = 0; start < texts.length; start += blockRows) {
      yield Buffer.from(`${texts.slice(start, start + blockRows).join('\n')}\n`);
    }
  }
  return {
    recordCount: texts.length,
    columns: uniteColumns(texts.map(columnsOf)),
    hasMoreColumns: false,
    lines,
  };
}

/** The document that `encoder` makes of a record set. */
export async function encode(
  encoder: Encoder,
  recordSet: RecordSet,
  input: Partial<EncoderInput> = {},
): Promise<string> {
  return (await encodeBytes(encoder, recordSet, input)).toString();
}

/** The same as bytes. */
export async function encodeBytes(
  encoder: Encoder,
  recordSet: RecordSet,
  input: Partial<EncoderInput> = {},
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const encoded = encoder({
    recordSet,
    chosen: undefined,
    terminalWidth: undefined,
    color: false,
    maxRows: Number.POSITIVE_INFINITY,
    onNote: () => undefined,
    onTruncation: () => undefined,
    onWarning: () => undefined,
    ...input,
  });
  // A piece is valid until the next is requested.
  for await (const piece of encoded) pieces.push(Buffer.from(piece as Buffer));
  return Buffer.concat(pieces);
}

/** The text of a value in a field. U+FFFD replaces half of a surrogate pair. */
function shown(value: string | undefined): string {
  if (value === undefined || value === 'null') return '';
  return value.startsWith('"') ? String(parseJson(value)).toWellFormed() : value;
}

export function expectedRows(texts: readonly string[], columns: readonly Column[]): string[][] {
  return texts.map((text) => {
    const cells = new Map(leavesOf(text).map((leaf) => [columnKey(leaf.path), leaf.text]));
    return columns.map(({ path }) => shown(cells.get(columnKey(path))));
  });
}

/** True if two names differ only in half of a surrogate pair: text formats reject such columns. */
export function hasMergedNames({ columns }: Pick<RecordSet, 'columns'>): boolean {
  const names = new Set(columns.map(({ name }) => name));
  return new Set([...names].map((name) => name.toWellFormed())).size < names.size;
}
