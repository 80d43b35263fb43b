/** Runs the body check over the chunks of a body. */

import { ReportingError } from '../../../src/core/errors.ts';
import { toVisibleLine } from '../../../src/core/text.ts';
import { createRecordReader } from '../../../src/json/body.ts';
import type { Member } from '../../../src/json/members.ts';
import { JANUARY } from '../records/receive.ts';
import { cut } from './json-documents.ts';

export interface BodyReading {
  readonly isWhole: boolean;
  readonly records: string[];
  /** The members of the body itself: name and value, as shown. */
  readonly members: string[][];
}

export function readBody(chunks: readonly Buffer[]): BodyReading {
  const records: string[] = [];
  const members: string[][] = [];
  const observer = {
    lines: (bytes: Buffer) => records.push(bytes.toString()),
    member({ path, value }: Member) {
      if (path.length === 1) members.push([path[0]!, toVisibleLine(value.text, 100)]);
    },
  };
  const check = createRecordReader(JANUARY, observer, { learnAfter: Number.POSITIVE_INFINITY });
  for (const chunk of chunks) check.write(chunk);
  return { isWhole: check.end(), records, members };
}

/** The records of a valid body; the message for an invalid body; undefined for a body that is cut off. */
export function outcomeOf(bytes: Buffer, sizes: readonly number[]): string[] | string | undefined {
  try {
    const { isWhole, records } = readBody(cut(bytes, sizes));
    return isWhole ? records : undefined;
  } catch (error) {
    if (!(error instanceof ReportingError) || error.kind !== 'malformed') throw error;
    return error.message;
  }
}
