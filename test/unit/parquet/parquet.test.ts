import { describe, expect, test } from 'vitest';
import type { ColumnType } from '../../../src/parquet/column-types.ts';
import { needs } from '../../harness/needs.ts';
import { queryDuckdb, readWithArrow } from '../../harness/parquet-files.ts';
import { encodeReport, encodeTyped, writeParquet } from './parquet-cases.ts';

/** Records with one member of this name, from the JSON texts of its values; undefined for a record without it. */
function recordsOf(name: string, values: readonly (string | undefined)[]): string[] {
  return values.map((value) => (value === undefined ? '{"n":1}' : `{${JSON.stringify(name)}:${value}}`));
}

type Case = readonly [
  what: string,
  name: string,
  values: readonly (string | undefined)[],
  type: string,
  cells: readonly (string | null)[],
];

/** Cases whose values and cells are texts without spaces: the name of the column, its type, the values, and the cells unless they are the values. */
const PLAIN = `
  ids of 19 digits | campaign_id | BIGINT | 9007199254740993 4711099999936460205
  the limits of 64 bits | id | BIGINT | 9223372036854775807 -9223372036854775808 9223372036000000000 -1
  ids above 64 bits | id | DECIMAL(38,9) | 9223372036854775808 1 | 9223372036854775808.000000000 1.000000000
  an id above 64 bits after others | id | DECIMAL(38,9) | 4711099999936460205 9223372036854775808 | 4711099999936460205.000000000 9223372036854775808.000000000
  a fraction after ids spelled with one | id | DOUBLE | 100000000000000000000 12.0 12.5 | 100000000000000000000 12 12.5
  a ratio that no double is after others | ctr | VARCHAR | 0.123456789 9007199254.740993123
  ids of unsigned 64 bits | id | DECIMAL(38,9) | 18446744073709551615 | 18446744073709551615.000000000
  ids of more than 29 digits | id | VARCHAR | 123456789012345678901234567890 7
  a fraction after many whole numbers | clicks | DECIMAL(38,9) | 12 13 14 1.5 15 | 12.000000000 13.000000000 14.000000000 1.500000000 15.000000000
  ten decimals after fewer | revenue | DECIMAL(38,18) | 1.5 2.25 1.0000000001 | 1.500000000000000000 2.250000000000000000 1.000000000100000000
  counts with a fraction | clicks | DECIMAL(38,9) | 1 2.5 | 1.000000000 2.500000000
  years | year | BIGINT | 2025 2026
  money | revenue | DECIMAL(38,9) | 0.10 0.1 1e-7 -1.5 12 1E+2 -0.0 | 0.100000000 0.100000000 0.000000100 -1.500000000 12.000000000 100.000000000 0.000000000
  large money | revenue | DECIMAL(38,9) | 99999999999999999999999999999.999999999 -99999999999999999999999999999.999999999 9223372036.854775807 -9223372036.854775808 4294967296.000000001
  whole money | revenue | DECIMAL(38,9) | 1 2 | 1.000000000 2.000000000
  money with zeros after nine decimals | revenue | DECIMAL(38,9) | 1.5000000000000 | 1.500000000
  money with ten decimals | revenue | DECIMAL(38,18) | 0.0000000001 -12345678901234567890.123456789012345678 | 0.000000000100000000 -12345678901234567890.123456789012345678
  money with nineteen decimals | revenue | VARCHAR | 0.0000000000000000001
  other numbers | height | DECIMAL(38,9) | 1 2.5 | 1.000000000 2.500000000
  other numbers with ten decimals | height | DOUBLE | 0.0000000001 3 | 1e-10 3
  other numbers that no double is | height | VARCHAR | 0.12345678901234567890
  ratios that no double is | ctr | VARCHAR | 0.1 0.1000000000000000055511151231257827
  ratios out of the range of doubles | ctr | VARCHAR | 1e400 1e-400
  dates as numbers | day | DATE | 20260131 20240229 | 2026-01-31 2024-02-29
  ids that look like dates | order_id | BIGINT | 20260131
  dates with the name of an id | date_id | DATE | "2026-01-31" | 2026-01-31
  dates with a time | day | VARCHAR | "2026-01-31T00:00:00Z" "2026-01-31" | 2026-01-31T00:00:00Z 2026-01-31
  dates with a zone | day | VARCHAR | "2026-01-31Z" | 2026-01-31Z
  a day that does not exist | day | VARCHAR | "2026-02-30" | 2026-02-30
`;

const CASES: readonly Case[] = [
  ...PLAIN.trim()
    .split('\n')
    .map((line): Case => {
      const [what, name, type, values, cells = values] = line.trim().split(' | ') as [
        string,
        string,
        string,
        string,
        string?,
      ];
      return [what, name, values.split(' '), type, cells!.split(' ')];
    }),
  ['counts', 'clicks', ['0', '12', '1e3', '-0', 'null', undefined], 'BIGINT', ['0', '12', '1000', '0', null, null]],
  ['money as text', 'revenue', ['"12.50"', '""', 'null'], 'VARCHAR', ['12.50', '', null]],
  ['ratios', 'ctr', ['0.1', '0.0123456', '-2', 'null', '1e-300'], 'DOUBLE', ['0.1', '0.0123456', '-2', null, '1e-300']],
  [
    'dates',
    'day',
    ['"2026-01-31"', '"1969-12-31"', '"0001-01-01"', '"9999-12-31"', 'null', '""'],
    'DATE',
    ['2026-01-31', '1969-12-31', '0001-01-01', '9999-12-31', null, null],
  ],
  ['dates with slashes', 'day', ['"2026/01/31"', '"2026\\/02\\/28"'], 'DATE', ['2026-01-31', '2026-02-28']],
  ['truth values', 'active', ['true', 'false', 'null', 'true'], 'BOOLEAN', ['true', 'false', null, 'true']],
  [
    'texts',
    'name',
    ['"a"', '""', 'null', '"é 春 🚀"', '"\\ud83d\\ude80"', '"a\\u0000b\\"\\\\\\n"', '"\\ud800x"'],
    'VARCHAR',
    ['a', '', null, 'é 春 🚀', '🚀', 'a\0b"\\\n', '\ufffdx'],
  ],
  [
    'a text of 100,000 characters',
    'name',
    ['"short"', `"${'é'.repeat(100_000)}"`],
    'VARCHAR',
    ['short', 'é'.repeat(100_000)],
  ],
  ['arrays', 'tags', ['["a",1.50]', '[]', '{}', 'null'], 'VARCHAR', ['["a",1.50]', '[]', '{}', null]],
  ['several kinds', 'value', ['1.50', '"x"', 'true', '[1]'], 'VARCHAR', ['1.50', 'x', 'true', '[1]']],
  ['no values', 'note', ['null', undefined, '""'], 'VARCHAR', [null, null, '']],
];

describe('the type of a column holds every value', () => {
  test.each(CASES)('%s', async (_, name, values, type, cells) => {
    const { bytes } = await encodeReport(recordsOf(name, values));
    const { columns, rows } = readWithArrow(bytes);
    const index = columns.findIndex(([each]) => each === name);
    expect(columns[index]).toEqual([name, type]);
    expect(rows.map((row) => row[index])).toEqual(cells);
  });

  needs('duckdb').test.each(CASES)('%s, read by DuckDB', async (_, name, values, type, cells) => {
    const file = writeParquet((await encodeReport(recordsOf(name, values))).bytes);
    const { columns, rows } = await queryDuckdb(`select "${name}" from '${file}'`);
    expect(columns).toEqual([[name, type]]);
    expect(rows.map(([cell]) => cell)).toEqual(cells);
  });
});

test.each<[ColumnType, string, string]>([
  ['INT64', '1.5', '1.5'],
  ['INT64', '9223372036854775808', '9223372036854775808'],
  ['INT64', '"7"', '"7"'],
  ['DECIMAL(38,9)', '0.0000000001', '0.0000000001'],
  ['DECIMAL(38,9)', '100000000000000000000000000000', '100000000000000000000000000000'],
  ['DECIMAL(38,18)', '100000000000000000000', '100000000000000000000'],
  ['DECIMAL(38,9)', 'true', 'true'],
  ['DOUBLE', '9007199254740993', '9007199254740993'],
  ['DATE', '"2026-02-30"', '"2026-02-30"'],
  ['DATE', '"2026-01-31T12:00:00Z"', '"2026-01-31T12:00:00Z"'],
  ['BOOLEAN', '0', '0'],
  ['INT64', `"${'x'.repeat(100)}"`, `"${'x'.repeat(59)}…`],
])('a value that the type of its column does not hold is an error: %s %s', async (type, value, shown) => {
  await expect(encodeTyped(['{"a":1}', `{"a":1,"x":${value}}`], [['x', type]])).rejects.toMatchObject({
    exitCode: 11,
    message: `column "x" is ${type}, which does not hold the value ${shown} of record 2`,
  });
});

describe('with given types', () => {
  test('a column that no record has is null, and another column is left out', async () => {
    const bytes = await encodeTyped(
      ['{"a":1,"b":"x"}', '{"b":"y"}'],
      [
        ['b', 'UTF8'],
        ['c', 'DECIMAL(38,18)'],
      ],
    );
    expect(readWithArrow(bytes)).toEqual({
      columns: [
        ['b', 'VARCHAR'],
        ['c', 'DECIMAL(38,18)'],
      ],
      rows: [
        ['x', null],
        ['y', null],
      ],
    });
  });

  test('numbers and truth values are text in a column of text', async () => {
    const bytes = await encodeTyped(['{"a":1.50}', '{"a":true}', '{"a":null}'], [['a', 'UTF8']]);
    expect(readWithArrow(bytes).rows).toEqual([['1.50'], ['true'], [null]]);
  });
});

describe('messages', () => {
  test('note money that is sent as text', async () => {
    const { warnings, notes } = await encodeReport(['{"revenue":"12.50"}']);
    expect(warnings).toEqual([]);
    expect(notes).toEqual([
      'column "revenue" has money as text: it stays text in Parquet; convert it before you add it up',
    ]);
  });
});

describe('columns', () => {
  test('with the same name are an error', async () => {
    await expect(encodeReport(['{"a":{"b":1},"a.b":2}'])).rejects.toMatchObject({
      kind: 'usage',
      message: 'two columns have the name "a.b": a key with a dot and a nested key',
    });
  });

  test('many columns of few records each are read back', async () => {
    const records = Array.from({ length: 100 }, (_, row) => `{"id":${row},"c${row}":${row}.5,"t${row}":"x"}`);
    const { columns, rows } = readWithArrow((await encodeReport(records, 50)).bytes);
    expect(columns).toHaveLength(201);
    const filled = rows.map((row) => row.filter((cell) => cell !== null));
    expect(filled).toEqual(records.map((_, row) => [String(row), `${row}.500000000`, 'x']));
  });
});

needs('duckdb').test('a sum of money is exact in an engine', async () => {
  const records = Array.from({ length: 25_000 }, (_, row) => `{"revenue":${row % 2 ? '' : '-'}${row}.10,"id":${row}}`);
  const { bytes } = await encodeReport(records, 1000);
  const { rows } = await queryDuckdb(`select sum(revenue), sum(id), count(*) from '${writeParquet(bytes)}'`);
  expect(rows).toEqual([['12500.000000000', '312487500', '25000']]);
});
