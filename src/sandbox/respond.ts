/** The response to a request by the rules of the interface (parts 4, 5, 7 and 8), with sandbox records. */

import type { IncomingHttpHeaders } from 'node:http';
import { CLIENT_ID_HEADER, MEDIA_TYPES, PARAMETERS, TOKEN_HEADER } from '../api/wire.ts';
import type { RecordOptions } from './record-options.ts';
import { domainRecords, revenueRecords, toCsv, toJson } from './sample-records.ts';

/** The path of the sandbox's base URL. */
export const BASE_PATH = '/v2/reporting';
/** The id of the sandbox's only client. */
export const CLIENT_ID = '0b9c1d52-3f4e-4a6b-8c7d-9e0f1a2b3c4d';

/** Longer ranges get 400. The sandbox counts both ends, the stricter reading of part 8. */
const MAX_DAYS = 31;

const DATE_PATTERN = /^\d{4}-\d{2}-\d{2}$/;
const MS_PER_DAY = 86_400_000;

const ENDPOINTS = new Map([
  [`${BASE_PATH}/revenue`, revenueRecords],
  [`${BASE_PATH}/revenue/domains`, domainRecords],
]);

/** A response before a fault is applied. */
export interface SandboxResponse {
  readonly status: number;
  readonly mediaType: string;
  readonly body: string;
}

/**
 * Responds to a request. `token` is the valid token. There are no records after `today`. With `isEmpty`, the response has none at all.
 */
export function respondTo(
  { method, url, headers }: { readonly method: string; readonly url: URL; readonly headers: IncomingHttpHeaders },
  token: string,
  options: RecordOptions & { readonly isEmpty: boolean; readonly today: string },
): SandboxResponse {
  const recordsOf = ENDPOINTS.get(url.pathname);
  if (recordsOf === undefined) return problem(404, `no such path: ${url.pathname}`);
  if (method !== 'GET') return problem(405, 'only GET is supported');
  if (headers[TOKEN_HEADER] !== token) return problem(401, 'reporting API token missing or invalid');
  if (String(headers[CLIENT_ID_HEADER]).toLowerCase() !== CLIENT_ID) {
    return problem(403, 'token does not match the client id');
  }
  const query = url.searchParams;
  const days = daysOf(query.get(PARAMETERS.startDate), query.get(PARAMETERS.endDate));
  if (days === undefined) {
    return problem(400, 'start_date and end_date must be dates, YYYY-MM-DD, in this order');
  }
  if (days.length > MAX_DAYS) {
    return problem(400, `the range has ${days.length} days; the maximum is ${MAX_DAYS}`);
  }
  const counted = options.exclusiveEnd ? days.slice(0, -1) : days;
  const past = counted.filter((day) => day <= options.today);
  const records = options.isEmpty || past.length === 0 ? [] : recordsOf(past, options);
  const format = query.get(PARAMETERS.format) ?? 'json';
  if (format === 'json') return { status: 200, mediaType: MEDIA_TYPES.json, body: toJson(records) };
  if (format === 'csv') return { status: 200, mediaType: MEDIA_TYPES.csv, body: toCsv(records) };
  return problem(400, 'format must be json or csv');
}

/** An error response. */
export function problem(status: number, message: string): SandboxResponse {
  return { status, mediaType: MEDIA_TYPES.json, body: JSON.stringify({ error: message }) };
}

/** The days from `start` to `end`, both included, as `YYYY-MM-DD`; undefined unless both are dates in this order. */
function daysOf(start: string | null, end: string | null): readonly string[] | undefined {
  const first = dayNumber(start);
  const last = dayNumber(end);
  if (first === undefined || last === undefined || last < first) return undefined;
  return Array.from({ length: last - first + 1 }, (_, index) => toText(first + index));
}

function dayNumber(text: string | null): number | undefined {
  if (text === null || !DATE_PATTERN.test(text)) return undefined;
  const ms = Date.parse(`${text}T00:00:00Z`);
  const day = ms / MS_PER_DAY;
  return Number.isNaN(ms) || toText(day) !== text ? undefined : day;
}

function toText(day: number): string {
  return new Date(day * MS_PER_DAY).toISOString().slice(0, 10);
}
