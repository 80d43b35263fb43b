/**
 * Hashes of records, and a sample of the records of a window, chosen by such a hash: equal records are in it together, or not at all.
 * They read four bytes at once, and the sample a part of them: 15 ms for a million records (`npm run bench throughput`).
 */

/** Chooses a record of about 128. */
export interface RecordSample {
  /** Takes the minified record between two indexes. */
  add(bytes: Buffer, start: number, end: number): void;
  /** The chosen records as latin1, if two of them are equal; otherwise none. */
  repeated(): readonly string[];
}

const KEPT_BITS = 7;
/** More records are not needed to find some that are equal. */
const MAX_RECORDS = 16_384;
const WORD = 4;
/** A record is read by words up to this length; of a longer one, some are skipped. */
const WHOLE_LOG2 = 6;
/** Odd multipliers, the first of FNV-1a. */
const [PRIME, OTHER_PRIME] = [0x01000193, 0x2c1b3c6d];
/** The bits of the second hash that fit into a double beside the first. */
const SECOND_BITS = 21;

/** Creates an empty sample. */
export function createRecordSample(): RecordSample {
  const texts: string[] = [];
  let chunk: Buffer | undefined;
  let words = wordsOf(Buffer.alloc(0));
  return {
    add(bytes, start, end) {
      if (chunk !== bytes) {
        words = wordsOf(bytes);
        chunk = bytes;
      }
      const stride = WORD * (1 + ((end - start) >>> WHOLE_LOG2));
      let hash = end - start;
      for (let at = end - WORD; at >= start; at -= stride) hash = Math.imul(hash ^ words.getInt32(at), PRIME);
      const isChosen = (hash ^ (hash >>> 15)) >>> (32 - KEPT_BITS) === 0;
      if (isChosen && texts.length < MAX_RECORDS) texts.push(bytes.toString('latin1', start, end));
    },
    repeated: () => (new Set(texts).size < texts.length ? texts : []),
  };
}

/** The bytes, to be read by words. */
export function wordsOf(bytes: Buffer): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** A hash of 53 bits of the bytes from `start` to `end`, four at least. */
export function hashOfRecord(words: DataView, start: number, end: number): number {
  let one = end - start;
  let other = words.getInt32(start);
  for (let at = end - WORD; at >= start; at -= WORD) {
    const word = words.getInt32(at);
    one = Math.imul(one ^ word, PRIME);
    other = Math.imul(other + word, OTHER_PRIME) ^ (other >>> 13);
  }
  return (one >>> 0) * 2 ** SECOND_BITS + (other >>> (32 - SECOND_BITS));
}
