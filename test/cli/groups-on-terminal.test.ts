import { describe, expect, test } from 'vitest';
import { type CliOptions, runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

const RECORDS = [
  '{"day":"2026-01-05","name":"a","kind":"x","currency":"EUR","clicks":9,"revenue":1.10}',
  '{"day":"2026-01-06","name":"b","kind":"x","currency":"EUR","clicks":2,"revenue":-40.5}',
  '{"day":"2026-01-13","name":"c","kind":"y","currency":"EUR","clicks":3,"revenue":2000}',
  '{"day":"2026-02-14","name":"a","kind":"y","currency":"EUR","clicks":4,"revenue":1.905}',
];

async function shown(args: string, records: readonly string[] = RECORDS, options: CliOptions = {}) {
  const { env } = await startRecordService(({ query }) =>
    records.filter((record) => record.includes(`"${query.start_date!.slice(0, 7)}`)),
  );
  const range = '--from 2026-01-01 --to 2026-02-28 --windows month -q';
  const { stdout, exitCode } = await runCli(`revenue ${range} ${args}`, {
    ...{ stdoutTty: true, columns: 100 },
    ...options,
    env,
  });
  expect(exitCode).toBe(0);
  // The caption has tests of its own.
  return stdout.replace(/^client .*\n|^revenue 20.*\n\n?/gm, '');
}

/** The first column of the rows, and the line of totals. */
const outline = (text: string): readonly string[] =>
  text
    .split('\n')
    .slice(1)
    .filter((line) => line !== '' && !/^[─ ]+$/.test(line) && !line.startsWith('rounded'))
    .map((line) => (line.startsWith('total') ? line.replace(/ +/g, ' ') : line.split(' ')[0]!));

test('a group with an empty name is (none) to people, and stays empty in data', async () => {
  const records = [
    '{"day":"2026-01-05","name":"","revenue":3}',
    '{"day":"2026-01-06","name":"b","revenue":2}',
    '{"day":"2026-01-06","revenue":1}',
  ];
  expect(await shown('-g name', records)).toBe(
    'name            revenue\n' +
      '──────────────  ───────\n' +
      '(none)                4\n' +
      'b                     2\n' +
      '──────────────  ───────\n' +
      'total of all 2        6\n',
  );
  for (const first of [records, records.toReversed()]) {
    expect(await shown('-g name -f csv --sort -revenue', first)).toBe('name,revenue\n,4\nb,2\n');
    expect(await shown('-g name -f markdown --sort -revenue', first)).toContain('\n| (none) | 4 |\n| b | 2 |\n');
  }
});

test('the largest group comes first, and the total last', async () => {
  expect(await shown('-g name')).toBe(
    'name             revenue  clicks\n' +
      '──────────────  ────────  ──────\n' +
      'c               2,000.00       3\n' +
      'a                   3.01      13\n' +
      'b                 -40.50       2\n' +
      '──────────────  ────────  ──────\n' +
      'total of all 3  1,962.51      18\n' +
      'rounded: --all-digits shows all digits\n',
  );
});

test.each([
  ['units of time', '--by month', ['2026-01', '2026-02', 'total of all 2 1,962.51 18']],
  ['groups by a unit of time', '-g name --by month --sum clicks', ['a', 'b', 'c', 'a', 'total of all 4 18']],
  ['a pivot', '-g name --by month --pivot month --sum clicks', ['a', 'c', 'b', 'total of all 3 14 4 18']],
  ['named sums', '-g name --sum clicks,revenue', ['a', 'c', 'b', 'total of all 3 18 1,962.51']],
  ['averages, without a total', '-g name --avg revenue', ['c', 'a', 'b']],
  ['averages beside a sum', '-g name --sum clicks --avg revenue', ['a', 'c', 'b', 'total of all 3 18 —']],
  ['a single row, without a total', '-g kind --where kind=x', ['x']],
  ['a limit', '-g name --sum clicks --sort clicks --limit 2', ['b', 'c', 'total of all 3 18']],
  ['a condition', "-g name --sum clicks --having 'clicks>2'", ['a', 'c', 'total of all 2 16']],
  ['the first groups', '-g name --sum clicks --top 1', ['a', '(other)', 'total of all 3 18']],
  ['chosen columns', '-g name --columns name,clicks', ['a', 'b', 'c', 'total of all 3 18']],
])('%s', async (_, args, expected) => {
  expect(outline(await shown(args))).toEqual(expected);
});

describe('amounts of several currencies are neither ranked nor added', () => {
  const mixed = RECORDS.map((record, index) => (index === 2 ? record.replace('EUR', 'USD') : record));

  test.each(['-g name', '-g name,currency'])('%s', async (args) => {
    const [first, ...others] = outline(await shown(args, mixed));
    expect(first).toBe('a');
    expect(others.at(-1)).toBe('total of all 3 EUR and USD 18');
  });

  test('but by another measure', async () => {
    expect(outline(await shown('-g name --sum clicks', mixed))).toEqual(['a', 'c', 'b', 'total of all 3 18']);
  });
});

describe('the order and the rows of the report stay', () => {
  test.each([
    ['with --sort', '-g name --sort name', {}],
    ['with --limit', '-g name --limit 9', {}],
    ['with --top', '-g name --sort name --top 9', {}],
    ['with --columns', '-g name --columns name,clicks', {}],
    ['in a pipe', '-g name -f table', { stdoutTty: false }],
    ['as CSV', '-g name -f csv', {}],
  ])('%s', async (_, args, options: CliOptions) => {
    const text = await shown(args, RECORDS, options);
    expect(text.indexOf('\na')).toBeLessThan(text.indexOf('\nc'));
  });

  test('of records', async () => {
    expect(outline(await shown('--columns name,revenue'))).toEqual(['a', 'b', 'c', 'a', 'total of all 4 1,962.51']);
  });
});
