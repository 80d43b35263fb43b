import { expect, test } from 'vitest';
import { columnKey } from '../../../src/core/column.ts';
import { chart } from '../../../src/formats/chart.ts';
import { markdown } from '../../../src/formats/markdown.ts';
import { table } from '../../../src/formats/table.ts';
import { encodeRecords } from './people.ts';

const NAMES = ['name', 'n', 'change'];
const RECORDS = ['{"name":"a","n":1,"change":0.5}', '{"name":"b","n":999,"change":-2}'];
const totals = ['"Total"', '1000.00', undefined];

test('totals are a last row under a line, with room of their own', async () => {
  expect(await encodeRecords(table, NAMES, RECORDS, { totals, human: true })).toBe(
    'name          n  change\n' +
      '─────  ────────  ──────\n' +
      'a             1     0.5\n' +
      'b           999      -2\n' +
      '─────  ────────  ──────\n' +
      'Total  1,000.00\n',
  );
});

test('totals of columns for which a terminal has no room are left out with them', async () => {
  const shown = await encodeRecords(table, NAMES, RECORDS, { totals, terminalWidth: 14 });
  expect(shown.split('\n').at(-2)).toBe('Total  1000.00');
});

test('totals are a last bold row of Markdown', async () => {
  expect(await encodeRecords(markdown, NAMES, RECORDS, { totals })).toBe(
    '| name | n | change |\n| --- | ---: | ---: |\n' +
      '| a | 1 | 0.5 |\n| b | 999 | -2 |\n| **Total** | **1000.00** |  |\n',
  );
});

test('the total of what a chart shows stands below it', async () => {
  const shown = await encodeRecords(chart, NAMES, RECORDS, { totals, human: true });
  expect(shown).toMatch(/^n by name\n(.*\n){3}\ntotal {2}1,000.00\n$/);
});

test('a gain is green in a column of changes, and nowhere else', async () => {
  const changeColumns = new Set([columnKey(['change'])]);
  const shown = await encodeRecords(table, NAMES, RECORDS, { changeColumns, color: true });
  expect(shown.split('\n').slice(2, -1)).toEqual([
    'a       1     \u001b[32m0.5\u001b[39m',
    'b     999      \u001b[31m-2\u001b[39m',
  ]);
});
