/** The names and limits of the reporting service's interface: its document, parts 4, 5 and 8. */

/** Request headers that carry the credentials (part 5). */
export const TOKEN_HEADER = 'reporting-api-token';
export const CLIENT_ID_HEADER = 'client-id';

/** Query parameters of both endpoints (part 4). */
export const PARAMETERS = { startDate: 'start_date', endDate: 'end_date', format: 'format' } as const;

/** Media types of the two values of `format`. */
export const MEDIA_TYPES = { json: 'application/json', csv: 'text/csv' } as const;

/**
 * The longest range of a request (part 8). Whether both ends count is not said, so windows count both:
 * 31 such days are within the limit under either reading.
 */
export const MAX_WINDOW_DAYS = 31;

/** Member of the JSON answer that holds the records (part 4). */
export const RECORDS_MEMBER = 'data';

/** How the base address ends (parts 1 and 9): a version segment, then `reporting`. */
export const BASE_PATH_PATTERN = /\/[^/]*\d[^/]*\/reporting$/;
