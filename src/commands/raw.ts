import { REPORT_NAMES, reportNamed } from '../api/reports.ts';
import { oneOf } from '../config/value-types.ts';
import { Operand } from '../options/declare-flags.ts';
import { RAW, type RawOptions } from '../options/report-table.ts';
import type { LoadServices } from '../services.ts';
import type { ReportingCommand } from './reporting-command.ts';

/** Declares the command that records the service's responses. The code of a run is loaded when there is one. */
export function declareRaw(command: ReportingCommand, load: LoadServices): void {
  command
    .description(
      'Saves the body of each response, decompressed and otherwise untouched, to a file of a new directory, with an index of dates, ' +
        'sizes and SHA-256 hashes. The directory appears only when it is whole. Prints the SHA-256 of the index: keep it elsewhere ' +
        'to prove later that nothing was changed. `reporting revenue --input <directory>` makes a report from JSON responses.',
    )
    .addArgument(new Operand('<report>', 'report to request', oneOf(REPORT_NAMES)))
    .flags(RAW, {
      title: "Save the service's responses exactly as sent, with their SHA-256 hashes.",
      usage: 'raw <report> -o <directory> [options]',
      examples: EXAMPLES,
    })
    .examples([...EXAMPLES, "raw revenue -p last-month --all-profiles \\\n    -o '{profile}-{from}-{to}'"])
    .action(async (report: string, options: RawOptions) =>
      (await import('./run-raw.ts')).runRawCommand(reportNamed(report), options, await load()),
    );
}

const EXAMPLES = [
  'raw revenue --period last-month -o archive/last-month',
  'revenue --input archive/last-month --sum revenue',
  'raw domains --period last-month --wire csv -o domains-csv',
  'raw revenue --period yesterday --wire csv -o -',
];
