/**
 * The errors for dates and periods that cannot be read or do not exist. Each names the accepted forms and suggests what the
 * user may have meant. Every suggestion can itself be read.
 */

import { ReportingError } from '../core/errors.ts';
import { flagOf } from '../core/option-names.ts';
import { closestMatch } from '../core/text.ts';
import { tryRead } from '../core/try-read.ts';
import { parseCalendarDate } from './date.ts';
import { DATE_WORDS, PERIOD_WORDS, parseDateExpression, parsePeriod } from './parse-date.ts';
import { MONTHS } from './range-name.ts';
import { parseCalendarSpan } from './unit-names.ts';

const CALENDAR_FORMS = '2026-01-31, 2026-01, 2026-Q1, 2026-W05, 2026';
const DATE_FORMS = `${CALENDAR_FORMS}, today, yesterday, or 7d, 2w, 3m, 1y ago`;
const PERIOD_FORMS =
  'today, yesterday, last-7-days, last-4-weeks and last-3-months (any number), ' +
  'this-month and last-month (week, quarter and year too), wtd, mtd, qtd, ytd, q1 to q4 of this year, ' +
  `${CALENDAR_FORMS}, 2026-10..2026-11`;

/** The error for an unreadable value of `from` or `to`. */
export function unreadableDate(name: 'from' | 'to', text: string): ReportingError {
  return unreadable(name, text, { noun: 'date', suggest: suggestDate, forms: DATE_FORMS });
}

/** The error for an unreadable value of `period`. */
export function unreadablePeriod(text: string): ReportingError {
  return unreadable('period', text, { noun: 'period', suggest: suggestPeriod, forms: PERIOD_FORMS });
}

/** The error for a day outside the years 0001 to 9999. */
export function outsideCalendar(name: 'from' | 'to' | 'period', text: string): ReportingError {
  return new ReportingError('E-date', `${flagOf(name)} ${text} is outside the years 0001 to 9999`);
}

interface Kind {
  readonly noun: string;
  readonly suggest: (text: string) => string | undefined;
  readonly forms: string;
}

function unreadable(name: 'from' | 'to' | 'period', text: string, kind: Kind): ReportingError {
  const subject = `${flagOf(name)} ${JSON.stringify(text)}`;
  const reason = text
    .split('..')
    .map((span) => span.trim())
    .filter((span) => !isReadable(parseCalendarSpan, span))
    .map(missingFromCalendar)
    .find((each) => each !== undefined);
  if (reason !== undefined) {
    return new ReportingError('E-date', `${subject} is not a calendar ${kind.noun}`, { hint: reason });
  }
  return new ReportingError('E-date', `${subject} cannot be read as a ${kind.noun}`, {
    hint: hintFor(name, text, kind),
  });
}

/** The closest readable value, or else all accepted forms. A month without a year could be any. */
function hintFor(name: 'from' | 'to' | 'period', text: string, { suggest, forms }: Kind): string {
  const suggestion = suggest(text);
  if (suggestion !== undefined) return `did you mean ${suggestion}?`;
  const month = monthNumber(text.trim());
  if (month !== undefined) return `add the year: ${flagOf(name)} YYYY-${month}`;
  return `${flagOf(name)} takes ${forms}`;
}

/** Why the day, month, quarter, week or year that `text` spells does not exist. Undefined for texts of other shapes. */
function missingFromCalendar(text: string): string | undefined {
  const match = /^(\d{4})(?:-(?:(\d{2})(?:-\d{2})?|q(\d{1,2})|w(\d{2})))?$/i.exec(text);
  if (/^q\d{1,2}$/i.test(text)) return 'quarters are Q1 to Q4';
  if (match === null) return undefined;
  const [, year, month, quarter, week] = match;
  if (year === '0000') return 'years are 0001 to 9999';
  if (quarter !== undefined) return 'quarters are Q1 to Q4';
  if (week !== undefined) return week === '53' ? `${year} has 52 weeks` : 'weeks are W01 to W53';
  const lastDay = [31, 30, 29, 28].find((day) => parseCalendarDate(`${year}-${month}-${day}`) !== undefined);
  return lastDay === undefined ? 'months are 01 to 12' : `${year}-${month} has ${lastDay} days`;
}

/** A readable start or end date: another spelling, a similar word, or the period with that name. */
export function suggestDate(text: string): string | undefined {
  for (const spelling of [...respellDay(text), ...respellMonth(text), ...respellAgo(text)]) {
    if (isReadable(parseDateExpression, spelling)) return spelling;
  }
  const word = closestMatch(text.trim(), DATE_WORDS);
  if (word !== undefined) return word;
  const period = isReadable(parsePeriod, text) ? text.trim().toLowerCase() : respellPeriod(text);
  return isReadable(parsePeriod, period) ? `--period ${period}` : undefined;
}

/** The day, week, month, quarter or year that the user may have meant, or why it does not exist. */
export function suggestSpan(text: string): string | undefined {
  const spellings = [text.trim(), ...respellDay(text), ...respellMonth(text)];
  const near = spellings.find((each) => isReadable(parseCalendarSpan, each));
  if (near !== undefined) return `did you mean ${near}?`;
  return spellings.map(missingFromCalendar).find((reason) => reason !== undefined);
}

/** A readable period: another spelling, a similar word, or the start date with that name. */
export function suggestPeriod(text: string): string | undefined {
  const respelled = respellPeriod(text);
  for (const spelling of [respelled, ...respellDay(text), ...respellMonth(text)]) {
    if (isReadable(parsePeriod, spelling)) return spelling;
  }
  const [count] = /\d+/.exec(respelled) ?? [];
  const counted = ['days', 'weeks', 'months'].map((unit) => `last-${count}-${unit}`);
  const word = closestMatch(respelled, count === undefined ? PERIOD_WORDS : counted);
  if (word !== undefined && isReadable(parsePeriod, word)) return word;
  for (const spelling of [text.trim(), ...respellAgo(text)]) {
    if (isReadable(parseDateExpression, spelling)) return `--from ${spelling}`;
  }
  return undefined;
}

/** The two digits of a month: `10` for `October` and `oct`. */
function monthNumber(name: string): string | undefined {
  const typed = name.toLowerCase();
  const index = typed.length < 3 ? -1 : MONTHS.findIndex((month) => month.toLowerCase().startsWith(typed));
  return index === -1 ? undefined : String(index + 1).padStart(2, '0');
}

/** `2026-10` for `oct-2026`, `October 2026` and `2026 oct`. */
function respellMonth(text: string): string[] {
  const match = /^([a-z]+)[-/., ]*(\d{4})$|^(\d{4})[-/., ]*([a-z]+)$/i.exec(text.trim());
  const month = monthNumber(match?.[1] ?? match?.[4] ?? '');
  return month === undefined ? [] : [`${match![2] ?? match![3]}-${month}`];
}

/** Days, months, quarters and weeks in the accepted spelling. Skips texts where day and month could be swapped. */
function respellDay(text: string): string[] {
  const bare = text.trim().replace(/t[\d:.+-]+z?$/i, '');
  const two = (digits: string | undefined): string => digits!.padStart(2, '0');
  const spellings: readonly (readonly [RegExp, (parts: readonly string[]) => string])[] = [
    [/^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/, ([, y, m, d]) => `${y}-${two(m)}-${two(d)}`],
    [/^(\d{4})(\d{2})(\d{2})$/, ([, y, m, d]) => `${y}-${m}-${d}`],
    [/^(\d{1,2})\.(\d{1,2})\.(\d{4})$/, ([, d, m, y]) => `${y}-${two(m)}-${two(d)}`],
    [/^(\d{4})[-/.](\d{1,2})$/, ([, y, m]) => `${y}-${two(m)}`],
    [/^(\d{4})(\d{2})$/, ([, y, m]) => `${y}-${m}`],
    [/^(\d{1,2})[-/.](\d{4})$/, ([, m, y]) => `${y}-${two(m)}`],
    [/^(\d{4})[-/. ]?q(\d)$/i, ([, y, q]) => `${y}-Q${q}`],
    [/^q(\d)[-/. ]?(\d{4})$/i, ([, q, y]) => `${y}-Q${q}`],
    [/^(\d{4})[-/. ]?(?:w|kw)(\d{1,2})$/i, ([, y, w]) => `${y}-W${two(w)}`],
  ];
  return spellings.flatMap(([pattern, spell]) => {
    const parts = pattern.exec(bare);
    return parts === null ? [] : [spell(parts)];
  });
}

/** `7d` for `7 days ago`, `-7d` and `7days`. */
function respellAgo(text: string): string[] {
  const pattern = /^-?(\d+)[\s_-]*(d|w|m|y)(?:ays?|eeks?|onths?|ears?)?(?:[\s_-]*ago)?$/i;
  const [, count, unit] = pattern.exec(text.trim()) ?? [];
  return count === undefined ? [] : [`${count}${unit!.toLowerCase()}`];
}

/**
 * `last-7-days` for `Last 7 days` and `7d`, `last-month` for `past_month`, `last-3-months` for `past 3 months`, `last-14-days`
 * for `2w`.
 */
function respellPeriod(text: string): string {
  const words = text
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
    .replace(/^(past|prev|previous)-/, 'last-')
    .replace(/^(current)-/, 'this-');
  const [, wholeCount, whole] = /^last-?(\d{1,6})-?(week|month)s?$/.exec(words) ?? [];
  if (wholeCount !== undefined) return `last-${wholeCount}-${whole}s`;
  const [, count, unit] = /^(?:last-?)?(\d{1,6})-?(d|w)(?:ays?|eeks?)?$/.exec(words) ?? [];
  return count === undefined ? words : `last-${Number(count) * (unit === 'w' ? 7 : 1)}-days`;
}

/** True if `parse` reads the text. False also for a date outside the years 0001 to 9999, for which it throws. */
export function isReadable(parse: (text: string) => unknown, text: string): boolean {
  return tryRead(() => parse(text)) !== undefined;
}
