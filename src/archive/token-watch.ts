/** Finds the token in the bytes of a body: a recording must never hold it. */

import { ReportingError } from '../core/errors.ts';
import { MIN_SECRET_LENGTH, spellingsOf } from '../core/redaction.ts';

/** Reads along with a body. */
export interface TokenWatch {
  /** Takes the next bytes. Throws a malformed error once they hold the token. */
  check(chunk: Buffer): void;
  /** The error that `check` has thrown. */
  found(): ReportingError | undefined;
}

const EMPTY = Buffer.alloc(0);

/**
 * Watches for all spellings of the token, also in UTF-16. A short token can be a word, so it counts only as a whole quoted
 * value.
 */
export function createTokenWatch(token: string): TokenWatch {
  const texts = [...new Set(token.length >= MIN_SECRET_LENGTH ? spellingsOf(token) : [`"${token}"`])];
  const spellings = [
    ...texts.map((text) => Buffer.from(text)),
    // Without the last byte, a zero, the same bytes are in both byte orders.
    ...texts.map((text) => Buffer.from(text, 'utf16le').subarray(0, -1)),
  ];
  const longest = Math.max(...spellings.map(({ length }) => length));
  /** The last bytes, which may begin a spelling. */
  let held: Buffer = EMPTY;
  let error: ReportingError | undefined;
  return {
    check(chunk) {
      const joint = Buffer.concat([held, chunk.subarray(0, longest)]);
      if (spellings.some((each) => chunk.includes(each) || joint.includes(each))) {
        error = new ReportingError('E-token-in-body', 'the body holds the token, so it is not stored', {
          hint: 'tell the operator of the service, and ask for a new token',
        });
        throw error;
      }
      held = Buffer.concat([held, chunk.subarray(-longest)]).subarray(-longest);
    },
    found: () => error,
  };
}
