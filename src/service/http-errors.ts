/**
 * Errors for responses that are not 200 (interface, part 7). The service may repeat the token in its message:
 * `hideParts` removes it.
 */

import type { Response } from 'got';
import { type Credentials, hasExpectedPath } from '../api/credentials.ts';
import { MAX_WINDOW_DAYS } from '../api/wire.ts';
import type { ErrorCode } from '../core/error-codes.ts';
import { type ErrorDetails, ReportingError, type RetryAdvice, tryRead } from '../core/errors.ts';
import { hideParts } from '../core/redaction.ts';
import { pageTitle, quoteLine, toVisibleLine } from '../core/text.ts';
import { countDays, type DateRange, formatRange } from '../dates/range.ts';
import { OVERLOADED_STATUSES, TRANSIENT_STATUSES } from './network-errors.ts';

/** A request, as its errors describe it. */
export interface RequestContext {
  readonly report: string;
  readonly window: DateRange;
  /** What the request is for, in messages, if it is not for a report. */
  readonly subject: string | undefined;
  readonly credentials: Credentials;
  readonly options: {
    readonly now: () => Date;
    readonly refusalHint?: string;
    readonly addressHint?: string | undefined;
  };
}

const MAX_BODY_BYTES = 64 * 1024;
const MAX_BODY_MS = 5000;
const MAX_MESSAGE_LENGTH = 300;
/** Members of an error body that usually contain its message, in order of preference. */
const MESSAGE_MEMBERS = ['message', 'error', 'detail', 'error_description', 'title', 'errors'];
const MAX_TITLE_LENGTH = 80;
/** Accepted, but not ready (RFC 9110, section 15.3.3). */
const ACCEPTED = 202;

/** The error for a response that is not 200. Reads the beginning of its body for the service's message. */
export async function responseError(
  response: Response,
  chunks: AsyncIterable<Buffer>,
  exchange: RequestContext,
): Promise<ReportingError> {
  const { credentials, options, report, window } = exchange;
  const status = response.statusCode;
  const subject = subjectOf(exchange);
  const body = (await beginningOf(chunks, options.now)).trim();
  const message = hideParts(errorBodyMessage(body), credentials.token);
  const suffix = message === '' ? '' : `: ${message}`;
  const facts: ErrorDetails = { status, ...(exchange.subject === undefined && { report, window }) };
  const error = (code: ErrorCode, did: string, problem: string, details: ErrorDetails): ReportingError =>
    new ReportingError(code, `the service ${did}: ${status}${problem}`, { ...facts, ...details });

  if ((status === 400 || status === 403) && body.startsWith('<')) return pageInPlace(body, exchange, facts);
  const refused = exchange.subject === undefined ? subject : 'the credentials';
  if (status === 401) {
    const saysSo = /token/i.test(message) && /missing|invalid/i.test(message);
    const problem = saysSo ? message : `the token is missing or invalid${suffix}`;
    return error('E-token-refused', `refused ${refused}`, `, ${problem}`, { hint: options.refusalHint });
  }
  if (status === 403) {
    // The service often says just that (interface, part 7), and without the client.
    const saysSo = /^[\w ]*token (?:does not|doesn't) (?:match|belong to) [\w ]*client(?: id)?\.?$/i.test(message);
    const problem = `, the token does not belong to client ${credentials.clientId}${saysSo ? '' : suffix}`;
    const hint = ['check the client id', options.refusalHint].filter(Boolean).join(', or ');
    return error('E-client-refused', `refused ${refused}`, problem, { hint });
  }
  if (status === 400) {
    const isLongest = countDays(window) === MAX_WINDOW_DAYS;
    const hint = isLongest ? 'if the service allows only shorter ranges, use --windows 30' : undefined;
    return error('E-window-refused', `refused ${subject}`, `, invalid parameters${suffix}`, { hint });
  }
  if (TRANSIENT_STATUSES.has(status) || status >= 500) {
    const verb = status === ACCEPTED ? 'is not ready with' : 'failed on';
    return error('E-service-failed', `${verb} ${subject}`, suffix, retryAdvice(response, exchange));
  }
  if (status >= 300 && status < 400) {
    const target = hideParts(redirectTarget(response), credentials.token);
    const correction = options.addressHint ?? 'check the base URL';
    const hint = `redirects are not followed, because the token is sent only to the base URL: ${correction}`;
    return error('E-redirect', `redirected ${subject}`, target, { hint });
  }
  if (status < 300)
    return new ReportingError(
      'E-bad-body',
      `the service answered ${subject} with ${status} instead of 200${suffix}`,
      facts,
    );
  const atAddress = status === 404 ? options.addressHint : undefined;
  const hint = hasExpectedPath(credentials.baseUrl)
    ? atAddress
    : `check the base URL: ${credentials.baseUrl} does not end in /<version>/reporting`;
  return error('E-address-refused', `refused ${subject}`, suffix, { hint });
}

function subjectOf({ subject, report, window }: RequestContext): string {
  return subject ?? `${report} ${formatRange(window)}`;
}

/** The error for a page, which says nothing about the token or the window. */
function pageInPlace(page: string, exchange: RequestContext, facts: ErrorDetails): ReportingError {
  const text = page.slice(Math.max(0, page.search(/<body/i))).replace(/<[^<>]*>?/g, ' ');
  const words = hideParts(pageTitle(page) || text.trim(), exchange.credentials.token);
  const quoted = words === '' ? '' : ` (${quoteLine(words, MAX_TITLE_LENGTH)})`;
  const message = `a proxy or firewall seems to have answered ${subjectOf(exchange)}: ${facts.status}${quoted}`;
  const hint = 'ask its operator to let this machine through';
  return new ReportingError('E-proxy-refused', message, { ...facts, hint });
}

function retryAdvice(response: Response, { options }: RequestContext): { retry?: RetryAdvice } {
  if (!TRANSIENT_STATUSES.has(response.statusCode)) return {};
  const afterMs = requestedWait(response, options.now());
  return { retry: afterMs === undefined ? {} : { afterMs } };
}

/** The redirect's target, without the parts of the URL that may contain secrets. */
function redirectTarget({ headers, url }: Response): string {
  const location = headers.location;
  if (location === undefined || !URL.canParse(location, url)) return '';
  const target = new URL(location, url);
  return ` to ${target.origin}${target.pathname}`;
}

async function beginningOf(chunks: AsyncIterable<Buffer>, now: () => Date): Promise<string> {
  const endMs = now().getTime() + MAX_BODY_MS;
  const pieces: Buffer[] = [];
  let sizeBytes = 0;
  try {
    for await (const chunk of chunks) {
      pieces.push(chunk);
      sizeBytes += chunk.length;
      if (sizeBytes >= MAX_BODY_BYTES || now().getTime() > endMs) break;
    }
  } catch (error) {
    // The status is enough: a body that breaks off adds nothing.
    if (!(error instanceof ReportingError) || error.kind === 'interrupted') throw error;
  }
  return Buffer.concat(pieces).subarray(0, MAX_BODY_BYTES).toString();
}

/**
 * The message in an error body, as one visible line; empty for a page. The interface does not describe error bodies (part 7):
 * JSON gives its usual message member, other text is used as it is.
 */
export function errorBodyMessage(body: string): string {
  const text = body.trim();
  if (text.startsWith('<')) return '';
  return toVisibleLine(
    findMessage(
      tryRead(() => JSON.parse(text)),
      3,
    ) ?? text,
    MAX_MESSAGE_LENGTH,
  );
}

function findMessage(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || depth === 0) return undefined;
  if (Array.isArray(value)) return findMessage(value[0], depth - 1);
  const members = new Map(Object.entries(value));
  for (const name of MESSAGE_MEMBERS) {
    const found = findMessage(members.get(name), depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * The wait that a response asks for, in milliseconds: by `Retry-After`, a number of seconds or a date (RFC 9110, section 10.2.3),
 * or else by the reset of a used up limit. A date is measured against the service's own clock: this machine's may be wrong.
 */
function requestedWait({ headers, statusCode }: Response, now: Date): number | undefined {
  const header = (name: string): string => String(headers[name] ?? '').trim();
  const nowMs = dateMs(header('date')) ?? now.getTime();
  const until = (ms: number | undefined): number | undefined => ms && Math.max(0, ms - nowMs);
  const after = header('retry-after');
  const afterMs = secondsMs(after) ?? until(dateMs(after));
  if (afterMs !== undefined || !OVERLOADED_STATUSES.has(statusCode)) return afterMs;
  for (const name of ['ratelimit', 'x-ratelimit']) {
    const resetMs = secondsMs(header(`${name}-reset`));
    const isUsedUp = !(Number(header(`${name}-remaining`)) > 0);
    if (resetMs === undefined || !isUsedUp) continue;
    // A duration, or a time since 1970 in seconds or milliseconds. A duration of 1e9 s is 31 years; a time of 1e12 s is the year
    // 33658.
    if (resetMs < 1e12) return resetMs;
    return until(resetMs < 1e15 ? resetMs : resetMs / 1000);
  }
  return undefined;
}

function secondsMs(text: string): number | undefined {
  return /^\d+(?:\.\d+)?$/.test(text) ? Math.round(Number(text) * 1000) : undefined;
}

function dateMs(text: string): number | undefined {
  return /^[A-Za-z]/.test(text) ? Date.parse(text) || undefined : undefined;
}
