import type { Encoder } from './format.ts';
import { encodeRecords } from './records.ts';

/** One array, a record a line. */
export const json: Encoder = {
  async *encode(input) {
    let separator = '[\n';
    for await (const batch of encodeRecords(input)) {
      yield `${separator}${batch.join(',\n')}`;
      separator = ',\n';
    }
    yield separator === '[\n' ? '[]\n' : '\n]\n';
  },
};
