import { ReportingError } from '../core/reporting-error.ts';

/** What every request to the service needs (the interface, part 5). */
export interface Credentials {
  /** As `parseBaseUrl` gives it: no trailing slash. */
  readonly baseUrl: string;
  /** A UUID. */
  readonly clientId: string;
  /** Secret: it is sent to the base URL's origin, and shown nowhere. */
  readonly token: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const NEARLY_UUID = /^(.{0,8}|[0-9a-f{}-]{0,40})$/i;
/** What a header's value may hold and a token does: visible ASCII (RFC 9110, section 5.5). */
const TOKEN = /^[\u0021-\u007e]+$/;

/** The client id in `text`. Throws a configuration error unless it is a UUID (part 2). */
export function parseClientId(text: string): string {
  if (UUID.test(text)) return text;
  // What does not look like one may be the token, in the wrong place.
  const shown = NEARLY_UUID.test(text) ? ` ${JSON.stringify(text)}` : '';
  throw new ReportingError('config', `the client id${shown} is not a UUID`, {
    hint: 'it looks like 0b9c1d52-3f4e-4a6b-8c7d-9e0f1a2b3c4d',
  });
}

/** The token in `text`, which comes from `source`; an empty one is not named. Throws a configuration error, without it, if no header can hold it. */
export function parseToken(text: string, source?: string): string {
  if (TOKEN.test(text)) return text;
  const problem = text === '' ? 'is empty' : 'holds a space, a line break or a character beyond ASCII';
  throw new ReportingError('config', `the API token${source ? ` from ${source}` : ''} ${problem}`, {
    hint: 'copy it again; only white space around it is ignored',
  });
}
