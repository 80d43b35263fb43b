/** The options of `reconcile`. Those that it shares with reports are in `report-table.ts`. */

import { type Decimal, parseDecimal } from '../core/decimal.ts';
import { ReportingError } from '../core/errors.ts';
import { DATE_UNITS } from '../dates/date.ts';
import { FORMAT_NAMES, FORMATS } from '../formats/registry.ts';
import { MANY_CREDENTIALS, WITHOUT_ACCOUNT } from './access-table.ts';
import { columnsOfReports, DATE_COLUMNS } from './dataset-table.ts';
import { type OptionsOf, omit, pick, section } from './flag.ts';
import { CHECKS, COLUMNS, REPORT, REQUESTS, WITHOUT_REQUESTS } from './report-table.ts';
import { anyCase, delimiter, names, offering, oneOf, show, text, type ValueType } from './value-types.ts';

const [RANGE, ROWS, OUTPUT] = REPORT;
const [, , LISTING_OUTPUT] = COLUMNS;

/** The value of `by` for one row of the whole range. */
export const TOTAL = 'total' as const;

const MAX_PERCENT = 100;

/** An amount, or a percentage. */
const tolerance: ValueType<{ readonly value: Decimal; readonly isPercent: boolean }> = {
  parse(typed, flag) {
    const [, number, percent] = /^(\d+(?:\.\d+)?)(%?)$/.exec(typed) ?? [];
    const value = number === undefined ? undefined : parseDecimal(number);
    const isPercent = percent === '%';
    if (value !== undefined && !(isPercent && Number(number) >= MAX_PERCENT)) return { value, isPercent };
    throw new ReportingError(
      'E-option-value',
      `${flag} takes an amount such as 0.05, or a percentage below ${MAX_PERCENT}% such as 0.5%, not ${show(typed)}`,
    );
  },
  offers: 'nothing',
};

/** The formats of documents without figures about the records: a page and a picture show more than these rows. */
export const RECONCILE_FORMATS = FORMAT_NAMES.filter(
  (name) => FORMATS[name].unfitForTerminals === undefined && FORMATS[name].isPicture !== true,
);

export const RECONCILE = [
  RANGE,
  section('What to compare:', {
    by: {
      flags: '--by <unit>',
      help: 'compare two reports by this unit of time, or in total (default: month)',
      brief: 'two reports by day, month or in total',
      value: oneOf([...DATE_UNITS, TOTAL]),
    },
    with: {
      flags: '--with <file>',
      help: 'compare the report with this CSV file of amounts; - is stdin',
      brief: 'a CSV file of amounts, such as invoices',
      value: offering('file', text),
      excludes: ['by'],
    },
    on: {
      flags: '--on <a,b>',
      help: 'keys: day, week, month, quarter or year, and columns of the report; month=date if the file has another name',
      brief: 'keys: month, or month,campaign',
      value: names('month,campaign'),
    },
    column: {
      flags: '--column <name>',
      help: 'column of the file with the amounts',
      brief: 'column of the file with the amounts',
      value: offering('nothing', text),
    },
    sum: {
      flags: '--sum <column>',
      help: 'column of the report to add up; or revenue=a,domains=b (default: the main measure)',
      brief: 'column of the report to add up',
      value: columnsOfReports,
    },
    tolerance: {
      flags: '--tolerance <amount>',
      help: 'amounts agree if they differ by no more than this: 0.05, or 0.5% of the larger one (default: 0)',
      brief: 'largest difference that agrees: 0.05 or 0.5%',
      value: tolerance,
    },
    all: { flags: '--all', help: 'print the rows that agree, too' },
    where: {
      ...ROWS.flags.where,
      help: `${ROWS.flags.where.help}; never lines of the file`,
      brief: undefined,
    },
    delimiter: {
      flags: '--delimiter <char>',
      help: 'field delimiter of the file: a character, or comma, semicolon, tab, pipe (default: comma)',
      value: delimiter,
    },
    decimalComma: {
      flags: '--decimal-comma',
      help: 'the file has 0,10 for 0.10, and the semicolon as delimiter',
    },
  }),
  section(OUTPUT.heading, {
    ...pick(OUTPUT.flags, 'format', 'output', 'maxRows', 'human', 'decimals', 'wide', 'pager'),
    format: {
      ...OUTPUT.flags.format,
      value: anyCase(RECONCILE_FORMATS),
      brief: RECONCILE_FORMATS.join(', '),
    },
    maxRows: LISTING_OUTPUT.flags.maxRows,
    decimals: { ...OUTPUT.flags.decimals, help: 'round numbers in table, markdown (default: all digits)' },
  }),
  section(CHECKS.heading, {
    ...pick(CHECKS.flags, 'failEmpty', 'failGaps', 'strict', 'ignoreMembers'),
    dateColumn: DATE_COLUMNS,
  }),
  section(REQUESTS.heading, omit(REQUESTS.flags, 'windows', 'windowColumns')),
  MANY_CREDENTIALS,
  WITHOUT_ACCOUNT,
  section(WITHOUT_REQUESTS.heading, pick(WITHOUT_REQUESTS.flags, 'fromDataset')),
] as const;

/** The options of `reconcile`, as commander gives them. */
export type ReconcileOptions = OptionsOf<typeof RECONCILE>;
