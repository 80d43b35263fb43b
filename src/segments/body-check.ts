/**
 * The strict reading of a response body as it arrives: a JSON text that is an object whose member `data` is an array of
 * objects, whole, and nothing after it (the service's interface, part 4). Records leave as minified text in which every
 * token keeps the bytes that the service sent. Other members are unknown to the interface: checked, inspected, skipped.
 */

import { ReportingError } from '../core/reporting-error.ts';
import { quoteLine } from '../core/visible-text.ts';
import { createCollector } from './collector.ts';
import { createJsonScanner } from './json-scanner.ts';
import { createMemberInspector, type Member, readMemberName } from './member-inspector.ts';
import type { Run, RunMatcher } from './run-matcher.ts';
import { CHECK_BASE_URL } from './unexpected-body.ts';
import { createUtf8Check } from './utf8-check.ts';

export interface BodyObserver {
  /** One record of `data`, minified. The bytes are valid until the call returns. */
  record(bytes: Buffer): void;
  /** Several records that follow. The bytes are valid until the next chunk. */
  run(run: Run): void;
  /** A member beside `data`, or one nested in such a member, when its value has ended. */
  member(member: Member): void;
}

export interface BodyCheck {
  /** Takes the next bytes, cut anywhere, for good: they may be changed. Throws a malformed error as soon as they cannot become what was promised. */
  write(chunk: Buffer): void;
  /** Takes the end. False if the text stopped before its outermost object was closed. */
  end(): boolean;
}

/** The largest record that is read: one record at a time is held in memory. */
export const MAX_RECORD_BYTES = 16 * 1024 * 1024;
const MAX_NAME_BYTES = 64 * 1024;
/** Names that an error lists. */
const NAMES_SHOWN = 5;
const NAME_LENGTH = 40;

const OPENING_BRACE = 0x7b;
const OPENING_BRACKET = 0x5b;

/** `recordsMember` is the name of the member that holds the records; `matcher` takes what runs of them it can. */
export function createBodyCheck(
  recordsMember: string,
  observer: BodyObserver,
  matcher?: RunMatcher,
): BodyCheck {
  const utf8 = createUtf8Check();
  const collector = createCollector();
  const inspector = createMemberInspector(observer.member);
  let isInspecting = false;
  let name = '';
  const names = new Set<string>();
  let recordsSeen = false;
  let recordCount = 0;

  const scanner = createJsonScanner({
    text(bytes) {
      if (isInspecting) inspector.write(bytes);
      else collector.add(bytes);
    },
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
      else if (depth === 1 && name === recordsMember) startRecords(byte);
      else if (depth === 1) startOther();
      else if (name === recordsMember) startRecord(byte);
    },
    valueEnd(depth, chunk, end) {
      if (depth === 2 && name === recordsMember) {
        recordCount++;
        observer.record(collector.bytes());
        collector.stop();
        const run = matcher?.match(chunk, end);
        if (run === undefined) return end;
        recordCount += run.count;
        observer.run(run);
        return run.end;
      }
      if (depth === 1 && name !== recordsMember) {
        isInspecting = false;
        inspector.end();
      }
      return end;
    },
  });

  function startBody(byte: number): void {
    if (byte !== OPENING_BRACE) throw malformed('is not a JSON object');
  }

  function startRecords(byte: number): void {
    if (recordsSeen) throw malformed(`has \`${recordsMember}\` twice`);
    if (byte !== OPENING_BRACKET) throw malformed(`has a \`${recordsMember}\` that is not an array`);
    recordsSeen = true;
  }

  function startOther(): void {
    isInspecting = true;
    inspector.start(name);
  }

  function startRecord(byte: number): void {
    const which = `element ${recordCount + 1} of \`${recordsMember}\``;
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
      if (!recordsSeen) throw malformed(`has no \`${recordsMember}\` array`, hintOn([...names]));
      return true;
    },
  };
}

function malformed(problem: string, hint?: string): ReportingError {
  return new ReportingError('malformed', `the body ${problem}`, { hint });
}

/** For a body without the records, by the names that it has. */
function hintOn(names: readonly string[]): string {
  if (names.length === 0) return `it is an empty object: ${CHECK_BASE_URL}`;
  const shown = names.slice(0, NAMES_SHOWN).map((name) => quoteLine(name, NAME_LENGTH));
  const more = names.length > NAMES_SHOWN ? ' and more' : '';
  return `it has ${shown.join(', ')}${more}: ${CHECK_BASE_URL}`;
}
