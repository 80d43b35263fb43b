/** The topics of `reporting help` as data, for the terminal and the man page. */

import { MAX_WINDOW_DAYS } from '../api/wire.ts';
import type { ErrorKind, EXIT_CODES } from '../core/error-codes.ts';
import { DEFAULT_FORMAT_RULE, FORMAT_NAMES, FORMATS } from '../formats/registry.ts';
import { examples, type HelpBlock, type TopicName, table, text } from './blocks.ts';

/** A topic of `reporting help`. */
export interface HelpTopic {
  readonly title: string;
  /** Heading of its section in the man page, if it is not the title. */
  readonly section?: string;
  readonly blocks: readonly HelpBlock[];
}

const SPANS = '2026-01, 2026-Q1, 2026-W05, 2026';

const dates: HelpTopic = {
  title: 'Dates and periods',
  blocks: [
    text(
      'A range includes both ends. Without --to it ends yesterday, the last whole day, or today if --from is today. ' +
        'Case does not matter.',
    ),
    table('--from and --to take:', [
      ['2026-01-31', 'that day'],
      [SPANS, 'its first day as a start, its last day as an end'],
      ['today, yesterday', 'that day'],
      ['7d, 2w, 3m, 1y', 'days, weeks, months or years ago; the last day of the month if that month is shorter'],
    ]),
    table('--period takes, instead of both:', [
      ['today, yesterday', 'that day'],
      ['last-7-days', 'any number of whole days, up to yesterday'],
      ['last-4-weeks, last-3-months, last-12-months', 'any number of whole weeks or months before this one'],
      ['last-week, last-month, last-quarter, last-year', 'the whole week, month, quarter or year before this one'],
      ['this-week, this-month, this-quarter, this-year', 'from its first day to yesterday; an error on its first day'],
      ['wtd, mtd, qtd, ytd', 'the same as this-week, this-month, this-quarter, this-year'],
      ['q1, q2, q3, q4', 'that quarter of the current year, all of it'],
      [`2026-01-31, ${SPANS}`, 'all of it'],
      ['2026-10..2026-11', 'from the first day of one of these to the last day of another'],
    ]),
    text(
      'Today is the current day in the first of these time zones: --timezone, REPORTING_TIMEZONE, the zone of the profile, ' +
        'your default (`reporting config`), the zone of the system. ' +
        'On a terminal, or with -v, a note shows the days that a word such as last-month stands for.',
    ),
    text(
      'Weeks begin on Monday. The setting week-start (`reporting config set`, or `reporting login` for one profile) changes that for this-week, wtd, last-week, last-4-weeks and --by week. 2026-W05 is an ISO 8601 week, from Monday.',
    ),
    text(
      `The service answers for at most ${MAX_WINDOW_DAYS} days at once. A longer range is split into windows; --verbose shows them. ` +
        '--windows month makes each window a calendar month, so that the windows stay the same when the range changes.',
    ),
    examples(
      'reporting revenue --sandbox --period last-month',
      'reporting revenue --sandbox --from 7d --to today',
      'reporting revenue --sandbox --from 2026-01 --to 2026-06 -o half.csv',
    ),
  ],
};

const formats: HelpTopic = {
  title: 'Formats and files',
  section: 'FORMATS',
  blocks: [
    table(
      '--format takes:',
      FORMAT_NAMES.map((name) => {
        const { summary, extensions } = FORMATS[name];
        return [name, summary + (extensions.length === 0 ? '' : ` (${extensions.join(', ')})`)];
      }),
    ),
    text(
      'The format is the first of: --format, the extension of the output file, REPORTING_FORMAT, the format of the profile, ' +
        `your default (\`reporting config\`), and then ${DEFAULT_FORMAT_RULE}.`,
    ),
    text(
      '--output writes the whole file or nothing: a failed run leaves an existing file unchanged. {profile}, {report}, {from} and ' +
        '{to} in the file name are replaced by their values, and with {profile} each client has a file. An empty report is an empty document of its format, with a warning.',
    ),
    text(
      '--delimiter sets the character between the fields of csv. A file name that ends in .gz is compressed: month.csv.gz.',
    ),
    examples(
      "reporting revenue --sandbox --period yesterday -o '{report}-{from}.csv'",
      'reporting revenue --sandbox --period last-month -f ndjson | head -3',
      'reporting revenue --sandbox --period last-month -o month.xlsx',
      'reporting revenue --sandbox --period 2026-Q1 --format chart \\\n    --group-by campaign --sum revenue',
    ),
  ],
};

const environment: HelpTopic = {
  title: 'Environment variables',
  section: 'ENVIRONMENT',
  blocks: [
    text(
      'Each value is the first one found: option, environment, profile, your default (`reporting config`). There is no option for ' +
        'the token itself: process lists and shell histories would show it.',
    ),
    table('Values:', [
      ['REPORTING_PROFILE', 'profile to use (--profile); default'],
      ['REPORTING_BASE_URL', 'address of the service'],
      ['REPORTING_CLIENT_ID', 'client to report on'],
      ['REPORTING_API_TOKEN', 'API token'],
      ['REPORTING_API_TOKEN_FILE', 'file with the API token'],
      ['REPORTING_API_TOKEN_COMMAND', 'command that prints the API token; runs without a shell'],
      ['REPORTING_FORMAT', 'format of a report without --format and without a file extension that sets it'],
      ['REPORTING_TIMEZONE', 'time zone of today, such as Europe/Berlin (--timezone)'],
      ['TZ', 'time zone of the system: a name, the path of a zone file, or an offset in whole hours such as UTC0'],
      ['REPORTING_END_DATE', 'inclusive or exclusive: whether the service counts end_date'],
      ['REPORTING_CA_FILE', 'PEM file with CA certificates to trust, in addition to the built-in ones'],
      ['REPORTING_INSECURE_HTTP', '1 to allow plain http to other machines, 0 to refuse it'],
      ['REPORTING_SANDBOX', "the sandbox's own options for --sandbox, such as '--seed 7 --fault 503:0.1'"],
      ['REPORTING_PAGER', 'pager for output longer than the screen; empty for none'],
      ['REPORTING_CONFIG_DIR', 'directory of config.json: profiles and defaults'],
    ]),
    table('Network:', [
      ['HTTPS_PROXY, ALL_PROXY', 'proxy for an https base URL: the first that is set'],
      ['NO_PROXY', 'hosts or * to reach without a proxy; all three work in lower case too'],
      ['NODE_EXTRA_CA_CERTS', 'PEM file with more CA certificates, as for every Node program'],
    ]),
    table('Terminal:', [
      ['NO_COLOR, FORCE_COLOR', 'no colors; colors in a pipe too'],
      ['TERM', 'dumb for no colors, no progress bar and no pager'],
      ['CI', 'no progress bar if set'],
      ['PAGER, LESS', 'pager if REPORTING_PAGER is not set; options of less'],
    ]),
    table('Directories:', [
      ['XDG_CONFIG_HOME', 'on Linux, the parent of reporting/config.json with the profiles; ~/.config'],
      ['XDG_CACHE_HOME', 'on Linux, the parent of reporting/ with finished windows for --resume; ~/.cache'],
      ['APPDATA, LOCALAPPDATA', 'the same on Windows'],
      ['TMPDIR', 'directory for responses until the report is complete; /tmp. On Windows: TEMP'],
    ]),
    text(
      'On macOS, profiles are in ~/Library/Preferences/reporting, and finished windows in ~/Library/Caches/reporting.',
    ),
    examples(
      'reporting whoami',
      'REPORTING_TIMEZONE=America/New_York \\\n    reporting revenue --sandbox --period yesterday',
    ),
  ],
};

const compare: HelpTopic = {
  title: 'Comparisons',
  blocks: [
    text(
      '--compare adds the figures of another range beside each group, or beside the totals: revenue_before, the change, and the change in ' +
        'percent. If the ranges differ in length, tables and pages also show the change a day.',
    ),
    table('--compare takes:', [
      ['previous', 'the range before'],
      ['previous-weeks', 'the same weekdays before: as many days, whole weeks earlier'],
      ['usual', 'the median of the same days of the eight weeks before'],
      ['year', 'a year earlier'],
      ['last-month, 2026-01', 'a period, as --period takes it'],
      ['2026-01-05..2026-01-18', 'another range'],
    ]),
    text(
      'With --by, each unit of time is compared with its counterpart. --alert keeps groups as --having does, and the exit code is 14 ' +
        'if there is one: for a nightly job that reports a fall.',
    ),
    examples(
      'reporting revenue --sandbox --period last-month --compare previous \\\n    --group-by campaign',
      'reporting revenue --sandbox --period last-month --compare year',
      "reporting revenue --sandbox -p yesterday --timezone Europe/Berlin \\\n    -g campaign --compare usual --alert 'revenue_percent<-30'",
    ),
  ],
};

/** All exit codes: of errors, of success, and of the signals SIGHUP and SIGTERM. */
type ExitCode = (typeof EXIT_CODES)[ErrorKind] | 0 | 129 | 143;

const EXIT_CODE_MEANINGS: Readonly<Record<ExitCode, string>> = {
  0: 'success, also for an empty report and a reader such as `head` that stops early',
  1: 'internal error',
  2: 'wrong usage or configuration: the same command fails again',
  4: 'not signed in, 401, or 403; the message distinguishes them',
  5: 'the service, or a proxy, refused the request: 400, other 4xx, or a redirect',
  6: 'the service could not be reached or kept failing, after all retries: try again later, with --resume if it had that',
  7: 'the response is not what was asked for: not JSON of the expected shape, or records of other days',
  8: 'the output could not be written',
  9: 'any warning about the data, with --strict, or with --alert if no group meets it; a dataset with missing months, or with a month that lost too much',
  10: 'files of a dataset or a recording are missing or damaged',
  11: 'values that the types of a dataset cannot hold',
  12: 'another `sync` is pulling the month',
  13: '`--wait` ended before the last day of the range was complete',
  14: 'groups meet --alert',
  129: 'hung up',
  130: 'interrupted by Ctrl-C',
  143: 'terminated',
};

const exitCodes: HelpTopic = {
  title: 'Exit codes',
  section: 'EXIT STATUS',
  blocks: [
    table('A run ends with:', Object.entries(EXIT_CODE_MEANINGS)),
    text(
      'Whatever the code, an output file is complete or unchanged. Errors are on stderr: what failed, for which window, ' +
        'why, and what to do next. With --error-format json every message is one JSON object per line. For several profiles with ' +
        'one file each, the first failure sets the code, and without one, an alert.',
    ),
    text(
      'Each error has a code, too, such as E-window-refused: with --verbose, and as `code` in JSON. `reporting help E-window-refused` ' +
        'explains it.',
    ),
    examples(
      'reporting revenue --sandbox --period yesterday -o day.csv \\\n    --strict || echo "exit $?"',
      'reporting revenue --sandbox --period last-month -o month.csv --resume',
    ),
  ],
};

/** The topics by name. */
export const TOPICS = {
  dates,
  compare,
  formats,
  environment,
  'exit-codes': exitCodes,
} satisfies Record<TopicName, HelpTopic>;
