import type { Encoder } from './format.ts';
import { encodeRecords } from './records.ts';

/** A record a line. */
export const ndjson: Encoder = {
  async *encode(input) {
    for await (const batch of encodeRecords(input)) yield `${batch.join('\n')}\n`;
  },
};
