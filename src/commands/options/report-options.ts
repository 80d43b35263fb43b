/** The options of a report, and the help that explains them. */

import { Argument, type Command, Option } from 'commander';
import { REPORTS, type Report } from '../../api/reports.ts';
import { CALENDAR_WINDOWS, type CalendarWindow, MAX_WINDOW_DAYS } from '../../api/wire.ts';
import { parseColumnNames } from '../../core/columns.ts';
import {
  DEFAULT_CONCURRENCY,
  DEFAULT_HEAD_TIMEOUT_MS,
  DEFAULT_MAX_ROWS,
  DEFAULT_RETRY_FOR_MS,
  MAX_CONCURRENCY,
  MAX_MAX_ROWS,
  MAX_RETRIES,
} from '../../core/limits.ts';
import type { Weekday } from '../../dates/date.ts';
import {
  DEFAULT_FORMAT_RULE,
  FORMAT_NAMES,
  FORMATS,
  type FormatName,
  formatsWith,
} from '../../formats/registry.ts';
import { addManyCredentialOptions, CREDENTIAL_KEYS, type CredentialOptions } from './credential-options.ts';
import { anyCase, delimiter, duration, seconds, text, weekday, wholeNumber } from './option-values.ts';
import {
  type DateColumnOptions,
  dateColumnOption,
  type EndDateOptions,
  endDateOption,
  type IgnoredMembersOptions,
  ignoreMembersOption,
  type TimeZoneOptions,
  timeZoneOption,
} from './profile-options.ts';
import { addReportHelp } from './report-help.ts';
import { addSandboxOptions, type SandboxCommandOptions } from './sandbox-options.ts';
import { addTransformOptions, type TransformOptions, whereOption } from './transform-options.ts';

interface CsvOptions {
  readonly excel?: boolean;
  readonly delimiter?: string;
  readonly decimalComma?: boolean;
}

/** The options of a report, as commander gives them. */
export interface ReportOptions
  extends Omit<CredentialOptions, 'profile'>,
    CsvOptions,
    SandboxCommandOptions,
    TimeZoneOptions,
    EndDateOptions,
    DateColumnOptions,
    IgnoredMembersOptions,
    TransformOptions {
  /** One name per client. */
  readonly profile?: readonly string[];
  readonly allProfiles?: boolean;
  readonly from?: string;
  readonly to?: string;
  readonly period?: string;
  readonly includeToday?: boolean;
  readonly weekStart?: Weekday;
  readonly format?: FormatName;
  readonly output?: string;
  readonly title?: string;
  readonly columns?: readonly string[];
  readonly windowDays?: number;
  readonly windows?: CalendarWindow;
  readonly windowColumns?: boolean;
  readonly byDay?: boolean;
  readonly concurrency?: number;
  readonly retryFor: number;
  readonly retries?: number;
  readonly timeout: number;
  readonly failEmpty?: boolean;
  readonly failGaps?: boolean;
  readonly expectColumns?: readonly string[];
  /** Undefined for the stored default. */
  readonly strict?: boolean;
  readonly resume?: boolean;
  readonly maxRows?: number;
  /** Undefined for the default. */
  readonly human?: boolean;
  readonly wide?: boolean;
  readonly pager: boolean;
  readonly sandbox?: boolean;
  readonly replay?: string;
  readonly dryRun?: boolean;
  readonly explain?: 'sh';
}

const UNDATED =
  'Domain records may have no date: for several windows, add --group-by, --windows month --window-columns, or --by-day.';

/** The formats that group thousands on a terminal. */
const FITTED_FORMATS = FORMAT_NAMES.filter((name) => FORMATS[name].fitsTerminal === true).join(' and ');

/** Adds the description, options and examples of a report. */
export function addReportOptions(command: Command, report: Report): void {
  command.description(
    [
      `${capitalize(report.summary)}, for any range, as ${FORMAT_NAMES.slice(0, -1).join(', ')} or ${FORMAT_NAMES.at(-1)}.`,
      report.isUndated && UNDATED,
    ]
      .filter(Boolean)
      .join(' '),
  );
  addRangeOptions(command, 'wtd, last-week, last-4-weeks, --by week, --by weekday');
  addTransformOptions(command);
  addFileOptions(command, FORMAT_NAMES)
    .option(
      '--columns <a,b,c>',
      'print these columns, in this order; -name leaves one out, * matches any text',
      (list: string, earlier?: readonly string[]) => parseColumnNames(list, earlier),
    )
    .addOption(maxRowsOption(FORMAT_NAMES))
    .option(
      '--human',
      `group thousands in ${formatsWith('human').join(', ')}: 1,234.50 (default: ${FITTED_FORMATS} on a terminal)`,
    )
    .option('--no-human', 'do not group thousands (also: `config set human false`)')
    .addOption(wideOption())
    .addOption(noPagerOption());
  addCsvOptions(command);
  addCheckOptions(command);
  addWindowOptions(command)
    .addOption(new Option('--by-day', 'same as --window-days 1 --window-columns').conflicts('windowDays'))
    .option('--window-columns', 'add the columns window_from and window_to: the window of each record');
  addRequestOptions(command)
    .addOption(resumeOption())
    .addOption(dryRunOption())
    .addOption(
      new Option(
        '--explain <language>',
        'print a script that makes the same requests with curl, and send none',
      )
        .choices(['sh'])
        .conflicts('dryRun'),
    );
  addAccessOptions(command);
  addReplayOption(command);
  addReportHelp(command, report);
}

/** The formats of a list of columns. */
const LISTING_FORMATS = FORMAT_NAMES.filter((name) => FORMATS[name].isPicture !== true);

/** Adds the description, options and examples of the list of columns. */
export function addColumnsOptions(command: Command): void {
  command
    .description(
      'Pulls a report and lists its columns. kind says what a column holds. coverage is the share of records with a value: null ' +
        'and the empty text are none. min and max compare numbers and dates by value, texts by code unit. examples are the ' +
        'first five different values. role marks the date column (date) and the main measure (measure).',
    )
    .addArgument(new Argument('<report>', 'report to pull').choices(REPORTS.map(({ name }) => name)));
  addRangeOptions(command, 'wtd, last-week, last-4-weeks');
  command.optionsGroup('Records:').addOption(whereOption());
  addFileOptions(command, LISTING_FORMATS)
    .addOption(maxRowsOption(LISTING_FORMATS))
    .addOption(wideOption())
    .addOption(noPagerOption());
  addCsvOptions(command);
  addCheckOptions(command);
  addWindowOptions(command);
  addRequestOptions(command).addOption(resumeOption()).addOption(dryRunOption());
  addAccessOptions(command);
  addReplayOption(command);
  command.addHelpText(
    'after',
    `
Examples:
  $ reporting columns revenue --period last-month
  $ reporting columns domains --from 7d -f json
  $ reporting columns revenue --sandbox --from 2026-01 --where 'clicks>50'`,
  );
}

/** `weeks` names the values that depend on the first day of the week. */
export function addRangeOptions(command: Command, weeks: string): Command {
  return command
    .optionsGroup('Range:')
    .option('--from <date>', 'first day: 2026-01-31, 2026-01, 2026, today, yesterday, or 7d, 2w, 3m, 1y ago')
    .option('--to <date>', 'last day, included (default: yesterday, or today if --from is today)')
    .addOption(
      new Option(
        '-p, --period <period>',
        'instead of --from and --to: yesterday, last-7-days, last-3-months, last-week, this-month, wtd, ytd, q1 of this year, 2026-03, 2026-Q1, 2026-W05, 2026, 2026-10..2026-11',
      ).conflicts(['from', 'to']),
    )
    .option('--include-today', 'include today in this-…, wtd, mtd, qtd and ytd, and in --from without --to')
    .option(
      '--week-start <day>',
      `first day of the week for ${weeks} (default: monday)`,
      weekday('weekStart'),
    )
    .addOption(
      timeZoneOption('time zone of today (default: REPORTING_TIMEZONE, then profile, `config`, system)'),
    );
}

function addFileOptions(command: Command, formats: readonly FormatName[]): Command {
  return command
    .optionsGroup('Output:')
    .addOption(
      anyCase(new Option('-f, --format <name>', 'output format'), formats).default(
        undefined,
        DEFAULT_FORMAT_RULE,
      ),
    )
    .option(
      '-o, --output <file>',
      'write to this file, whole or not at all; - is stdout; may hold {profile}, {report}, {from}, {to}',
      text('output'),
    )
    .option('--title <text>', `title of ${formatsWith('title').join(', ')}`, text('title'));
}

function maxRowsOption(formats: readonly FormatName[]): Option {
  const limited = formatsWith('maxRows').filter((name) => formats.includes(name));
  const bars = limited.includes('chart') ? '; 20 bars in a chart' : '';
  return new Option(
    '--max-rows <n>',
    `maximum rows of ${limited.join(', ')}; 0 for all (default: ${DEFAULT_MAX_ROWS}${bars})`,
  ).argParser(wholeNumber('maxRows', 0, MAX_MAX_ROWS));
}

function wideOption(): Option {
  return new Option('--wide', 'keep all columns of a table that is wider than the terminal, uncut');
}

function noPagerOption(): Option {
  return new Option('--no-pager', 'disable the pager (also: PAGER=)');
}

export function dryRunOption(): Option {
  return new Option('--dry-run', 'print the planned requests, and send none');
}

function addCheckOptions(command: Command): void {
  command
    .optionsGroup('Checks:')
    .option('--fail-empty', 'exit 3 if there are no records')
    .option('--fail-gaps', 'exit 9 if past days have no records')
    .option(
      '--expect-columns <a,b,c>',
      'exit 11 unless the report has exactly these columns, in any order',
      (list: string, earlier?: readonly string[]) => parseColumnNames(list, earlier, 'expectColumns'),
    )
    .addOption(dateColumnOption())
    // Alone, --no-strict would make commander's default true, which would override the stored default.
    .option('--strict', 'exit 9 on any warning about missing or ambiguous data')
    .option('--no-strict', 'only warn about missing or ambiguous data, despite `config set strict true`')
    .addOption(ignoreMembersOption('do not warn about these members of a response'));
}

export function addWindowOptions(command: Command): Command {
  return command
    .optionsGroup('Requests:')
    .option(
      '--window-days <n>',
      `days per request, 1 to ${MAX_WINDOW_DAYS} (default: ${MAX_WINDOW_DAYS})`,
      wholeNumber('windowDays', 1, MAX_WINDOW_DAYS),
    )
    .addOption(
      new Option('--windows <unit>', 'request one calendar month at a time, cut to the range')
        .choices(CALENDAR_WINDOWS)
        .conflicts(['windowDays', 'byDay']),
    )
    .addOption(endDateOption('whether the service counts end_date').default(undefined, 'inclusive'));
}

export function addRequestOptions(command: Command): Command {
  return command
    .option(
      '--concurrency <n>',
      `windows to request at once, 1 to ${MAX_CONCURRENCY} (default: \`config\`, then ${DEFAULT_CONCURRENCY})`,
      wholeNumber('concurrency', 1, MAX_CONCURRENCY),
    )
    .addOption(
      new Option('--retry-for <duration>', 'how long to retry a failed window: 90s, 30m, 2h; 0 for never')
        .argParser(duration('retryForMs'))
        .default(DEFAULT_RETRY_FOR_MS, `${DEFAULT_RETRY_FOR_MS / 1000}s`),
    )
    .option(
      '--retries <n>',
      `maximum retries of a window, 0 to ${MAX_RETRIES} (default: limited by --retry-for only)`,
      wholeNumber('retries', 0, MAX_RETRIES),
    )
    .addOption(
      new Option('--timeout <seconds>', 'seconds to wait for a response to begin')
        .argParser(seconds('timeoutMs'))
        .default(DEFAULT_HEAD_TIMEOUT_MS, String(DEFAULT_HEAD_TIMEOUT_MS / 1000)),
    );
}

function resumeOption(): Option {
  return new Option(
    '--resume',
    'continue a failed run that had --resume, within a day: request only the missing windows',
  );
}

function addReplayOption(command: Command): void {
  command
    .optionsGroup('Recorded answers:')
    .option(
      '--replay <directory>',
      'make the report from the answers that `reporting raw` has recorded, without a request',
      text('replay'),
    );
}

export function addAccessOptions(command: Command): void {
  addManyCredentialOptions(command);
  command
    .optionsGroup('Without an account:')
    .addOption(
      new Option('--sandbox', 'pull made-up data from the embedded sandbox').conflicts(CREDENTIAL_KEYS),
    );
  addSandboxOptions(command);
}

function addCsvOptions(command: Command): void {
  command
    .optionsGroup('CSV:')
    .option('--excel', 'write CSV for spreadsheets: ids, dates and names stay unchanged, no formula runs')
    .option(
      '--delimiter <char>',
      'field delimiter: a character, or comma, semicolon, tab, pipe (default: comma)',
      delimiter('delimiter'),
    )
    .option('--decimal-comma', 'write 0,10 for 0.10, with the semicolon as delimiter');
}

function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
