/** Random reports, compared with a plain evaluator of docs/transform.md. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../harness/property-runs.ts';
import {
  answer,
  type Condition,
  compareFractions,
  type Fraction,
  fractionOf,
  keysOf,
  type PlainRecord,
  type Question,
  type Row,
} from '../harness/reference.ts';
import { runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

const RANGE = ['--from', '2026-01-20', '--to', '2026-02-25'];

const day = fc
  .integer({ min: 20, max: 56 })
  .map((of) => (of <= 31 ? `2026-01-${of}` : `2026-02-${String(of - 31).padStart(2, '0')}`));
const money = fc.oneof(
  fc.constantFrom(
    '0.10',
    '2.50',
    '-1000.20',
    '12.345',
    '0',
    '-0.05',
    '90071992547409.93',
    '1e2',
    '3.1234567',
  ),
  fc.integer({ min: -500_000, max: 500_000 }).map((cents) => (cents / 100).toFixed(2)),
);
const record: fc.Arbitrary<PlainRecord> = fc.record({
  date: day,
  campaign: fc.constantFrom('a', 'b', 'c', 'd', 'é', null),
  country: fc.constantFrom('x', 'y', 'zz'),
  clicks: fc.option(fc.nat(2000).map(String)),
  revenue: fc.option(money, { freq: 8 }),
});

const condition: fc.Arbitrary<Condition> = fc.constantFrom<Condition>(
  { column: 'revenue', operator: '>', value: '0' },
  { column: 'revenue', operator: '<=', value: '12.3450' },
  { column: 'clicks', operator: '>=', value: '500' },
  { column: 'clicks', operator: '!=', value: '7' },
  { column: 'country', operator: '=', value: 'x' },
  { column: 'campaign', operator: '!=', value: 'a' },
  { column: 'date', operator: '>=', value: '2026-01-28' },
  { column: 'date', operator: '<', value: '2026-02-20' },
);

const question: fc.Arbitrary<Question> = fc
  .record({
    where: fc.array(condition, { maxLength: 2 }),
    keys: fc.constantFrom([], ['campaign'], ['country'], ['campaign', 'country']),
    by: fc.constantFrom(undefined, undefined, 'day', 'week', 'month', 'weekday'),
    others: fc.subarray([
      { kind: 'avg', column: 'clicks' },
      { kind: 'avg', column: 'revenue' },
      { kind: 'min', column: 'revenue' },
      { kind: 'max', column: 'clicks' },
      { kind: 'sum', column: 'clicks' },
    ] as const),
    count: fc.boolean(),
    hasRatio: fc.boolean(),
    hasShare: fc.boolean(),
    having: fc.constantFrom<Condition | undefined>(undefined, undefined, {
      column: 'revenue',
      operator: '>',
      value: '0',
    }),
    isSorted: fc.boolean(),
    top: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
    limit: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
  })
  .map(({ others, hasRatio, hasShare, isSorted, ...rest }) => {
    const hasKeys = rest.keys.length > 0 || rest.by !== undefined;
    const sort = isSorted && hasKeys ? 'revenue' : undefined;
    // `--top` keeps the first rows of `--sort`, and cannot be combined with `--limit`.
    const top = sort === undefined ? undefined : rest.top;
    return {
      ...rest,
      aggregations: [{ kind: 'sum', column: 'revenue' } as const, ...others],
      ratio: hasRatio ? { name: 'rpc', over: 'revenue', under: 'clicks' } : undefined,
      share: hasShare && hasKeys ? 'revenue' : undefined,
      having: hasKeys ? rest.having : undefined,
      sort,
      top,
      limit: sort === undefined || top !== undefined ? undefined : rest.limit,
    };
  });

function optionsOf(asked: Question): readonly string[] {
  const { where, keys, by, aggregations, count, ratio, share, having, sort, top, limit } = asked;
  const words = ({ column, operator, value }: Condition): string => `${column}${operator}${value}`;
  return [
    ...where.flatMap((each) => ['--where', words(each)]),
    ...(keys.length === 0 ? [] : ['--group-by', keys.join(',')]),
    ...(by === undefined ? [] : ['--by', by]),
    ...aggregations.flatMap(({ kind, column }) => [`--${kind}`, column]),
    ...(count ? ['--count'] : []),
    ...(ratio === undefined ? [] : ['--ratio', `${ratio.name}=${ratio.over}/${ratio.under}`]),
    ...(share === undefined ? [] : ['--share', share]),
    ...(having === undefined ? [] : ['--having', words(having)]),
    ...(sort === undefined ? [] : ['--sort', [`-${sort}`, ...keysOf(asked)].join(',')]),
    ...(top === undefined ? [] : ['--top', String(top)]),
    ...(limit === undefined ? [] : ['--limit', String(limit)]),
  ];
}

const json = ({ clicks, revenue, ...texts }: PlainRecord): string =>
  `${JSON.stringify(texts).slice(0, -1)},"clicks":${clicks},"revenue":${revenue}}`;

/** The rows of CSV without quotation marks: numbers as fractions, other cells as texts. */
function parseCsv(text: string, keys: readonly string[]): readonly Row[] {
  const [head = '', ...lines] = text.trimEnd().split('\n');
  const names = head.split(',');
  return lines.map((line) => {
    const cells = line.split(',').map((cell, index) => [names[index]!, cell] as const);
    return new Map(
      cells.map(([name, cell]) => [
        name,
        cell === '' || cell === '""' ? null : keys.includes(name) ? cell : fractionOf(cell)!,
      ]),
    );
  });
}

/** A row as text, with equal texts for equal values; only the columns of `names`. */
function shown(row: Row, names: Iterable<string>): string {
  return Array.from(names, (name) => `${name}=${shownCell(row.get(name))}`).join(' ');
}

function shownCell(cell: Fraction | string | null | undefined): string {
  if (cell === null || cell === undefined || typeof cell === 'string') return String(cell);
  let [over, under] = [cell.over, cell.under];
  for (let [a, b] = [over < 0n ? -over : over, under]; ; [a, b] = [b, a % b]) {
    if (b !== 0n) continue;
    [over, under] = [over / a, under / a];
    return `${over}/${under}`;
  }
}

test('a report has the rows that a plain evaluator computes', async () => {
  let served: readonly PlainRecord[] = [];
  const service = await startRecordService(({ query }) =>
    served.filter(({ date }) => date! >= query.start_date! && date! <= query.end_date!).map(json),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 40 }), question, async (records, asked) => {
      // The service answers two windows, in the order of their days.
      served = records;
      const inOrder = [
        ...records.filter(({ date }) => date! <= '2026-02-19'),
        ...records.filter(({ date }) => date! > '2026-02-19'),
      ];
      // Few records can all lie on the first days of the windows; the program would not take these for the records' dates.
      const argv = ['revenue', ...RANGE, '--date-column', 'date', ...optionsOf(asked), '-f', 'csv', '-q'];
      const { stdout, stderr, exitCode } = await runCli(argv, { env: service.env });
      expect([exitCode, stderr, argv], stderr).toEqual([0, '', argv]);
      const expected = answer(inOrder, asked);
      const rows = parseCsv(stdout, keysOf(asked));
      const names = expected[0]?.keys() ?? [];
      const columns = [...names];
      const [found, wanted] = [rows, expected].map((each) => each.map((row) => shown(row, columns)));
      // Without `--sort`, the order has tests of its own.
      if (asked.sort === undefined) expect(found!.toSorted(), argv.join(' ')).toEqual(wanted!.toSorted());
      else expect(found, argv.join(' ')).toEqual(wanted);
    }),
    { numRuns: runs(1000) },
  );
});

test('the plain evaluator rounds halves away from zero, and orders fractions', () => {
  expect(compareFractions(fractionOf('-0.5')!, fractionOf('-0.25')!)).toBeLessThan(0);
  expect(fractionOf('1e2')).toEqual({ over: 100n, under: 1n });
});
