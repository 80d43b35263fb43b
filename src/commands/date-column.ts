import { Option } from 'commander';
import type { ProfileInUse } from '../config/credentials.ts';
import { nearest } from '../core/nearest.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { profileSource, type Sourced } from '../profiles/resolve-credentials.ts';
import { REPORTS } from '../reports/registry.ts';
import { text } from './option-values.ts';

export interface DateColumnOptions {
  readonly dateColumn?: string;
}

/** Columns, or `none`, by the name of the report. */
export type DateColumns = Readonly<Record<string, string>>;

/** `--date-column` of a report. */
export function dateColumnOption(): Option {
  const description = "column that holds the record's date, or none";
  return new Option('--date-column <name>', description).argParser(text('--date-column'));
}

/** `--date-column` of `login`, which takes a column for each report. */
export function dateColumnsOption(description: string): Option {
  return new Option('--date-column <revenue=a,domains=b>', description).argParser(parseDateColumns);
}

const EXAMPLE = '--date-column revenue=day,domains=none';
const REPORT_NAMES: readonly string[] = REPORTS.map(({ name }) => name);

/**
 * The columns in a list such as `revenue=day,domains=none`, beside `earlier` ones. A column with a comma in its name stands
 * in double quotation marks. Throws a usage error for an unknown report, a report that comes twice, and a missing name.
 */
export function parseDateColumns(list: string, earlier: DateColumns = {}): DateColumns {
  const columns = new Map(Object.entries(earlier));
  for (const [, pair = ''] of `${list},`.matchAll(/((?:"(?:[^"]|"")*"|[^,])*),/g)) {
    const [, report, column] = /^\s*([^=]*?)\s*=\s*(.*?)\s*$/s.exec(pair) ?? [];
    if (report === undefined || column === undefined) {
      throw invalid(`${JSON.stringify(pair.trim())} does not name a report and a column`);
    }
    if (!REPORT_NAMES.includes(report)) {
      throw invalid(`there is no report ${JSON.stringify(report)}`, nearest(report, REPORT_NAMES));
    }
    const name = /^"(.+)"$/s.exec(column)?.[1]?.replaceAll('""', '"') ?? column;
    if (name === '' || name === '""') throw invalid(`the name of the column for ${report} is empty`);
    if (columns.has(report)) throw invalid(`${report} comes twice`);
    columns.set(report, name);
  }
  return Object.fromEntries(columns);
}

function invalid(problem: string, near?: string): ReportingError {
  return new ReportingError('usage', `--date-column: ${problem}`, {
    hint: `${near === undefined ? '' : `did you mean ${near}? `}for example: ${EXAMPLE}`,
  });
}

/** The stored columns with `given` ones in place of those for the same reports. Unknown reports are dropped. */
export function mergeDateColumns(stored: DateColumns = {}, given: DateColumns): DateColumns {
  const known = Object.entries(stored).filter(([report]) => REPORT_NAMES.includes(report));
  return { ...Object.fromEntries(known), ...given };
}

/** All stored columns, to show; undefined if there are none. */
export function shownDateColumns({ profileName, profile }: ProfileInUse): Sourced | undefined {
  const pairs = Object.entries(profile?.dateColumns ?? {}).map(([report, name]) => `${report}=${name}`);
  return pairs.length === 0 ? undefined : { value: pairs.join(', '), source: profileSource(profileName) };
}
