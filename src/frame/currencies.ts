/** The currencies of grouped amounts: which amounts have several, in all groups or in some. */

import { type Column, columnKey, isSameColumn } from '../core/columns.ts';
import { currenciesOf, isAmount, isNamedAmount } from '../records/currency.ts';
import type { ColumnSchema } from '../records/schema.ts';
import type { GroupTable } from './group-table.ts';
import { codesOf, uniteCodes } from './states.ts';

/** An amount of the records with several currencies, one of which may be unknown. */
export interface MixedAmount {
  readonly column: Column;
  /** Sorted; at least two. */
  readonly codes: readonly string[];
  /** The columns of the records with these codes, and the places of these codes in the table. */
  readonly by: readonly Column[];
  readonly places: readonly number[];
}

/** The currencies of records. */
export interface Currencies {
  /** The only code of all records; undefined if some have another code, or none. */
  readonly code: string | undefined;
  /** The columns in which every record has this code. */
  readonly constant: readonly Column[];
  /** The amounts with several currencies, by `columnKey`. */
  readonly mixed: ReadonlyMap<string, MixedAmount>;
}

/** The currencies of records whose amounts are all in one, known or not. */
export const NO_CURRENCIES: Currencies = { code: undefined, constant: [], mixed: new Map() };

/** A column whose name says that it holds currencies, its codes, and whether each record has one. */
interface NamedColumn {
  readonly column: Column;
  readonly codes: readonly string[];
  readonly isComplete: boolean;
}

/**
 * The currencies of the grouped records. `amounts` are the columns whose codes the table has, `schemas` those of the unclear ones, and
 * `currency` is that of records without a `named` column.
 */
export function currenciesIn(
  table: GroupTable,
  amounts: readonly Column[],
  schemas: readonly ColumnSchema[],
  named: readonly NamedColumn[],
  currency: string | undefined,
): Currencies {
  const found = named.filter(({ codes }) => codes.length > 0).map(({ column }) => column);
  if (found.length === 0) return { ...NO_CURRENCIES, code: currency };
  const own = [
    ...amounts.filter(isNamedAmount),
    ...schemas.filter((schema) => !isNamedAmount(schema.column) && isAmount(schema)).map(({ column }) => column),
  ];
  const mixed = own.flatMap((column) => {
    const by = currenciesOf(column, found);
    const places = table.sources.codes.flatMap((each, place) =>
      isSameColumn(each.amount, column) && by.includes(each.by) ? place : [],
    );
    return mixedIn(table, table.allGroups(), { column, places }) ?? [];
  });
  const [code, other] = new Set(named.flatMap(({ codes }) => codes));
  const constant = other === undefined ? named.filter(({ isComplete }) => isComplete).map(({ column }) => column) : [];
  return {
    ...{ code: constant.length > 0 ? code : undefined, constant },
    mixed: new Map(mixed.map((each) => [columnKey(each.column.path), each])),
  };
}

/** An amount with its currencies in these groups and parts; undefined unless there are several. */
export function mixedIn(
  table: GroupTable,
  groups: readonly number[],
  { column, places }: Pick<MixedAmount, 'column' | 'places'>,
  from?: number,
  to?: number,
): MixedAmount | undefined {
  const codesAt = (place: number): readonly string[] => codesIn(table, groups, place, from, to);
  const several = places.filter((place) => codesAt(place).length > 1);
  if (several.length === 0) return undefined;
  const codes = [...new Set(several.flatMap(codesAt))].sort();
  return { column, codes, by: several.map((place) => table.sources.codes[place]!.by), places: several };
}

/** The codes at a place in these groups together, in the parts from `from` to `to`. */
export function codesIn(
  { parts }: GroupTable,
  groups: readonly number[],
  place: number,
  from = 0,
  to = parts.length,
): readonly string[] {
  let set = '';
  for (let part = from; part < to; part++) {
    const codes = parts[part]?.codes[place];
    if (codes !== undefined) for (const group of groups) set = uniteCodes(set, codes.setOf(group));
  }
  return codesOf(set);
}
