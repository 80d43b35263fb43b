import type { Command } from 'commander';
import { reportNamed } from '../api/reports.ts';
import type { Services } from '../services.ts';
import { recordTypedOptions } from './options/option-values.ts';
import { declareColumns, type ReportOptions } from './options/report-options.ts';

/** The subcommand that lists the columns of a report. The code for a run is loaded when there is one. */
export function addColumnsCommand(program: Command, services: Services): void {
  const command = declareColumns(program);
  const typed = recordTypedOptions(command);
  command.action(async (report: string, options: ReportOptions) =>
    (await import('./parse-request.ts')).runColumnsCommand(reportNamed(report), { options, typed }, services),
  );
}
