import type { Command } from 'commander';
import type { Report } from '../api/reports.ts';
import type { LoadServices } from '../services.ts';
import { recordTypedOptions } from './options/option-values.ts';
import { addReportOptions, type ReportOptions } from './options/report-options.ts';

/** Declares the command of a report. The code of a run is loaded when there is one. */
export function declareReport(command: Command, report: Report, load: LoadServices): void {
  addReportOptions(command, report);
  const typed = recordTypedOptions(command);
  command.action(async (options: ReportOptions) =>
    (await import('./parse-request.ts')).runReportCommand(report, { options, typed }, await load()),
  );
}
