/** The errors for dates and periods that cannot be read, or are not in the calendar. */

import { parseCalendarDate } from './calendar-date.ts';
import { suggestDate, suggestPeriod } from './date-suggestion.ts';
import { ReportingError } from './reporting-error.ts';

const CALENDAR_FORMS = '2026-01-31, 2026-01, 2026-Q1, 2026-W05, 2026';
const DATE_FORMS = `${CALENDAR_FORMS}, today, yesterday, and 7d, 2w, 3m, 1y for so long ago`;
const PERIOD_FORMS =
  'today, yesterday, last-7-days (any number), this-month and last-month (week, quarter and year too), ' +
  `mtd, qtd, ytd, ${CALENDAR_FORMS}`;

/** For a value of `option`, `--from` or `--to`: with the accepted forms, and a suggestion where one is near. */
export function unreadableDate(option: string, text: string): ReportingError {
  const why = missingFromCalendar(text.trim());
  const told = `${option} ${JSON.stringify(text)}`;
  if (why !== undefined) {
    return new ReportingError('usage', `${told} is not a date of the calendar`, { hint: why });
  }
  return new ReportingError('usage', `${told} cannot be read as a date`, {
    hint: `${didYouMean(suggestDate(text))}${option} takes ${DATE_FORMS}`,
  });
}

/** For a value of `--period`: with the accepted forms, and a suggestion where one is near. */
export function unreadablePeriod(text: string): ReportingError {
  const why = missingFromCalendar(text.trim());
  const told = `--period ${JSON.stringify(text)}`;
  if (why !== undefined) {
    return new ReportingError('usage', `${told} is not a period of the calendar`, { hint: why });
  }
  return new ReportingError('usage', `${told} cannot be read as a period`, {
    hint: `${didYouMean(suggestPeriod(text))}--period takes ${PERIOD_FORMS}`,
  });
}

/** For a day that the calendar's four digits of a year cannot write. */
export function outsideCalendar(option: string, text: string): ReportingError {
  return new ReportingError('usage', `${option} ${text} is outside the years 0001 to 9999`);
}

function didYouMean(suggestion: string | undefined): string {
  return suggestion === undefined ? '' : `did you mean ${suggestion}? `;
}

/** Why a text that has the shape of a day, month, quarter, week or year is none. Undefined for other shapes. */
function missingFromCalendar(text: string): string | undefined {
  const match = /^(\d{4})(?:-(?:(\d{2})(?:-\d{2})?|q(\d{1,2})|w(\d{2})))?$/i.exec(text);
  if (match === null) return undefined;
  const [, year, month, quarter, week] = match;
  if (year === '0000') return 'years are 0001 to 9999';
  if (quarter !== undefined) return 'quarters are Q1 to Q4';
  if (week !== undefined) return week === '53' ? `${year} has 52 weeks` : 'weeks are W01 to W53';
  const lastDay = [31, 30, 29, 28].find((day) => parseCalendarDate(`${year}-${month}-${day}`) !== undefined);
  return lastDay === undefined ? 'months are 01 to 12' : `${year}-${month} has ${lastDay} days`;
}
