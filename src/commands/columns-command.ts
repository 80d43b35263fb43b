import type { Command } from 'commander';
import { reportNamed } from '../api/reports.ts';
import type { LoadServices } from '../services.ts';
import { recordTypedOptions } from './options/option-values.ts';
import { addColumnsOptions, type ReportOptions } from './options/report-options.ts';

/** Declares the command that lists the columns of a report. The code of a run is loaded when there is one. */
export function declareColumns(command: Command, load: LoadServices): void {
  addColumnsOptions(command);
  const typed = recordTypedOptions(command);
  command.action(async (report: string, options: ReportOptions) =>
    (await import('./parse-request.ts')).runColumnsCommand(
      reportNamed(report),
      { options, typed },
      await load(),
    ),
  );
}
