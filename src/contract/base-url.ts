import { ReportingError } from '../core/reporting-error.ts';
import { BASE_PATH_PATTERN } from './wire.ts';

/**
 * The base URL that `text` spells, without a trailing slash. Throws a configuration error for what is no http(s) URL,
 * for user info, a query or a fragment in it, and for plain http beyond this machine unless `allowInsecureHttp`.
 */
export function parseBaseUrl(text: string, { allowInsecureHttp = false } = {}): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw invalid(`the base URL ${JSON.stringify(withoutUserInfo(text))} is not an http or https URL`);
  }
  if (url.username !== '' || url.password !== '') {
    throw invalid('the base URL has a user name or password in it: credentials travel in headers only');
  }
  if (url.search !== '' || url.hash !== '') {
    throw invalid(`the base URL ${url.origin}${url.pathname} has a query or a fragment behind it`);
  }
  if (url.protocol === 'http:' && !allowInsecureHttp && !isLoopback(url.hostname)) {
    throw new ReportingError(
      'config',
      `the base URL ${url.href} is plain http, which would show the token to the network`,
      {
        hint: `use https://${url.host}${url.pathname}, or --insecure-http if the network is trusted`,
      },
    );
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** True if the URL's path ends as the interface says: a version segment, then `reporting`. */
export function hasExpectedPath(baseUrl: string): boolean {
  return BASE_PATH_PATTERN.test(new URL(baseUrl).pathname);
}

/** What is to be said of a base URL that does not end so; undefined for one that does. */
export function unexpectedPath(baseUrl: string): string | undefined {
  if (hasExpectedPath(baseUrl)) return undefined;
  return `the base URL ${baseUrl} does not end in /<version>/reporting, as the service's addresses do`;
}

function invalid(message: string): ReportingError {
  return new ReportingError('config', message, {
    hint: 'a base URL looks like https://reports.example.com/v2/reporting',
  });
}

/** `text` to be shown, whether or not it is a URL: user info, query and fragment, which may hold secrets, as an ellipsis. */
export function withoutSecrets(text: string): string {
  return withoutUserInfo(text).replace(/[?#].*/s, (rest) => `${rest.charAt(0)}…`);
}

function withoutUserInfo(text: string): string {
  return text.replace(/\/\/.*@/, '//…@');
}

/** True for names and addresses of this machine (RFC 6761, section 6.3), as URLs spell them: IPv6 in brackets. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d+){3}$/.test(hostname)
  );
}
