/** The columns with the date of each record, by report: parsed, merged with stored ones, and shown. */

import { REPORT_NAMES } from '../api/reports.ts';
import { ReportingError } from '../core/errors.ts';
import { closestMatch } from '../core/text.ts';

import type { ProfileInUse } from './profile.ts';
import { fromProfile, type ValueWithSource } from './settings.ts';

const EXAMPLE = 'revenue=day,domains=none';

/** By name of report: a column, or `none`. */
export type DateColumns = Readonly<Record<string, string>>;

/**
 * The columns in a list such as `revenue=day,domains=none`, added to `earlier` ones; or one name for all reports. A column name with a
 * comma needs double quotation marks. Throws a usage error for an unknown report, a repeated report and a missing name.
 */
export function parseDateColumns(list: string, earlier: DateColumns = {}, flag = '--date-column'): DateColumns {
  if (list.trim() !== '' && !list.includes('='))
    return Object.fromEntries(REPORT_NAMES.map((report) => [report, list]));
  const columns = new Map(Object.entries(earlier));
  for (const [, pair = ''] of `${list},`.matchAll(/((?:"(?:[^"]|"")*"|[^,])*),/g)) {
    const [, report, column] = /^\s*([^=]*?)\s*=\s*(.*?)\s*$/s.exec(pair) ?? [];
    if (report === undefined || column === undefined) {
      throw invalid(flag, `${JSON.stringify(pair.trim())} does not name a report and a column`);
    }
    if (!REPORT_NAMES.includes(report)) {
      throw invalid(flag, `unknown report ${JSON.stringify(report)}`, closestMatch(report, REPORT_NAMES));
    }
    const name = /^"(.+)"$/s.exec(column)?.[1]?.replaceAll('""', '"') ?? column;
    if (name === '' || name === '""') throw invalid(flag, `the name of the column for ${report} is empty`);
    if (columns.has(report)) throw invalid(flag, `${report} is named twice`);
    columns.set(report, name);
  }
  return Object.fromEntries(columns);
}

function invalid(flag: string, problem: string, near?: string): ReportingError {
  return new ReportingError('E-option-value', `${flag}: ${problem}`, {
    hint: `${near === undefined ? '' : `did you mean ${near}? `}for example: ${flag} ${EXAMPLE}`,
  });
}

/** All stored columns, to show; undefined without any. */
export function shownDateColumns({ profileName, profile }: ProfileInUse): ValueWithSource | undefined {
  const pairs = Object.entries(profile?.dateColumns ?? {}).map(([report, name]) => `${report}=${name}`);
  return fromProfile(pairs.join(', ') || undefined, profileName);
}
