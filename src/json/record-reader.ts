/**
 * Reads the bytes of a response body into lines of checked records, and surveys the records. The scanner reads the first
 * records of a body, and the first record of each shape; the fast path reads the records of that shape that follow it.
 */

import type { DateRange } from '../dates/range.ts';
import { createBodyCheck } from './body.ts';
import { createFastPath } from './fast-path.ts';
import type { Member } from './members.ts';
import { createRecordSample } from './record-sample.ts';
import { createRecordSurvey } from './record-survey.ts';

/** Checks a body, and surveys its records. */
export type RecordReader = ReturnType<typeof createRecordReader>;

interface ReaderObserver {
  /** One or more minified records, separated by line feeds. The bytes are valid until the call returns. */
  lines(bytes: Buffer): void;
  /** A member beside the records, or nested in such a member, once its value has ended. */
  member(member: Member): void;
}

/** Options of a record reader. */
export interface ReaderOptions {
  /** As for `createRecordSurvey`. */
  readonly dateColumn?: string | undefined;
  /** The number of records that the scanner reads before the fast path learns shapes. */
  readonly learnAfter?: number;
}

/** Compiling a pattern takes longer than scanning this many records. */
const LEARN_AFTER = 64;

/** Reads the body with the records of `window`. */
export function createRecordReader(
  window: DateRange,
  observer: ReaderObserver,
  { dateColumn, learnAfter = LEARN_AFTER }: ReaderOptions = {},
) {
  const survey = createRecordSurvey(window, dateColumn);
  const sample = createRecordSample();
  const fastPath = createFastPath({
    sample,
    datesOf: ({ column }) => survey.datesOf(column),
    datesVersion: survey.datesVersion,
  });
  let scanned = 0;
  const check = createBodyCheck(
    {
      record(bytes) {
        survey.add(bytes);
        sample.add(bytes, 0, bytes.length);
        if (scanned++ >= learnAfter) fastPath.learn(bytes);
        observer.lines(bytes);
      },
      batch({ count, lines }) {
        survey.addMatched(count);
        observer.lines(lines);
      },
      member: observer.member,
    },
    fastPath,
  );
  return { ...check, survey: survey.result, sample: sample.repeated };
}
