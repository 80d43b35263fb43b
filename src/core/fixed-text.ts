/** Compares blocks of bytes with known texts, four bytes at a time: every name of every record of a report is compared. */

/** A text that blocks are compared with. */
export interface FixedText {
  readonly length: number;
  /** The text in words of four bytes. The last word ends with the text, and may overlap the one before. */
  readonly words: Int32Array;
  /** The bits of the last word that belong to the text: all of them if the text has four bytes or more. */
  readonly lastMask: number;
}

/** Bytes that are compared with texts. */
export interface WordView {
  readonly bytes: Uint8Array;
  readonly data: DataView;
  /** The number of bytes: a property of its own, because that of a DataView is slow to read. */
  readonly length: number;
}

const WORD_BYTES = 4;

/** A view of the bytes, without a copy. */
export function createWordView(bytes: Uint8Array): WordView {
  const { buffer, byteOffset, length } = bytes;
  return { bytes, data: new DataView(buffer, byteOffset, length), length };
}

/** The text of one byte or more. */
export function createFixedText(text: Uint8Array): FixedText {
  const missing = Math.max(0, WORD_BYTES - text.length);
  const { data, length } = createWordView(Buffer.concat([Buffer.alloc(missing), text]));
  const last = length - WORD_BYTES;
  const words = new Int32Array(Math.ceil(length / WORD_BYTES)).map((_, word) =>
    data.getInt32(Math.min(word * WORD_BYTES, last), true),
  );
  return { length: text.length, words, lastMask: -1 << (missing * 8) };
}

/** True if the text is at `start`. At least four bytes must end where the text ends: those of the text and bytes before it. */
export function isTextAt(
  { data, length: size }: WordView,
  start: number,
  { length, words, lastMask }: FixedText,
): boolean {
  const last = start + length - WORD_BYTES;
  if (last + WORD_BYTES > size) return false;
  let word = 0;
  for (let at = start; at < last; at += WORD_BYTES) {
    if (data.getInt32(at, true) !== words[word++]!) return false;
  }
  return (data.getInt32(last, true) & lastMask) === words[word]!;
}
