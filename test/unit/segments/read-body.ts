/** The body check, run over the chunks of a body. */

import { expect } from 'vitest';
import { ReportingError } from '../../../src/core/reporting-error.ts';
import { createBodyCheck } from '../../../src/segments/body-check.ts';
import { toValueLine } from '../../../src/segments/member-inspector.ts';
import { cut } from './json-documents.ts';

export interface BodyReading {
  readonly isWhole: boolean;
  readonly records: string[];
  /** Those of the body itself: name and value, as they are shown. */
  readonly members: string[][];
}

export function readBody(chunks: readonly Buffer[]): BodyReading {
  const records: string[] = [];
  const members: string[][] = [];
  const check = createBodyCheck('data', {
    record: (bytes) => records.push(bytes.toString()),
    run: () => expect.unreachable('a run of records, without a matcher'),
    member({ path, value }) {
      if (path.length === 1) members.push([path[0]!, toValueLine(value, 100)]);
    },
  });
  for (const chunk of chunks) check.write(chunk);
  return { isWhole: check.end(), records, members };
}

/** The records of a body that is accepted; the message for one that is refused; undefined for one that is cut off. */
export function outcomeOf(bytes: Buffer, sizes: readonly number[]): string[] | string | undefined {
  try {
    const { isWhole, records } = readBody(cut(bytes, sizes));
    return isWhole ? records : undefined;
  } catch (error) {
    if (!(error instanceof ReportingError) || error.kind !== 'malformed') throw error;
    return error.message;
  }
}
