/** The days of a window, and records that are dated on them: a service answers for the days that were requested. */

const DAY_MS = 86_400_000;
const DATE_LENGTH = '2026-01-01'.length;

export interface Dates {
  readonly from: string;
  readonly days: number;
}

/** The days on which records are dated when they are made. */
export const JANUARY: Dates = { from: '2026-01-01', days: 31 };

/** Records as text, one after another, and where each of them holds its date. */
export interface DatedText {
  readonly bytes: Buffer;
  readonly dateOffsets: Uint32Array;
  /** The index of the first record. */
  readonly start: number;
}

/** `dateOffset` is where each text holds its date. */
export function createDatedText(
  texts: readonly string[],
  { separator, dateOffset, start }: { separator: string; dateOffset: number; start: number },
): DatedText {
  const dateOffsets = new Uint32Array(texts.length);
  const pieces = texts.map((text, index) => Buffer.from(index === 0 ? text : separator + text));
  let size = 0;
  for (const [index, piece] of pieces.entries()) {
    dateOffsets[index] = size + dateOffset + (index === 0 ? 0 : separator.length);
    size += piece.length;
  }
  return { bytes: Buffer.concat(pieces), dateOffsets, start };
}

/** The same records, dated on other days: record n on day n, from the first again after the last. */
export function dateOn({ bytes, dateOffsets, start }: DatedText, { from, days }: Dates): Buffer {
  const dates = Array.from({ length: days }, (_, day) => Buffer.from(dayAfter(from, day)));
  const dated = Buffer.from(bytes);
  for (const [index, offset] of dateOffsets.entries()) {
    dates[(start + index) % days]!.copy(dated, offset, 0, DATE_LENGTH);
  }
  return dated;
}

export function dayAfter(from: string, days: number): string {
  return new Date(Date.parse(from) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The days from the first to the last, both included. */
export function daysOf(from: string, to: string): Dates {
  return { from, days: (Date.parse(to) - Date.parse(from)) / DAY_MS + 1 };
}
