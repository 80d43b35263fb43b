import { Argument } from 'commander';
import { REPORT_NAMES } from '../api/reports.ts';
import { recordTypedOptions } from '../options/declare-flags.ts';
import { RECONCILE, type ReconcileOptions } from '../options/reconcile-table.ts';
import type { LoadServices } from '../services.ts';
import type { ReportingCommand } from './reporting-command.ts';

/** Declares the command that compares two sources of the same amounts. The code of a run is loaded when there is one. */
export function declareReconcile(command: ReportingCommand, load: LoadServices): void {
  command
    .description(
      'Compares the sums of revenue and domains for the same days, or of a report and a CSV file such as invoices, exactly. ' +
        'Prints the rows that differ, and their totals. Exit code 15 means that some differ.',
    )
    .addArgument(
      new Argument('[report]', 'report to compare with a file; without it, revenue with domains').choices(
        REPORT_NAMES,
      ),
    )
    .flags(RECONCILE, {
      title: 'Compare revenue with domains, or a report with a CSV file.',
      usage:
        'reconcile [options]\n       reporting reconcile <report> --with <file> --on <keys> --column <name>',
      examples: EXAMPLES,
    })
    .examples([
      ...EXAMPLES,
      'reconcile -p last-quarter --tolerance 0.5% -o differences.csv',
      'reconcile -p 2026 --all-profiles --on profile --tolerance 0.5',
    ]);
  const typed = recordTypedOptions(command);
  command.action(async (report: string | undefined, options: ReconcileOptions) => {
    const { runReconcile } = await import('../reconcile/run-reconcile.ts');
    const { parseReconcile } = await import('./parse-reconcile.ts');
    const services = await load();
    const stored = { env: services.env, defaults: await services.readDefaults() };
    return runReconcile(await parseReconcile(report, { options, typed }, stored), services);
  });
}

const EXAMPLES = [
  'reconcile -p last-month --by day',
  'reconcile revenue -p q1 --with paid.csv --on month \\\n      --column amount',
];
