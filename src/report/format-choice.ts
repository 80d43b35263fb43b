/** Which format a report has, and whether the other options go with it. */

import path from 'node:path';
import { preferredFormat } from '../config/settings.ts';
import type { StoredConfig } from '../config/stored.ts';
import { nearest } from '../core/nearest.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { type CsvDialect, PLAIN_CSV } from '../formats/csv-dialect.ts';
import { FORMAT_NAMES, FORMATS, type FormatName, formatOfFile, isFormatName } from '../formats/registry.ts';
import type { Sourced } from '../profiles/resolve-credentials.ts';
import type { CsvRequest, DisplayRequest } from './request.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Endings of well-known formats that are not ours. */
const FOREIGN_ENDINGS = [
  '.xlsx',
  '.xls',
  '.ods',
  '.parquet',
  '.gz',
  '.zip',
  '.xz',
  '.zst',
  '.bz2',
  '.xml',
  '.html',
  '.pdf',
];

/** The format that option, file or environment name; undefined if none does. Throws for a name or an ending that is no format. */
export function namedFormat(
  format: FormatName | undefined,
  output: string,
  env: Env,
): FormatName | undefined {
  if (format !== undefined) return format;
  const byFile = output === '-' ? undefined : formatOfFile(output);
  if (byFile !== undefined) return byFile;
  const ending = output === '-' ? '' : path.extname(output).toLowerCase();
  if (FOREIGN_ENDINGS.includes(ending)) {
    throw new ReportingError('usage', `${output} ends in ${ending}, which is none of the formats`, {
      hint: `the formats are: ${FORMAT_NAMES.join(', ')}; with --format, any ending will do`,
    });
  }
  return formatOfEnvironment(env);
}

export function formatOfEnvironment(env: Env): FormatName | undefined {
  return env.REPORTING_FORMAT ? checkFormat(env.REPORTING_FORMAT, 'REPORTING_FORMAT') : undefined;
}

/**
 * The format of a report that names none: what profiles or defaults prefer, or what suits stdout. Throws a usage error if the
 * profiles prefer different formats: one document has one format.
 */
export function storedFormat(
  output: string,
  { clients, defaults, isTerminal }: Pick<StoredConfig, 'clients' | 'defaults' | 'isTerminal'>,
): FormatName {
  const preferred = commonPreference(clients.map(({ inUse }) => preferredFormat(inUse, defaults)));
  if (preferred !== undefined) return checkFormat(preferred.value, `the format of ${preferred.source}`);
  return output === '-' && isTerminal ? 'table' : 'csv';
}

function commonPreference(found: readonly (Sourced | undefined)[]): Sourced | undefined {
  const differing = found.findIndex((each) => each?.value !== found[0]?.value);
  if (differing === -1) return found[0];
  const shown = [found[0], found[differing]].map((each) =>
    each === undefined ? 'none' : `${each.value} (${each.source})`,
  );
  throw new ReportingError('usage', `the profiles prefer different formats: ${shown.join(', ')}`, {
    hint: 'name one with --format',
  });
}

function checkFormat(name: string, source: string): FormatName {
  if (isFormatName(name)) return name;
  const near = nearest(name, FORMAT_NAMES);
  throw new ReportingError('config', `${source} is ${JSON.stringify(name)}, which is no format`, {
    hint: `${near === undefined ? '' : `did you mean ${near}? `}the formats are: ${FORMAT_NAMES.join(', ')}`,
  });
}

const CSV_OPTIONS = [
  { key: 'excel', flag: '--excel' },
  { key: 'delimiter', flag: '--delimiter' },
  { key: 'decimalComma', flag: '--decimal-comma' },
] as const;

/** Throws a usage error for an option that would change what `format` promises, or do nothing in it. */
export function assertFormatOptions(
  { csv, display }: { readonly csv: CsvRequest; readonly display: DisplayRequest },
  format: FormatName,
): void {
  assertCsvOptions(csv, format);
  const { maxRows = 0, human, wide } = display;
  const isForPeople = FORMATS[format].isForPeople;
  const forPeople = FORMAT_NAMES.filter((name) => FORMATS[name].isForPeople).join(', ');
  if (maxRows > 0 && !isForPeople) {
    throw new ReportingError('usage', `--max-rows goes with ${forPeople}, and not with ${format}`, {
      hint: `data is whole; for the first rows of it: --limit ${maxRows}`,
    });
  }
  if (human && !isForPeople) {
    throw new ReportingError('usage', `--human goes with ${forPeople}, and not with ${format}`, {
      hint: 'data keeps the digits that the service sent',
    });
  }
  if (wide && format !== 'table') {
    throw new ReportingError('usage', `--wide goes with table, and not with ${format}`, {
      hint: '--format table --wide',
    });
  }
}

function assertCsvOptions(csv: CsvRequest, format: FormatName): void {
  const first = CSV_OPTIONS.find(({ key }) => csv[key] !== undefined);
  if (first !== undefined && format !== 'csv') {
    throw new ReportingError('usage', `${first.flag} goes with the format csv, and this is ${format}`, {
      hint: 'take --format csv',
    });
  }
  if (csv.decimalComma === true && csv.delimiter === ',') {
    throw new ReportingError('usage', '--decimal-comma needs another delimiter than the comma', {
      hint: 'leave --delimiter out for the semicolon, or take --delimiter tab',
    });
  }
}

/** The dialect that the options ask for; undefined if they ask for none. */
export function csvDialect(csv: CsvRequest): CsvDialect | undefined {
  if (CSV_OPTIONS.every(({ key }) => csv[key] === undefined)) return undefined;
  const hasDecimalComma = csv.decimalComma === true;
  return {
    delimiter: csv.delimiter ?? (hasDecimalComma ? ';' : PLAIN_CSV.delimiter),
    hasDecimalComma,
    isForSpreadsheets: csv.excel === true,
  };
}
