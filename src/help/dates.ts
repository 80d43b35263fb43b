import { MAX_WINDOW_DAYS } from '../contract/wire.ts';
import { examples, type HelpTopic, table, text } from './topic.ts';

const SPANS = '2026-01, 2026-Q1, 2026-W05, 2026';

export const dates: HelpTopic = {
  title: 'Dates and periods',
  summary: 'what --from, --to and --period take',
  section: 'DATES AND PERIODS',
  blocks: [
    text(
      'Both ends of a range are included. Without --to it ends yesterday, the last whole day; today, if --from is today. ' +
        'Case does not matter.',
    ),
    table('--from and --to take:', [
      ['2026-01-31', 'that day'],
      [SPANS, 'its first day as a start, its last as an end'],
      ['today, yesterday', 'that day'],
      ['7d, 2w, 3m, 1y', 'days, weeks, months, years ago; where that month is too short, its last day'],
    ]),
    table('--period takes, in place of both:', [
      ['today, yesterday', 'that day'],
      ['last-7-days', 'so many whole days, up to yesterday: any number of them'],
      ['last-week, last-month, last-quarter, last-year', 'the whole one before this'],
      [
        'this-week, this-month, this-quarter, this-year',
        'its first day to yesterday; to today with --include-today. On its first day that is an error',
      ],
      ['mtd, qtd, ytd', 'the same as this-month, this-quarter, this-year'],
      [`2026-01-31, ${SPANS}`, 'all of it'],
    ]),
    text(
      "Today is the day in the first of these time zones: --timezone, REPORTING_TIMEZONE, the profile's, your default " +
        "(`reporting config`), the system's. " +
        'What words such as last-month came to is said on stderr, unless --quiet is given.',
    ),
    text(
      'Weeks begin on Monday; --week-start sunday moves this-week and last-week. 2026-W05 is a week of ISO 8601, from Monday.',
    ),
    text(
      `The service answers for at most ${MAX_WINDOW_DAYS} days at once: a longer range becomes windows, which --verbose shows.`,
    ),
    examples(
      'reporting revenue --sandbox --period last-month',
      'reporting revenue --sandbox --from 7d --include-today',
      'reporting revenue --sandbox --from 2026-01 --to 2026-06 -o half.csv',
    ),
  ],
};
