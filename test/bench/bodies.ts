import { gzipSync } from 'node:zlib';
import { createDatedText, type DatedText, type Dates, dateOn, JANUARY } from './dates.ts';
import { JSON_DATE_OFFSET, SHAPES, type ShapeName } from './shapes.ts';

export const ENCODINGS = ['identity', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** A response body. The server reads it from the request's path. */
export interface BodySpec {
  readonly shape: ShapeName;
  readonly records: number;
  /** How many times the body has the records. 1 for a compressed body. */
  readonly repeat: number;
  readonly encoding: Encoding;
}

const HEAD = Buffer.from('{"data":[');
const COMMA = Buffer.from(',');
const TAIL = Buffer.from(']}');
const RECORDS_IN_A_CHUNK = 10_000;

/**
 * Makes bodies and keeps the latest records and the latest compressed body. So records are made once for all runs of a case, and
 * the server's memory is bounded.
 */
export function createBodies(): { readonly partsOf: (spec: BodySpec, dates: Dates) => readonly Buffer[] } {
  let key = '';
  let texts: readonly DatedText[] = [];
  let compressed: { readonly from: string; readonly bytes: Buffer } | undefined;
  return {
    partsOf(spec, dates) {
      const newKey = `${spec.shape}/${spec.records}`;
      if (key !== newKey) {
        texts = recordTexts(spec);
        compressed = undefined;
        key = newKey;
      }
      const isAsMade = dates.from === JANUARY.from && dates.days === JANUARY.days;
      const chunks = texts.map((text) => (isAsMade ? text.bytes : dateOn(text, dates)));
      const records = chunks.flatMap((chunk, index) => (index === 0 ? [chunk] : [COMMA, chunk]));
      if (spec.encoding === 'identity') {
        const repeats = Array.from({ length: spec.repeat }, (_, time) =>
          time ? [COMMA, ...records] : records,
        );
        return [HEAD, ...repeats.flat(), TAIL];
      }
      if (spec.repeat !== 1) throw new Error('a compressed body does not repeat its records');
      if (compressed?.from !== dates.from) {
        compressed = { from: dates.from, bytes: gzipSync(Buffer.concat([HEAD, ...records, TAIL])) };
      }
      return [compressed.bytes];
    },
  };
}

function recordTexts({ shape, records }: BodySpec): readonly DatedText[] {
  const { record } = SHAPES[shape];
  const texts: DatedText[] = [];
  for (let start = 0; start < records; start += RECORDS_IN_A_CHUNK) {
    const count = Math.min(RECORDS_IN_A_CHUNK, records - start);
    const json = Array.from({ length: count }, (_, offset) => record(start + offset).json);
    texts.push(createDatedText(json, { separator: ',', dateOffset: JSON_DATE_OFFSET, start }));
  }
  return texts;
}
