/**
 * Reads a CSV file of amounts, such as invoices, by key. Every line is read in the one way it can be meant, or the file is refused: a
 * line that is left out, or a number read wrong, would look like money that is missing.
 */

import { createColumn } from '../core/columns.ts';
import { type Decimal, parseDecimal } from '../core/decimal.ts';
import { ReportingError } from '../core/errors.ts';
import { closestMatch } from '../core/text.ts';
import type { DateUnit, Weekday } from '../dates/date.ts';
import { type DateRange, formatRange } from '../dates/range.ts';
import { parseCalendarSpan, unitName } from '../dates/unit-names.ts';
import { checkCsv } from '../raw/csv-check.ts';
import type { Cell } from '../records/cells.ts';
import { saysCurrency } from '../records/currency.ts';
import { type Amounts, identityOfKeys, type KeyedAmount } from './comparison.ts';

/** A key of the comparison. */
export interface ComparedKeyName {
  /** Its column in the output: the name of a unit of time, or of a column of the report. */
  readonly name: string;
  /** Undefined for a column. */
  readonly unit: DateUnit | undefined;
  /** Its column in the file. */
  readonly fileColumn: string;
}

/** A file as the user described it. */
export interface AmountsFile {
  /** As typed. */
  readonly file: string;
  readonly keys: readonly ComparedKeyName[];
  /** The column with the amounts. */
  readonly column: string;
  readonly delimiter: string;
  readonly hasDecimalComma: boolean;
}

/** The lines of the days that are compared. */
export interface AmountsInFile {
  readonly amounts: Amounts;
  /** The codes of currencies in columns that are no keys. */
  readonly codes: readonly string[];
  /** The lines of other days. */
  readonly outside: readonly { readonly line: number; readonly amount: Decimal }[];
  /** Warnings about lines that have more days than the range. */
  readonly warnings: readonly string[];
}

interface Days {
  readonly range: DateRange;
  readonly weekStart: Weekday;
}

interface Line {
  readonly line: number;
  readonly fields: readonly string[];
}

/** Throws an error that names the line for everything that is not clear: a key or an amount in another form, a key that occurs twice. */
export async function parseAmounts(text: string, request: AmountsFile, days: Days): Promise<AmountsInFile> {
  const { file, keys, column } = request;
  const [header, ...lines] = await readLines(text, request);
  if (header === undefined || lines.length === 0) throw refuse(`${file} has no line below its header`);
  const keyPlaces = keys.map(({ fileColumn }) => placeOf(fileColumn, header.fields, request, 'on'));
  const amountPlace = placeOf(column, header.fields, request, 'column');
  const currencyPlaces = [...header.fields.keys()].filter(
    (place) => !keyPlaces.includes(place) && saysCurrency(createColumn([header.fields[place]!])),
  );
  const amounts = new Map<string, KeyedAmount>();
  const linesByKey = new Map<string, number[]>();
  const codes = new Set<string>();
  const outside: { readonly line: number; readonly amount: Decimal }[] = [];
  const warnings: string[] = [];
  for (const { line, fields } of lines) {
    const where = `${file}, line ${line}`;
    if (fields.length !== header.fields.length) {
      throw refuse(`${where}: it has ${fields.length} fields, and the header ${header.fields.length}`, {
        hint: fieldsHint(fields, header.fields.length, request),
      });
    }
    const found = keys.map((key, index) => parseKey(fields[keyPlaces[index]!]!, key, days, where));
    const amount = parseAmount(fields[amountPlace]!, request, where);
    const span = found.find((each) => each.span !== undefined)?.span;
    if (span !== undefined && (span.to < days.range.from || span.from > days.range.to)) {
      outside.push({ line, amount });
      continue;
    }
    if (span !== undefined && (span.from < days.range.from || span.to > days.range.to)) {
      warnings.push(`${where}: ${formatRange(span)} is only partly in the range ${formatRange(days.range)}`);
    }
    const cells = found.map(({ cell }) => cell);
    const identity = identityOfKeys(cells);
    amounts.set(identity, { keys: cells, amount });
    linesByKey.set(identity, [...(linesByKey.get(identity) ?? []), line]);
    for (const place of currencyPlaces) if (CODE.test(fields[place]!)) codes.add(fields[place]!);
  }
  assertOnce(linesByKey, amounts, file);
  return { amounts, codes: [...codes].sort(), outside, warnings };
}

const CODE = /^[A-Z]{3}$/;

async function readLines(text: string, { file, delimiter }: AmountsFile): Promise<readonly Line[]> {
  const replaced = text.indexOf('\ufffd');
  if (replaced !== -1) {
    throw refuse(`${file}, line ${text.slice(0, replaced).split('\n').length}: it is not valid UTF-8`, {
      hint: 'save the file as "CSV UTF-8"',
    });
  }
  const lines: Line[] = [];
  async function* chunks(): AsyncGenerator<Buffer> {
    yield Buffer.from(text);
  }
  await checkCsv(
    { chunks: chunks(), endIsKnown: true },
    async ({ records, lines: numbers }) => {
      for (const [index, fields] of records.entries()) lines.push({ line: numbers[index]!, fields });
    },
    delimiter.charCodeAt(0),
  ).catch((error: unknown) => {
    throw error instanceof ReportingError ? refuse(`${file} cannot be read as CSV: ${error.message}`) : error;
  });
  return lines;
}

/** What to do about a line with another number of fields than the header: often an amount such as 1.234,50 without quotation marks. */
function fieldsHint(fields: readonly string[], expected: number, { delimiter }: AmountsFile): string {
  if (fields.length < expected) return 'remove lines that are titles or totals, and export the file again';
  const quote = `put quotation marks around a field with ${JSON.stringify(delimiter)} in it, or name another delimiter with --delimiter`;
  const whole =
    delimiter === ','
      ? fields.findIndex((field, index) => /^-?[\d.]+$/.test(field) && /^\d\d$/.test(fields[index + 1] ?? ''))
      : -1;
  if (whole === -1) return quote;
  const [amount, plain] = [fields[whole]!, fields[whole]!.replaceAll('.', '')];
  const cents = fields[whole + 1]!;
  return `write ${amount},${cents} as ${plain}.${cents}; or write all amounts as ${plain},${cents} in a file with semicolons, and use --decimal-comma`;
}

/** The place of the column with this name. Throws an error with the names of all columns if there is none, or several. */
function placeOf(
  name: string,
  header: readonly string[],
  { file, delimiter }: AmountsFile,
  option: 'on' | 'column',
): number {
  const place = header.indexOf(name);
  if (place !== -1 && header.indexOf(name, place + 1) === -1) return place;
  if (place !== -1) throw refuse(`${file} has several columns called ${JSON.stringify(name)}`);
  const near = closestMatch(name, header);
  const other = [';', '\t', '|', ','].find((each) => each !== delimiter && header[0]!.includes(each));
  throw refuse(`${file} has no column ${JSON.stringify(name)} (--${option})`, {
    hint:
      header.length === 1 && other !== undefined
        ? `its first line has no ${JSON.stringify(delimiter)}: use --delimiter ${JSON.stringify(other)}`
        : `${near === undefined ? '' : `did you mean ${JSON.stringify(near)}? `}the columns are: ${header.join(', ')}`,
  });
}

/** The cell of a key, as a report has it, and its days, if it has any. */
function parseKey(
  text: string,
  { fileColumn, unit }: ComparedKeyName,
  { weekStart }: Days,
  where: string,
): { readonly cell: Cell; readonly span?: DateRange } {
  if (unit === undefined) return { cell: JSON.stringify(text) };
  const span = parseSpan(text);
  const what = `${where}, column ${JSON.stringify(fileColumn)}: ${JSON.stringify(text)}`;
  if (span === undefined) {
    throw refuse(`${what} is not a ${unit}`, {
      hint: 'write days and months as 2026-01-31 or 2026-01, and remove lines that are totals',
    });
  }
  const name = unitName(span.from, unit, weekStart);
  if (name === unitName(span.to, unit, weekStart)) return { cell: JSON.stringify(name), span };
  throw refuse(`${what} is longer than one ${unit}`);
}

function parseSpan(text: string): DateRange | undefined {
  try {
    return parseCalendarSpan(text);
  } catch (error) {
    // The last week of the year 9999.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const PLAIN = /^-?\d+(?:\.\d+)?$/;
const WITH_COMMA = /^-?\d+(?:,\d+)?$/;

function parseAmount(text: string, { column, hasDecimalComma }: AmountsFile, where: string): Decimal {
  const isPlain = (hasDecimalComma ? WITH_COMMA : PLAIN).test(text);
  const amount = isPlain ? parseDecimal(text.replace(',', '.')) : undefined;
  if (amount !== undefined) return amount;
  const what = text === '' ? 'there is no amount' : `${JSON.stringify(text)} is not a plain number`;
  const comma = 'for amounts such as 1234,50 use --decimal-comma';
  throw refuse(`${where}, column ${JSON.stringify(column)}: ${what}`, {
    hint: `write amounts as ${hasDecimalComma ? '-1234,50' : '-1234.50'}, without separators of thousands or a currency${
      !hasDecimalComma && text.includes(',') ? `; ${comma}` : ''
    }`,
  });
}

function assertOnce(
  linesByKey: ReadonlyMap<string, readonly number[]>,
  amounts: Amounts,
  file: string,
): void {
  for (const [identity, lines] of linesByKey) {
    if (lines.length === 1) continue;
    const key = amounts.get(identity)!.keys.map((cell) => JSON.parse(cell!) as string);
    throw refuse(
      `${file}, lines ${lines.slice(0, -1).join(', ')} and ${lines.at(-1)}: ${JSON.stringify(key.join(', '))} occurs more than once`,
      {
        hint: 'add up its amounts in one line, or tell the lines apart with another column: --on month,campaign',
      },
    );
  }
}

function refuse(message: string, details: { readonly hint?: string } = {}): ReportingError {
  return new ReportingError('E-compared-file', message, details);
}
