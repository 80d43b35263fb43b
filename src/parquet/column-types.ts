/**
 * Chooses the type that each column of a report has in a Parquet file. A type holds the exact value of every cell. Few types
 * are enough, because engines misread a column that has one type in one file and another type in the next.
 */

import type { Column } from '../core/columns.ts';
import { kindOfName } from '../records/name-kind.ts';
import type { ColumnSchema } from '../records/schema.ts';

/** Every type of a column, spelled as in a list of types. All columns accept null. */
export const COLUMN_TYPES = ['INT64', 'DECIMAL(38,9)', 'DECIMAL(38,18)', 'DOUBLE', 'DATE', 'BOOLEAN', 'UTF8'] as const;

/** The type of a column in a Parquet file. */
export type ColumnType = (typeof COLUMN_TYPES)[number];

/** A column of a Parquet file. `path` leads to its cells; `name` is its name in the file. */
export interface TypedColumn extends Column {
  readonly type: ColumnType;
}

/** The rows of a data file, read from it in batches. */
export interface FileRows {
  /** The columns of the file, in its order. */
  readonly columns: readonly TypedColumn[];
  readonly batches: AsyncIterable<readonly FileRow[]>;
}

/** The JSON text of each cell, in the order of the columns; undefined for null. */
export type FileRow = readonly (string | undefined)[];

/** Facts about the cells of a column that `ColumnSchema` lacks. Numbers count as their value: `1.50` has one decimal. */
export interface ValueFacts {
  /** The largest number of digits before the point. */
  readonly wholeDigits: number;
  /** The largest number of digits after the point. */
  readonly decimals: number;
  /** True if every number is whole and between -2⁶³ and 2⁶³ - 1. */
  readonly fitInt64: boolean;
  /** True if the shortest spelling of the nearest double is every number. */
  readonly fitDouble: boolean;
  /** True if every cell that is not empty is a date without a time and without a zone. */
  readonly arePlainDates: boolean;
  /** True if any date is spelled without separators: `20260131`. */
  readonly haveDigitDates: boolean;
}

/** The type of a column, and what users should know about it. */
export interface ChosenType {
  /** Undefined if no cell has a value: such a column gets a type when a value appears. */
  readonly type: ColumnType | undefined;
  /** Set if numbers are stored as texts, because no type for numbers holds them exactly. */
  readonly warning?: string;
  /** Set for money that the service sends as text. */
  readonly note?: string;
}

/** Digits of a DECIMAL. */
export const PRECISION = 38;
const SCALE = 9;
const LARGE_SCALE = 18;

/** The number of decimals of a type; undefined for other types than DECIMAL. */
export function scaleOf(type: ColumnType): number | undefined {
  return type === 'DECIMAL(38,9)' ? SCALE : type === 'DECIMAL(38,18)' ? LARGE_SCALE : undefined;
}

/** The type that holds every cell of a column exactly. */
export function chooseType(schema: ColumnSchema, facts: ValueFacts): ChosenType {
  const { kind, isNumeric, column } = schema;
  if (kind === 'empty') return { type: undefined };
  if (kind === 'boolean') return { type: 'BOOLEAN' };
  if (kind === 'date' && facts.arePlainDates && !isIdOfDigits(schema, facts)) return { type: 'DATE' };
  if (isNumeric) return chooseNumberType(schema, facts);
  if (kind === 'money') {
    const note = `column ${JSON.stringify(column.name)} has money as text: it stays text in Parquet; convert it before you add it up`;
    return { type: 'UTF8', note };
  }
  return { type: 'UTF8' };
}

/** A few ids may look like dates: `"order_id": 20260131`. */
function isIdOfDigits({ column }: ColumnSchema, { haveDigitDates }: ValueFacts): boolean {
  return haveDigitDates && kindOfName(column.path).kind === 'id';
}

/** The type that a column of this name mostly has, for a file without rows: other files of a query have rows. */
export function typeByName(path: readonly string[]): ColumnType {
  const name = path.at(-1)!.replace(/_(?:before|change)$/, '');
  switch (kindOfName([...path.slice(0, -1), name]).kind) {
    case 'money':
      return 'DECIMAL(38,9)';
    case 'count':
      return 'INT64';
    case 'ratio':
      return 'DOUBLE';
    default:
      return /(?:^|_)(?:date|day)$/.test(name) ? 'DATE' : 'UTF8';
  }
}

const WHOLE_KINDS: ReadonlySet<ColumnSchema['kind']> = new Set(['id', 'count', 'ordinal', 'date']);

function chooseNumberType(
  { kind, column }: ColumnSchema,
  { wholeDigits, decimals, fitInt64, fitDouble }: ValueFacts,
): ChosenType {
  if (WHOLE_KINDS.has(kind) && fitInt64) return { type: 'INT64' };
  const fits = (scale: number): boolean => decimals <= scale && wholeDigits <= PRECISION - scale;
  if (kind !== 'ratio' && fits(SCALE)) return { type: 'DECIMAL(38,9)' };
  if (kind === 'money' && fits(LARGE_SCALE)) return { type: 'DECIMAL(38,18)' };
  if (kind !== 'money' && (kind === 'ratio' || decimals > SCALE) && fitDouble) return { type: 'DOUBLE' };
  const reason =
    kind === 'ratio' || (kind !== 'money' && decimals > SCALE)
      ? 'no DOUBLE is exactly'
      : 'no DECIMAL of 38 digits holds';
  const warning = `column ${JSON.stringify(column.name)} has numbers that ${reason}: it is text in Parquet, with the exact digits`;
  return { type: 'UTF8', warning };
}
