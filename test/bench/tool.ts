import path from 'node:path';
import type { Contender, Expected } from './contender.ts';
import type { OutputFormat } from './expected.ts';
import type { Command } from './measure.ts';

export const TOOL_NAME = 'reporting';

const BIN = path.resolve('bin/reporting.cjs');

/** Credentials, which the server does not check. */
export const CLIENT_ID = '7d444840-9dc0-11d1-b245-5ffdce74fad2';
export const TOKEN = 'bench-token-0123456789';

export interface ReportRun {
  readonly baseUrl: string;
  readonly format: OutputFormat | 'parquet' | 'html';
  readonly outputFile: string;
  readonly env: Readonly<Record<string, string>>;
  readonly expected: Expected;
  readonly from?: string;
  readonly to?: string;
  readonly options?: readonly string[];
}

/** The tool's command as users run it, with the Node of the bench. */
export function toolCommand(args: readonly string[], env: Command['env']): Command {
  return { argv: [process.execPath, BIN, ...args], env };
}

/** The environment of a report with its credentials. */
export function credentialsEnv(baseUrl: string): Readonly<Record<string, string>> {
  return { REPORTING_BASE_URL: baseUrl, REPORTING_CLIENT_ID: CLIENT_ID, REPORTING_API_TOKEN: TOKEN };
}

/** A report to a file. By default it has one window. */
export function reportContender(run: ReportRun): Contender {
  const { from = '2026-01-01', to = '2026-01-31', options = [], format, outputFile } = run;
  const range = ['--from', from, '--to', to];
  return {
    name: TOOL_NAME,
    command: toolCommand(['revenue', ...range, '--format', format, ...options, '-o', outputFile], {
      ...run.env,
      ...credentialsEnv(run.baseUrl),
    }),
    outputFile,
    expected: run.expected,
  };
}
