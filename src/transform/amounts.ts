/**
 * Finds amounts of several currencies, so that no step adds them in silence: groups that the user asks for keep their sums, with
 * a warning; totals over groups or records are left empty.
 */

import { type Column, columnKey } from '../core/columns.ts';
import { shellWord } from '../core/text.ts';
import type { DataWarning } from '../core/warnings.ts';
import { type Currencies, type MixedAmount, NO_CURRENCIES } from '../frame/currencies.ts';
import { type Frame, ownMeasures } from '../frame/frame.ts';
import { groupRecords } from '../frame/group-records.ts';
import { isNamedAmount, listCodes, type RowCurrencies, saysCurrency } from '../records/currency.ts';
import type { RecordSet } from '../records/record-set.ts';
import { unite } from './resolve-column.ts';
import { hasKeys, type Transform } from './transform-request.ts';

/** The currencies of all record sets together. `currency` is that of records without such a column. Reads only reports with one. */
export async function findCurrencies(
  recordSets: readonly RecordSet[],
  currency: string | undefined,
): Promise<Currencies> {
  const { columns } = unite(recordSets);
  const named = columns.filter(saysCurrency);
  if (named.length === 0) return { ...NO_CURRENCIES, code: currency };
  const amounts = columns.filter((column) => !named.includes(column));
  return (await groupRecords(recordSets, { keys: [], states: [], named, amounts, currency })).currencies;
}

/** The request with the currency of its amounts as a last key of its groups: for a chart, which has no place for a warning. */
export function separateCurrencies(request: Transform, { mixed }: Currencies): Transform {
  const { aggregations, count, groupBy } = request;
  const named = new Set(aggregations.map(({ column }) => column));
  const isCount = aggregations.length === 0 && count && !hasKeys(request);
  const amounts = [...mixed.values()].filter(({ column }) => !isCount && (named.size === 0 || named.has(column.name)));
  const names = amounts.flatMap(({ by }) => by.map(({ name }) => name));
  return { ...request, groupBy: [...new Set([...groupBy, ...names])] };
}

/** What the formats know of the currencies of records, or of the rows of a frame. */
export function rowCurrencies(
  columns: readonly Column[],
  { code, constant, mixed }: Currencies,
  frame?: Frame,
): RowCurrencies {
  const sources = frame === undefined ? columns : ownMeasures(frame).map((each) => each.aggregation!.column);
  const ofMeasures = frame?.measures.flatMap(({ column, amount }) =>
    amount === undefined ? [] : [[columnKey(column.path), amount] as const],
  );
  const amounts = ofMeasures ?? [...mixed];
  const isKnown = code !== undefined && sources.some(isNamedAmount);
  const codes = isKnown ? [code] : amounts.flatMap(([, amount]) => amount.codes);
  return {
    codes: [...new Set(codes)].sort(),
    // In groups, such a column is a key.
    constant: isKnown && frame === undefined ? constant : [],
    mixed: new Set(amounts.map(([key]) => key)),
  };
}

/** The warning about columns that combine amounts of several currencies, by their names; none without one. Keys do not separate shares. */
export function combinedWarnings(
  combined: ReadonlyMap<string, MixedAmount>,
  request?: Grouped,
): readonly DataWarning[] {
  const amounts = [...combined.values()];
  if (amounts.length === 0) return [];
  const verb = amounts.length === 1 ? 'combines' : 'combine';
  const names = [...combined.keys()];
  const text = `${names.join(', ')} ${verb} amounts in ${codesOf(amounts)}: ${advice(amounts, request)}`;
  return [{ name: 'currencies', scope: names, text }];
}

/** The warning about amounts of rows that have one currency each, but not the same, if no key of the rows says which. */
export function unlabelledWarnings(frame: Frame, request: Grouped): readonly DataWarning[] {
  const found = new Map<string, MixedAmount>();
  for (const { amount, aggregation } of ownMeasures(frame)) {
    const isLabelled = amount?.by.some(({ name }) => request.groupBy.includes(name)) ?? true;
    if (!isLabelled) found.set(aggregation!.name, amount!);
  }
  if (found.size === 0) return [];
  const [amounts, names] = [[...found.values()], [...found.keys()]];
  const text = `${names.join(', ')}: amounts in ${codesOf(amounts)}, and no column says which: ${advice(amounts, request)}`;
  return [{ name: 'currencies', scope: names, text }];
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

function advice(amounts: readonly MixedAmount[], request?: Grouped): string {
  const columns = amounts.flatMap(({ by }) => by.map(({ name }) => name));
  const groupBy = request?.groupBy ?? columns;
  const isSeparate = columns.every((name) => groupBy.includes(name));
  const keys = [...new Set([...groupBy, ...columns])];
  const separate = isSeparate ? '' : `use --group-by ${shellWord(keys.join(','))}, or `;
  const [{ codes, by }] = amounts as [MixedAmount];
  const condition = `${by[0]!.name}=${codes[0]!}`;
  const where = /^[\w.]+=/.test(condition) ? condition : shellWord(condition);
  return `${separate}keep one with --where ${where}`;
}
