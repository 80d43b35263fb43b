/** The subcommand of a report: its options, and the run that they describe. */

import { type Command, Option } from 'commander';
import type { Report } from '../contract/report.ts';
import { MAX_WINDOW_DAYS, RECORDS_MEMBER } from '../contract/wire.ts';
import { parseColumnNames } from '../core/column-selection.ts';
import { formatRange, resolveRange } from '../core/date-range.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { splitIntoWindows } from '../core/windows.ts';
import { FORMAT_NAMES, FORMATS, type FormatName, formatOfFile, isFormatName } from '../formats/registry.ts';
import { type ReportResult, runReport } from '../pipeline/run-report.ts';
import {
  addCredentialOptions,
  type CredentialOptions,
  findCredentials,
  loginHint,
  requireCredentials,
} from './credential-options.ts';
import { seconds, text, wholeNumber } from './option-values.ts';
import type { Ports } from './ports.ts';
import { createReportObserver } from './report-observer.ts';
import {
  addSandboxOptions,
  SANDBOX_OPTIONS,
  type SandboxCommandOptions,
  sandboxOptions,
} from './sandbox-options.ts';

export interface ReportOptions extends CredentialOptions, SandboxCommandOptions {
  readonly from?: string;
  readonly to?: string;
  readonly format?: FormatName;
  readonly output?: string;
  readonly columns?: readonly string[];
  readonly windowDays?: number;
  readonly windowColumns?: boolean;
  readonly byDay?: boolean;
  readonly concurrency: number;
  readonly retries: number;
  readonly timeout: number;
  readonly failEmpty?: boolean;
  readonly maxRows: number;
  readonly sandbox?: boolean;
}

const CREDENTIAL_KEYS = ['profile', 'baseUrl', 'clientId', 'tokenFile', 'insecureHttp'];

export function addReportCommand(program: Command, report: Report, ports: Ports): void {
  const command = program
    .command(report.name)
    .summary(report.summary)
    .description(`${capitalize(report.summary)}, for any range, as a table, CSV, TSV, JSON or NDJSON.`)
    .optionsGroup('Range:')
    .option('--from <date>', 'first day, YYYY-MM-DD')
    .option('--to <date>', 'last day, included (default: yesterday; today, if --from is today)')
    .option(
      '--window-days <n>',
      `days asked for at once, 1 to ${MAX_WINDOW_DAYS} (default: ${MAX_WINDOW_DAYS})`,
      wholeNumber('--window-days', 1, MAX_WINDOW_DAYS),
    )
    .option('--window-columns', 'put window_from and window_to in front: the window that a record came from')
    .addOption(new Option('--by-day', 'the same as --window-days 1 --window-columns').conflicts('windowDays'))
    .optionsGroup('Output:')
    .addOption(
      new Option(
        '-f, --format <name>',
        `${FORMAT_NAMES.join(', ')} (default: table on a terminal, else csv)`,
      ).choices(FORMAT_NAMES),
    )
    .option('-o, --output <file>', 'write here, all or nothing; - is stdout', text('--output'))
    .option('--columns <a,b,c>', 'these columns, in this order', parseColumnNames)
    .option('--max-rows <n>', 'rows of a table, 0 for all', wholeNumber('--max-rows', 0, 1_000_000_000), 1000)
    .option('--fail-empty', 'exit 3 when there is no record')
    .optionsGroup('Requests:')
    .option('--concurrency <n>', 'windows asked for at once, 1 to 16', wholeNumber('--concurrency', 1, 16), 4)
    .option(
      '--retries <n>',
      'further attempts for a window that fails, 0 to 20',
      wholeNumber('--retries', 0, 20),
      4,
    )
    .addOption(
      new Option('--timeout <seconds>', 'longest wait for an answer to begin')
        .argParser(seconds('--timeout'))
        .default(60_000, '60'),
    );
  addCredentialOptions(command);
  command
    .optionsGroup('Without an account:')
    .addOption(
      new Option('--sandbox', 'pull made-up figures from an embedded service').conflicts(CREDENTIAL_KEYS),
    );
  addSandboxOptions(command);
  command
    .addHelpText('after', () => examples(report))
    .action((options: ReportOptions) => runReportCommand(report, options, ports));
}

async function runReportCommand(report: Report, options: ReportOptions, ports: Ports): Promise<void> {
  const { messages } = ports;
  refuseSandboxOptionsAlone(options);
  const startedMs = ports.now().getTime();
  const range = resolveRange(options, ports.today());
  const windows = splitIntoWindows(
    range,
    options.byDay === true ? 1 : (options.windowDays ?? MAX_WINDOW_DAYS),
  );
  const file = options.output === '-' ? undefined : options.output;

  const session = await openSession(options, ports);
  try {
    const formatName = chooseFormat(options, session.profileFormat, ports);
    const encoder = await FORMATS[formatName].load();
    const sink = await ports.openSink(file);
    messages.verbose(
      `${report.name} ${formatRange(range)}: ${windows.length} windows, ${formatName} to ${file ?? 'stdout'}`,
    );
    const notes: string[] = [];
    const observer = createReportObserver(report, windows.length, ports);
    const result = await runReport(
      {
        report: report.name,
        windows,
        recordsMember: RECORDS_MEMBER,
        windowColumns: options.windowColumns === true || options.byDay === true,
        concurrency: options.concurrency,
        failEmpty: options.failEmpty === true,
        encode: (dataset) =>
          encoder.encode({
            dataset,
            columnNames: options.columns,
            terminalWidth: file === undefined ? ports.stdout.width : undefined,
            color: file === undefined && ports.stdout.hasColor,
            maxRows: options.maxRows === 0 ? Number.POSITIVE_INFINITY : options.maxRows,
            onNote: (note) => notes.push(note),
          }),
      },
      {
        request: (window, signal) => session.service.fetchWindow(report, window, signal),
        retry: ports.createRetryPolicy({ retries: options.retries, onWait: observer.waiting }),
        createSpool: ports.createSpool,
        sink,
        observer,
        signal: ports.signal,
      },
    ).finally(observer.stop);

    for (const note of notes) messages.note(note);
    if (result.recordCount === 0) messages.note(`no records for ${report.name} ${formatRange(range)}`);
    messages.summary(summaryOf(result, ports.now().getTime() - startedMs, file));
    if (options.sandbox === true) {
      messages.summary(
        'These figures are made up. For your own: reporting login, then the same without --sandbox.',
      );
    }
  } finally {
    await session.close();
  }
}

interface Session {
  readonly service: Awaited<ReturnType<Ports['openService']>>;
  /** The format that the profile in use prefers. */
  readonly profileFormat: string | undefined;
  close(): Promise<void>;
}

async function openSession(options: ReportOptions, ports: Ports): Promise<Session> {
  if (options.sandbox !== true) {
    const choice = await findCredentials(options, ports);
    const credentials = requireCredentials(choice, options, ports);
    const service = await ports.openService(credentials, {
      loginHint: loginHint(choice.profileName),
      headTimeoutMs: options.timeout,
    });
    return { service, profileFormat: choice.profile?.format, close: async () => service.close() };
  }
  const sandbox = await ports.startSandbox(sandboxOptions(options));
  ports.messages.hide(sandbox.credentials.token);
  const service = await ports.openService(sandbox.credentials, { headTimeoutMs: options.timeout });
  return {
    service,
    profileFormat: undefined,
    close: async () => {
      service.close();
      await sandbox.close();
    },
  };
}

/** Orders for the sandbox mean nothing to the real service. */
function refuseSandboxOptionsAlone(options: ReportOptions): void {
  if (options.sandbox === true) return;
  const alone = SANDBOX_OPTIONS.find(({ key }) => options[key] !== undefined);
  if (alone !== undefined) throw new ReportingError('usage', `${alone.flag} goes with --sandbox`);
}

/** The first of: the flag, the output file's ending, the environment, the profile, and what suits stdout. */
function chooseFormat(
  options: ReportOptions,
  profileFormat: string | undefined,
  { env, stdout }: Ports,
): FormatName {
  const file = options.output === '-' ? undefined : options.output;
  if (options.format !== undefined) return options.format;
  const byFile = file === undefined ? undefined : formatOfFile(file);
  if (byFile !== undefined) return byFile;
  if (env.REPORTING_FORMAT) return checkFormat(env.REPORTING_FORMAT, 'REPORTING_FORMAT');
  if (profileFormat !== undefined) return checkFormat(profileFormat, "the profile's format");
  return file === undefined && stdout.isTerminal ? 'table' : 'csv';
}

function checkFormat(name: string, source: string): FormatName {
  if (isFormatName(name)) return name;
  throw new ReportingError('config', `${source} is ${JSON.stringify(name)}, which is no format`, {
    hint: `the formats are: ${FORMAT_NAMES.join(', ')}`,
  });
}

function summaryOf(
  { recordCount, windowCount }: ReportResult,
  elapsedMs: number,
  file: string | undefined,
): string {
  const records = `${recordCount.toLocaleString('en-US')} ${recordCount === 1 ? 'record' : 'records'}`;
  const windows = `${windowCount} ${windowCount === 1 ? 'window' : 'windows'}`;
  const where = file === undefined ? '' : `, in ${file}`;
  return `${records} from ${windows} in ${(elapsedMs / 1000).toFixed(1)} s${where}`;
}

function examples({ name }: Report): string {
  return `
Examples:
  $ reporting ${name} --from 2026-01-01 --to 2026-06-30
  $ reporting ${name} --from 2026-01-01 --to 2026-06-30 -o h1.csv
  $ reporting ${name} --from 2026-01-01 --to 2026-03-31 --sandbox --format ndjson | jq .`;
}

function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
