/**
 * Recognizes bodies that are not a JSON object by how they begin: an HTML page of a login or a proxy, another document, plain
 * text, nothing. The scanner rejects them, too, but its error names only the first byte.
 */

import { isUtf8 } from 'node:buffer';
import { OPENING_BRACE } from '../core/bytes.ts';
import { ReportingError } from '../core/errors.ts';
import { END_OF_HEAD, pageTitle, quoteLine } from '../core/text.ts';

/** A response body while it arrives. */
export interface Body {
  /** The decoded bytes, in chunks that are cut anywhere. */
  readonly chunks: AsyncIterable<Buffer>;
  /** True if the transport marks the end of the body: a body that has ended is then complete. */
  readonly endIsKnown: boolean;
  readonly contentType?: string | undefined;
  /** Undefined for a body that no service sent. */
  readonly answer?: Answer | undefined;
}

/** The headers of a response that say something about its records, and its time. */
export interface Answer {
  /** By their names in lower case: those that `isKeptHeader` accepts. */
  readonly headers: ReadonlyMap<string, string>;
  readonly receivedAt: Date;
}

/** The end of a hint that points to `reporting doctor`. The doctor's own hints omit it. */
export const DOCTOR_ADVICE = ', or run `reporting doctor`';
/** The hint for a response that is probably not from the service. */
export const CHECK_BASE_URL = `check the base URL${DOCTOR_ADVICE}`;

/** Number of bytes to read of such a body. The title of a page may follow styles and scripts. */
export const MARKUP_BYTES = 8 * 1024;
const TEXT_BYTES = 400;
const EXCERPT_LENGTH = 80;

const OPENING_ANGLE = 0x3c;
/** White space, and the bytes of a byte order mark. */
export const BLANKS = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);
const EMPTY = Buffer.alloc(0);
const HTML_TYPE = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i;

/** The chunks of a body that begins as a JSON object. Throws a malformed error that describes any other body. */
export async function* objectChunks(body: Body): AsyncGenerator<Buffer> {
  let isObject = false;
  let other: Buffer | undefined;
  try {
    for await (const chunk of body.chunks) {
      const first = isObject || other !== undefined ? undefined : chunk.find((byte) => !BLANKS.has(byte));
      if (first === OPENING_BRACE) isObject = true;
      else if (first !== undefined || other !== undefined) other = Buffer.concat([other ?? EMPTY, chunk]);
      if (other === undefined) yield chunk;
      else if (isEnough(other)) break;
    }
  } catch (error) {
    // The beginning of the body says more than the error that ended it.
    if (other === undefined || !(error instanceof ReportingError) || error.kind === 'interrupted') throw error;
  }
  if (other !== undefined) throw unexpected(other, body.contentType);
  if (!isObject) throw unfinished(body, 'the body is empty', CHECK_BASE_URL);
}

/** The error for a body that stops too early. It allows a retry unless the transport says that the body is complete. */
export function unfinished({ endIsKnown }: Body, message: string, hint?: string): ReportingError {
  return endIsKnown
    ? new ReportingError('E-bad-body', message, { hint })
    : new ReportingError('E-body-cut-off', message, { hint, retry: {} });
}

function isEnough(start: Buffer): boolean {
  const isMarkup = start.find((byte) => !BLANKS.has(byte)) === OPENING_ANGLE;
  if (!isMarkup) return start.length >= TEXT_BYTES;
  const text = start.toString('latin1');
  return start.length >= MARKUP_BYTES || /<\/title/i.test(text) || END_OF_HEAD.test(text);
}

function unexpected(start: Buffer, contentType?: string): ReportingError {
  const text = textOf(start);
  const excerpt = isUtf8(start) ? `: it begins with ${quoteLine(text, EXCERPT_LENGTH)}` : '';
  return (
    markupError(start, contentType) ??
    new ReportingError('E-wrong-page', `the body is not a JSON object${excerpt}`, { hint: CHECK_BASE_URL })
  );
}

/** The error for a body that begins as an HTML or XML page, or is said to be HTML and has a tag; undefined for any other. */
export function markupError(start: Buffer, contentType = ''): ReportingError | undefined {
  const text = textOf(start);
  const isHtml = HTML_TYPE.test(contentType) && text.includes('<') && !text.startsWith('[');
  if (!isHtml && !/^<[?!a-z_]/i.test(text)) return undefined;
  const title = pageTitle(text);
  const named = title === '' ? '' : ` (title ${quoteLine(title, EXCERPT_LENGTH)})`;
  return new ReportingError('E-wrong-page', `got an HTML or XML page${named}: a login page or proxy?`, {
    hint: `check the base URL, and whether a proxy, VPN or network wants you to sign in${DOCTOR_ADVICE}`,
  });
}

function textOf(start: Buffer): string {
  return start
    .toString('utf8', 0, MARKUP_BYTES)
    .replace(/^\ufeff/, '')
    .trimStart();
}
