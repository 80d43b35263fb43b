/** Parses the options of `reconcile`: what to pull on each side, the keys, and the file. */

import { REPORT_NAMES, reportNamed } from '../api/reports.ts';
import { ZERO } from '../core/decimal.ts';
import { ReportingError } from '../core/errors.ts';
import { flagOf } from '../core/option-names.ts';
import { shellWord } from '../core/text.ts';
import { DATE_UNITS, type DateUnit, MONDAY } from '../dates/date.ts';
import type { TypedOption } from '../options/flag.ts';
import { type ReconcileOptions, TOTAL } from '../options/reconcile-table.ts';
import type { ReportOptions } from '../options/report-table.ts';
import type { AmountsFile, ComparedKeyName } from '../reconcile/amounts-file.ts';
import type { Tolerance } from '../reconcile/comparison.ts';
import type { ReconcileRequest } from '../reconcile/run-reconcile.ts';
import { parseRequest, type StoredValues } from './parse-request.ts';

/** The request. Rejects with a usage error for options that need or exclude each other. */
export async function parseReconcile(
  report: string | undefined,
  { options, typed }: { readonly options: ReconcileOptions; readonly typed: readonly TypedOption[] },
  stored: StoredValues,
): Promise<ReconcileRequest> {
  const { tolerance, all = false, sum, weekStart = MONDAY } = options;
  assertForm(report, options);
  const keys = parseKeys(options);
  const names = report === undefined ? REPORT_NAMES : [report];
  return {
    reports: await Promise.all(
      names.map(async (name) => ({
        request: await parseRequest(reportNamed(name), reportOptions(name, options, keys), stored, typed),
        sum: sum?.[name],
      })),
    ),
    keys,
    weekStart,
    file: options.with === undefined ? undefined : fileOf(options.with, options, keys),
    tolerance: tolerance ?? EXACT,
    showsAll: all,
  };
}

const EXACT: Tolerance = { value: ZERO, isPercent: false };

/** Two reports, or a report and a file. */
function assertForm(report: string | undefined, options: ReconcileOptions): void {
  const { with: file, on, column, delimiter, decimalComma } = options;
  const example = 'reporting reconcile revenue --with paid.csv --on month --column amount';
  const fail = (message: string): never => {
    throw new ReportingError('E-option-conflict', message, { hint: `for example: ${example}` });
  };
  if (file === undefined) {
    if (report !== undefined) fail(`reconcile ${report} needs --with and a file to compare it with`);
    const ofFile = { column, delimiter, decimalComma };
    const stray = (Object.keys(ofFile) as (keyof typeof ofFile)[]).find((name) => ofFile[name] !== undefined);
    if (stray !== undefined) fail(`${flagOf(stray)} goes with --with`);
  } else if (report === undefined) fail('--with needs a report to compare the file with');
  else if (on === undefined) fail(`--with ${shellWord(file)} needs --on: the keys that both sides have`);
  else if (column === undefined)
    fail(`--with ${shellWord(file)} needs --column: its column with the amounts`);
  if (decimalComma === true && delimiter === ',') {
    fail('--decimal-comma needs a delimiter other than the comma');
  }
}

/** The keys, the unit of time first. Two reports are compared by month unless an option names the unit. */
function parseKeys({ with: file, on = [], by }: ReconcileOptions): readonly ComparedKeyName[] {
  const named = on.map((text): ComparedKeyName => {
    const [, name = text, fileColumn = text] = (file !== undefined && /^([^=]+)=(.+)$/s.exec(text)) || [];
    return { name, fileColumn, unit: DATE_UNITS.find((unit) => unit === name) };
  });
  const units = named.filter(({ unit }) => unit !== undefined);
  if (units.length > 1 || (units.length === 1 && by !== undefined)) {
    const several = units.map(({ name }) => name).join(' and ');
    throw new ReportingError('E-option-conflict', `--on ${several}: choose one unit of time`, {
      hint: 'the shorter unit has the sums of the longer one',
    });
  }
  const unit = by ?? (file === undefined && units.length === 0 ? 'month' : TOTAL);
  return [
    ...(unit === TOTAL ? [] : [unitKey(unit)]),
    ...units,
    ...named.filter(({ unit }) => unit === undefined),
  ];
}

function unitKey(unit: DateUnit): ComparedKeyName {
  return { name: unit, unit, fileColumn: unit };
}

function fileOf(file: string, options: ReconcileOptions, keys: readonly ComparedKeyName[]): AmountsFile {
  const { column, decimalComma = false, delimiter = decimalComma ? ';' : ',' } = options;
  return { file, keys, column: column!, delimiter, hasDecimalComma: decimalComma };
}

/**
 * The options of a report that gives the sums. Each unit of time has its own windows, since records may have no dates; a total is
 * that of months.
 */
function reportOptions(
  report: string,
  {
    by: _by,
    sum,
    dateColumn,
    delimiter: _delimiter,
    decimalComma: _decimalComma,
    ...shared
  }: ReconcileOptions,
  keys: readonly ComparedKeyName[],
): ReportOptions {
  const unit = keys[0] === undefined ? 'month' : keys[0].unit;
  const named = sum?.[report];
  const date = dateColumn?.[report];
  const isOfDays = unit === 'day' || unit === 'week';
  return {
    ...shared,
    groupBy: keys.filter((key) => key.unit === undefined).map(({ name }) => name),
    ...(unit !== undefined && { by: unit }),
    // The windows of a dataset are its months.
    ...(unit !== undefined &&
      shared.fromDataset === undefined &&
      (isOfDays ? { windows: 1, windowColumns: true } : { windows: 'month' })),
    ...(named !== undefined && { sum: [named] }),
    ...(date !== undefined && { dateColumn: date }),
  };
}
