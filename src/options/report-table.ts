/** The options of reports, of lists of columns and of recordings, in the order of help. */

import { MAX_WINDOW_DAYS, WIRES } from '../api/wire.ts';
import {
  anyText,
  columnList,
  delimiter,
  duration,
  names,
  offering,
  oneOf,
  seconds,
  text,
  texts,
  warningNames,
  wholeNumber,
  zone,
} from '../config/value-types.ts';
import {
  DEFAULT_BARS,
  DEFAULT_CONCURRENCY,
  DEFAULT_HEAD_TIMEOUT_MS,
  DEFAULT_RETRY_FOR_MS,
  DEFAULT_ROWS,
  MAX_CONCURRENCY,
} from '../core/limits.ts';
import { COMPARISON_WORDS } from '../dates/compared-range.ts';
import { DATE_UNITS } from '../dates/date.ts';
import { DATE_WORDS, PERIOD_WORDS } from '../dates/resolve-range.ts';
import { DEFAULT_FORMAT_RULE, FORMAT_NAMES, FORMATS, type FormatName, formatsWith } from '../formats/registry.ts';
import { MANY_CREDENTIALS, SOURCE, WITHOUT_ACCOUNT } from './access-table.ts';
import { type OptionsOf, omit, section } from './flag.ts';

const RANGE = section('Range:', {
  from: {
    flags: '--from <date>',
    help: 'first day: 2026-01-31, 2026-01, 2026, today, yesterday, or 7d, 2w, 3m, 1y ago',
    brief: 'first day: 2026-01-31, yesterday, 7d (--to: last day)',
    value: offering([...DATE_WORDS, '7d', '2w', '3m', '1y'], anyText),
  },
  to: {
    flags: '--to <date>',
    help: 'last day, included (default: yesterday, or today if --from is today)',
    value: offering(DATE_WORDS, anyText),
  },
  period: {
    flags: '-p, --period <period>',
    help: 'instead of --from and --to: yesterday, last-7-days, last-3-months, last-week, this-month, wtd, ytd, q1 of this year, 2026-03, 2026-Q1, 2026-W05, 2026, 2026-10..2026-11',
    brief: 'last-month, ytd, q1, 2026-03, 2026-01..2026-06',
    value: offering(
      [
        ...PERIOD_WORDS,
        ...['last-7-days', 'last-30-days', 'last-90-days', 'last-4-weeks', 'last-3-months', 'last-12-months'],
      ],
      anyText,
    ),
    excludes: ['from', 'to'],
  },
  timezone: {
    flags: '--timezone <zone>',
    help: 'time zone of today (default: REPORTING_TIMEZONE, then profile, `config`, system)',
    value: zone,
  },
});

/** The formats of which stdout shows only the first rows. */
const CUT_FORMATS = FORMAT_NAMES.filter((name) => {
  const { audience, isPicture, unfitForTerminals } = FORMATS[name];
  return audience === 'people' && isPicture !== true && unfitForTerminals === undefined;
}).join(' and ');

export const ROWS = section('Rows, over the whole report:', {
  where: {
    flags: '--where <condition>',
    help: "keep only matching records: 'revenue>100', 'country in US,DE', name~spring, 'name!~test'",
    brief: "keep records: 'revenue>100', 'country in US,DE'",
    value: texts,
  },
  groupBy: {
    flags: '-g, --group-by <a,b>',
    help: 'group rows by these columns',
    brief: 'one row for each value of these columns',
    value: names,
  },
  by: {
    flags: '--by <unit>',
    help: 'group rows by date',
    brief: 'one row per day, week, month, quarter, year',
    value: oneOf(DATE_UNITS),
  },
  sum: {
    flags: '--sum <a,b>',
    help: 'sum these columns (default: all that can be added up, without --avg, --min, --max)',
    brief: 'columns to add up (or --avg, --min, --max, --count)',
    value: names,
  },
  avg: { flags: '--avg <a,b>', help: 'average of these columns', value: names },
  min: { flags: '--min <a,b>', help: 'minimum of these columns', value: names },
  max: { flags: '--max <a,b>', help: 'maximum of these columns', value: names },
  count: { flags: '--count', help: 'number of records of each row' },
  ratio: {
    flags: '--ratio <name=a/b>',
    help: 'add a column: one column divided by another, such as rpm=1000*revenue/views',
    value: texts,
  },
  share: {
    flags: '--share <a,b>',
    help: 'add the percentage of the total of these columns',
    value: names,
    excludes: ['compare'],
  },
  compare: {
    flags: '--compare <range>',
    help: 'beside another range: previous, previous-weeks, usual, year, a period, FROM..TO',
    brief: 'beside another range: previous, year, FROM..TO',
    value: offering([...COMPARISON_WORDS, ...PERIOD_WORDS], text),
  },
  having: {
    flags: '--having <condition>',
    help: "keep only matching groups: 'revenue>100'",
    value: texts,
  },
  alert: {
    flags: '--alert <condition>',
    help: "keep groups as --having does, and exit 14 if any is left: 'revenue_percent<-30'",
    value: texts,
  },
  pivot: {
    flags: '--pivot <column>',
    help: 'one column for each value of a grouped column, or unit of --by, and a total',
    value: offering(DATE_UNITS, text),
    excludes: ['compare'],
  },
  top: {
    flags: '--top <n>',
    help: 'the n largest groups, or the first n of --sort, and one row (other)',
    brief: 'the first n groups, and the others as one row',
    value: wholeNumber(1, 1_000_000_000),
    excludes: ['limit'],
  },
  sort: {
    flags: '--sort <a,-b>',
    help: 'sort by these columns; -name sorts descending',
    value: names,
  },
  limit: {
    flags: '-n, --limit <n|all>',
    help: `the first n rows, or bars of a chart (default on stdout: ${DEFAULT_ROWS} rows of ${CUT_FORMATS}, ${DEFAULT_BARS} bars)`,
    brief: 'the first n rows',
    value: wholeNumber(1, 1_000_000_000, 'all'),
  },
  columns: {
    flags: '--columns <a,name=b,-c,*>',
    help: 'print these columns, in this order; name=b prints b as name, -c leaves c out, * is the rest, *_before matches names',
    value: columnList,
  },
});

function outputSection(formats: readonly FormatName[]) {
  return section('Output:', {
    format: {
      flags: '-f, --format <name>',
      help: 'output format',
      brief: 'table, csv, json, chart, html, xlsx, parquet …',
      value: oneOf(formats),
      shownDefault: DEFAULT_FORMAT_RULE,
    },
    output: {
      flags: '-o, --output <file>',
      help: 'write to this file, whole or not at all; - is stdout; may hold {profile}, {report}, {from}, {to}',
      brief: 'write to a file; its extension selects the format',
      value: offering('file', text),
    },
    allDigits: {
      flags: '--all-digits',
      help: `${formatsWith('allDigits').join(', ')}: no rounding, no thousands`,
    },
    wide: {
      flags: '--wide',
      help: 'keep all columns of a table that is wider than the terminal, uncut',
    },
    delimiter: {
      flags: '--delimiter <char>',
      help: 'csv: a character, or comma, semicolon, tab, pipe (default: comma)',
      value: delimiter,
    },
  });
}

const OUTPUT = outputSection(FORMAT_NAMES);
/** A list of columns has no picture, and columns of its own. */
const LISTING_OUTPUT = outputSection(FORMAT_NAMES.filter((name) => FORMATS[name].isPicture !== true));

export const CHECKS = section('Checks:', {
  strict: {
    flags: '--strict',
    help: 'exit 9 on any warning about the data',
    brief: 'exit 9 on any warning about the data',
  },
  allow: {
    flags: '--allow <a,b>',
    help: 'silence these warnings, in place of the stored list: gaps, gaps:2026-12-25, partial:limit',
    value: warningNames,
  },
  dateColumn: {
    flags: '--date-column <name>',
    help: 'column with the date of each record, or none',
    value: text,
  },
});

export const REQUESTS = section('Requests:', {
  windows: {
    flags: '--windows <n|month>',
    help: `days per request, 1 to ${MAX_WINDOW_DAYS}, or calendar months, cut to the range (default: ${MAX_WINDOW_DAYS})`,
    value: offering(['1', '7', 'month'], wholeNumber(1, MAX_WINDOW_DAYS, 'month')),
  },
  windowColumns: {
    flags: '--window-columns',
    help: 'add the columns window_from and window_to: the window of each record',
  },
  concurrency: {
    flags: '--concurrency <n>',
    help: `windows to request at once, 1 to ${MAX_CONCURRENCY}`,
    value: wholeNumber(1, MAX_CONCURRENCY),
    default: DEFAULT_CONCURRENCY,
    shownDefault: String(DEFAULT_CONCURRENCY),
  },
  retryFor: {
    flags: '--retry-for <duration>',
    help: 'how long to retry a failed window: 90s, 30m, 2h; 0 for never',
    value: offering(['90s', '10m', '30m', '2h'], duration()),
    default: DEFAULT_RETRY_FOR_MS,
    shownDefault: `${DEFAULT_RETRY_FOR_MS / 1000}s`,
  },
  timeout: {
    flags: '--timeout <seconds>',
    help: 'seconds to wait for a response to begin',
    value: seconds,
    default: DEFAULT_HEAD_TIMEOUT_MS,
    shownDefault: String(DEFAULT_HEAD_TIMEOUT_MS / 1000),
  },
  resume: {
    flags: '--resume',
    help: 'continue a failed run that had --resume, within a day: request only the missing windows',
  },
  dryRun: { flags: '--dry-run', help: 'print the planned requests, and send none' },
  wait: {
    flags: '--wait <duration>',
    help: 'wait until the last day of the range is in: ask every 10 minutes; exit 13 if it is not in after this time',
    value: offering(['1h', '4h', '8h'], duration('10m')),
  },
});

/** Where the records come from, instead of the service. */
const WITHOUT_REQUESTS = section(SOURCE, {
  input: {
    flags: '--input <directory>',
    help: 'make the report from a dataset of `reporting sync`, or from a recording of `reporting raw`',
    value: offering('directory', text),
  },
});

/** The options of a report. */
export const REPORT = [
  RANGE,
  ROWS,
  OUTPUT,
  CHECKS,
  REQUESTS,
  MANY_CREDENTIALS,
  WITHOUT_ACCOUNT,
  WITHOUT_REQUESTS,
] as const;

/** The options of a report, as commander gives them. */
export type ReportOptions = OptionsOf<typeof REPORT>;

/** The options of a report that select, aggregate and sort its rows. Their values stay text until the report is loaded. */
export type TransformOptions = OptionsOf<readonly [typeof ROWS]>;

/** The options of a list of columns. */
export const COLUMNS = [
  RANGE,
  section('Records:', { where: ROWS.flags.where }),
  section(OUTPUT.heading, omit(LISTING_OUTPUT.flags, 'allDigits')),
  CHECKS,
  section(REQUESTS.heading, omit(REQUESTS.flags, 'windowColumns', 'wait')),
  MANY_CREDENTIALS,
  WITHOUT_ACCOUNT,
  WITHOUT_REQUESTS,
] as const;

/** The options of a recording. */
export const RAW = [
  RANGE,
  section('Output:', {
    wire: {
      flags: '--wire <format>',
      help: 'format of the responses',
      value: oneOf(WIRES),
      default: 'json',
    },
    output: {
      flags: '-o, --output <directory>',
      help: 'new directory for the responses; may hold {profile}, {report}, {from}, {to}',
      value: offering('directory', text),
    },
  }),
  section('Checks:', {
    ...CHECKS.flags,
    strict: { ...CHECKS.flags.strict, help: 'exit 9 on any warning about the responses' },
  }),
  section(REQUESTS.heading, {
    ...omit(REQUESTS.flags, 'windowColumns', 'wait'),
    resume: {
      flags: '--resume',
      help: 'continue an interrupted recording, within a day: request only the missing windows',
    },
  }),
  MANY_CREDENTIALS,
  WITHOUT_ACCOUNT,
] as const;

/** The options of a recording, as commander gives them. */
export type RawOptions = OptionsOf<typeof RAW>;
