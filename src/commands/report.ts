import type { Command } from 'commander';
import type { Report } from '../contract/report.ts';
import type { Ports } from './ports.ts';
import { declareReport, type ReportOptions } from './report-options.ts';

/** The subcommand of a report. What it takes to make one is imported when one is to be made. */
export function addReportCommand(program: Command, report: Report, ports: Ports): void {
  declareReport(program, report).action(async (options: ReportOptions) =>
    (await import('./pull-report.ts')).pullReport(report, options, ports),
  );
}
