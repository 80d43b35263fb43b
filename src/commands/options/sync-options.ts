import { type Command, Option } from 'commander';
import { REPORTS } from '../../api/reports.ts';
import { type BriefHelp, countOptions } from '../../help/brief-help.ts';
import { ReportingCommand } from '../reporting-command.ts';
import { duration, text } from './option-values.ts';
import {
  type DateColumns,
  endDateOption,
  everyDateColumnOption,
  ignoreMembersOption,
  timeZoneOption,
} from './profile-options.ts';
import { addAccessOptions, addRequestOptions, dryRunOption, type ReportOptions } from './report-options.ts';

/** The options that `sync` shares with reports. */
type SharedOptions = Omit<
  ReportOptions,
  'format' | 'output' | 'dateColumn' | 'from' | 'to' | 'period' | 'windows' | 'columns' | 'pager' | 'resume'
>;

/** The options of `sync`, as commander gives them. Some stay text until the code of a run is loaded. */
export interface SyncOptions extends SharedOptions {
  readonly from?: string;
  readonly to?: string;
  readonly format?: 'parquet' | 'csv';
  readonly lookback?: string;
  readonly type?: readonly string[];
  readonly dateColumn?: DateColumns;
  readonly maxDrop?: string;
  readonly accept?: readonly string[];
  readonly wait: number;
  readonly shard?: string;
  readonly setUp?: boolean;
  readonly reconfigure?: boolean;
  /** An option of the program. */
  readonly errorFormat?: 'text' | 'json';
}

const DEFAULT_WAIT_MS = 5 * 60 * 1000;

/** Adds the description, options and examples of `sync`. */
export function addSyncOptions(command: Command): Command {
  const names = REPORTS.map(({ name }) => name).join(', ');
  command
    .usage('[options] [reports] <directory>')
    .description(
      'Keeps a directory of Parquet or CSV files, one per month, report and client, that engines such as DuckDB can query. ' +
        'A run asks for the months that are missing or may still change, replaces only the files whose figures changed, and ' +
        'prints each day with restated figures. After the first run, `reporting sync <directory>` is enough.',
    )
    .argument('[reports]', `reports to sync: ${names}, or several with commas; or status`)
    .argument('[directory]', 'directory of the dataset')
    .optionsGroup('Dataset, for the first run:')
    .option('--from <month>', 'first month: 2024-01', text('from'))
    .option('--to <month>', 'last month (default: none, the dataset grows until yesterday)', text('to'))
    .addOption(
      new Option('-f, --format <name>', 'format of the files (default: parquet)').choices(['parquet', 'csv']),
    )
    .option(
      '--lookback <days>',
      'days after its end until which a month is pulled again; after the first run, for this run only (default: 35d)',
      text('lookback'),
    )
    .option(
      '--type <column=type>',
      'choose the type of a column: ctr=double, order=text; may be repeated',
      gather,
    )
    .addOption(timeZoneOption('time zone of yesterday (default: profile, `config`, system)'))
    .addOption(endDateOption('whether the service counts end_date').default(undefined, 'inclusive'))
    .option('--set-up', 'only set up the dataset and its types: before shards, or to edit the types')
    .option('--reconfigure', 'change the settings of the dataset to those of this run')
    .optionsGroup('Checks:')
    .option(
      '--max-drop <percent>',
      'do not replace a month that lost more of its records or its main sum (default: 50%)',
      text('maxDrop'),
    )
    .option(
      '--accept <report/profile/month>',
      'replace this month although it lost records; may be repeated',
      gather,
    )
    .addOption(everyDateColumnOption('column with the date of each record, or none; or revenue=a,domains=b'))
    // Alone, --no-strict would make commander's default true, which would override the stored default.
    .option('--strict', 'do not write a month with any warning about missing or ambiguous data')
    .option('--no-strict', 'only warn about missing or ambiguous data, despite `config set strict true`')
    .addOption(ignoreMembersOption('do not warn about these members of a response'))
    .optionsGroup('This run:')
    .addOption(dryRunOption())
    .option('--shard <i/n>', 'pull only part i, from 0, of n equal parts', text('shard'))
    .addOption(
      new Option('--wait <duration>', 'how long to wait for another sync of a month')
        .argParser(duration('wait'))
        .default(DEFAULT_WAIT_MS, '5m'),
    );
  command.optionsGroup('Requests:');
  addRequestOptions(command);
  addAccessOptions(command);
  if (command instanceof ReportingCommand) command.setBriefHelp(() => briefHelp(command));
  return command.addHelpText('after', EXAMPLES);
}

function gather(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}

const FIRST = 'sync revenue,domains sales --from 2024-01 --all-profiles';
const TRIAL = 'sync revenue try --sandbox --from 2026-01 --to 2026-03';

const EXAMPLES = `
Examples:
  $ reporting ${FIRST}
  $ reporting sync sales
  $ reporting sync sales --dry-run
  $ reporting sync sales --lookback 90d
  $ reporting sync sales --shard 3/12
  $ reporting sync status sales
  $ reporting ${TRIAL}
  $ duckdb -c "select sum(revenue) from read_parquet( \\
      'sales/report=revenue/**/*.parquet', union_by_name = true)"`;

/** The short help. */
function briefHelp(command: Command): BriefHelp {
  return {
    title: 'Keep a directory of monthly Parquet or CSV files up to date.',
    usage: 'sync [reports] <directory> [options]\n       reporting sync status <directory>',
    rows: [
      ['--from', 'first month, for the first run: 2024-01'],
      ['--all-profiles', 'all stored clients, for the first run'],
      ['--format', 'parquet or csv, for the first run'],
      ['--dry-run', 'print the months that the run would pull'],
      ['--lookback', 'days after its end to pull a month again (35d)'],
      ['--max-drop', 'do not replace a month that lost more (50%)'],
      ['--set-up', 'set up only: before shards, or to edit the types'],
      ['--shard', 'pull only part i, from 0, of n equal parts'],
      ['--retry-for', 'how long to retry in this run: 30m'],
    ],
    examples: [FIRST, 'sync sales', 'sync status sales', TRIAL],
    more: `\`reporting sync --help\` shows all ${countOptions(command)} options.`,
  };
}
