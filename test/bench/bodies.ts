import { createDatedText, type DatedText, type Dates, dateOn, JANUARY } from './dates.ts';
import { JSON_DATE_OFFSET, SHAPES, type ShapeName } from './shapes.ts';

/** A response body. The server reads it from the request's path. */
export interface BodySpec {
  readonly shape: ShapeName;
  readonly records: number;
  /** How many times the body has the records. */
  readonly repeat: number;
}

const HEAD = Buffer.from('{"data":[');
const COMMA = Buffer.from(',');
const TAIL = Buffer.from(']}');
const RECORDS_IN_A_CHUNK = 10_000;

/** Makes bodies and keeps the latest records: they are made once for all runs of a case, and the memory of the server is bounded. */
export function createBodies(): { readonly partsOf: (spec: BodySpec, dates: Dates) => readonly Buffer[] } {
  let key = '';
  let texts: readonly DatedText[] = [];
  return {
    partsOf(spec, dates) {
      const newKey = `${spec.shape}/${spec.records}`;
      if (key !== newKey) texts = recordTexts(spec);
      key = newKey;
      const isAsMade = dates.from === JANUARY.from && dates.days === JANUARY.days;
      const chunks = texts.map((text) => (isAsMade ? text.bytes : dateOn(text, dates)));
      const parts = Array.from({ length: spec.repeat }, () => chunks)
        .flat()
        .flatMap((chunk, index) => (index === 0 ? [chunk] : [COMMA, chunk]));
      return [HEAD, ...parts, TAIL];
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
