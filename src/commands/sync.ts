import type { Command } from 'commander';
import { REPORT_NAMES } from '../api/reports.ts';
import { anyText, offering } from '../config/value-types.ts';
import { examples } from '../help/blocks.ts';
import type { CommonOptions } from '../options/access-table.ts';
import { SYNC, type SyncOptions } from '../options/dataset-table.ts';
import { Operand } from '../options/declare-flags.ts';
import type { LoadServices } from '../services.ts';
import type { ReportingCommand } from './reporting-command.ts';

/** Declares the command that keeps a dataset. The code of a run is loaded when there is one. */
export function declareSync(command: ReportingCommand, load: LoadServices): void {
  command
    .usage('[options] [reports] <directory>')
    .description(
      'Keeps a directory of Parquet or CSV files, one per month, report and client, that engines such as DuckDB can query. ' +
        'A run asks for the months that are missing or may still change, and prints each day with restated figures. After the ' +
        'first run, `reporting sync <directory>` is enough. A run that names reports, clients or months pulls only these, and adds ' +
        'them to the dataset.',
    )
    .addArgument(
      new Operand(
        '[reports]',
        `reports to sync: ${REPORT_NAMES.join(', ')}, or several with commas; or status`,
        offering({ list: REPORT_NAMES, alone: ['status'] }, anyText),
      ),
    )
    .addArgument(new Operand('[directory]', 'directory of the dataset', offering('dataset', anyText)))
    .flags(SYNC, {
      title: 'Keep a directory of monthly Parquet or CSV files up to date.',
      usage: 'sync [reports] <directory> [options]\n       reporting sync status <directory>',
      examples: [FIRST, 'sync sales', 'sync status sales', TRIAL],
    })
    .closing(examples(...LINES.map((line) => `reporting ${line}`), QUERY))
    .action(async (first: string | undefined, second: string | undefined, _options, own: Command) => {
      const { parseSyncRequest, STATUS } = await import('./parse-sync.ts');
      const options = own.optsWithGlobals<SyncOptions & Partial<CommonOptions>>();
      if (first === STATUS && second !== undefined) {
        const { showStatus } = await import('../sync/status.ts');
        return showStatus(second, await load());
      }
      const { runSync } = await import('../sync/run-sync.ts');
      const services = await load();
      return runSync(parseSyncRequest(first, second, options, services.env), services);
    });
}

/** Declares the command that checks a dataset offline. */
export function declareVerify(command: ReportingCommand, load: LoadServices): void {
  command
    .description(
      'Compares every file of a dataset with its record, without a request. It prints one line for each fault, and nothing if ' +
        'there is none. Exit code 10 means faults.',
    )
    .addArgument(new Operand('<directory>', 'directory of the dataset', offering('dataset', anyText)))
    .examples(['verify sales', 'verify sales && rclone sync sales remote:sales'])
    .action(async (directory: string) =>
      (await import('../sync/verify-dataset.ts')).verifyDataset(directory, await load()),
    );
}

const FIRST = 'sync revenue,domains sales --from 2024-01 --all-profiles';
const TRIAL = 'sync revenue try --sandbox --from 2026-01 --to 2026-03';

const LINES = [
  FIRST,
  'sync sales',
  'sync sales --dry-run',
  'sync sales --lookback 90d',
  'sync sales --from 2026-01 --to 2026-03',
  'sync status sales',
  TRIAL,
];

const QUERY = `duckdb -c "select sum(revenue) from read_parquet( \\
    'sales/report=revenue/**/*.parquet', union_by_name = true)"`;
