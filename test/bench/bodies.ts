import { gzipSync } from 'node:zlib';
import { SHAPES, type ShapeName } from './shapes.ts';

export const ENCODINGS = ['identity', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** What the service answers with: an address of it is all that a server needs. */
export interface BodySpec {
  readonly shape: ShapeName;
  readonly records: number;
  /** How often the records come one after the other in one body; once, where it is compressed. */
  readonly repeat: number;
  readonly encoding: Encoding;
}

const HEAD = Buffer.from('{"data":[');
const COMMA = Buffer.from(',');
const TAIL = Buffer.from(']}');
const RECORDS_IN_A_CHUNK = 10_000;

/**
 * Makes bodies, and keeps the parts of the one asked for last, compressed ones too: a body is made once for all the runs
 * of a case, and the server's memory stays bounded.
 */
export function createBodies(): { readonly partsOf: (spec: BodySpec) => readonly Buffer[] } {
  let key = '';
  let records: Buffer = Buffer.alloc(0);
  let compressed: Buffer | undefined;
  return {
    partsOf(spec) {
      const wanted = `${spec.shape}/${spec.records}`;
      if (key !== wanted) {
        records = recordsText(spec);
        compressed = undefined;
        key = wanted;
      }
      if (spec.encoding === 'identity') {
        const repeats = Array.from({ length: spec.repeat }, (_, time) =>
          time ? [COMMA, records] : [records],
        );
        return [HEAD, ...repeats.flat(), TAIL];
      }
      if (spec.repeat !== 1) throw new Error('a compressed body does not repeat its records');
      compressed ??= gzipSync(Buffer.concat([HEAD, records, TAIL]));
      return [compressed];
    },
  };
}

function recordsText({ shape, records }: BodySpec): Buffer {
  const { record } = SHAPES[shape];
  const chunks: Buffer[] = [];
  for (let start = 0; start < records; start += RECORDS_IN_A_CHUNK) {
    const count = Math.min(RECORDS_IN_A_CHUNK, records - start);
    const texts = Array.from({ length: count }, (_, offset) => record(start + offset).json);
    chunks.push(start ? COMMA : Buffer.alloc(0), Buffer.from(texts.join(',')));
  }
  return Buffer.concat(chunks);
}
