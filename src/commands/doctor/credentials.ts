/** The three values that every request needs: found, from where, and in the shape that the interface asks for. */

import { type CredentialChoice, isComplete, missingHint, refusalHint } from '../../config/credentials.ts';
import { shownCredentials, showSourced } from '../../config/shown-credentials.ts';
import { hasExpectedPath, isLoopback, parseBaseUrl } from '../../contract/base-url.ts';
import { parseClientId, parseToken } from '../../contract/credentials.ts';
import { ReportingError } from '../../core/reporting-error.ts';
import { blocked, type Outcome, ok, warning } from './checkup.ts';

/** Who asks. */
export interface Identity {
  readonly clientId: string;
  readonly token: string;
  readonly refusalHint: string;
}

/** Throws for a value that is missing or misshapen; the base URL's shape is a check of its own. */
export function checkCredentials(choice: CredentialChoice): Outcome<Identity> {
  const shown = shownCredentials(choice);
  const values = [
    `base URL ${showSourced(shown.baseUrl, ' ')}`,
    `client id ${showSourced(shown.clientId, ' ')}`,
    `token ${showSourced(shown.token, ' ')}`,
  ].join('; ');
  const { clientId, token } = choice;
  if (!isComplete(choice) || clientId === undefined || token === undefined) {
    throw new ReportingError('auth', values, {
      hint: missingHint(choice),
    });
  }
  const identity = {
    clientId: parseClientId(clientId.value),
    token: parseToken(token.value, token.source),
    refusalHint: refusalHint(choice),
  };
  return ok(values, identity);
}

/** The base URL as reports use it. */
export function checkBaseUrl(
  { baseUrl: sourced }: CredentialChoice,
  { allowInsecureHttp }: { readonly allowInsecureHttp: boolean },
): Outcome<string> {
  if (sourced === undefined) return blocked('there is none', 'credentials');
  const baseUrl = parseBaseUrl(sourced.value, { allowInsecureHttp });
  const { protocol, hostname } = new URL(baseUrl);
  const isOpen = protocol === 'http:' && !isLoopback(hostname);
  const doubts = [
    ...(isOpen ? ['is plain http, which shows the token to the network'] : []),
    ...(hasExpectedPath(baseUrl)
      ? []
      : ["does not end in /<version>/reporting, as the service's addresses do"]),
  ];
  if (doubts.length === 0) return ok(baseUrl, baseUrl);
  const hint = isOpen
    ? 'leave out --insecure-http, and use https'
    : 'a base URL looks like https://reports.example.com/v2/reporting';
  return warning(`${baseUrl} ${doubts.join(', and ')}`, hint, baseUrl);
}
