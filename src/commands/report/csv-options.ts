/** The options that spell `csv` in another way than the plain one. */

import type { Command } from 'commander';
import { ReportingError } from '../../core/reporting-error.ts';
import { type CsvDialect, PLAIN_CSV } from '../../formats/csv-dialect.ts';
import type { FormatName } from '../../formats/registry.ts';
import { delimiter } from '../option-values.ts';

export interface CsvOptions {
  readonly excel?: boolean;
  readonly delimiter?: string;
  readonly decimalComma?: boolean;
}

/** What `addCsvOptions` adds. */
const CSV_OPTIONS = [
  { key: 'excel', flag: '--excel' },
  { key: 'delimiter', flag: '--delimiter' },
  { key: 'decimalComma', flag: '--decimal-comma' },
] as const;

export function addCsvOptions(command: Command): void {
  command
    .optionsGroup('CSV:')
    .option('--excel', 'for a double click: ids, dates and names stay as they are, and no formula runs')
    .option(
      '--delimiter <char>',
      'between fields: a character, or comma, semicolon, tab, pipe (default: comma)',
      delimiter('--delimiter'),
    )
    .option('--decimal-comma', 'write 0,10 for 0.10, and take the semicolon for a delimiter');
}

/** The dialect that the options ask for; undefined if they ask for none. Throws a usage error where there can be none. */
export function csvDialect(options: CsvOptions, format: FormatName): CsvDialect | undefined {
  const first = CSV_OPTIONS.find(({ key }) => options[key] !== undefined);
  if (first === undefined) return undefined;
  if (format !== 'csv') {
    throw new ReportingError('usage', `${first.flag} goes with the format csv, and this is ${format}`, {
      hint: 'take --format csv',
    });
  }
  const hasDecimalComma = options.decimalComma === true;
  if (hasDecimalComma && options.delimiter === ',') {
    throw new ReportingError('usage', '--decimal-comma needs another delimiter than the comma', {
      hint: 'leave --delimiter out for the semicolon, or take --delimiter tab',
    });
  }
  return {
    delimiter: options.delimiter ?? (hasDecimalComma ? ';' : PLAIN_CSV.delimiter),
    hasDecimalComma,
    isForSpreadsheets: options.excel === true,
  };
}
