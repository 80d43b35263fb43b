/** The calendar months of a dataset. A partition is one month of one report of one client: a folder, in the layout of Hive. */

import type { MonthName, StoredDataset } from '../config/stored-input.ts';
import { splitIntoUnits, unitAround } from '../dates/calendar.ts';
import { type CalendarDate, MONDAY, parseCalendarDate } from '../dates/date.ts';
import type { DateRange } from '../dates/range.ts';

/** A month as `2026-01`. Text order is time order. */
export type Month = string;

/** One month of one report of one client. */
export type Partition = MonthName;

/** The month that contains `date`. */
export function monthOf(date: CalendarDate): Month {
  return date.slice(0, 7);
}

/** All days of a month. */
export function daysOfMonth(month: Month): DateRange {
  return unitAround(parseCalendarDate(`${month}-01`)!, 'month', MONDAY);
}

/** The months from `first` to `last`, both included; none if `last` is before `first`. */
export function monthsBetween(first: Month, last: Month): readonly Month[] {
  if (last < first) return [];
  const range = { from: daysOfMonth(first).from, to: daysOfMonth(last).to };
  return splitIntoUnits(range, 'month', MONDAY).map(({ from }) => monthOf(from));
}

/** `acme revenue 2026-01`, for messages. */
export function labelOf({ report, profile, month }: Partition): string {
  return `${profile} ${report} ${month}`;
}

/** `revenue/acme/2026-01`: names a partition on the command line. */
export function keyOf({ report, profile, month }: Partition): string {
  return `${report}/${profile}/${month}`;
}

/** The folder of a partition, relative to the dataset. */
export function monthFolder({ report, profile, month }: Partition): string {
  return `report=${report}/profile=${profile}/month=${month}`;
}

/** The record of a month. */
export const RECORD_FILE = '_data.json';

/** The name of a month's data file. */
export function dataFileOf(format: StoredDataset['format']): string {
  return `data.${format}`;
}
