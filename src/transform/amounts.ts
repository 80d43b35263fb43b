/**
 * Finds amounts of several currencies, so that no step adds them in silence: groups that the user asks for keep their sums, with
 * a warning; totals over groups or records are left empty.
 */

import { type Column, columnKey } from '../core/columns.ts';
import { shellWord } from '../core/text.ts';
import type { DataWarning } from '../core/warnings.ts';
import {
  codeAt,
  currenciesOf,
  isAmount,
  isNamedAmount,
  listCodes,
  type RowCurrencies,
  saysCurrency,
} from '../records/currency.ts';
import type { RecordSet } from '../records/record-set.ts';
import { scanRows } from '../records/scanned-rows.ts';
import { surveyColumns } from './column-kinds.ts';
import type { FinishedGroup, Grouping } from './group-table.ts';
import type { Ratio } from './ratio.ts';
import { unite } from './resolve-column.ts';
import { hasKeys, type Transform } from './transform-request.ts';

/** An amount of the records with several currencies. */
export interface MixedAmount {
  readonly column: Column;
  /** Sorted; at least two. */
  readonly codes: readonly string[];
  /** The columns of the records with these codes. */
  readonly by: readonly Column[];
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

/** The currencies of all record sets together. `code` is that of records without such a column. Reads only reports with one. */
export async function findCurrencies(
  recordSets: readonly RecordSet[],
  code: string | undefined,
): Promise<Currencies> {
  const { columns } = unite(recordSets);
  const named = columns.filter(saysCurrency);
  if (named.length === 0) return { ...NO_CURRENCIES, code };
  const { codes, constant } = await readCodes(recordSets, named);
  const found = named.filter((column) => codes.get(column)!.size > 0);
  const all = [...new Set(found.flatMap((column) => [...codes.get(column)!]))];
  if (all.length === 0) return { ...NO_CURRENCIES, code };
  if (all.length === 1) return { ...NO_CURRENCIES, code: constant.length > 0 ? all[0] : undefined, constant };
  const schemas = await surveyColumns(
    recordSets,
    columns.filter((column) => !named.includes(column)),
  );
  const mixed = new Map<string, MixedAmount>();
  for (const { column } of schemas.filter(isAmount)) {
    const by = currenciesOf(column, found).filter((each) => codes.get(each)!.size > 1);
    const own = [...new Set(by.flatMap((each) => [...codes.get(each)!]))].sort();
    if (by.length > 0) mixed.set(columnKey(column.path), { column, codes: own, by });
  }
  return { ...NO_CURRENCIES, mixed };
}

/** The codes in each of the columns, and the columns in which each record has one. */
async function readCodes(recordSets: readonly RecordSet[], columns: readonly Column[]) {
  const sets = columns.map(() => new Set<string>());
  const areComplete = columns.map(() => true);
  for (const recordSet of recordSets) {
    for await (const rows of scanRows(recordSet, columns)) {
      const { block, starts, ends } = rows;
      while (rows.next()) {
        for (let index = 0; index < sets.length; index++) {
          const code = codeAt(block, starts[index]!, ends[index]!);
          if (code === undefined) areComplete[index] = false;
          else sets[index]!.add(code);
        }
      }
    }
  }
  return {
    codes: new Map(columns.map((column, index) => [column, sets[index]!])),
    constant: columns.filter((_, index) => areComplete[index]),
  };
}

/** The request with the currency of its amounts as a last key of its groups: for a chart, which has no place for a warning. */
export function separateCurrencies(request: Transform, { mixed }: Currencies): Transform {
  const { aggregations, count, groupBy } = request;
  const named = new Set(aggregations.map(({ column }) => column));
  const isCount = aggregations.length === 0 && count && !hasKeys(request);
  const amounts = [...mixed.values()].filter(
    ({ column }) => !isCount && (named.size === 0 || named.has(column.name)),
  );
  const names = amounts.flatMap(({ by }) => by.map(({ name }) => name));
  return { ...request, groupBy: [...new Set([...groupBy, ...names])] };
}

/** Watches the groups of one grouping for amounts of several currencies. */
export interface AmountWatch {
  /** The grouping, with the codes of currencies as additional aggregations. */
  readonly grouping: Grouping;
  /** The results of a group without these codes, and the aggregations that combine several currencies in it, by their places. */
  read(group: FinishedGroup): Pick<FinishedGroup, 'sides'> & { readonly mixed: readonly number[] };
  /** The aggregations that combine several currencies in any group so far, by name. */
  readonly combined: ReadonlyMap<string, MixedAmount>;
}

/** Creates a watch of the groups of this grouping. */
export function watchAmounts(grouping: Grouping, { mixed }: Currencies): AmountWatch {
  const { aggregations } = grouping;
  const amounts = aggregations.map(({ column }) => mixed.get(columnKey(column.path)));
  const by = amounts.map((amount) => amount?.by ?? []);
  const columns = [...new Set(by.flat())];
  const first = aggregations.length;
  const combined = new Map<string, MixedAmount>();
  return {
    grouping: {
      ...grouping,
      aggregations: [
        ...aggregations,
        ...columns.map((column) => ({ kind: 'codes' as const, column, name: column.name })),
      ],
    },
    read({ sides }) {
      if (columns.length === 0) return { sides, mixed: [] };
      const several = new Set(
        columns.filter((_, index) => {
          const texts = sides.map((side) => side?.[first + index] ?? '');
          return new Set(texts.join(' ').split(' ').filter(Boolean)).size > 1;
        }),
      );
      const places = [...by.keys()].filter((index) => by[index]!.some((column) => several.has(column)));
      for (const index of places) combined.set(aggregations[index]!.name, amounts[index]!);
      return {
        sides: sides.map((side) => side && [...side.slice(0, first), ...side.slice(first + columns.length)]),
        mixed: places,
      };
    },
    combined,
  };
}

/** The cells of all aggregations of a row, empty where they combine several currencies. */
export function withoutMixed(
  cells: readonly string[],
  mixed: readonly number[],
  measureCount: number,
): readonly string[] {
  const width = cells.length / measureCount;
  return mixed.length === 0
    ? cells
    : cells.map((cell, index) => (mixed.includes(Math.floor(index / width)) ? 'null' : cell));
}

/** The totals without those of amounts with several currencies, which `amounts` lists by the `columnKey` of their columns. */
export function emptyMixedTotals(
  totals: ReadonlyMap<string, string>,
  amounts: ReadonlyMap<string, MixedAmount>,
  { ratios, derived }: { readonly ratios: readonly Ratio[]; readonly derived: ReadonlyMap<string, unknown> },
): ReadonlyMap<string, string> {
  const isMixed = ({ path }: Column): boolean => amounts.has(columnKey(path));
  const empty = ratios.filter(({ numerator, denominator }) => isMixed(numerator) || isMixed(denominator));
  const ofRatios = new Set(empty.map(({ column }) => columnKey(column.path)));
  return new Map(
    Array.from(totals, ([key, total]) => {
      const amount = amounts.get(key);
      if (ofRatios.has(key) || (amount !== undefined && derived.has(key))) return [key, 'null'];
      return [key, amount === undefined ? total : JSON.stringify(listCodes(amount.codes))];
    }),
  );
}

interface RowFacts {
  /** The keys of the rows. */
  readonly keys: readonly Column[];
  /** The columns of the records that the figures of the rows come from. */
  readonly sources: readonly Column[];
  /** The amounts of the rows with several currencies, by `columnKey`. */
  readonly amounts: ReadonlyMap<string, MixedAmount>;
}

/** What the formats know of the currencies of rows. */
export function rowCurrencies(
  { columns }: Pick<RecordSet, 'columns'>,
  { keys, sources, amounts }: RowFacts,
  { code, constant }: Currencies,
): RowCurrencies {
  const isKnown = code !== undefined && sources.some(isNamedAmount);
  const codes = isKnown ? [code] : [...amounts.values()].flatMap((amount) => amount.codes);
  // Groups have their keys by name.
  const inRows = (column: Column): Column | undefined =>
    columns.find(({ path }) => [columnKey(column.path), columnKey([column.name])].includes(columnKey(path)));
  const areKeys = new Set(keys.map(({ path }) => columnKey(path)));
  return {
    codes: [...new Set(codes)].sort(),
    constant: isKnown
      ? constant.flatMap((column) => inRows(column) ?? []).filter(({ path }) => !areKeys.has(columnKey(path)))
      : [],
    separators: new Map(
      Array.from(amounts, ([key, { by }]) => [key, by.flatMap((column) => inRows(column) ?? [])]),
    ),
  };
}

/** The warning about columns that combine amounts of several currencies, by the names of these columns; none without one. */
export function combinedWarnings(
  combined: ReadonlyMap<string, MixedAmount>,
  request: Grouped,
): readonly DataWarning[] {
  const amounts = [...combined.values()];
  if (amounts.length === 0) return [];
  const verb = amounts.length === 1 ? 'combines' : 'combine';
  const names = [...combined.keys()];
  const text = `${names.join(', ')} ${verb} amounts in ${codesOf(amounts)}: ${advice(amounts, request)}`;
  return [{ name: 'currencies', scope: names, text }];
}

/** The warnings about sorted columns whose rows have several currencies, if no key of the rows says which. */
export function rankedWarnings(
  sort: readonly { readonly column: Column }[],
  amounts: ReadonlyMap<string, MixedAmount>,
  request: Grouped,
): readonly DataWarning[] {
  return sort.flatMap(({ column }): readonly DataWarning[] => {
    const amount = amounts.get(columnKey(column.path));
    if (amount === undefined || amount.by.some(({ name }) => request.groupBy.includes(name))) return [];
    const text = `--sort ${column.name} ranks amounts in ${codesOf([amount])}: ${advice([amount], request)}`;
    return [{ name: 'currencies', scope: [column.name], text }];
  });
}

/** The note about figures of several groups that are left empty, by the names of their columns; none without one. */
export function emptiedNotes(emptied: ReadonlyMap<string, MixedAmount>): readonly string[] {
  const amounts = [...emptied.values()];
  if (amounts.length === 0) return [];
  const verb = amounts.length === 1 ? 'is' : 'are';
  return [
    `${[...emptied.keys()].join(', ')} ${verb} empty where groups with amounts in ${codesOf(amounts)} would be added`,
  ];
}

/** The keys that a message about currencies names. */
type Grouped = Pick<Transform, 'groupBy'>;

function codesOf(amounts: readonly MixedAmount[]): string {
  return listCodes([...new Set(amounts.flatMap(({ codes }) => codes))].sort());
}

function advice(amounts: readonly MixedAmount[], { groupBy }: Grouped): string {
  const columns = [...new Set(amounts.flatMap(({ by }) => by.map(({ name }) => name)))];
  const keys = [...new Set([...groupBy, ...columns])];
  const isSeparate = columns.every((name) => groupBy.includes(name));
  const separate = isSeparate ? '' : `use --group-by ${shellWord(keys.join(','))}, or `;
  const [{ codes, by }] = amounts as [MixedAmount];
  const condition = `${by[0]!.name}=${codes[0]!}`;
  const where = /^[\w.]+=/.test(condition) ? condition : shellWord(condition);
  return `${separate}keep one with --where ${where}`;
}
