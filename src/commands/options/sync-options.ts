import { type Command, Option } from 'commander';
import { REPORTS } from '../../api/reports.ts';
import { duration, text } from './option-values.ts';
import { endDateOption, timeZoneOption } from './profile-options.ts';
import { addAccessOptions, addRequestOptions, dryRunOption, type ReportOptions } from './report-options.ts';

/** The options that `sync` shares with reports. */
type SharedOptions = Omit<
  ReportOptions,
  'format' | 'output' | 'from' | 'to' | 'period' | 'windows' | 'columns' | 'pager' | 'resume'
>;

/** The options of `sync`, as commander gives them. Some stay text until the code of a run is loaded. */
export interface SyncOptions extends SharedOptions {
  readonly from?: string;
  readonly to?: string;
  readonly format?: 'parquet' | 'csv';
  readonly lookback?: string;
  readonly type?: readonly string[];
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

/** Declares `sync`. */
export function declareSync(program: Command): Command {
  const names = REPORTS.map(({ name }) => name).join(', ');
  const command = program
    .command('sync')
    .usage('[options] [reports] <directory>')
    .summary('keep a directory of monthly files up to date')
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
      'pull a month again until so many days after its end; later, for this run only (default: 35d)',
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
    .optionsGroup('This run:')
    .addOption(dryRunOption())
    .option('--shard <i/n>', 'pull only part i, from 0, of n equal parts', text('shard'))
    .option(
      '--max-drop <percent>',
      'do not replace a month that lost more of its records or its main sum (default: 50%)',
      text('maxDrop'),
    )
    .option('--accept <report/profile/month>', 'replace this month whatever it lost; may be repeated', gather)
    .addOption(
      new Option('--wait <duration>', 'how long to wait for another sync of a month')
        .argParser(duration('wait'))
        .default(DEFAULT_WAIT_MS, '5m'),
    );
  command.optionsGroup('Requests:');
  addRequestOptions(command);
  addAccessOptions(command);
  return command.addHelpText('after', EXAMPLES);
}

function gather(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}

const EXAMPLES = `
Examples:
  $ reporting sync revenue,domains sales --from 2024-01 --all-profiles
  $ reporting sync sales
  $ reporting sync sales --dry-run
  $ reporting sync sales --lookback 90d
  $ reporting sync sales --shard 3/12
  $ reporting sync status sales
  $ reporting sync revenue try --sandbox --from 2026-01 --to 2026-03
  $ duckdb -c "select sum(revenue)
      from read_parquet('sales/report=revenue/**/*.parquet',
                        union_by_name = true)"`;
