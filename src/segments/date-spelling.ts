import type { Window } from '../core/windows.ts';

/** How a value spells the date at its beginning: `"2026-01-31…`, `20260131`, `"2026/01/31`. */
export interface DateSpelling {
  /** As YYYY-MM-DD; it need not exist. */
  readonly date: string;
  /** True in a string, false in a number. */
  readonly isText: boolean;
  readonly separator: string;
}

const DATE = /^("?)(\d{4})([-/]?)(\d{2})\3(\d{2})(?![\d.])/;

/** Longest beginning of a value that decides whether it holds a date, and what comes behind it. */
export const DATE_LENGTH = 12;

/** The date at the beginning of `cell`, a value's JSON text; undefined if there is none. */
export function dateSpelling(cell: string): DateSpelling | undefined {
  const match = DATE.exec(cell);
  if (match === null) return undefined;
  const [, quote, year, separator, month, day] = match;
  return { date: `${year}-${month}-${day}`, isText: quote !== '', separator: separator! };
}

/** The date of the window that `cell` begins with, as YYYY-MM-DD; it need not exist. Undefined if there is none. */
export function dateIn(window: Window, cell: string): string | undefined {
  const date = dateSpelling(cell)?.date;
  return date !== undefined && date >= window.from && date <= window.to ? date : undefined;
}
