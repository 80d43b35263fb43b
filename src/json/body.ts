/**
 * Reads the bytes of a response body into lines of checked records, and surveys the records. The body must be one whole JSON
 * object whose member `data` is an array of objects (part 4 of the service's interface), in valid UTF-8. Records come out as
 * minified text in which every token keeps the bytes that the service sent. The interface defines no other members: they are
 * checked and surveyed, then dropped. The scanner reads the first records of a body, and the first record of each shape; the fast
 * path reads the records of that shape that follow it.
 */

import { isUtf8 } from 'node:buffer';
import { RECORDS_MEMBER } from '../api/wire.ts';
import { OPENING_BRACE, OPENING_BRACKET } from '../core/bytes.ts';
import { ReportingError } from '../core/errors.ts';
import { quoteLine } from '../core/text.ts';
import type { DateRange } from '../dates/range.ts';
import { createFastPath } from './fast-path.ts';
import { MAX_VALUE_BYTES, type Member, readMemberName, readMembers } from './members.ts';
import { createRecordSample } from './record-sample.ts';
import { createRecordSurvey } from './record-survey.ts';
import { createJsonScanner } from './scanner.ts';
import { CHECK_BASE_URL } from './unexpected-body.ts';

/** The size of the largest record that is read, and of a name or another object in the body. One at a time is held in memory. */
export const MAX_RECORD_BYTES = 16 * 1024 * 1024;
/** Limits of the member names that an error lists. */
const NAMES_SHOWN = 5;
const NAME_LENGTH = 40;

const EMPTY = Buffer.alloc(0);

/** Checks one body, chunk by chunk, and surveys its records. */
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
  const utf8 = createUtf8Check();
  const survey = createRecordSurvey(window, dateColumn);
  const sample = createRecordSample();
  const fastPath = createFastPath({ sample, datesOf: ({ column }) => survey.datesOf(column) });
  const collector = createCollector();
  let name = '';
  /** The first names of the body's members, for an error. */
  const names: string[] = [];
  let recordsSeen = false;
  let recordCount = 0;
  let scanned = 0;

  const scanner = createJsonScanner({
    text: collector.add,
    nameStart() {
      collector.restart(MAX_RECORD_BYTES);
    },
    nameEnd() {
      name = readMemberName(collector.bytes());
      if (names.length < NAMES_SHOWN) names.push(quoteLine(name, NAME_LENGTH));
      collector.restart(0, true);
    },
    valueStart(depth, byte) {
      if (depth === 0 && byte !== OPENING_BRACE) throw malformed('is not a JSON object');
      if (depth === 1 && name !== RECORDS_MEMBER) startOther(byte);
      else if (depth === 1) startRecords(byte);
      else if (depth === 2 && name === RECORDS_MEMBER) startRecord(byte);
    },
    valueEnd(depth, chunk, end) {
      if (depth === 2 && name === RECORDS_MEMBER) return endRecord(chunk, end);
      if (depth === 1 && name !== RECORDS_MEMBER) {
        readMembers(name, collector.bytes(), observer.member);
        collector.restart(0, true);
      }
      return end;
    },
  });

  function startRecords(byte: number): void {
    if (recordsSeen) throw malformed(`has \`${RECORDS_MEMBER}\` twice`);
    if (byte !== OPENING_BRACKET) throw malformed(`has a \`${RECORDS_MEMBER}\` that is not an array`);
    recordsSeen = true;
  }

  /** Members of an object can say that the response is incomplete, so it is collected whole; of other values, their beginning. */
  function startOther(byte: number): void {
    if (byte === OPENING_BRACE) collector.restart(MAX_RECORD_BYTES);
    else collector.restart(MAX_VALUE_BYTES + 1, true);
  }

  function startRecord(byte: number): void {
    if (byte !== OPENING_BRACE) {
      const which = `element ${recordCount + 1} of \`${RECORDS_MEMBER}\``;
      throw malformed(`has a record that is not an object: ${which}`);
    }
    collector.restart(MAX_RECORD_BYTES);
  }

  /** Takes a record from the scanner, and those after it from the fast path. Returns the index in the chunk after them. */
  function endRecord(chunk: Buffer, end: number): number {
    const record = collector.bytes();
    recordCount++;
    survey.add(record);
    sample.add(record, 0, record.length);
    if (scanned++ >= learnAfter) fastPath.learn(record);
    observer.lines(record);
    collector.restart(0, true);
    const batch = fastPath.match(chunk, end);
    if (batch === undefined) return end;
    recordCount += batch.count;
    survey.addMatched(batch.count);
    observer.lines(batch.lines);
    return batch.end;
  }

  return {
    /** Takes the next bytes, cut anywhere, and may change them in place. Throws a malformed error at the first invalid byte. */
    write(chunk: Buffer): void {
      scanner.write(utf8.check(chunk));
    },
    /** Ends the body. False if the text stopped before its outermost object was closed; throws a malformed error. */
    end(): boolean {
      if (!scanner.isWhole()) return false;
      utf8.end();
      const found = names.length === 0 ? 'is an empty object' : `has ${names.join(', ')}`;
      if (!recordsSeen) throw malformed(`has no \`${RECORDS_MEMBER}\` array`, `it ${found}: ${CHECK_BASE_URL}`);
      return true;
    },
    survey: survey.result,
    sample: sample.repeated,
  };
}

/** Joins the pieces of one token or record. It drops all bytes until its first `restart`. */
function createCollector() {
  let buffer = Buffer.allocUnsafe(4096);
  let length = 0;
  let limit = 0;
  let dropsRest = true;

  /** Starts a new token. Bytes after the first `maxBytes` are dropped if it may be cut, and are an error otherwise. */
  function restart(maxBytes: number, mayBeCut = false): void {
    length = 0;
    limit = maxBytes;
    dropsRest = mayBeCut;
  }

  return {
    restart,
    add(bytes: Buffer): void {
      if (bytes.length > limit - length && !dropsRest)
        throw malformed('has a record, a name or another object of over 16 MiB');
      const end = Math.min(limit, length + bytes.length);
      if (end > buffer.length) buffer = Buffer.concat([buffer], Math.max(buffer.length * 2, end));
      length += bytes.copy(buffer, length, 0, end - length);
    },
    /** The bytes added since the restart; valid until the next one. */
    bytes: (): Buffer => buffer.subarray(0, length),
  };
}

function malformed(problem: string, hint?: string): ReportingError {
  return new ReportingError('E-bad-body', `the body ${problem}`, { hint });
}

/** Cuts a stream of bytes into pieces, each valid UTF-8 (RFC 3629). Throws the error of `invalid` for other bytes. */
export function createUtf8Check(invalid: () => ReportingError = () => malformed('is not valid UTF-8')): {
  check(chunk: Buffer): Buffer;
  end(): void;
} {
  /** The first bytes of a character that ends in the next chunk. */
  let held: Buffer = EMPTY;

  return {
    check(chunk) {
      const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      const length = wholeLength(bytes);
      if (length === -1) throw invalid();
      held = length === bytes.length ? EMPTY : Buffer.from(bytes.subarray(length));
      return bytes.subarray(0, length);
    },
    end() {
      if (held.length > 0) throw invalid();
    },
  };
}

/** The length of the bytes without the beginning of a character that the next chunk may complete; -1 if they are not valid. */
function wholeLength(bytes: Buffer): number {
  for (let length = bytes.length; length >= Math.max(0, bytes.length - 3); length--) {
    if (isUtf8(bytes.subarray(0, length))) return length;
  }
  return -1;
}
