/** Options that a profile can store: time zone, end date, date columns and ignored members. */

import { Option } from 'commander';
import { REPORTS } from '../../api/reports.ts';
import { END_DATES, type EndDate } from '../../api/wire.ts';
import { profileSource, type ValueWithSource } from '../../config/precedence.ts';
import type { ProfileInUse } from '../../config/resolve-credentials.ts';
import { parseColumnNames } from '../../core/columns.ts';
import { ReportingError } from '../../core/errors.ts';
import { option, phrase } from '../../core/message.ts';
import { closestMatch } from '../../core/text.ts';
import { parseTimeZone, timeZoneHint } from '../../dates/time-zone.ts';
import { text } from './option-values.ts';

const EXAMPLE = '--date-column revenue=day,domains=none';
const REPORT_NAMES: readonly string[] = REPORTS.map(({ name }) => name);

export interface TimeZoneOptions {
  readonly timezone?: string;
}

/** `--timezone`. Rejects an unknown zone. */
export function timeZoneOption(description: string): Option {
  return new Option('--timezone <zone>', description).argParser((text: string) => {
    const zone = parseTimeZone(text);
    if (zone !== undefined) return zone;
    throw new ReportingError(
      'usage',
      phrase`${option('timeZone')}: unknown time zone ${JSON.stringify(text)}`,
      {
        hint: timeZoneHint(text),
      },
    );
  });
}

export interface EndDateOptions {
  readonly endDate?: EndDate;
}

export function endDateOption(description: string): Option {
  return new Option('--end-date <way>', description).choices(END_DATES);
}

export interface DateColumnOptions {
  readonly dateColumn?: string;
}

/** By name of report: a column, or `none`. */
export type DateColumns = Readonly<Record<string, string>>;

/** `--date-column` of a report. */
export function dateColumnOption(): Option {
  const description = 'column with the date of each record, or none';
  return new Option('--date-column <name>', description).argParser(text('dateColumn'));
}

/** `--date-column` of `login`, with a column for each report. */
export function dateColumnsOption(description: string): Option {
  return new Option('--date-column <revenue=a,domains=b>', description).argParser(parseDateColumns);
}

/** `--date-column` of several reports: one column for all of them, or a list. */
export function everyDateColumnOption(description: string): Option {
  return new Option('--date-column <name>', description).argParser((list: string, earlier?: DateColumns) => {
    const isList = REPORT_NAMES.some((report) => list.trimStart().startsWith(`${report}=`));
    if (isList) return parseDateColumns(list, earlier);
    const name = text('dateColumn')(list);
    return Object.fromEntries(REPORT_NAMES.map((report) => [report, name]));
  });
}

/**
 * The columns in a list such as `revenue=day,domains=none`, added to `earlier` ones. A column name with a comma needs double
 * quotation marks. Throws a usage error for an unknown report, a repeated report and a missing name.
 */
export function parseDateColumns(list: string, earlier: DateColumns = {}): DateColumns {
  const columns = new Map(Object.entries(earlier));
  for (const [, pair = ''] of `${list},`.matchAll(/((?:"(?:[^"]|"")*"|[^,])*),/g)) {
    const [, report, column] = /^\s*([^=]*?)\s*=\s*(.*?)\s*$/s.exec(pair) ?? [];
    if (report === undefined || column === undefined) {
      throw invalid(`${JSON.stringify(pair.trim())} does not name a report and a column`);
    }
    if (!REPORT_NAMES.includes(report)) {
      throw invalid(`unknown report ${JSON.stringify(report)}`, closestMatch(report, REPORT_NAMES));
    }
    const name = /^"(.+)"$/s.exec(column)?.[1]?.replaceAll('""', '"') ?? column;
    if (name === '' || name === '""') throw invalid(`the name of the column for ${report} is empty`);
    if (columns.has(report)) throw invalid(`${report} is named twice`);
    columns.set(report, name);
  }
  return Object.fromEntries(columns);
}

function invalid(problem: string, near?: string): ReportingError {
  return new ReportingError('usage', phrase`${option('dateColumn')}: ${problem}`, {
    hint: `${near === undefined ? '' : `did you mean ${near}? `}for example: ${EXAMPLE}`,
  });
}

/** The stored columns, overridden by `given` ones. Drops columns of unknown reports. */
export function mergeDateColumns(stored: DateColumns = {}, given: DateColumns): DateColumns {
  const known = Object.entries(stored).filter(([report]) => REPORT_NAMES.includes(report));
  return { ...Object.fromEntries(known), ...given };
}

/** All stored columns, to show; undefined without any. */
export function shownDateColumns({ profileName, profile }: ProfileInUse): ValueWithSource | undefined {
  const pairs = Object.entries(profile?.dateColumns ?? {}).map(([report, name]) => `${report}=${name}`);
  return pairs.length === 0 ? undefined : { value: pairs.join(', '), source: profileSource(profileName) };
}

export interface IgnoredMembersOptions {
  readonly ignoreMembers?: readonly string[];
}

export function ignoreMembersOption(description: string): Option {
  return new Option('--ignore-members <a,b>', description).argParser(
    (list: string, earlier?: readonly string[]) =>
      parseColumnNames(list, earlier, 'ignoreMembers', 'next,total'),
  );
}

/** The stored names, to show; undefined without any. */
export function shownIgnoredMembers({ profileName, profile }: ProfileInUse): ValueWithSource | undefined {
  const names = profile?.ignoredMembers ?? [];
  return names.length === 0 ? undefined : { value: names.join(', '), source: profileSource(profileName) };
}
