import type { Command } from 'commander';
import type { Report } from '../contract/report.ts';
import type { Ports } from './ports.ts';
import { declareReport, type ReportOptions } from './report/options.ts';

/** The subcommand of a report. The code for a run is loaded when there is one. */
export function addReportCommand(program: Command, report: Report, ports: Ports): void {
  declareReport(program, report).action(async (options: ReportOptions) =>
    (await import('./report/parse-request.ts')).runReportCommand(report, options, ports),
  );
}
