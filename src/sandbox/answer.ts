/** What the interface answers to a request (its parts 4, 5, 7 and 8), with made-up records. */

import type { IncomingHttpHeaders } from 'node:http';
import { CLIENT_ID_HEADER, MEDIA_TYPES, PARAMETERS, TOKEN_HEADER } from '../contract/wire.ts';
import { daysOf } from './days.ts';
import { domainRecords, type RecordOptions, revenueRecords, toCsv, toJson } from './records.ts';

export const BASE_PATH = '/v2/reporting';
export const CLIENT_ID = '0b9c1d52-3f4e-4a6b-8c7d-9e0f1a2b3c4d';

/** Requests for longer ranges get 400. Both ends are counted here, the stricter reading of the interface's part 8. */
const MAX_DAYS = 31;

const ENDPOINTS = new Map([
  [`${BASE_PATH}/revenue`, revenueRecords],
  [`${BASE_PATH}/revenue/domains`, domainRecords],
]);

export interface Answer {
  readonly status: number;
  readonly mediaType: string;
  readonly body: string;
}

export interface Question {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
}

/** `token` is the one that is accepted. With `isEmpty`, there are no records. */
export function answerTo(
  { method, url, headers }: Question,
  token: string,
  options: RecordOptions & { readonly isEmpty: boolean },
): Answer {
  const recordsOf = ENDPOINTS.get(url.pathname);
  if (recordsOf === undefined) return problem(404, `no such path: ${url.pathname}`);
  if (method !== 'GET') return problem(405, 'only GET is supported');
  if (headers[TOKEN_HEADER] !== token) return problem(401, 'reporting API token missing or invalid');
  if (String(headers[CLIENT_ID_HEADER]).toLowerCase() !== CLIENT_ID) {
    return problem(403, 'token does not match the client id');
  }
  const query = url.searchParams;
  const days = daysOf(query.get(PARAMETERS.startDate), query.get(PARAMETERS.endDate));
  if (days === undefined)
    return problem(400, 'start_date and end_date must be dates, YYYY-MM-DD, in this order');
  if (days.length > MAX_DAYS)
    return problem(400, `the range has ${days.length} days; the most is ${MAX_DAYS}`);
  const counted = options.exclusiveEnd ? days.slice(0, -1) : days;
  const records = options.isEmpty || counted.length === 0 ? [] : recordsOf(counted, options);
  const format = query.get(PARAMETERS.format) ?? 'json';
  if (format === 'json') return { status: 200, mediaType: MEDIA_TYPES.json, body: toJson(records) };
  if (format === 'csv') return { status: 200, mediaType: MEDIA_TYPES.csv, body: toCsv(records) };
  return problem(400, 'format must be json or csv');
}

export function problem(status: number, message: string): Answer {
  return { status, mediaType: MEDIA_TYPES.json, body: JSON.stringify({ error: message }) };
}
