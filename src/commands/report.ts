import type { Command } from 'commander';
import type { Report } from '../contract/report.ts';
import type { Ports } from './ports.ts';
import { declareReport, type ReportOptions } from './report/options.ts';

/** The subcommand of a report. What it takes to make one is imported when one is to be made. */
export function addReportCommand(program: Command, report: Report, ports: Ports): void {
  declareReport(program, report).action(async (options: TypedOptions) =>
    (await import('./report/pull-report.ts')).pullReport(report, withProfiles(options), ports),
  );
}

/** As commander gives them: `--profile` is a list. */
type TypedOptions = Omit<ReportOptions, 'profile' | 'profiles'> & { readonly profile?: readonly string[] };

function withProfiles({ profile: names = [], ...options }: TypedOptions): ReportOptions {
  if (names.length > 1) return { ...options, profiles: names };
  return names.length === 1 ? { ...options, profile: names[0]! } : options;
}
