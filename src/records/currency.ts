/**
 * Currencies of amounts: the columns that hold codes of ISO 4217, the columns that hold amounts, and which belong together. The
 * interface names no fields, so names and cells decide.
 */

import type { Column } from '../core/columns.ts';
import { kindOfName, wordsOf } from './name-kind.ts';
import type { ColumnSchema } from './schema.ts';

/** The currencies of the amounts in rows. */
export interface RowCurrencies {
  /** The codes of all amounts, sorted; none if the rows have no amounts, or amounts of unknown currency. */
  readonly codes: readonly string[];
  /** The columns of the rows that hold nothing but the only code, and are no keys. */
  readonly constant: readonly Column[];
  /** The amounts with several codes, by `columnKey`. */
  readonly mixed: ReadonlySet<string>;
}

/** Stands for the code of a record without one, whose amounts are not added to those of a known currency in silence. */
export const UNKNOWN_CURRENCY = 'an unknown currency';

/** A word of a column's name which says that the column holds currencies. */
const CURRENCY_WORD = /currenc(?:y|ies)|^ccy$/;
/** Words that say no more than that. */
const GENERAL_WORD = /^(?:currency|currencies|ccy|code|iso)$/;

/** True for a column whose name says that it holds currencies: `currency`, `payout_currency`, `currencyCode`. Cells decide, too. */
export function saysCurrency({ path }: Column): boolean {
  return wordsOf(path).some((word) => CURRENCY_WORD.test(word));
}

/** True for a column whose name says that it holds amounts of money, and no code of their currency: not for `revenue_usd`. */
export function isNamedAmount({ path }: Column): boolean {
  const { isAmount, hasCurrencyCode } = kindOfName(path);
  return isAmount && !hasCurrencyCode;
}

/** Words of a name of other quantities. */
const OTHER_QUANTITY =
  /^(?:days?|hours?|minutes?|mins?|seconds?|secs?|ms|time|duration|bytes|[kmgt]b|weight|distance)$/;

/** True for numbers with such a name, and for numbers with decimals whose name says nothing. */
export function isAmount({ column, kind, cells }: ColumnSchema): boolean {
  if (isNamedAmount(column)) return cells.numbers + cells.figures > 0;
  const { kind: named, hasCurrencyCode } = kindOfName(column.path);
  if (kind !== 'quantity' || !cells.hasDecimals || named !== undefined || hasCurrencyCode) return false;
  return !wordsOf(column.path).some((word) => OTHER_QUANTITY.test(word));
}

/**
 * The columns with the currency of an amount: those that share their other words with it (`payout_currency` for `payout_net`,
 * `revenue.currency` for `revenue.amount`), or else those of a general name, or else all.
 */
export function currenciesOf(amount: Column, columns: readonly Column[]): readonly Column[] {
  const words = wordsOf(amount.path);
  const own = columns.filter(({ path }) => {
    const qualifiers = wordsOf(path).filter((word) => !CURRENCY_WORD.test(word) && !GENERAL_WORD.test(word));
    return qualifiers.length > 0 && qualifiers.every((word) => words.includes(word));
  });
  if (own.length > 0) return own;
  const general = columns.filter(({ path }) => wordsOf(path).every((word) => GENERAL_WORD.test(word)));
  return general.length > 0 ? general : columns;
}

const MAX_NAMED = 4;

/** `EUR, JPY and USD`; of many, the first ones and a number. */
export function listCodes(codes: readonly string[]): string {
  const shown = codes.length > MAX_NAMED ? codes.slice(0, MAX_NAMED - 1) : codes;
  const rest = codes.length - shown.length;
  const names = rest === 0 ? shown : [...shown, `${rest} others`];
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
