/**
 * Checks a response body while it arrives: one whole JSON object whose member `data` is an array of objects (part 4 of the
 * service's interface), in valid UTF-8. Records come out as minified text in which every token keeps the bytes that the
 * service sent. The interface defines no other members: they are checked and surveyed, then dropped.
 */

import { isUtf8 } from 'node:buffer';
import { RECORDS_MEMBER } from '../api/wire.ts';
import { OPENING_BRACE, OPENING_BRACKET } from '../core/bytes.ts';
import { ReportingError } from '../core/errors.ts';
import { quoteLine } from '../core/text.ts';
import { createCollector } from './collector.ts';
import type { Batch, FastPath } from './fast-path.ts';
import { MAX_VALUE_BYTES, type Member, readMemberName, readMembers } from './members.ts';
import { createJsonScanner } from './scanner.ts';
import { CHECK_BASE_URL } from './unexpected-body.ts';

interface BodyObserver {
  /** One minified record. The bytes are valid until the call returns. */
  record(bytes: Buffer): void;
  /** The records that follow it, from the fast path. The bytes are valid until the next chunk. */
  batch(batch: Batch): void;
  /** A member beside the records, or nested in such a member, once its value has ended. */
  member(member: Member): void;
}

/** Checks one body, chunk by chunk. */
export interface BodyCheck {
  /** Takes the next bytes, cut anywhere, and may change them in place. Throws a malformed error at the first invalid byte. */
  write(chunk: Buffer): void;
  /** Ends the body. False if the text stopped before its outermost object was closed; throws a malformed error. */
  end(): boolean;
}

/** The size of the largest record that is read, and of another object in the body. One at a time is held in memory. */
export const MAX_RECORD_BYTES = 16 * 1024 * 1024;
const MAX_NAME_BYTES = 64 * 1024;
/** Limits of the member names that an error lists. */
const NAMES_SHOWN = 5;
const NAME_LENGTH = 40;

const EMPTY = Buffer.alloc(0);

/** Without `fastPath`, the scanner reads each record. */
export function createBodyCheck(observer: BodyObserver, fastPath?: FastPath): BodyCheck {
  const utf8 = createUtf8Check();
  const collector = createCollector();
  /** True if the collector holds only the beginning of the value. */
  let isCut = false;
  let name = '';
  const names = new Set<string>();
  let recordsSeen = false;
  let recordCount = 0;

  const scanner = createJsonScanner({
    text: collector.add,
    nameStart() {
      collector.restart(MAX_NAME_BYTES, () => {
        throw malformed('has a member name of over 64 KiB');
      });
    },
    nameEnd() {
      name = readMemberName(collector.bytes());
      if (names.size <= NAMES_SHOWN) names.add(name);
      collector.stop();
    },
    valueStart(depth, byte) {
      if (depth === 0) startBody(byte);
      else if (depth === 1 && name === RECORDS_MEMBER) startRecords(byte);
      else if (depth === 1) startOther(byte);
      else if (name === RECORDS_MEMBER) startRecord(byte);
    },
    valueEnd(depth, chunk, end) {
      if (depth === 2 && name === RECORDS_MEMBER) {
        recordCount++;
        observer.record(collector.bytes());
        collector.stop();
        const batch = fastPath?.match(chunk, end);
        if (batch === undefined) return end;
        recordCount += batch.count;
        observer.batch(batch);
        return batch.end;
      }
      if (depth === 1 && name !== RECORDS_MEMBER) {
        readMembers(name, collector.bytes(), isCut, observer.member);
        collector.stop();
      }
      return end;
    },
  });

  function startBody(byte: number): void {
    if (byte !== OPENING_BRACE) throw malformed('is not a JSON object');
  }

  function startRecords(byte: number): void {
    if (recordsSeen) throw malformed(`has \`${RECORDS_MEMBER}\` twice`);
    if (byte !== OPENING_BRACKET) throw malformed(`has a \`${RECORDS_MEMBER}\` that is not an array`);
    recordsSeen = true;
  }

  /** Members of an object can say that the response is incomplete, so it is collected whole; of other values, their beginning. */
  function startOther(byte: number): void {
    isCut = false;
    if (byte === OPENING_BRACE)
      collector.restart(MAX_RECORD_BYTES, () => {
        throw malformed(`has an object of over 16 MiB beside \`${RECORDS_MEMBER}\``);
      });
    else
      collector.restart(MAX_VALUE_BYTES, () => {
        isCut = true;
      });
  }

  function startRecord(byte: number): void {
    const which = `element ${recordCount + 1} of \`${RECORDS_MEMBER}\``;
    if (byte !== OPENING_BRACE) throw malformed(`has a record that is not an object: ${which}`);
    collector.restart(MAX_RECORD_BYTES, () => {
      throw malformed(`has a record of over 16 MiB: ${which}`);
    });
  }

  return {
    write(chunk) {
      scanner.write(utf8.check(chunk));
    },
    end() {
      if (!scanner.isWhole()) return false;
      utf8.end();
      if (!recordsSeen) throw malformed(`has no \`${RECORDS_MEMBER}\` array`, missingRecordsHint([...names]));
      return true;
    },
  };
}

function malformed(problem: string, hint?: string): ReportingError {
  return new ReportingError('E-bad-body', `the body ${problem}`, { hint });
}

/** Lists the member names that the body has. */
function missingRecordsHint(names: readonly string[]): string {
  if (names.length === 0) return `it is an empty object: ${CHECK_BASE_URL}`;
  const shown = names.slice(0, NAMES_SHOWN).map((name) => quoteLine(name, NAME_LENGTH));
  const more = names.length > NAMES_SHOWN ? ' and more' : '';
  return `it has ${shown.join(', ')}${more}: ${CHECK_BASE_URL}`;
}

/** Cuts a stream of bytes into pieces, each valid UTF-8 (RFC 3629). Throws the error of `invalid` for the first invalid byte. */
export function createUtf8Check(invalid: (offset: number) => ReportingError = invalidUtf8): {
  check(chunk: Buffer): Buffer;
  end(): void;
} {
  /** The first bytes of a character that ends in the next chunk. */
  let held: Buffer = EMPTY;
  let offset = 0;

  return {
    check(chunk) {
      const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      const whole = bytes.subarray(0, bytes.length - unfinishedLength(bytes));
      if (!isUtf8(whole)) throw invalid(offset + firstInvalid(whole));
      held = whole.length === bytes.length ? EMPTY : Buffer.from(bytes.subarray(whole.length));
      offset += whole.length;
      return whole;
    },
    end() {
      if (held.length > 0) throw invalid(offset);
    },
  };
}

/** The number of bytes at the end, 0 to 3, that begin a character which the next chunk may complete. */
function unfinishedLength(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return characterLength(byte) > back ? back : 0;
  }
  return 0;
}

function characterLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}

/** The index at which the first invalid character begins, by bisection. */
function firstInvalid(bytes: Buffer): number {
  let [valid, invalid] = [0, bytes.length];
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    const head = bytes.subarray(0, middle);
    if (isUtf8(head.subarray(0, middle - unfinishedLength(head)))) valid = middle;
    else invalid = middle;
  }
  return valid - unfinishedLength(bytes.subarray(0, valid));
}

function invalidUtf8(offset: number): ReportingError {
  return new ReportingError('E-bad-body', `the body is not valid UTF-8 at byte ${offset}`);
}
