import type { Command } from 'commander';
import type { Report } from '../api/reports.ts';
import type { Services } from '../services.ts';
import { recordTypedOptions } from './options/option-values.ts';
import { declareReport, type ReportOptions } from './options/report-options.ts';

/** Adds the subcommand of a report. Loads the code of a run only when it runs. */
export function addReportCommand(program: Command, report: Report, services: Services): void {
  const command = declareReport(program, report);
  const typed = recordTypedOptions(command);
  command.action(async (options: ReportOptions) =>
    (await import('./parse-request.ts')).runReportCommand(report, { options, typed }, services),
  );
}
