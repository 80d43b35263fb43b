/**
 * A plain evaluator of docs/analysis.md, for comparison with the program: fractions of integers, arrays and maps, nothing that
 * is fast. It shares no code with src.
 */

import {
  type Cell,
  compareFractions,
  difference,
  divide,
  type Fraction,
  fractionOf,
  multiply,
  percentOf,
  rounded,
  sizeOf,
  sum,
  ZERO,
} from './fractions.ts';

/** A record: texts of JSON numbers, texts, or null for an empty value. */
export type PlainRecord = Readonly<Record<string, string | null>>;

export interface Question {
  readonly where: readonly Condition[];
  readonly keys: readonly string[];
  readonly by: 'day' | 'week' | 'month' | 'quarter' | 'year' | undefined;
  readonly weekStart: 'monday' | 'sunday';
  /** Each group has its records of an earlier range beside it, and units of both ranges pair by position. */
  readonly compared: { readonly range: Range; readonly earlier: Range } | undefined;
  readonly aggregations: readonly { readonly kind: 'sum' | 'min' | 'max' | 'avg'; readonly column: string }[];
  readonly count: boolean;
  readonly ratio:
    | { readonly name: string; readonly factor: string; readonly over: string; readonly under: string }
    | undefined;
  readonly share: string | undefined;
  readonly having: Condition | undefined;
  readonly sort: string | undefined;
  readonly top: number | undefined;
  readonly limit: number | undefined;
  readonly pivot: string | undefined;
}

/** The first and the last day. */
export type Range = readonly [first: string, last: string];

export interface Condition {
  readonly column: string;
  readonly operator: '=' | '!=' | '<' | '<=' | '>' | '>=';
  readonly value: string;
}

/** A row: each column with its exact value, a text, or null. */
export type Row = ReadonlyMap<string, Cell>;

const DECIMALS = 6;
const DAY_MS = 86_400_000;

export interface Answer {
  /** Sorted, or groups in the order of their first record. */
  readonly rows: readonly Row[];
  /** The number of rows before the limit, and before a row stands for several. */
  readonly groupCount: number;
  readonly totals: Row;
}

/** Conditions compare exact quotients. The rows and the totals have rounded ones. */
export function answer(records: readonly PlainRecord[], earlier: readonly PlainRecord[], asked: Question): Answer {
  const { rows, groupCount, totals } = exactAnswer(records, earlier, asked);
  const roundedRow = (row: Row): Row =>
    new Map(
      Array.from(row, ([name, cell]) => {
        const isQuotient =
          asked.ratio !== undefined && (name === asked.ratio.name || name.endsWith(`_${asked.ratio.name}`));
        const decimals = name.endsWith('_percent') ? 2 : isQuotient || name.endsWith('_share') ? DECIMALS : undefined;
        return [
          name,
          cell === null || typeof cell === 'string' || decimals === undefined ? cell : rounded(cell, decimals),
        ];
      }),
    );
  return { rows: rows.map(roundedRow), groupCount, totals: roundedRow(totals) };
}

/** Undefined unless the earlier number is above zero. */
function changeInPercent(change: Cell, before: Cell): Fraction | null {
  return before === null || typeof before === 'string' || before.over <= 0n ? null : percentOf(change, before);
}

function exactAnswer(records: readonly PlainRecord[], earlier: readonly PlainRecord[], asked: Question): Answer {
  const question = withMissingSums(asked);
  const [kept, keptEarlier] = [records, earlier].map((each) =>
    each.filter((record) => question.where.every((test) => matches(record[test.column] ?? null, test))),
  );
  const groups = group(kept!, question.compared === undefined ? [] : keptEarlier!, question);
  const { share, having, top, sort, limit, pivot } = question;
  const base = share === undefined ? undefined : sum(groups.map((each) => rowOf(each, question).get(share)!));
  const rowWithShare = (each: Group): Row => {
    const row = rowOf(each, question);
    if (share === undefined) return row;
    return new Map(row).set(`${share}_share`, percentOf(row.get(share)!, base!));
  };
  const rowsOfAll = groups.map((each) => rowWithShare(each));
  const remaining = groups.flatMap((each, index) => {
    const row = rowsOfAll[index]!;
    return having === undefined || matches(row.get(having.column)!, having) ? [{ ...each, row }] : [];
  });
  const keys = keysOf(question).filter((key) => key !== pivot);
  const merged = (some: readonly Group[], values: Group['keys']): Group => ({
    keys: values,
    members: some.flatMap(({ members }) => members),
    earlier: some.flatMap((each) => each.earlier),
  });
  const values = [...new Set(remaining.map((each) => each.keys.get(pivot!) ?? null))];
  /** The row of several groups. Amounts of several currencies are not added. */
  const mergedRow = (some: readonly Group[], names: Group['keys']): Row => {
    const whole = merged(some, names);
    return codesOf(whole).length > 1 ? withoutAmounts(rowWithShare(whole), question) : rowWithShare(whole);
  };
  /** The rows of some groups that share all keys but that of the pivot; of one group for each value unless they are merged. */
  const wholeRow = (some: readonly Group[], names: Group['keys'], areMerged: boolean): Row => {
    const total = mergedRow(some, names);
    if (pivot === undefined) return total;
    const parts = values.map((value) => {
      const own = some.filter((each) => each.keys.get(pivot) === value);
      if (own.length === 0) return [value ?? '(none)', undefined] as const;
      return [value ?? '(none)', areMerged ? mergedRow(own, names) : rowWithShare(merged(own, names))] as const;
    });
    return pivoted([...parts, ['total', total]], total, names, question);
  };
  const others = new Map<string, Group[]>();
  for (const each of remaining) {
    const id = JSON.stringify(keys.map((key) => each.keys.get(key)));
    others.set(id, [...(others.get(id) ?? []), each]);
  }
  const rows = [...others.values()].map((some) => {
    const names = new Map(keys.map((key) => [key, some[0]!.keys.get(key)!] as const));
    const own = remaining.find((each) => each === some[0])!.row;
    return {
      some,
      total: pivot === undefined ? own : mergedRow(some, names),
      row: pivot === undefined ? own : wholeRow(some, names, false),
    };
  });
  const totals = new Map(wholeRow(remaining, new Map(), true));
  const all = merged(remaining, new Map());
  const codes = codesOf(all);
  if (pivot === undefined && codes.length > 1) totals.set('revenue', codes.join(', ').replace(/, (?=[^,]*$)/, ' and '));
  const ranked =
    sort !== undefined
      ? sorted(rows, sort, keys)
      : top === undefined
        ? rows
        : largest(rows, question.aggregations[0]!.column);
  const shown = ranked.map(({ row }) => row);
  const groupCount = rows.length;
  if (top === undefined || rows.length <= top + 1) return { rows: shown.slice(0, limit), groupCount, totals };
  const isTaken = shown.some((row) => row.get(keys[0]!) === '(other)');
  const name = isTaken ? '(other groups)' : '(other)';
  const names = new Map(keys.map((key, index) => [key, index === 0 ? name : null] as const));
  const rest = ranked.slice(top).flatMap(({ some }) => some);
  return { rows: [...shown.slice(0, top), wholeRow(rest, names, true)], groupCount, totals };
}

/** Ratios and shares add the sums that they need. */
function withMissingSums(question: Question): Question {
  const { ratio, share, aggregations } = question;
  const needed = [ratio?.over, ratio?.under, share].filter((each) => each !== undefined);
  const sums = new Set(aggregations.flatMap(({ kind, column }) => (kind === 'sum' ? [column] : [])));
  const missing = [...new Set(needed)].filter((column) => column !== 'count' && !sums.has(column));
  return {
    ...question,
    aggregations: [...aggregations, ...missing.map((column) => ({ kind: 'sum' as const, column }))],
    count: question.count || needed.includes('count'),
  };
}

/** The currencies of the amounts of some records, sorted. Other amounts have none. */
function codesOf({ members, earlier }: Group): readonly string[] {
  const amounts = [...members, ...earlier].filter(({ revenue }) => revenue && fractionOf(revenue)!.over !== 0n);
  const codes = amounts.flatMap(({ currency }) => (currency === undefined ? [] : (currency ?? 'an unknown currency')));
  return [...new Set(codes)].toSorted();
}

/** The row without amounts, and without what follows from them. */
function withoutAmounts(row: Row, { ratio }: Question): Row {
  return new Map(
    Array.from(row, ([name, cell]) => [name, name.startsWith('revenue') || name === ratio?.name ? null : cell]),
  );
}

/** Columns such as `2026-01_revenue` and `total_revenue`, without the measure if there is only one. */
function pivoted(
  parts: readonly (readonly [name: string, row: Row | undefined])[],
  total: Row,
  keys: Group['keys'],
  { aggregations, count, ratio, share }: Question,
): Row {
  const isOnly = aggregations.length === 1 && !count && ratio === undefined && share === undefined;
  const row = new Map<string, Cell>(keys);
  for (const [name, part] of parts) {
    for (const measure of total.keys()) {
      if (!keys.has(measure)) row.set(isOnly ? name : `${name}_${measure}`, part?.get(measure) ?? null);
    }
  }
  return row;
}

/** The columns that name a group, in the order of the output. */
export function keysOf({ keys, by, compared }: Pick<Question, 'keys' | 'by' | 'compared'>): readonly string[] {
  if (by === undefined) return keys;
  return compared === undefined ? [...keys, by] : [...keys, by, `${by}_before`];
}

interface Group {
  readonly keys: ReadonlyMap<string, string | null>;
  readonly members: readonly PlainRecord[];
  readonly earlier: readonly PlainRecord[];
}

function group(records: readonly PlainRecord[], earlier: readonly PlainRecord[], question: Question): readonly Group[] {
  const { keys, by, compared } = question;
  const [units, earlierUnits] = [compared?.range, compared?.earlier].map((range) =>
    range === undefined ? [] : unitsIn(range, question),
  ) as [readonly string[], readonly string[]];
  const groups = new Map<string, { keys: Group['keys']; members: PlainRecord[]; earlier: PlainRecord[] }>();
  for (const [side, own] of [
    ['members', records],
    ['earlier', earlier],
  ] as const) {
    for (const record of own) {
      const values = new Map(keys.map((key) => [key, record[key] || null] as const));
      if (by !== undefined) {
        const unit = unitOf(record.date!, question);
        if (compared === undefined) values.set(by, unit);
        else if (side === 'members') {
          values.set(by, unit).set(`${by}_before`, earlierUnits[units.indexOf(unit)] ?? null);
        } else values.set(by, units[earlierUnits.indexOf(unit)] ?? null).set(`${by}_before`, unit);
      }
      const id = JSON.stringify([...values.values()]);
      const known = groups.get(id) ?? { keys: values, members: [], earlier: [] };
      groups.set(id, known);
      known[side].push(record);
    }
  }
  // Without records there are no rows, not a row of empty cells.
  return [...groups.values()];
}

/** The units of a range in the order of time. */
function unitsIn([first, last]: Range, question: Question): readonly string[] {
  const units = new Set<string>();
  for (let time = Date.parse(first); time <= Date.parse(last); time += DAY_MS) {
    units.add(unitOf(new Date(time).toISOString().slice(0, 10), question));
  }
  return [...units];
}

/** The unit of a day `2026-01-31`: weeks from Monday are those of ISO 8601, others have the names of their first days. */
function unitOf(date: string, { by, weekStart }: Question): string {
  if (by === 'day') return date;
  if (by === 'month') return date.slice(0, 7);
  if (by === 'year') return date.slice(0, 4);
  if (by === 'quarter') return `${date.slice(0, 4)}-Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`;
  const time = Date.parse(`${date}T00:00:00Z`);
  const weekday = (new Date(time).getUTCDay() + 6) % 7;
  if (weekStart === 'sunday') return new Date(time - ((weekday + 1) % 7) * DAY_MS).toISOString().slice(0, 10);
  const thursday = new Date(time + (3 - weekday) * DAY_MS);
  const year = thursday.getUTCFullYear();
  const week = 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY_MS));
  return `${year}-W${String(week).padStart(2, '0')}`;
}

function rowOf({ keys, members, earlier }: Group, question: Question): Row {
  const row = new Map<string, Cell>(keys);
  const now = measuresOf(members, question);
  if (question.compared === undefined) return new Map([...row, ...now, ...ratioOf(members, question)]);
  const before = measuresOf(earlier, question);
  // A group that one range does not have counts as 0, but has no average, minimum or maximum there.
  const orZero = (side: readonly PlainRecord[], name: string, cell: Cell): Cell =>
    side.length === 0 && !/_(?:avg|min|max)$/.test(name) ? ZERO : cell;
  for (const [name, cell] of now) {
    const old = before.get(name)!;
    const change = difference(orZero(members, name, cell), orZero(earlier, name, old));
    row.set(name, members.length === 0 ? null : cell).set(`${name}_before`, earlier.length === 0 ? null : old);
    row.set(`${name}_change`, change).set(`${name}_percent`, changeInPercent(change, old));
  }
  return new Map([...row, ...ratioOf(members, question)]);
}

function measuresOf(members: readonly PlainRecord[], question: Question): Row {
  const row = new Map<string, Cell>();
  const numbersOf = (column: string) => numbersIn(members, column);
  for (const { kind, column } of question.aggregations) {
    const numbers = numbersOf(column);
    if (kind === 'sum') row.set(column, sum(numbers));
    else if (kind === 'avg') row.set(`${column}_avg`, average(numbers, decimalsOf(members, column)));
    else row.set(`${column}_${kind}`, extreme(numbers, kind));
  }
  if (question.count) row.set('count', { over: BigInt(members.length), under: 1n });
  return row;
}

function numbersIn(members: readonly PlainRecord[], column: string): readonly Fraction[] {
  return members.flatMap((record) => (record[column] ? [fractionOf(record[column])!] : []));
}

/** A comparison has the ratio of its range alone. */
function ratioOf(members: readonly PlainRecord[], { ratio }: Question): Row {
  const row = new Map<string, Cell>();
  if (ratio !== undefined) {
    const { name, factor, over, under } = ratio;
    const [above, below] = [sum(numbersIn(members, over)), sum(numbersIn(members, under))];
    const isEmpty = above === null || below === null || below.over === 0n;
    row.set(name, isEmpty ? null : divide(multiply(fractionOf(factor)!, above), below));
  }
  return row;
}

function average(numbers: readonly Fraction[], decimals: number): Fraction | null {
  const total = sum(numbers);
  const count = { over: BigInt(numbers.length), under: 1n };
  return total === null ? null : rounded(divide(total, count), Math.max(DECIMALS, decimals));
}

/** The most decimals in a column. */
function decimalsOf(members: readonly PlainRecord[], column: string): number {
  const decimals = members.map((record) => (/\.(\d+)$/.exec(record[column] ?? '')?.[1] ?? '').length);
  return Math.max(0, ...decimals);
}

function extreme(numbers: readonly Fraction[], kind: 'min' | 'max'): Fraction | null {
  const sign = kind === 'min' ? 1 : -1;
  return numbers.toSorted((a, b) => sign * compareFractions(a, b))[0] ?? null;
}

/** Numbers compare as numbers, texts as texts; an empty cell is neither less nor more, and differs from every value. */
function matches(cell: Fraction | string | null, { operator, value }: Condition): boolean {
  const wanted = fractionOf(value);
  const found = typeof cell === 'string' ? (fractionOf(cell) ?? cell) : cell;
  if (found === null || (typeof found === 'string') !== (wanted === undefined)) return operator === '!=';
  const order =
    typeof found === 'string' ? (found === value ? 0 : found < value ? -1 : 1) : compareFractions(found, wanted!);
  return {
    '=': order === 0,
    '!=': order !== 0,
    '<': order < 0,
    '<=': order <= 0,
    '>': order > 0,
    '>=': order >= 0,
  }[operator];
}

/** Gains and losses alike. */
function largest<T extends { readonly total: Row }>(rows: readonly T[], column: string): T[] {
  const size = ({ total }: T): Fraction => sizeOf(total.get(column)!) ?? { over: -1n, under: 1n };
  return rows.toSorted((a, b) => compareFractions(size(b), size(a)));
}

/** By a column of numbers, descending, then by the keys; empty cells last. */
function sorted<T extends { readonly total: Row }>(rows: readonly T[], column: string, keys: readonly string[]): T[] {
  return rows.toSorted(({ total: a }, { total: b }) => {
    const [left, right] = [a.get(column) as Fraction | null, b.get(column) as Fraction | null];
    const order =
      left === null || right === null ? Number(left === null) - Number(right === null) : compareFractions(right, left);
    return order || keys.map((key) => compareKeys(a.get(key), b.get(key))).find((each) => each !== 0) || 0;
  });
}

function compareKeys(a: unknown, b: unknown): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}
