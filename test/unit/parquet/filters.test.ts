/** Engines skip row groups by their statistics. A wrong bound makes a filter lose rows, while a sum of all rows stays right. */

import { deserializeTCompactProtocol } from 'hyparquet/src/thrift.js';
import { describe, expect, test } from 'vitest';
import { needs } from '../../harness/needs.ts';
import { queryDuckdb, readWithArrow } from '../../harness/parquet-files.ts';
import { encodeTyped, writeParquet } from './parquet-cases.ts';

/** Five row groups: two of 5,000 rows with low values, two with high ones, and a few rows. Every 7th value is null. */
const ROWS = 20_100;

function money(row: number): string | null {
  if (row % 7 === 0) return null;
  return `${row < 10_000 ? '-' : ''}${row % 1000}.${String(row % 100).padStart(2, '0')}`;
}

const RECORDS = Array.from({ length: ROWS }, (_, row) =>
  JSON.stringify({
    id: row - 15_000,
    day: new Date(Date.UTC(1969, 0, 1 + Math.floor(row / 20))).toISOString().slice(0, 10),
    ctr: row < 10_000 ? -0.5 : row / 1000,
    name: `${row < 10_000 ? 'é' : '🚀'}${row % 50}`,
    active: row < 10_000,
    none: null,
    zero: 0,
    long: row === 5 ? 'x'.repeat(257) : 'short',
  }).replace('"none"', `"revenue":${money(row)},"large":${row < 10_000 ? '-' : ''}1${'0'.repeat(20)},"none"`),
);

const FILTERS: readonly (readonly [where: string, count: number])[] = [
  ['revenue < -1.5', count((row) => row < 10_000 && Number(money(row)) < -1.5)],
  ['revenue > 998.5', count((row) => row >= 10_000 && Number(money(row)) > 998.5)],
  ['revenue = -999.99', count((row) => money(row) === '-999.99')],
  ['revenue is null', count((row) => money(row) === null)],
  ['large < -99999999999999999999', 10_000],
  ['large > 0', ROWS - 10_000],
  ['id < -14990', 10],
  ['id >= 5000', 100],
  ["day < '1969-01-02'", 20],
  ["day = '1970-01-01'", 20],
  ['ctr < 0', 10_000],
  ['ctr > 20', count((row) => row > 20_000)],
  ["name = '🚀7'", count((row) => row >= 10_000 && row % 50 === 7)],
  ["name < 'é1'", count((row) => row < 10_000 && row % 50 === 0)],
  ['active', 10_000],
  ['not active', ROWS - 10_000],
  ['none is null', ROWS],
  ['none is not null', 0],
  ['zero = 0', ROWS],
  ["long > 'w'", 1],
  ["long = 'short'", ROWS - 1],
];

function count(test: (row: number) => boolean): number {
  return RECORDS.filter((_, row) => money(row) !== undefined && test(row)).length;
}

/** Encoded once for all tests. */
const FILE = encodeTyped(RECORDS, [
  ['id', 'INT64'],
  ['day', 'DATE'],
  ['ctr', 'DOUBLE'],
  ['name', 'UTF8'],
  ['active', 'BOOLEAN'],
  ['revenue', 'DECIMAL(38,9)'],
  ['large', 'DECIMAL(38,9)'],
  ['none', 'UTF8'],
  ['zero', 'DOUBLE'],
  ['long', 'UTF8'],
]);

/** Field 7 of FileMetaData, `column_orders`: for each column TypeDefinedOrder. Without it, readers may ignore the bounds of texts. */
test('the footer says that bounds are in the order of their types', async () => {
  const file = await FILE;
  const end = file.length - 8;
  const footer = Uint8Array.from(file.subarray(end - file.readUInt32LE(end), end));
  const { field_7 } = deserializeTCompactProtocol({ view: new DataView(footer.buffer), offset: 0 });
  expect(field_7).toEqual(Array.from({ length: 10 }, () => ({ field_1: {} })));
});

describe('filters over several row groups find every row', () => {
  needs('duckdb').test('in DuckDB', async () => {
    const file = writeParquet(await FILE);
    const sql = FILTERS.map(([where]) => `(select count(*) from '${file}' where ${where})`).join(', ');
    const { rows } = await queryDuckdb(`select ${sql}`);
    expect(FILTERS.map(([where], index) => [where, Number(rows[0]![index])])).toEqual(FILTERS);
    const groups = await queryDuckdb(`select count(distinct row_group_id) from parquet_metadata('${file}')`);
    expect(groups.rows).toEqual([['5']]);
  });

  needs('duckdb').test('by bounds that engines can read', async () => {
    const file = writeParquet(await FILE);
    const { rows } = await queryDuckdb(
      `select path_in_schema, stats_min_value, stats_max_value, stats_null_count from parquet_metadata('${file}') where row_group_id = 0`,
    );
    expect(rows).toEqual([
      ['id', '-15000', '-10001', '0'],
      ['day', '1969-01-01', '1969-09-07', '0'],
      ['ctr', '-0.5', '-0.5', '0'],
      ['name', 'é0', 'é9', '0'],
      ['active', 'true', 'true', '0'],
      ['revenue', '-999.990000000', '0.000000000', '715'],
      ['large', '-100000000000000000000.000000000', '-100000000000000000000.000000000', '0'],
      ['none', null, null, '5000'],
      ['zero', '-0.0', '0.0', '0'],
      ['long', null, null, '0'],
    ]);
  });

  test('a full scan by another engine reads every row', async () => {
    const { rows } = readWithArrow(await FILE);
    expect(rows).toHaveLength(ROWS);
    const cents = rows.reduce((sum, row) => sum + (row[5] === null ? 0n : BigInt(row[5]!.replace('.', ''))), 0n);
    const expected = RECORDS.reduce((sum, _, row) => {
      const text = money(row);
      return text === null ? sum : sum + BigInt(text.replace('.', '')) * 10_000_000n;
    }, 0n);
    expect(cents).toBe(expected);
  });
});
