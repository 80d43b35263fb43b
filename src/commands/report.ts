import type { Report } from '../api/reports.ts';
import { FORMAT_NAMES } from '../formats/registry.ts';
import { recordTypedOptions } from '../options/declare-flags.ts';
import { REPORT, type ReportOptions } from '../options/report-table.ts';
import type { LoadServices } from '../services.ts';
import type { ReportingCommand } from './reporting-command.ts';

const UNDATED =
  'Domain records may have no date: for several windows, add --group-by, --windows month --window-columns, or --windows 1 --window-columns.';

/** The column that examples group by. */
const KEYS: Readonly<Record<string, string>> = { domains: 'domain' };

/** Declares the command of a report. The code of a run is loaded when there is one. */
export const reportDeclaration = (report: Report) => (command: ReportingCommand, load: LoadServices) => {
  const { name, isUndated } = report;
  const summary = `${report.summary.charAt(0).toUpperCase()}${report.summary.slice(1)}`;
  const formats = `${FORMAT_NAMES.slice(0, -1).join(', ')} or ${FORMAT_NAMES.at(-1)}`;
  const key = KEYS[name] ?? 'campaign';
  const main = [
    `${name} -p last-month -g ${key} --compare previous`,
    `${name} -p last-30-days -f chart`,
    `${name} -p q1${isUndated ? ' --windows month' : ''} \\\n    --by month -g ${key} --pivot month`,
  ];
  command
    .description(`${summary}, for any range, as ${formats}.${isUndated === true ? ` ${UNDATED}` : ''}`)
    .flags(REPORT, { title: `${summary}.`, usage: `${name} [options]`, examples: main.slice(0, 2) })
    .examples([
      ...main,
      `${name} --period last-month --all-profiles \\\n    -o '{profile}-{from}-{to}.csv'`,
      `${name} --sandbox --period 2026-Q1 -f ndjson | head`,
    ]);
  const typed = recordTypedOptions(command);
  command.action(async (options: ReportOptions) =>
    (await import('./run-report.ts')).runReportCommand(report, { options, typed }, await load()),
  );
};
