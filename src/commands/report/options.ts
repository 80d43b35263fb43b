/** The options of a report, and the help that explains them. */

import { type Command, Option } from 'commander';
import type { Report } from '../../contract/report.ts';
import { MAX_WINDOW_DAYS } from '../../contract/wire.ts';
import { parseColumnNames } from '../../core/column-selection.ts';
import {
  DEFAULT_CONCURRENCY,
  DEFAULT_HEAD_TIMEOUT_MS,
  DEFAULT_MAX_ROWS,
  DEFAULT_RETRY_FOR_MS,
  MAX_CONCURRENCY,
  MAX_RETRIES,
} from '../../core/limits.ts';
import type { Weekday } from '../../core/weekday.ts';
import { FORMAT_NAMES, type FormatName } from '../../formats/registry.ts';
import { addManyCredentialOptions, CREDENTIAL_KEYS, type CredentialOptions } from '../credential-options.ts';
import { type DateColumnOptions, dateColumnOption } from '../date-column.ts';
import { type EndDateOptions, endDateOption } from '../end-date.ts';
import { type IgnoredMembersOptions, ignoreMembersOption } from '../ignored-members.ts';
import { duration, seconds, text, weekday, wholeNumber } from '../option-values.ts';
import { addCsvOptions, type CsvOptions } from '../options/csv.ts';
import { addSandboxOptions, type SandboxCommandOptions } from '../sandbox-options.ts';
import { type TimeZoneOptions, timeZoneOption } from '../time-zone.ts';
import { addShapeOptions, type ShapeOptions } from './shape-options.ts';

/** The options of a report, as commander gives them. */
export interface ReportOptions
  extends Omit<CredentialOptions, 'profile'>,
    CsvOptions,
    SandboxCommandOptions,
    TimeZoneOptions,
    EndDateOptions,
    DateColumnOptions,
    IgnoredMembersOptions,
    ShapeOptions {
  /** Several for a report of several clients. */
  readonly profile?: readonly string[];
  readonly allProfiles?: boolean;
  readonly from?: string;
  readonly to?: string;
  readonly period?: string;
  readonly includeToday?: boolean;
  readonly weekStart?: Weekday;
  readonly format?: FormatName;
  readonly output?: string;
  readonly columns?: readonly string[];
  readonly windowDays?: number;
  readonly windowColumns?: boolean;
  readonly byDay?: boolean;
  readonly concurrency?: number;
  readonly retryFor: number;
  readonly retries?: number;
  readonly timeout: number;
  readonly failEmpty?: boolean;
  readonly failGaps?: boolean;
  readonly expectColumns?: readonly string[];
  /** Undefined leaves it to the stored default. */
  readonly strict?: boolean;
  readonly resume?: boolean;
  readonly maxRows?: number;
  readonly human?: boolean;
  readonly wide?: boolean;
  readonly pager: boolean;
  readonly sandbox?: boolean;
  readonly dryRun?: boolean;
  readonly explain?: 'sh';
}

/** Declares the subcommand of a report. */
export function declareReport(program: Command, report: Report): Command {
  const command = program
    .command(report.name)
    .summary(report.summary)
    .description(
      [
        `${capitalize(report.summary)}, for any range, as a table, CSV, TSV, JSON, NDJSON, Markdown or chart.`,
        report.remark,
      ]
        .filter(Boolean)
        .join(' '),
    )
    .optionsGroup('Range:')
    .option('--from <date>', 'first day: 2026-01-31, 2026-01, 2026, today, yesterday, 7d, 2w, 3m, 1y (ago)')
    .option('--to <date>', 'last day, included (default: yesterday; today, if --from is today)')
    .addOption(
      new Option(
        '--period <period>',
        'in place of both: yesterday, last-7-days, last-week, this-month, ytd, 2026-03, 2026-Q1, 2026-W05, 2026',
      ).conflicts(['from', 'to']),
    )
    .option('--include-today', 'end this-…, mtd, qtd and ytd, or --from without --to, today')
    .option(
      '--week-start <day>',
      'first day of this-week, last-week and --by week (default: monday)',
      weekday('--week-start'),
    )
    .addOption(
      timeZoneOption("zone of today (default: REPORTING_TIMEZONE, the profile's, `config`'s, the system's)"),
    )
    .option(
      '--window-days <n>',
      `days asked for at once, 1 to ${MAX_WINDOW_DAYS} (default: ${MAX_WINDOW_DAYS})`,
      wholeNumber('--window-days', 1, MAX_WINDOW_DAYS),
    )
    .option('--window-columns', 'put window_from and window_to in front: the window that a record came from')
    .addOption(
      endDateOption('whether the service counts end_date: inclusive, exclusive (default: inclusive)'),
    )
    .addOption(
      new Option('--by-day', 'the same as --window-days 1 --window-columns').conflicts('windowDays'),
    );
  addShapeOptions(command);
  command
    .optionsGroup('Output:')
    .addOption(
      new Option(
        '-f, --format <name>',
        `${FORMAT_NAMES.join(', ')} (default: table on a terminal, else csv)`,
      ).choices(FORMAT_NAMES),
    )
    .option(
      '-o, --output <file>',
      'write here, all or nothing; - is stdout; {profile}, {report}, {from}, {to} stand for theirs',
      text('--output'),
    )
    .option(
      '--columns <a,b,c>',
      'these columns, in this order; -name leaves one out, * stands for anything',
      (list: string, earlier?: readonly string[]) => parseColumnNames(list, earlier),
    )
    .option(
      '--max-rows <n>',
      `rows of table, markdown and chart, 0 for all (default: ${DEFAULT_MAX_ROWS})`,
      wholeNumber('--max-rows', 0, 1_000_000_000),
    )
    .option('--human', 'group thousands in table, markdown and chart: 1,234.50')
    .option('--wide', 'drop and cut no column of a table for the terminal')
    .option('--no-pager', 'no pager for what is longer than the screen (also: PAGER=)')
    .option('--fail-empty', 'exit 3 when there is no record')
    .option('--fail-gaps', 'exit 9 when days that are over have no records')
    .option(
      '--expect-columns <a,b,c>',
      'exit 11 unless the columns are these, in any order',
      (list: string, earlier?: readonly string[]) => parseColumnNames(list, earlier, '--expect-columns'),
    )
    .addOption(dateColumnOption())
    // The positive form comes first: alone, --no-strict would make true the default, which beats the stored one.
    .option('--strict', 'exit 9 on any warning about missing or ambiguous data')
    .option('--no-strict', 'only warn about such data, whatever `config set strict` says')
    .addOption(ignoreMembersOption('do not warn about these members beside the records'));
  addCsvOptions(command);
  command
    .optionsGroup('Requests:')
    .option(
      '--concurrency <n>',
      `windows asked for at once, 1 to ${MAX_CONCURRENCY} (default: ${DEFAULT_CONCURRENCY}, or \`config set\`)`,
      wholeNumber('--concurrency', 1, MAX_CONCURRENCY),
    )
    .addOption(
      new Option('--retry-for <duration>', 'how long to retry a window that fails: 90s, 30m, 2h; 0 for never')
        .argParser(duration('--retry-for'))
        .default(DEFAULT_RETRY_FOR_MS, `${DEFAULT_RETRY_FOR_MS / 1000}s`),
    )
    .option(
      '--retries <n>',
      `retry a window at most this many times, 0 to ${MAX_RETRIES} (default: no limit but --retry-for)`,
      wholeNumber('--retries', 0, MAX_RETRIES),
    )
    .addOption(
      new Option('--timeout <seconds>', 'longest wait for an answer to begin')
        .argParser(seconds('--timeout'))
        .default(DEFAULT_HEAD_TIMEOUT_MS, String(DEFAULT_HEAD_TIMEOUT_MS / 1000)),
    )
    .option(
      '--resume',
      'go on where a run with --resume failed, within a day: ask only for the missing windows',
    );
  command
    .option('--dry-run', 'ask nothing: show which windows would be asked for, of whom and as whom')
    .addOption(
      new Option('--explain <language>', 'ask nothing: print a script that asks for the same with curl; sh')
        .choices(['sh'])
        .conflicts('dryRun'),
    );
  addManyCredentialOptions(command);
  command
    .optionsGroup('Without an account:')
    .addOption(
      new Option('--sandbox', 'pull made-up figures from an embedded service').conflicts(CREDENTIAL_KEYS),
    );
  addSandboxOptions(command);
  return command.addHelpText('after', () => examples(report));
}

function examples({ name }: Report): string {
  return `
Examples:
  $ reporting ${name} --from 2026-01-01 --to 2026-06-30
  $ reporting ${name} --period last-month -o last-month.csv
  $ reporting ${name} --period last-month --all-profiles \\
      -o '{profile}-{from}-{to}.csv'
  $ reporting ${name} --from 7d
  $ reporting ${name} --sandbox --period 2026-Q1 -f ndjson | head`;
}

function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
