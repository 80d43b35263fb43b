/**
 * What the columns of a report hold, as far as formats for people go by it. Nothing is known of the records' fields, so
 * it is guessed from what is in them; a name only says which whole numbers nobody counts with.
 */

import { parseCalendarDate } from '../core/calendar-date.ts';
import type { Column } from '../core/column.ts';
import { type Cell, isNumber } from '../segments/cell.ts';
import { dateSpelling } from '../segments/date-spelling.ts';

export interface ColumnKind {
  /** True if every cell that is not empty is a number, and there is one. */
  readonly isNumeric: boolean;
  /** True if every cell that is not empty begins with a date that exists, as text or as a number: `20260131`. */
  readonly isDate: boolean;
  /** True for numbers that count or measure: no dates, no years, no identifiers. */
  readonly isQuantity: boolean;
  /** True if a number in it has so many digits that it is not for people. */
  readonly isLong: boolean;
}

export interface ColumnSurvey {
  add(row: readonly Cell[]): void;
  kinds(): readonly ColumnKind[];
}

/** A whole number of more digits is an identifier: amounts do not get that large, and doubles cannot hold them. */
const MAX_QUANTITY_DIGITS = 15;

const MAX_DIGITS = 1000;

const WHOLE_NUMBER = /^-?\d+$/;
/** The last word of `id`, `campaign_id`, `campaignId`, `clientID` and `year`, but not of `paid` or `bid`. */
const NAMES_OF_NO_QUANTITY = [/(?:^|[^a-z])(?:ids?|year)$/i, /[a-z0-9](?:I[dD]s?|Year)$/];

export function createColumnSurvey(columns: readonly Column[]): ColumnSurvey {
  const found = columns.map(() => ({ numbers: 0, texts: 0, isDate: true, isWhole: true, digits: 0 }));
  return {
    add(row) {
      for (let index = 0; index < found.length; index++) {
        const cell = row[index];
        if (cell === undefined || cell === 'null' || cell === '""') continue;
        const column = found[index]!;
        if (column.isDate) column.isDate = isDate(cell);
        if (!isNumber(cell)) column.texts++;
        else {
          column.numbers++;
          if (column.isWhole) column.isWhole = WHOLE_NUMBER.test(cell);
          column.digits = Math.max(column.digits, cell.startsWith('-') ? cell.length - 1 : cell.length);
        }
      }
    },
    kinds: () =>
      found.map(({ numbers, texts, isWhole, digits, ...column }, index) => {
        const isNumeric = numbers > 0 && texts === 0;
        const isDate = column.isDate && numbers + texts > 0;
        const isIdentifier = isWhole && (digits > MAX_QUANTITY_DIGITS || isNameOfNoQuantity(columns[index]!));
        const isLong = digits > MAX_DIGITS;
        const isQuantity = isNumeric && !isDate && !isIdentifier && !isLong;
        return { isNumeric, isDate, isQuantity, isLong };
      }),
  };
}

function isDate(cell: string): boolean {
  const date = dateSpelling(cell)?.date;
  return date !== undefined && parseCalendarDate(date) !== undefined;
}

function isNameOfNoQuantity({ path }: Column): boolean {
  return NAMES_OF_NO_QUANTITY.some((pattern) => pattern.test(path.at(-1) ?? ''));
}
