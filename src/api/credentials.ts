/** Credentials of the service: parsed, and shown without secrets. */

import { ReportingError } from '../core/errors.ts';
import { BASE_PATH_PATTERN } from './wire.ts';

/** The values that every request needs (interface, part 5). */
export interface Credentials {
  /** From `parseBaseUrl`: no trailing slash. */
  readonly baseUrl: string;
  /** A UUID. */
  readonly clientId: string;
  /** Secret: it is sent only to the base URL's origin and never shown. */
  readonly token: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const NEARLY_UUID = /^(.{0,8}|[0-9a-f{}-]{0,40})$/i;
/** Visible ASCII: a header value may also contain spaces (RFC 9110, section 5.5), but no token does. */
const TOKEN = /^[\u0021-\u007e]+$/;

/** Returns `text`. Throws a configuration error unless it is a UUID (interface, part 2). */
export function parseClientId(text: string): string {
  if (UUID.test(text)) return text;
  // Text that does not resemble a UUID may be the token, so it is not shown.
  const shown = NEARLY_UUID.test(text) ? ` ${JSON.stringify(text)}` : '';
  throw new ReportingError('E-credential', `the client id${shown} is not a UUID`, {
    hint: 'a client id looks like 0b9c1d52-3f4e-4a6b-8c7d-9e0f1a2b3c4d',
  });
}

/** Returns `text`. Throws a configuration error, which names `source` but not the token, if no header can contain `text`. */
export function parseToken(text: string, source?: string): string {
  if (TOKEN.test(text)) return text;
  const problem = text === '' ? 'is empty' : 'contains a space, a line break or a non-ASCII character';
  throw new ReportingError('E-credential', `the API token${source ? ` from ${source}` : ''} ${problem}`, {
    hint: 'copy it again; only white space around it is ignored',
  });
}

/**
 * Returns the base URL in `text`, without a trailing slash. Throws a configuration error if it is not an http(s) URL, if it
 * contains user info, a query or a fragment, and for plain http to another machine unless `allowInsecureHttp`.
 */
export function parseBaseUrl(text: string, { allowInsecureHttp = false } = {}): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    // Other text may be a token at the wrong prompt.
    const shown = text.includes('://') ? ` ${JSON.stringify(withoutUserInfo(text))}` : '';
    throw invalid(`the base URL${shown} is not an http or https URL`);
  }
  if (url.username !== '' || url.password !== '') {
    throw invalid('the base URL contains a user name or password: credentials are sent only in headers');
  }
  if (url.search !== '' || url.hash !== '') {
    throw invalid(`the base URL ${url.origin}${url.pathname} has a query or a fragment`);
  }
  if (url.protocol === 'http:' && !allowInsecureHttp && !isLoopback(url.hostname)) {
    throw new ReportingError(
      'E-credential',
      `the base URL ${url.href} is plain http, which would show the token to the network`,
      {
        hint: `use https://${url.host}${url.pathname}, or allow it on a trusted network: REPORTING_INSECURE_HTTP=1, or \`reporting login --insecure-http\``,
      },
    );
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** True if the URL's path ends with a version segment and `reporting` (interface, part 1). */
export function hasExpectedPath(baseUrl: string): boolean {
  return BASE_PATH_PATTERN.test(new URL(baseUrl).pathname);
}

/** The warning for a base URL with an unexpected path; undefined if the path is as expected. */
export function unexpectedPath(baseUrl: string): string | undefined {
  if (hasExpectedPath(baseUrl)) return undefined;
  return `the base URL ${baseUrl} does not end in /<version>/reporting, as the service's addresses do`;
}

function invalid(message: string): ReportingError {
  return new ReportingError('E-credential', message, {
    hint: 'a base URL looks like https://reports.example.com/v2/reporting',
  });
}

/** `text` for display, URL or not: user info, query and fragment may contain secrets and become an ellipsis. */
export function withoutSecrets(text: string): string {
  return withoutUserInfo(text).replace(/[?#].*/s, (rest) => `${rest.charAt(0)}…`);
}

function withoutUserInfo(text: string): string {
  return text.replace(/\/\/.*@/, '//…@');
}

/** True for names and addresses of this machine (RFC 6761, section 6.3). `hostname` is from a URL: IPv6 in brackets. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d+){3}$/.test(hostname)
  );
}
