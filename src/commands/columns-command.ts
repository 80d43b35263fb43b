import { REPORT_NAMES, reportNamed } from '../api/reports.ts';
import { oneOf } from '../config/value-types.ts';
import { Operand, recordTypedOptions } from '../options/declare-flags.ts';
import { COLUMNS, type ReportOptions } from '../options/report-table.ts';
import type { LoadServices } from '../services.ts';
import type { ReportingCommand } from './reporting-command.ts';

/** Declares the command that lists the columns of a report. The code of a run is loaded when there is one. */
export function declareColumns(command: ReportingCommand, load: LoadServices): void {
  command
    .description(
      'Pulls a report and lists its columns. kind says what a column holds. coverage is the share of records with a value: null ' +
        'and the empty text are none. min and max compare numbers and dates by value, texts by code unit. examples are the ' +
        'first five different values. role marks the date column (date) and the main measure (measure).',
    )
    .addArgument(new Operand('<report>', 'report to pull', oneOf(REPORT_NAMES)))
    .flags(COLUMNS)
    .examples([
      'columns revenue --period last-month',
      'columns domains --period last-7-days -f json',
      "columns revenue --sandbox -p 2026-01 --where 'clicks>50'",
    ]);
  const typed = recordTypedOptions(command);
  command.action(async (report: string, options: ReportOptions) =>
    (await import('./run-report.ts')).runColumnsCommand(reportNamed(report), { options, typed }, await load()),
  );
}
