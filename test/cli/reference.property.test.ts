/** Random reports, compared with a plain evaluator of docs/analysis.md. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { homeWithWeeks, storeProfiles } from '../harness/profiles.ts';
import { runs } from '../harness/property-runs.ts';
import { createHome, runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';
import {
  answer,
  type Condition,
  keysOf,
  type PlainRecord,
  type Question,
  type Range,
  type Row,
} from '../reference/evaluator.ts';
import {
  add,
  type Cell,
  compareFractions,
  difference,
  type Fraction,
  fractionOf,
  percentOf,
  sizeOf,
  sum,
  ZERO,
} from '../reference/fractions.ts';

const WARNINGS = 'gaps,empty,unmatched,duplicates,subtotals,comparison,currencies,unknown-amounts';

/** 37 days, in two windows. */
const WHOLE: Range = ['2025-12-20', '2026-01-25'];
const RANGE = ['--from', WHOLE[0], '--to', WHOLE[1]];
/** The range before, of as many days; and ranges that are longer and shorter. */
const PREVIOUS: Range = ['2025-11-13', '2025-12-19'];
const EARLIER: readonly Range[] = [PREVIOUS, PREVIOUS, ['2025-11-05', '2025-12-19'], ['2025-12-08', '2025-12-14']];

const dayIn = (first: number, last: number): fc.Arbitrary<string> =>
  fc
    .integer({ min: first, max: last })
    .map((index) => new Date(Date.UTC(2025, 11, 20 + index)).toISOString().slice(0, 10));
const money = fc.oneof(
  fc.constantFrom(...'0.10 2.50 -1000.20 12.345 0 -0.05 90071992547409.93 1e2 3.1234567'.split(' ')),
  fc.integer({ min: -500_000, max: 500_000 }).map((cents) => (cents / 100).toFixed(2)),
);
const recordIn = (first: number, last: number): fc.Arbitrary<PlainRecord> =>
  fc.record({
    date: dayIn(first, last),
    campaign: fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom('a', 'b', 'c', 'd', 'é', null) },
      { weight: 1, arbitrary: fc.constant('(other)') },
    ),
    country: fc.constantFrom('x', 'y', 'zz'),
    clicks: fc.option(fc.nat(2000).map(String)),
    revenue: fc.option(money, { freq: 8 }),
  });

/** Gives amounts currencies: by their countries, or any. */
const currencies = fc.constantFrom<(record: PlainRecord, index: number) => PlainRecord>(
  (record) => record,
  (record) => record,
  (record) => withCode(record, record.country === 'x' ? 'JPY' : 'EUR'),
  (record, index) => withCode(record, ['EUR', 'EUR', 'USD', null][index % 4]!),
);

function withCode(record: PlainRecord, code: string | null): PlainRecord {
  return { ...record, currency: Number(record.revenue) === 0 ? null : code };
}

const condition: fc.Arbitrary<Condition> = fc.constantFrom<Condition>(
  { column: 'revenue', operator: '>', value: '0' },
  { column: 'revenue', operator: '<=', value: '12.3450' },
  { column: 'clicks', operator: '>=', value: '500' },
  { column: 'clicks', operator: '!=', value: '7' },
  { column: 'country', operator: '=', value: 'x' },
  { column: 'campaign', operator: '!=', value: 'a' },
  { column: 'date', operator: '>=', value: '2025-12-10' },
  { column: 'date', operator: '<', value: '2026-01-20' },
);

/** The condition on a column that the report has, or undefined. */
function havingOf(
  having: Condition | undefined,
  { hasRatio, hasCount, share }: { hasRatio: boolean; hasCount: boolean } & Pick<Question, 'share'>,
): Condition | undefined {
  if (having?.column === 'rpc') return hasRatio ? having : undefined;
  if (having?.column === 'count') return hasCount ? having : undefined;
  if (having?.column !== 'share') return having;
  return share === undefined ? undefined : { ...having, column: `${share}_share` };
}

const question: fc.Arbitrary<Question> = fc
  .record({
    where: fc.array(condition, { maxLength: 2 }),
    keys: fc.constantFrom([], ['campaign'], ['country'], ['campaign', 'country']),
    by: fc.constantFrom(undefined, undefined, 'day', 'week', 'month', 'quarter', 'year'),
    weekStart: fc.constantFrom('monday', 'sunday'),
    extra: fc.constantFrom('none', 'compared', 'pivot'),
    earlier: fc.constantFrom(...EARLIER),
    pivotIndex: fc.nat(2),
    others: fc.subarray([
      { kind: 'avg', column: 'clicks' },
      { kind: 'avg', column: 'revenue' },
      { kind: 'min', column: 'revenue' },
      { kind: 'max', column: 'clicks' },
      { kind: 'sum', column: 'clicks' },
    ] as const),
    count: fc.boolean(),
    factor: fc.constantFrom(undefined, '1', '1000', '0.5'),
    shared: fc.constantFrom(undefined, 'revenue', 'clicks', 'count'),
    having: fc.constantFrom<Condition | undefined>(
      undefined,
      undefined,
      { column: 'revenue', operator: '>', value: '0' },
      { column: 'rpc', operator: '<=', value: '1.5' },
      { column: 'count', operator: '>=', value: '2' },
      { column: 'share', operator: '<', value: '25' },
    ),
    isSorted: fc.boolean(),
    top: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
    limit: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
  })
  .map(({ others, factor, shared, isSorted, extra, pivotIndex, ...rest }) => {
    const compared = extra === 'compared' ? { range: WHOLE, earlier: rest.earlier } : undefined;
    const { by } = rest;
    const allKeys = keysOf({ keys: rest.keys, by, compared });
    const hasKeys = allKeys.length > 0;
    const pivot = extra === 'pivot' && hasKeys ? allKeys[pivotIndex % allKeys.length] : undefined;
    const sort = isSorted && hasKeys ? 'revenue' : undefined;
    // `--top` cannot be combined with `--limit`.
    const hasTop = hasKeys && (pivot === undefined || allKeys.length > 1);
    const top = hasTop ? rest.top : undefined;
    const share = hasKeys && compared === undefined ? shared : undefined;
    return {
      ...rest,
      compared,
      aggregations: [{ kind: 'sum', column: 'revenue' } as const, ...others],
      ratio: factor === undefined ? undefined : { name: 'rpc', factor, over: 'revenue', under: 'clicks' },
      share,
      having: hasKeys
        ? havingOf(rest.having, { hasRatio: factor !== undefined, hasCount: rest.count, share })
        : undefined,
      sort,
      top,
      limit: sort === undefined || top !== undefined ? undefined : rest.limit,
      pivot,
    };
  });

function optionsOf(asked: Question): readonly string[] {
  const { where, keys, by, aggregations, count, ratio, share, having, sort, top, limit, pivot, compared } = asked;
  const words = ({ column, operator, value }: Condition): string => `${column}${operator}${value}`;
  return [
    ...where.flatMap((each) => ['--where', words(each)]),
    ...(keys.length === 0 ? [] : ['--group-by', keys.join(',')]),
    ...(by === undefined ? [] : ['--by', by]),
    ...aggregations.flatMap(({ kind, column }) => [`--${kind}`, column]),
    ...(count ? ['--count'] : []),
    ...(ratio === undefined ? [] : ['--ratio', `${ratio.name}=${ratio.factor}*${ratio.over}/${ratio.under}`]),
    ...(share === undefined ? [] : ['--share', share]),
    ...(having === undefined ? [] : ['--having', words(having)]),
    ...(sort === undefined ? [] : ['--sort', [`-${sort}`, ...keysOf(asked).filter((key) => key !== pivot)].join(',')]),
    ...(top === undefined ? [] : ['--top', String(top)]),
    ...(limit === undefined ? [] : ['--limit', String(limit)]),
    ...(compared === undefined
      ? []
      : ['--compare', compared.earlier === PREVIOUS ? 'previous' : compared.earlier.join('..')]),
    ...(pivot === undefined ? [] : ['--pivot', pivot]),
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

function shownCell(cell: Cell | undefined): string {
  if (cell === null || cell === undefined || typeof cell === 'string') return String(cell);
  let [over, under] = [cell.over, cell.under];
  for (let [a, b] = [over < 0n ? -over : over, under]; ; [a, b] = [b, a % b]) {
    if (b !== 0n) continue;
    [over, under] = [over / a, under / a];
    return `${over}/${under}`;
  }
}

/** The records of a range in the order of its windows of 31 days. */
function inWindows(records: readonly PlainRecord[], [first, last]: Range): readonly PlainRecord[] {
  const windowOf = ({ date }: PlainRecord): number =>
    Math.floor((Date.parse(date!) - Date.parse(first)) / (31 * 86_400_000));
  return records
    .filter(({ date }) => date! >= first && date! <= last)
    .toSorted((one, other) => windowOf(one) - windowOf(other));
}

const PARTS: Readonly<Record<string, string>> = { before: '_before', change: '_change', '%': '_percent' };

/** The names of the columns of Markdown. A comparison has short headings after that of its measure. */
function markdownNames(text: string): readonly string[] {
  let measure = '';
  const headings = /^\| (.*) \|$/m.exec(text)?.[1]?.split(' | ') ?? [];
  return headings.map((heading) => {
    const part = PARTS[heading];
    if (part === undefined) measure = heading.replace(/\\(.)/g, '$1').replace(/\*$/, '');
    return measure + (part ?? '');
  });
}

/** A service of the records that `serve` last got. */
async function startServing() {
  let served: readonly PlainRecord[] = [];
  const { env } = await startRecordService(({ query }) =>
    served.filter(({ date }) => date! >= query.start_date! && date! <= query.end_date!).map(json),
  );
  const serve = (records: readonly PlainRecord[]): void => {
    served = records;
  };
  return { env, serve };
}

test('a report has the rows that a plain evaluator computes', async () => {
  const { env, serve } = await startServing();
  const [now, before] = [recordIn(0, 36), recordIn(-45, -1)];
  const all = [fc.array(now, { minLength: 1, maxLength: 40 }), fc.array(before, { maxLength: 20 })] as const;
  await fc.assert(
    fc.asyncProperty(...all, currencies, question, fc.boolean(), async (later, sooner, coded, asked, withTotals) => {
      const [records, earlier] = [later, sooner].map((some) => some.map(coded)) as [PlainRecord[], PlainRecord[]];
      serve([...records, ...earlier]);
      // Few records can all lie on the first days of the windows; the program would not take these for the records' dates.
      const argv = ['revenue', ...RANGE, '--date-column', 'date', ...optionsOf(asked), '-q'];
      argv.push('--allow', WARNINGS, '-f', 'csv');
      const home = homeWithWeeks(asked.weekStart);
      const { stdout, stderr, exitCode } = await runCli(argv, { env, home });
      expect([exitCode, argv], stderr).toEqual([0, argv]);
      const {
        rows: expected,
        groupCount,
        totals,
      } = answer(inWindows(records, WHOLE), inWindows(earlier, asked.compared?.earlier ?? PREVIOUS), asked);
      const rows = parseCsv(stdout, keysOf(asked));
      const columns = [...(expected[0]?.keys() ?? [])];
      expect([...(rows[0]?.keys() ?? [])].toSorted(), argv.join(' ')).toEqual(columns.toSorted());
      const [found, wanted] = [rows, expected].map((each) => each.map((row) => shown(row, columns)));
      // Without `--sort`, the order has tests of its own.
      if (asked.sort === undefined && asked.top === undefined)
        expect(found!.toSorted(), argv.join(' ')).toEqual(wanted!.toSorted());
      else expect(found, argv.join(' ')).toEqual(wanted);
      expect(stderr).toBe('');
      // The totals of a pivot are empty if any row has several currencies.
      if (!withTotals || (asked.pivot !== undefined && 'currency' in records[0]!)) return;
      // The columns of Markdown are those of CSV in the order for people, with the totals of several groups.
      const page = await runCli([...argv.slice(0, -1), 'markdown', '--all-digits'], { env, home });
      const line = /^\| \*\*total of all .*(?= \|$)/m.exec(page.stdout)?.[0].slice(2) ?? '';
      const names = markdownNames(page.stdout);
      const cells = line.split(' | ').map((cell, index) => [names[index]!, cell.replaceAll('**', '')] as const);
      const printed = new Map(line === '' ? [] : cells);
      expect(line === '', argv.join(' ')).toBe(groupCount < 2);
      if (groupCount > 1) expect(cells[0]![1]).toBe(`total of all ${groupCount}`);
      for (const [name, cell] of groupCount < 2 ? [] : totals) {
        const isSum = !/_(?:avg|min|max)(?:$|_)/.test(name);
        const text = printed.get(name)?.replace(/^—$|^\+|%$/g, '') || null;
        // The totals of a pivot name their currencies, too.
        const codes = asked.pivot === undefined ? text : null;
        const found = text === null ? null : (fractionOf(text) ?? codes);
        // A label stands in the first column without a total.
        if (text !== cells[0]![1])
          expect(shownCell(found), `${argv.join(' ')}: ${name} in ${line}`).toBe(shownCell(isSum ? cell : null));
      }
    }),
    { numRuns: runs(1000) },
  );
});

/** A figure of a document, and the decimals that it shows; undefined for another text. */
function figureOf(text: string): { readonly value: Fraction; readonly decimals: number } | undefined {
  const value = fractionOf(text.replace(/[,%+]/g, ''));
  return value && { value, decimals: text.replace('%', '').split('.')[1]?.length ?? 0 };
}

/**
 * Fails unless the text is the value of CSV, rounded once to the decimals that it shows: at least two, or one of a percent. CSV
 * rounds quotients, too: `slack` is half of its last decimal.
 */
function expectFigure(text: string, value: Cell | undefined, what: string, slack = ZERO): void {
  if (value === undefined || value === null || typeof value === 'string') {
    expect(text, what).toBe(typeof value === 'string' ? value : '—');
    return;
  }
  const figure = figureOf(text);
  const [size, decimals] = [sizeOf(difference(figure?.value ?? null, value)), figure?.decimals ?? 0];
  const most = add({ over: 1n, under: 2n * 10n ** BigInt(decimals) }, slack);
  const isPrecise = size?.over === 0n || decimals >= (text.endsWith('%') ? 1 : 2) || slack !== ZERO;
  expect([size !== null && compareFractions(size, most) <= 0, isPrecise], `${what}: ${text}`).toEqual([true, true]);
}

/** Half of the last decimal of a quotient in CSV; none of other numbers. */
function slackOf(name: string, ratio: string | undefined): Fraction {
  if (name.endsWith('_percent')) return { over: 1n, under: 200n };
  const isQuotient =
    name.endsWith('_share') || /(?:^|_)avg(?:_|$)/.test(name) || (ratio !== undefined && name.includes(ratio));
  return isQuotient ? { over: 1n, under: 2_000_000n } : ZERO;
}

test('a document has the figures of its CSV, each rounded once', async () => {
  const { env, serve } = await startServing();
  const records = fc.array(recordIn(-45, 36), { minLength: 5, maxLength: 60 });
  let headlines = 0;
  await fc.assert(
    fc.asyncProperty(records, currencies, question, async (plain, coded, asked) => {
      serve(plain.map(coded));
      const argv = ['revenue', ...RANGE, '--date-column', 'date', ...optionsOf(asked), '-q', '--allow', WARNINGS, '-f'];
      const home = homeWithWeeks(asked.weekStart);
      const [csv, page] = [
        (await runCli([...argv, 'csv'], { env, home })).stdout,
        (await runCli([...argv, 'markdown'], { env, home })).stdout,
      ];
      const keys = keysOf(asked);
      const rows = parseCsv(csv, keys);
      const names = markdownNames(page);
      const lines = [...page.matchAll(/^\| (?!\*\*|---)(.*) \|$/gm)].slice(1).map(([, line]) => line!.split(' | '));
      expect(lines.length, page).toBe(rows.length);
      const idOf = (cell: (key: string) => unknown): string => keys.map((key) => cell(key) ?? '').join(' | ');
      const byId = new Map(rows.map((row) => [idOf((key) => row.get(key)), row]));
      for (const line of lines) {
        const cells = new Map(line.map((cell, index) => [names[index]!, cell] as const));
        const textOf = (key: string): string | undefined =>
          cells
            .get(key)
            ?.replace(/\\?\*$| \((?:new|ended)[^)]*\)$/g, '')
            .replace(/^(?:—|\(none\))$/, '');
        const row = byId.get(idOf(textOf));
        expect(row, `${argv.join(' ')}: ${line.join(' | ')}`).toBeDefined();
        for (const [name, text] of cells)
          if (!keys.includes(name))
            expectFigure(text, row!.get(name), `${argv.join(' ')} ${name}`, slackOf(name, asked.ratio?.name));
      }
      const [, measure, change, total] = /^\*\*(\S+) (?:rose|fell) ([\d.,]+%) to (\S+)(?= |\*\*)/m.exec(page) ?? [];
      // The rows after a limit count, too.
      if (total === undefined || asked.limit !== undefined || asked.having !== undefined) return;
      headlines++;
      const [now, before] = ['', '_before'].map((part) =>
        sum(rows.map((row) => row.get(`${measure!.toLowerCase()}${part}`) ?? null)),
      );
      expectFigure(total.replace(/\*+$/, ''), now, 'total');
      const percent = percentOf(difference(now!, before!), before!)!;
      expectFigure(change!, percent.over < 0n ? { ...percent, over: -percent.over } : percent, '_percent');
    }),
    { numRuns: runs(300), endOnFailure: true },
  );
  expect(headlines).toBeGreaterThan(0);
});

/** A dataset may lack a column that has no value in a month. */
const FULL: readonly PlainRecord[] = ['2025-11-13', '2025-12-20', '2026-01-25'].map((date) => ({
  ...{ date, campaign: 'a', country: 'x', clicks: '7', revenue: '0.10' },
}));

test('a report from a dataset has the rows of the service', async () => {
  const { env, serve } = await startServing();
  const records = fc.array(recordIn(-45, -1), { minLength: 1, maxLength: 20 });
  const later = fc.array(recordIn(0, 36), { minLength: 1, maxLength: 30 });
  // A dataset costs more than a report.
  const questions = fc.array(question, { minLength: 3, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(records, later, questions, async (earlier, now, asked) => {
      serve([...earlier, ...now, ...FULL]);
      const home = createHome();
      const run = (...words: readonly string[]) => runCli(words, { home, env });
      for (const format of ['csv', 'parquet']) {
        const sync = ['sync', 'revenue', format, '--from', '2025-11', '--to', '2026-01', '--format', format];
        const { exitCode, stderr } = await run(...sync, '--date-column', 'date');
        expect(exitCode, stderr).toBe(0);
      }
      for (const each of asked) {
        storeProfiles(home, {}, { 'week-start': each.weekStart });
        const argv = ['revenue', ...RANGE, '--date-column', 'date', ...optionsOf(each), '-f', 'csv'];
        const live = await run(...argv, '--windows', 'month');
        const [csv, parquet] = [await run(...argv, '--input', 'csv'), await run(...argv, '--input', 'parquet')];
        for (const { exitCode, stderr } of [csv, parquet])
          expect([exitCode, stderr], argv.join(' ')).toEqual([live.exitCode, live.stderr]);
        expect(csv.stdout, argv.join(' ')).toBe(live.stdout);
        const [found, wanted] = [parquet.stdout, live.stdout].map((text) =>
          parseCsv(text, keysOf(each)).map((row) => shown(row, row.keys())),
        );
        expect(found, argv.join(' ')).toEqual(wanted);
      }
    }),
    { numRuns: runs(50) },
  );
});

test('the plain evaluator rounds halves away from zero, and orders fractions', () => {
  expect(compareFractions(fractionOf('-0.5')!, fractionOf('-0.25')!)).toBeLessThan(0);
  expect(fractionOf('1e2')).toEqual({ over: 100n, under: 1n });
});
