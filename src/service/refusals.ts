/** The words for an answer that is not 200 (the service's interface, part 7). */

import type { Response } from 'got';
import { hasExpectedPath } from '../contract/base-url.ts';
import { MAX_WINDOW_DAYS } from '../contract/wire.ts';
import { countDays, formatRange } from '../core/date-range.ts';
import { type ErrorDetails, ReportingError, type RetryAdvice } from '../core/reporting-error.ts';
import type { Exchange } from './exchange.ts';
import { hideParts } from './hide-parts.ts';
import { proxyWantsCredentials } from './proxy-failures.ts';
import { parseRetryAfter } from './retry-after.ts';
import type { Route } from './route.ts';
import { serviceWords } from './service-words.ts';

const MAX_BODY_BYTES = 64 * 1024;
const MAX_BODY_MS = 5000;

/** Statuses that another attempt may mend. */
const TRANSIENT = new Set([408, 429, 500, 502, 503, 504]);

/** The error that a response stands for. Reads the beginning of its body for the service's own words. */
export async function refusal(
  response: Response,
  chunks: AsyncIterable<Buffer>,
  exchange: Exchange,
): Promise<ReportingError> {
  const { credentials, options, route } = exchange;
  const status = response.statusCode;
  const who = answererOn(route);
  const what = `${exchange.report.name} ${formatRange(exchange.window)}`;
  const words = withPrefix(
    ': ',
    hideParts(serviceWords(await beginningOf(chunks, options.now)), credentials.token),
  );
  const facts: ErrorDetails = { status };

  if (status === 407 && route.proxy !== undefined) return proxyWantsCredentials(status, route.proxy);
  if (status === 401) {
    const message = `${who} refused ${what}: 401, the token is missing or invalid${words}`;
    const proxyHint = route.kind === 'forwarded' && `check user and password in ${route.proxy?.variable}`;
    return new ReportingError('auth', message, {
      ...facts,
      hint: [options.refusalHint, proxyHint].filter(Boolean).join(', or ') || undefined,
    });
  }
  if (status === 403) {
    const message = `${who} refused ${what}: 403, the token does not belong to client ${credentials.clientId}${words}`;
    return new ReportingError('auth', message, {
      ...facts,
      hint: ['check the client id', options.refusalHint].filter(Boolean).join(', or '),
    });
  }
  if (status === 400) {
    const message = `${who} refused ${what}: 400, invalid parameters${words}`;
    const isLongest = countDays(exchange.window) === MAX_WINDOW_DAYS;
    const hint = isLongest ? 'if the service allows shorter ranges only: --window-days 30' : undefined;
    return new ReportingError('refused', message, { ...facts, hint });
  }
  if (TRANSIENT.has(status) || status >= 500) {
    const message = `${who} failed on ${what}: ${status}${words}`;
    return new ReportingError('unavailable', message, { ...facts, ...retryAdvice(response, exchange) });
  }
  if (status >= 300 && status < 400) {
    const target = hideParts(redirectTarget(response), credentials.token);
    return new ReportingError('refused', `${who} redirected ${what}: ${status}${target}`, {
      ...facts,
      hint: 'redirects are not followed, since the token goes to the base URL alone: correct it with --base-url',
    });
  }
  if (status < 300) return unexpectedStatus(status, exchange, words);
  const hint = hasExpectedPath(credentials.baseUrl)
    ? undefined
    : `check the base URL: ${credentials.baseUrl} does not end in /<version>/reporting`;
  return new ReportingError('refused', `${who} refused ${what}: ${status}${words}`, { ...facts, hint });
}

/** The error for an answer below 300 that is not 200. `words` are the service's own, with what separates them. */
export function unexpectedStatus(
  status: number,
  { report, window, route }: Exchange,
  words = '',
): ReportingError {
  const what = `${report.name} ${formatRange(window)}`;
  const message = `${answererOn(route)} answered ${what} with ${status}, where its interface promises 200${words}`;
  return new ReportingError('malformed', message, { status });
}

/** Who may have answered: a proxy that passes requests on answers in the service's place when it will not. */
function answererOn({ kind, proxy }: Route): string {
  return kind === 'forwarded' ? `the service, or the proxy ${proxy?.host} before it,` : 'the service';
}

function retryAdvice(response: Response, { options }: Exchange): { retry?: RetryAdvice } {
  if (!TRANSIENT.has(response.statusCode)) return {};
  const afterMs = parseRetryAfter(response.headers['retry-after'], options.now());
  return { retry: afterMs === undefined ? {} : { afterMs } };
}

/** Where a redirect points, without the parts of a URL that may hold secrets. */
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
    // The status has said what there is to know; a body that breaks off adds nothing.
    if (!(error instanceof ReportingError) || error.kind === 'interrupted') throw error;
  }
  return Buffer.concat(pieces).subarray(0, MAX_BODY_BYTES).toString();
}

function withPrefix(prefix: string, text: string): string {
  return text === '' ? '' : prefix + text;
}
