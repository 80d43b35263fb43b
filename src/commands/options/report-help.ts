/** The examples in the help of a report, and its short help. */

import type { Command } from 'commander';
import type { Report } from '../../api/reports.ts';
import { FORMAT_NAMES } from '../../formats/registry.ts';
import { countOptions } from '../../help/brief-help.ts';
import { ReportingCommand } from '../reporting-command.ts';

/** The column that examples group by. */
const KEYS: Readonly<Record<string, string>> = { domains: 'domain' };

/** Adds examples to the long help, and the short help. */
export function addReportHelp(command: Command, { name, summary, isUndated }: Report): void {
  const key = KEYS[name] ?? 'campaign';
  const grouped = `${name} -p last-month -g ${key} --compare previous`;
  const chart = `${name} -p last-30-days -f chart`;
  const byMonth = `${name} -p q1${isUndated ? ' --windows month' : ''} --by month -g ${key} -o q1.csv`;
  if (command instanceof ReportingCommand) {
    command.setBriefHelp(() => ({
      title: `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
      usage: `${name} [options]`,
      rows: [
        ['--period', 'last-month, ytd, q1, 2026-03, 2026-01..2026-06'],
        ['--from', 'first day: 2026-01-31, yesterday, 7d (--to: last day)'],
        ['--where', "keep records: 'revenue>100', 'country in US,DE'"],
        ['--group-by', 'one row for each value of these columns'],
        ['--by', 'one row per day, week, month, quarter, year, weekday'],
        ['--sum', 'columns to add up (or --avg, --min, --max, --count)'],
        ['--compare', 'beside another range: previous, year, FROM..TO'],
        ['--top', 'the first n groups, and the others as one row'],
        ['--sort', 'sort by columns; -name sorts descending'],
        ['--limit', 'the first n rows'],
        ['--format', shortList(FORMAT_NAMES, 53)],
        ['--output', 'write to a file; its extension selects the format'],
        ['--sandbox', 'made-up data: works without an account'],
      ],
      examples: [grouped, chart, byMonth],
      more: `\`reporting ${name} --help\` shows all ${countOptions(command)} options.`,
    }));
  }
  command.addHelpText(
    'after',
    `
Examples:
  $ reporting ${grouped}
  $ reporting ${chart}
  $ reporting ${byMonth}
  $ reporting ${name} --period last-month --all-profiles \\
      -o '{profile}-{from}-{to}.csv'
  $ reporting ${name} --sandbox --period 2026-Q1 -f ndjson | head`,
  );
}

/** The first names of the list, as many as fit into `width` characters. */
function shortList(names: readonly string[], width: number): string {
  const all = names.join(', ');
  return all.length <= width ? all : `${all.slice(0, all.lastIndexOf(', ', width - 3))} …`;
}
