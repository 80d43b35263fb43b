/** The service's interface: its reports, names and limits. Part numbers refer to the interface document. */

import type { DateRange } from '../dates/range.ts';

/** Request headers that carry the credentials (part 5). */
export const TOKEN_HEADER = 'reporting-api-token';
export const CLIENT_ID_HEADER = 'client-id';

/** Query parameters of both endpoints (part 4). */
export const PARAMETERS = { startDate: 'start_date', endDate: 'end_date', format: 'format' } as const;

/** Media types of the two values of `format`. */
export const MEDIA_TYPES = { json: 'application/json', csv: 'text/csv' } as const;

/** The formats in which the service answers. */
export const WIRES = ['json', 'csv'] as const satisfies readonly (keyof typeof MEDIA_TYPES)[];
export type Wire = (typeof WIRES)[number];

/**
 * The longest range of a request (part 8). The interface does not say whether both ends count. Windows count both: 31 such
 * days are within the limit under either reading.
 */
export const MAX_WINDOW_DAYS = 31;

/** How `end_date` names the last day of a window: its own date, or the day after it. */
export const END_DATES = ['inclusive', 'exclusive'] as const;
export type EndDate = (typeof END_DATES)[number];

/** The calendar unit of windows that do not move with the range. */
export type CalendarWindow = 'month';

/** The size of windows: a number of days, or calendar months. */
export type WindowSize = number | CalendarWindow;

/** Member of the JSON response that holds the records (part 4). */
export const RECORDS_MEMBER = 'data';

/** The end of the base URL's path (parts 1 and 9): a version segment, then `reporting`. */
export const BASE_PATH_PATTERN = /\/[^/]*\d[^/]*\/reporting$/;

/** A report of the service: one endpoint. */
export interface Report {
  /** Name of its subcommand. */
  readonly name: string;
  /** Path below the base URL, with a leading slash. */
  readonly path: string;
  /** One line of help. */
  readonly summary: string;
  /** Set if the interface does not promise a date in each record. */
  readonly isUndated?: true;
  /** The column that examples group by. */
  readonly key: string;
}

/** The report of revenue by date and campaign. */
export const revenue = {
  name: 'revenue',
  path: '/revenue',
  summary: 'pull revenue by date and campaign',
  key: 'campaign',
} as const satisfies Report;

const domains = {
  name: 'domains',
  path: '/revenue/domains',
  summary: 'pull revenue by domain and source',
  isUndated: true,
  key: 'domain',
} as const satisfies Report;

/** Every report, in the order that help lists them. */
export const REPORTS = [revenue, domains] as const satisfies readonly Report[];

/** Their names. */
export const REPORT_NAMES: readonly string[] = REPORTS.map(({ name }) => name);

/** The report with this name, which must exist. */
export function reportNamed(name: string): Report {
  return REPORTS.find((report) => report.name === name)!;
}

/** A request, without the credentials. */
export interface WireRequest {
  readonly url: string;
  /** The media type of its response. */
  readonly accept: string;
}

/** The request for a report (part 4), with `range.from` as start date and `range.to` as end date. */
export function wireRequest(baseUrl: string, report: Report, range: DateRange, wire: Wire): WireRequest {
  const query = new URLSearchParams({
    [PARAMETERS.startDate]: range.from,
    [PARAMETERS.endDate]: range.to,
    [PARAMETERS.format]: wire,
  });
  return { url: `${baseUrl}${report.path}?${query}`, accept: MEDIA_TYPES[wire] };
}

/** Begins what stands for the base URL of sandbox data. */
export const SANDBOX_SCHEME = 'sandbox:';
