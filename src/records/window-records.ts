/** Receives the response for one window: checks it, surveys it and writes its records to a spool file. */

import { ReportingError } from '../core/errors.ts';
import type { DateRange } from '../dates/range.ts';
import { createRecordReader, type RecordReader } from '../json/body.ts';
import { assertNoFailure, createMemberSurvey, type MemberSurvey, messageIn } from '../json/member-rules.ts';
import type { Survey } from '../json/record-survey.ts';
import { headerMembers } from '../json/sign-rules.ts';
import { type Answer, type Body, objectChunks, unfinished } from '../json/unexpected-body.ts';
import { createLineWriter, type SpooledLines } from './spool.ts';

/** A complete, checked response: the surveys of its records and members, and the file of its records. */
export interface WindowRecords extends Survey, MemberSurvey, SpooledLines {
  /** The report's name. */
  readonly report: string;
  readonly window: DateRange;
  /** The name of the profile; undefined in a report for one client. */
  readonly profile?: string | undefined;
  /** The size of the decoded body in bytes. */
  readonly sizeBytes: number;
  readonly answer?: Answer | undefined;
  /** The indexes of the records in a sample, if two of them may be equal; otherwise empty. */
  readonly sample: readonly number[];
}

/** The spool file of a body, and how to read it. */
export interface WindowRecordsOptions {
  readonly report: string;
  readonly file: string;
  /** The column in which the user expects the record's date. */
  readonly dateColumn?: string | undefined;
  /** The name of the profile; undefined in a report for one client. */
  readonly profile?: string | undefined;
}

/**
 * Receives a body into `file` and replaces its content. Throws a malformed error for a body that breaks the interface, an
 * unavailable error, with a retry, for a body that may have been cut off, and an output error for the file.
 */
export async function receiveWindow(
  body: Body,
  window: DateRange,
  options: WindowRecordsOptions,
): Promise<WindowRecords> {
  const writer = createLineWriter(options.file);
  try {
    const members = createMemberSurvey();
    const { answer } = body;
    headerMembers(answer?.headers ?? new Map()).forEach(members.add);
    const observer = { lines: writer.add, member: members.add };
    const reader = createRecordReader(window, observer, { dateColumn: options.dateColumn });

    let sizeBytes = 0;
    for await (const chunk of objectChunks(body)) {
      sizeBytes += chunk.length;
      reader.write(chunk);
    }
    if (!isWhole(reader, members)) {
      throw unfinished(body, `the body ends in the middle of its JSON, after ${sizeBytes} bytes`);
    }
    const survey = { ...members.result(), ...reader.survey() };
    if (survey.recordCount === 0) assertNoFailure(survey);
    const spoolBytes = writer.finish();
    const { report, file, profile } = options;
    return { ...{ report, window, profile, file, sizeBytes, spoolBytes, answer }, sample: reader.sample(), ...survey };
  } finally {
    writer.close();
  }
}

/** False for a body that ends early. Adds the service's own message to the error for a body without records. */
function isWhole(reader: RecordReader, members: { result(): MemberSurvey }): boolean {
  try {
    return reader.end();
  } catch (error) {
    if (!(error instanceof ReportingError)) throw error;
    throw error.with({}, { message: `${error.message}${messageIn(members.result().partialMembers)}` });
  }
}
