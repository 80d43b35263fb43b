/** The options of `check`, in the order of help. */

import { DEFAULT_LIKE_DAYS, LIKE_DAYS } from '../dates/like-days.ts';
import { MANY_CREDENTIALS, WITHOUT_ACCOUNT } from './access-table.ts';
import { type OptionsOf, pick, section } from './flag.ts';
import { CHECKS, RANGE, REQUESTS, ROWS, WITHOUT_REQUESTS } from './report-table.ts';
import { anyText, offering, oneOf, text, texts } from './value-types.ts';

const { groupBy, where, sum, count } = ROWS.flags;

/** The options of `check`. */
export const CHECK = [
  section('Day:', {
    period: {
      flags: '-p, --period <day>',
      help: 'day to check: yesterday, 2026-01-31 (default: yesterday)',
      brief: 'day to check (default: yesterday)',
      value: offering(['yesterday'], anyText),
      sets: 'fetch.range.typed.period',
    },
    against: {
      flags: '--against <days>',
      help: 'compare with the median of so many earlier days of the same weekday (same-weekday:1 to 52), the day before (previous), or the same day a year earlier (year)',
      brief: 'same-weekday:4, previous, year',
      value: offering(LIKE_DAYS, text),
      default: DEFAULT_LIKE_DAYS,
      shownDefault: DEFAULT_LIKE_DAYS,
    },
    ...pick(RANGE.flags, 'timezone'),
  }),
  section('Alerts:', {
    alert: {
      flags: '--alert <condition>',
      help: "print each group that meets this condition, such as 'revenue_percent<-30' or 'revenue_change<-100'; several conditions are several alerts",
      brief: "groups to print: 'revenue_percent<-30'",
      value: texts,
    },
    min: {
      flags: '--min <condition>',
      help: "only groups that meet this condition on the day or usually: 'revenue>100'",
      brief: "leave out small groups: 'revenue>100'",
      value: texts,
    },
    new: { flags: '--no-new', help: 'do not print groups that start' },
    gone: { flags: '--no-gone', help: 'do not print groups that vanish' },
    state: {
      flags: '--state <file>',
      help: 'print an alert once, and once more when it ends; this file remembers it',
      brief: 'print an alert once; the file remembers it',
      value: offering('file', text),
    },
  }),
  section('Rows:', { groupBy, where, sum, count }),
  section('Output:', {
    format: {
      flags: '-f, --format <name>',
      help: 'output format',
      value: oneOf(['text', 'json', 'csv', 'markdown']),
      default: 'text',
    },
  }),
  section('Checks:', {
    ...pick(CHECKS.flags, 'dateColumn', 'allow'),
  }),
  section(REQUESTS.heading, pick(REQUESTS.flags, 'concurrency', 'retryFor', 'timeout', 'resume')),
  MANY_CREDENTIALS,
  WITHOUT_ACCOUNT,
  WITHOUT_REQUESTS,
] as const;

/** The options of `check`, as commander gives them. */
export type CheckOptions = OptionsOf<typeof CHECK>;
