import { isUtf8 } from 'node:buffer';
import { ReportingError } from '../core/reporting-error.ts';

const EMPTY = Buffer.alloc(0);

/** Passes a stream of bytes on in pieces that are valid UTF-8 on their own (RFC 3629), or throws a malformed error. */
export function createUtf8Check(): { check(chunk: Buffer): Buffer; end(): void } {
  /** The bytes of a character whose rest is in the next chunk. */
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

/** Bytes at the end that begin a character and may yet be finished: 0 to 3. */
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

/** Index at which the first invalid character begins, found by halving. */
function firstInvalid(bytes: Buffer): number {
  let [valid, invalidBy] = [0, bytes.length];
  while (invalidBy - valid > 1) {
    const middle = (valid + invalidBy) >> 1;
    const head = bytes.subarray(0, middle);
    if (isUtf8(head.subarray(0, middle - unfinishedLength(head)))) valid = middle;
    else invalidBy = middle;
  }
  return valid - unfinishedLength(bytes.subarray(0, valid));
}

function invalid(offset: number): ReportingError {
  return new ReportingError('malformed', `the body is not valid UTF-8 at byte ${offset}`);
}
