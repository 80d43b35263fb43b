/** A segment is one window's response, whole and checked: its records in a spool file, one minified record a line. */

import { ReportingError } from '../core/reporting-error.ts';
import type { Window } from '../core/windows.ts';
import { createLineWriter } from './line-writer.ts';
import { messageIn } from './member-message.ts';
import { createMemberSurvey, type MemberSurvey } from './member-survey.ts';
import { createRecordReader, type RecordReader } from './record-reader.ts';
import type { Survey } from './record-survey.ts';
import { openSpoolFile } from './spool.ts';
import type { SpooledLines } from './spooled-lines.ts';
import { objectChunks, unfinished } from './unexpected-body.ts';

export interface Segment extends Survey, MemberSurvey, SpooledLines {
  readonly window: Window;
  /** Whose it is, by the name of the profile; undefined in a report of one client. */
  readonly profile?: string | undefined;
  /** Bytes of the body, decoded. */
  readonly sizeBytes: number;
}

export interface Body {
  /** The body's bytes, decoded, in chunks cut anywhere. */
  readonly chunks: AsyncIterable<Buffer>;
  /** True if the transport says where the body ends, so that one that arrived was not cut off. */
  readonly endIsKnown: boolean;
  /** As the answer's header gives it. */
  readonly contentType?: string | undefined;
}

export interface SegmentOptions {
  readonly file: string;
  /** The body's member that holds the records. */
  readonly recordsMember: string;
  /** The name of the column that the user says holds the record's date. */
  readonly dateColumn?: string | undefined;
  /** Told the size of each chunk. */
  readonly onBytes?: (sizeBytes: number) => void;
}

/**
 * Receives a body into `file`, replacing what an earlier attempt left there. Throws a malformed error for a body that
 * breaks the interface's promises, and an unavailable one, to be retried, for one that may have been cut off.
 */
export async function receiveSegment(body: Body, window: Window, options: SegmentOptions): Promise<Segment> {
  const handle = await openSpoolFile(options.file);
  try {
    const writer = createLineWriter(handle, options.file);
    const members = createMemberSurvey();
    const observer = { lines: writer.add, member: members.add };
    const reader = createRecordReader(window, options.recordsMember, observer, options.dateColumn);

    let sizeBytes = 0;
    for await (const chunk of objectChunks(body)) {
      sizeBytes += chunk.length;
      reader.write(chunk);
      await writer.flushWhenFull();
      options.onBytes?.(chunk.length);
    }
    if (!isWhole(reader, members)) {
      throw unfinished(body, `the body ends in the middle of its JSON, after ${sizeBytes} bytes`);
    }
    const spoolBytes = await writer.finish();
    return { window, file: options.file, sizeBytes, spoolBytes, ...members.result(), ...reader.survey() };
  } finally {
    await handle.close();
  }
}

/** False for a body that ends early. What the service says beside missing records joins the error. */
function isWhole(reader: RecordReader, members: { result(): MemberSurvey }): boolean {
  try {
    return reader.end();
  } catch (error) {
    if (!(error instanceof ReportingError)) throw error;
    throw error.with({}, { message: error.message + messageIn(members.result().tellingMembers) });
  }
}
