/** From the bytes of a body to lines of records, checked, and what is known of them: one by one, or in runs of like ones. */

import type { Window } from '../core/windows.ts';
import { type BodyCheck, createBodyCheck, MAX_RECORD_BYTES } from './body-check.ts';
import type { Member } from './member-inspector.ts';
import { createRecordSurvey, type Survey } from './record-survey.ts';
import { createRunMatcher } from './run-matcher.ts';

export interface RecordReader extends BodyCheck {
  /** What is known of the records so far. */
  survey(): Survey;
}

export interface ReaderObserver {
  /** The next record, minified, or several with line feeds between them. The bytes are valid until the call returns. */
  lines(bytes: Buffer): void;
  /** A member beside the records, or one nested in such a member, when its value has ended. */
  member(member: Member): void;
}

/** `recordsMember` is the name of the body's member that holds the records of `window`; `dateColumn` as for a survey. */
export function createRecordReader(
  window: Window,
  recordsMember: string,
  observer: ReaderObserver,
  dateColumn?: string,
): RecordReader {
  const survey = createRecordSurvey(window, dateColumn);
  const matcher = createRunMatcher({
    window,
    maxRecordBytes: MAX_RECORD_BYTES,
    datesOf: ({ column }) => survey.datesOf(column),
    datesVersion: survey.datesVersion,
  });
  const check = createBodyCheck(
    recordsMember,
    {
      record(bytes) {
        survey.add(bytes);
        matcher.learn(bytes);
        observer.lines(bytes);
      },
      run({ count, lines }) {
        survey.addAlike(count);
        observer.lines(lines);
      },
      member: observer.member,
    },
    matcher,
  );
  return { ...check, survey: survey.result };
}
