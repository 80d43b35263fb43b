/**
 * A plain evaluator of docs/transform.md, for comparison with the program: fractions of integers, arrays and maps, nothing that
 * is fast. It shares no code with src.
 */

/** A record: texts of JSON numbers, texts, or null for an empty value. */
export type PlainRecord = Readonly<Record<string, string | null>>;

export interface Question {
  readonly where: readonly Condition[];
  readonly keys: readonly string[];
  readonly by: 'day' | 'week' | 'month' | 'weekday' | undefined;
  readonly aggregations: readonly { readonly kind: 'sum' | 'min' | 'max' | 'avg'; readonly column: string }[];
  readonly count: boolean;
  readonly ratio: { readonly name: string; readonly over: string; readonly under: string } | undefined;
  readonly share: string | undefined;
  readonly having: Condition | undefined;
  readonly sort: string | undefined;
  readonly top: number | undefined;
  readonly limit: number | undefined;
}

export interface Condition {
  readonly column: string;
  readonly operator: '=' | '!=' | '<' | '<=' | '>' | '>=';
  readonly value: string;
}

/** A row: each column with its exact value, a text, or null. */
export type Row = ReadonlyMap<string, Fraction | string | null>;

/** `over / under`, with `under` above 0. */
export interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

/** The fraction of a decimal such as `-12.50` or `1e2`; undefined for another text. */
export function fractionOf(text: string): Fraction | undefined {
  const match = /^(-?\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text);
  if (match === null) return undefined;
  const [, whole, digits = '', exponent = '0'] = match;
  const shift = Number(exponent) - digits.length;
  const integer = BigInt(whole + digits);
  return shift >= 0
    ? { over: integer * 10n ** BigInt(shift), under: 1n }
    : { over: integer, under: 10n ** BigInt(-shift) };
}

const add = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.under + b.over * a.under,
  under: a.under * b.under,
});

const divide = (a: Fraction, b: Fraction): Fraction =>
  b.over < 0n
    ? { over: -a.over * b.under, under: a.under * -b.over }
    : { over: a.over * b.under, under: a.under * b.over };

/** Negative, 0 or positive. */
export function compareFractions(a: Fraction, b: Fraction): number {
  const difference = a.over * b.under - b.over * a.under;
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

/** Rounded to `digits` decimals, halves away from zero. */
export function rounded({ over, under }: Fraction, digits: number): Fraction {
  const scale = 10n ** BigInt(digits);
  const size = (over < 0n ? -over : over) * scale;
  const whole = (2n * size + under) / (2n * under);
  return { over: over < 0n ? -whole : whole, under: scale };
}

const ZERO: Fraction = { over: 0n, under: 1n };
const DECIMALS = 6;
const DAY_MS = 86_400_000;
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** The rows in their order: sorted, or groups in the order of their first record. */
export function answer(records: readonly PlainRecord[], question: Question): readonly Row[] {
  const kept = records.filter((record) =>
    question.where.every((each) => matches(record[each.column] ?? null, each)),
  );
  const groups = group(kept, question);
  let rows = groups.map(({ keys, members }) => rowOf(keys, members, question));
  const { share, having, top, sort, limit } = question;
  if (share !== undefined) {
    const base = sum(rows.map((row) => row.get(share)!));
    rows = rows.map((row) => withShare(row, share, base));
  }
  const isKept = (row: Row): boolean => having === undefined || matches(row.get(having.column)!, having);
  const remaining = groups.flatMap((each, index) =>
    isKept(rows[index]!) ? [{ ...each, row: rows[index]! }] : [],
  );
  rows = remaining.map(({ row }) => row);
  if (sort !== undefined) rows = sorted(rows, sort, keysOf(question));
  if (top !== undefined && rows.length > top + 1) {
    const first = rows.slice(0, top);
    const others = remaining.filter(({ row }) => !first.includes(row));
    const [key, ...otherKeys] = keysOf(question);
    const names = new Map<string, string | null>([
      [key!, '(other)'],
      ...otherKeys.map((each) => [each, null] as const),
    ]);
    let other = rowOf(
      names,
      others.flatMap(({ members }) => members),
      question,
    );
    if (share !== undefined) {
      const base = sum(groups.map(({ keys, members }) => rowOf(keys, members, question).get(share)!));
      other = withShare(other, share, base);
    }
    rows = [...first, other];
  }
  return limit === undefined ? rows : rows.slice(0, limit);
}

function withShare(row: Row, share: string, base: Fraction | null): Row {
  const part = row.get(share) as Fraction | null;
  const isEmpty = part === null || base === null || base.over === 0n;
  const hundredfold = part === null ? ZERO : { over: part.over * 100n, under: part.under };
  return new Map(row).set(`${share}_share`, isEmpty ? null : rounded(divide(hundredfold, base), DECIMALS));
}

/** The columns that name a group, in the order of the output. */
export function keysOf({ keys, by }: Question): readonly string[] {
  return by === undefined ? keys : [...keys, by];
}

interface Group {
  readonly keys: ReadonlyMap<string, string | null>;
  readonly members: PlainRecord[];
}

function group(records: readonly PlainRecord[], question: Question): readonly Group[] {
  const { keys, by } = question;
  // Without records there are no rows, not a row of empty cells.
  if (records.length === 0) return [];
  if (keysOf(question).length === 0) return [{ keys: new Map(), members: [...records] }];
  const groups = new Map<string, Group>();
  for (const record of records) {
    const values = new Map(keys.map((key) => [key, record[key] || null] as const));
    if (by !== undefined) values.set(by, unitOf(record.date!, by));
    const id = JSON.stringify([...values.values()]);
    const known = groups.get(id) ?? { keys: values, members: [] };
    groups.set(id, known);
    known.members.push(record);
  }
  return [...groups.values()];
}

/** The unit of a day `2026-01-31`: weeks are those of ISO 8601. */
function unitOf(date: string, by: NonNullable<Question['by']>): string {
  if (by === 'day') return date;
  if (by === 'month') return date.slice(0, 7);
  const time = Date.parse(`${date}T00:00:00Z`);
  const weekday = (new Date(time).getUTCDay() + 6) % 7;
  if (by === 'weekday') return WEEKDAYS[weekday]!;
  const thursday = new Date(time + (3 - weekday) * DAY_MS);
  const year = thursday.getUTCFullYear();
  const week = 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY_MS));
  return `${year}-W${String(week).padStart(2, '0')}`;
}

function rowOf(
  keys: ReadonlyMap<string, string | null>,
  members: readonly PlainRecord[],
  question: Question,
): Row {
  const row = new Map<string, Fraction | string | null>(keys);
  const numbersOf = (column: string): readonly Fraction[] =>
    members.flatMap((record) => (record[column] ? [fractionOf(record[column])!] : []));
  for (const { kind, column } of question.aggregations) {
    const numbers = numbersOf(column);
    if (kind === 'sum') row.set(column, sum(numbers));
    else if (kind === 'avg') row.set(`${column}_avg`, average(numbers, decimalsOf(members, column)));
    else row.set(`${column}_${kind}`, extreme(numbers, kind));
  }
  if (question.count) row.set('count', { over: BigInt(members.length), under: 1n });
  if (question.ratio !== undefined) {
    const { name, over, under } = question.ratio;
    const [above, below] = [sum(numbersOf(over)), sum(numbersOf(under))];
    const isEmpty = above === null || below === null || below.over === 0n;
    row.set(name, isEmpty ? null : rounded(divide(above, below), DECIMALS));
  }
  return row;
}

/** Null for no numbers. */
function sum(numbers: readonly (Fraction | string | null)[]): Fraction | null {
  const filled = numbers.filter((each): each is Fraction => each !== null && typeof each !== 'string');
  return filled.length === 0 ? null : filled.reduce(add);
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
    typeof found === 'string'
      ? found === value
        ? 0
        : found < value
          ? -1
          : 1
      : compareFractions(found, wanted!);
  return {
    '=': order === 0,
    '!=': order !== 0,
    '<': order < 0,
    '<=': order <= 0,
    '>': order > 0,
    '>=': order >= 0,
  }[operator];
}

/** By a column of numbers, descending, then by the keys; empty cells last. */
function sorted(rows: readonly Row[], column: string, keys: readonly string[]): Row[] {
  return rows.toSorted((a, b) => {
    const [left, right] = [a.get(column) as Fraction | null, b.get(column) as Fraction | null];
    const order =
      left === null || right === null
        ? Number(left === null) - Number(right === null)
        : compareFractions(right, left);
    return (
      order || keys.map((key) => compareKeys(key, a.get(key), b.get(key))).find((each) => each !== 0) || 0
    );
  });
}

function compareKeys(key: string, a: unknown, b: unknown): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (key === 'weekday') return WEEKDAYS.indexOf(String(a)) - WEEKDAYS.indexOf(String(b));
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}
