import { createRedaction, MIN_SECRET_LENGTH } from '../core/redaction.ts';

/** A part that is shorter tells nobody anything, and may be a word. */
const LEAST_LENGTH = 6;
const REPLACEMENT = '[hidden]';

/**
 * `text`, which comes from outside, without any part of `secret` that is six characters or longer: a service that
 * refuses a token may quote the beginning of it. Whole ones go first, in each of their spellings. Parts of a secret that is
 * too short to be hidden everywhere stay.
 */
export function hideParts(text: string, secret: string): string {
  const redaction = createRedaction();
  redaction.hide(secret);
  const rest = redaction.apply(text);
  if (secret.length < MIN_SECRET_LENGTH) return rest;
  let shown = '';
  for (let at = 0; at < rest.length; ) {
    const length = sharedLength(rest, at, secret);
    shown += length === 0 ? rest[at] : REPLACEMENT;
    at += length || 1;
  }
  return shown;
}

/** How much of `text` from `at` on stands somewhere in `secret`; 0 if it is less than six characters. */
function sharedLength(text: string, at: number, secret: string): number {
  let length = LEAST_LENGTH;
  if (at + length > text.length || !secret.includes(text.slice(at, at + length))) return 0;
  while (at + length < text.length && secret.includes(text.slice(at, at + length + 1))) length++;
  return length;
}
