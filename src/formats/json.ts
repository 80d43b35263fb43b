import type { Encoder } from './format.ts';
import { encodeRecords } from './records.ts';

const COMMA = 0x2c;
const LINE_FEED = 0x0a;

/** One array, a record a line. */
export const json: Encoder = {
  async *encode(input) {
    let bytes = Buffer.allocUnsafe(0);
    let opening = '[\n';
    for await (const block of encodeRecords(input)) {
      if (block.indexOf(LINE_FEED) === block.length - 1) {
        // A large record is a block by itself, and need not be copied.
        yield opening;
        yield block.subarray(0, -1);
        opening = ',\n';
        continue;
      }
      // The shortest record and its line feed are three bytes, and each gets one more.
      if (bytes.length < 2 * block.length + opening.length)
        bytes = Buffer.allocUnsafe(2 * block.length + opening.length);
      let to = bytes.write(opening);
      for (let start = 0; start < block.length; ) {
        const end = block.indexOf(LINE_FEED, start);
        to += block.copy(bytes, to, start, end);
        bytes[to++] = COMMA;
        bytes[to++] = LINE_FEED;
        start = end + 1;
      }
      // The last comma waits for a record behind it.
      yield bytes.subarray(0, to - 2);
      opening = ',\n';
    }
    yield opening === '[\n' ? '[]\n' : '\n]\n';
  },
};
