/** The bodies that the server sends: a service answers for the days that were requested, so records are dated on these days. */

import { JSON_DATE_OFFSET, type MadeRecord, recordOf, type Shape } from './shapes.ts';

/** A response body. The server reads it from the request's path. */
export interface BodySpec {
  readonly shape: Shape;
  readonly records: number;
  /** How many times the body has the records. */
  readonly repeat: number;
}

export interface Dates {
  readonly from: string;
  readonly days: number;
}

/** The days on which records are dated when they are made. */
export const JANUARY: Dates = { from: '2026-01-01', days: 31 };

const DAY_MS = 86_400_000;
const RECORDS_IN_A_CHUNK = 10_000;
const [HEAD, COMMA, TAIL] = ['{"data":[', ',', ']}'].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer];

/** Makes bodies and keeps the latest records: they are made once for all runs of a case, and the memory of the server is bounded. */
export function createBodies(): { readonly partsOf: (spec: BodySpec, dates: Dates) => readonly Buffer[] } {
  let key = '';
  let texts: readonly DatedText[] = [];
  return {
    partsOf(spec, dates) {
      const newKey = `${spec.shape}/${spec.records}`;
      if (key !== newKey) texts = datedTexts(spec, ({ json }) => json, ',', JSON_DATE_OFFSET);
      key = newKey;
      const isAsMade = dates.from === JANUARY.from && dates.days === JANUARY.days;
      const chunks = texts.map((text) => (isAsMade ? text.bytes : dateOn(text, dates)));
      const parts = Array.from({ length: spec.repeat }, () => chunks).flat();
      return [HEAD, ...parts.flatMap((chunk, index) => (index === 0 ? [chunk] : [COMMA, chunk])), TAIL];
    },
  };
}

/** Records as text, one after another, and where each of them holds its date. */
export interface DatedText {
  readonly bytes: Buffer;
  readonly dateOffsets: Uint32Array;
  /** The index of the first record. */
  readonly start: number;
}

/** The records in chunks; `textOf` has its date at `dateOffset`. */
export function datedTexts(
  { shape, records }: Omit<BodySpec, 'repeat'>,
  textOf: (record: MadeRecord) => string,
  separator: string,
  dateOffset: number,
): readonly DatedText[] {
  return Array.from({ length: Math.ceil(records / RECORDS_IN_A_CHUNK) }, (_, chunk) => {
    const start = chunk * RECORDS_IN_A_CHUNK;
    const dateOffsets = new Uint32Array(Math.min(RECORDS_IN_A_CHUNK, records - start));
    const pieces: string[] = [];
    let size = 0;
    for (const index of dateOffsets.keys()) {
      const before = index === 0 ? '' : separator;
      const piece = before + textOf(recordOf(shape, start + index));
      dateOffsets[index] = size + before.length + dateOffset;
      size += Buffer.byteLength(piece);
      pieces.push(piece);
    }
    return { bytes: Buffer.from(pieces.join('')), dateOffsets, start };
  });
}

/** The same records, dated on other days: record n on day n, from the first again after the last. */
export function dateOn({ bytes, dateOffsets, start }: DatedText, { from, days }: Dates): Buffer {
  const dates = Array.from({ length: days }, (_, day) => dayAfter(from, day));
  const dated = Buffer.from(bytes);
  for (const [index, offset] of dateOffsets.entries()) dated.write(dates[(start + index) % days]!, offset);
  return dated;
}

export function dayAfter(from: string, days: number): string {
  return new Date(Date.parse(from) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The days from the first to the last, both included. */
export function daysOf(from: string, to: string): Dates {
  return { from, days: (Date.parse(to) - Date.parse(from)) / DAY_MS + 1 };
}
