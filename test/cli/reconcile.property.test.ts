/** Random reports and invoices, compared by DuckDB in exact decimals. */

import fc from 'fast-check';
import { expect } from 'vitest';
import { needs } from '../harness/needs.ts';
import { queryDuckdb } from '../harness/parquet-files.ts';
import { runs } from '../harness/property-runs.ts';
import { createHome, runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

const DECIMALS = 4;
const MONTHS = ['2026-01', '2026-02', '2026-03'];
const KEYS = ['A', 'ü, "b"', ''];

/** Amounts whose differences are often exactly a tolerance. */
const amount = fc.oneof(
  fc.constantFrom('100', '100.05', '100.0501', '99.5', '-100', '-99.95', '0', '0.00', '200', '199', '-0.05'),
  fc.integer({ min: -10_000_000, max: 10_000_000 }).map((units) => (units / 10_000).toFixed(DECIMALS)),
);
const entry = fc.record({ month: fc.constantFrom(...MONTHS), key: fc.constantFrom(...KEYS), amount });
const entries = fc.array(entry, { minLength: 1, maxLength: 12 });
const tolerance = fc.constantFrom('0', '0.05', '0.0501', '1', '0.5%', '0.05%', '33.333%');

type Entry = { readonly month: string; readonly key: string; readonly amount: string };

const { test } = needs('duckdb');

test('revenue and domains by month', async () => {
  await fc.assert(
    fc.asyncProperty(entries, entries, tolerance, async (revenue, domains, allowed) => {
      const service = await startRecordService(({ path, query }) => {
        const isDomains = path.endsWith('/domains');
        return (isDomains ? domains : revenue)
          .filter(({ month }) => query.start_date!.startsWith(month))
          .map(({ month, key, amount: text }) =>
            isDomains
              ? `{"domain":${JSON.stringify(key)},"revenue":${text}}`
              : `{"date":"${month}-15","campaign":${JSON.stringify(key)},"revenue":"${text}"}`,
          );
      });
      const { stdout, exitCode } = await runCli(
        `reconcile -p q1 --sum revenue --tolerance ${allowed} -f json`,
        { env: service.env },
      );
      const expected = await compareInDuckdb(revenue, domains, {
        allowed,
        keys: ['month'],
        other: 'domains',
      });
      expect(readRows(stdout, ['month'])).toEqual(expected);
      expect(exitCode).toBe(expected.length === 0 ? 0 : 15);
    }),
    { numRuns: runs(200) },
  );
});

test('revenue and invoices by month and campaign', async () => {
  const invoices = fc.uniqueArray(entry, {
    minLength: 1,
    maxLength: 9,
    selector: ({ month, key }) => month + key,
  });
  await fc.assert(
    fc.asyncProperty(entries, invoices, tolerance, fc.boolean(), async (revenue, paid, allowed, hasComma) => {
      const service = await startRecordService(({ query }) =>
        revenue
          .filter(({ month }) => query.start_date!.startsWith(month))
          .map(
            ({ month, key, amount: text }) =>
              `{"date":"${month}-15","campaign":${JSON.stringify(key)},"revenue":${text}}`,
          ),
      );
      const home = createHome();
      const delimiter = hasComma ? ';' : ',';
      const lines = paid.map(({ month, key, amount: text }) =>
        [`${month}-28`, `"${key.replaceAll('"', '""')}"`, hasComma ? text.replace('.', ',') : text].join(
          delimiter,
        ),
      );
      home.write('paid.csv', [['month', 'campaign', 'amount'].join(delimiter), ...lines].join('\r\n'));
      const { stdout, exitCode } = await runCli(
        `reconcile revenue -p q1 --sum revenue --with paid.csv --on month,campaign --column amount --tolerance ${allowed} -f json${hasComma ? ' --decimal-comma' : ''}`,
        { home, env: service.env },
      );
      const keys = ['month', 'campaign'];
      const expected = await compareInDuckdb(revenue, paid, { allowed, keys, other: 'file' });
      expect(readRows(stdout, keys)).toEqual(expected);
      expect(exitCode).toBe(expected.length === 0 ? 0 : 15);
    }),
    { numRuns: runs(200) },
  );
});

/** The cells of each row: keys, both amounts, difference and status. Amounts have 4 decimals. */
function readRows(json: string, keys: readonly string[]): readonly (readonly (string | null)[])[] {
  const rows = json.split('\n').filter((line) => line.startsWith('{'));
  return rows.map((line) => {
    // JSON.parse would take the amounts as doubles.
    const texts = line.replace(/,$/, '').replace(/:(-?\d[\d.]*)/g, ':"$1"');
    const cells: (string | null)[] = Object.values(JSON.parse(texts));
    return cells.map((cell, index) => {
      if (index < keys.length) return cell ?? '';
      return cell === null || index === cells.length - 1 ? cell : withDecimals(cell);
    });
  });
}

function withDecimals(text: string): string {
  const [whole, fraction = ''] = text.split('.');
  const padded = `${whole}.${fraction.padEnd(DECIMALS, '0')}`;
  return /^-0\.0+$/.test(padded) ? padded.slice(1) : padded;
}

async function compareInDuckdb(
  first: readonly Entry[],
  second: readonly Entry[],
  {
    allowed,
    keys,
    other,
  }: { readonly allowed: string; readonly keys: readonly string[]; readonly other: string },
): Promise<readonly (readonly (string | null)[])[]> {
  const number = allowed.replace('%', '');
  const isWithin = allowed.endsWith('%')
    ? `100 * abs(a.s - b.s) <= cast('${number}' as decimal(6, 3)) * greatest(abs(a.s), abs(b.s))`
    : `abs(a.s - b.s) <= cast('${number}' as decimal(18, 4))`;
  const columns = keys.join(', ');
  const { rows } = await queryDuckdb(`
    with a as (${sumsOf(first, columns)}), b as (${sumsOf(second, columns)}),
    compared as (
      select ${columns}, a.s as one, b.s as two, coalesce(a.s, 0) - coalesce(b.s, 0) as difference,
        case when b.s is null then 'only_in_revenue' when a.s is null then 'only_in_${other}'
          when ${isWithin} then 'agrees' else 'differs' end as status
      from a full join b using (${columns})
    )
    select ${columns}, one::varchar, two::varchar, difference::varchar, status from compared
    where status <> 'agrees' order by ${columns}`);
  return rows;
}

function sumsOf(entries: readonly Entry[], columns: string): string {
  const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;
  const values = entries.map((each) => `(${[each.month, each.key, each.amount].map(quote).join(', ')})`);
  return `select ${columns}, cast(sum(cast(amount as decimal(18, 4))) as decimal(18, 4)) as s
    from (values ${values.join(', ')}) as t(month, campaign, amount) group by ${columns}`;
}
