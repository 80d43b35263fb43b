import type { Column } from '../../../src/core/column.ts';
import { createColumn } from '../../../src/core/column.ts';
import type { Encoder, EncoderInput } from '../../../src/formats/format.ts';
import { splitLines } from '../../../src/segments/spooled-lines.ts';

/** What `encoder` makes of records, given as JSON texts, whose columns have these names. */
export async function encodeRecords(
  encoder: Encoder,
  names: readonly string[],
  records: readonly string[],
  input: Partial<EncoderInput> = {},
): Promise<string> {
  const columns: readonly Column[] = names.map((name) => createColumn([name]));
  const block = Buffer.from(records.map((record) => `${record}\n`).join(''));
  const pieces: string[] = [];
  const encoded = encoder.encode({
    dataset: {
      recordCount: records.length,
      columns,
      hasMoreColumns: false,
      async *lines() {
        yield block;
      },
      async *records() {
        yield splitLines(block);
      },
    },
    columnNames: undefined,
    terminalWidth: undefined,
    color: false,
    maxRows: Number.POSITIVE_INFINITY,
    onNote: () => undefined,
    onOmission: () => undefined,
    ...input,
  });
  for await (const piece of encoded) pieces.push(piece.toString());
  return pieces.join('');
}
