import { Argument } from 'commander';
import { REPORT_NAMES, reportNamed } from '../api/reports.ts';
import { CHECK, type CheckOptions } from '../options/check-table.ts';
import { recordTypedOptions } from '../options/declare-flags.ts';
import type { LoadServices } from '../services.ts';
import type { ReportingCommand } from './reporting-command.ts';

/** Declares the command that compares a day with its like days. The code of a run is loaded when there is one. */
export function declareCheck(command: ReportingCommand, load: LoadServices): void {
  command
    .description(
      'Compares the sums of a day with the median of like days, and prints one line for each group that meets an --alert, ' +
        'vanishes (gone) or starts (new). Exit code 14 means that it printed a line, and 0 that there was no alert.',
    )
    .addArgument(new Argument('<report>', 'report to check').choices(REPORT_NAMES))
    .flags(CHECK, {
      title: 'Compare a day with its like days, and print alerts.',
      usage: "check <report> --alert 'revenue_percent<-30' [options]",
      examples: EXAMPLES,
    })
    .examples(EXAMPLES);
  const typed = recordTypedOptions(command);
  command.action(async (report: string, options: CheckOptions) =>
    (await import('./run-check.ts')).runCheckCommand(reportNamed(report), { options, typed }, await load()),
  );
}

const EXAMPLES = [
  "check revenue -g campaign --alert 'revenue_percent<-30'",
  "check domains -g domain --alert 'revenue_change<-99' --no-new",
  "check revenue --alert 'revenue_percent<-50' --against year",
];
