import { expect, test } from 'vitest';
import { columnKey, createColumn } from '../../../src/core/columns.ts';
import { markdown } from '../../../src/formats/markdown.ts';
import { table } from '../../../src/formats/table.ts';
import { encode, recordSetOf } from './datasets.ts';

const RECORD_SET = recordSetOf(['{"name":"a","n":1,"change":0.5}', '{"name":"b","n":999,"change":-2}'], 2);
const totals = ['"Total"', '1000.00', undefined];

test('totals are a last row below a rule, and count in the widths', async () => {
  expect(await encode(table, RECORD_SET, { totals, roundsNumbers: true })).toBe(
    'name          n  change\n' +
      '─────  ────────  ──────\n' +
      'a          1       0.50\n' +
      'b        999      -2.00\n' +
      '─────  ────────  ──────\n' +
      'Total  1,000.00       —\n',
  );
});

test('a dropped column drops its total', async () => {
  const shown = await encode(table, RECORD_SET, { totals, terminalWidth: 14 });
  expect(shown.split('\n').at(-2)).toBe('Total  1000.00');
});

test('totals are a last bold row of Markdown', async () => {
  expect(await encode(markdown, RECORD_SET, { totals })).toBe(
    '| name | n | change |\n| --- | ---: | ---: |\n' +
      '| a | 1 | 0.5 |\n| b | 999 | -2 |\n| **Total** | **1000.00** | **—** |\n',
  );
});

test('a gain is green only in a column of changes', async () => {
  const column = createColumn(['change']);
  const derived = new Map([[columnKey(column.path), { measure: column, part: 'change' } as const]]);
  const keys = { areGroups: true, groups: [], time: undefined, isOrdered: false, derived };
  const shown = await encode(table, RECORD_SET, { keys, color: true });
  expect(shown.split('\n').slice(2, -1)).toEqual([
    'a       1    \u001b[32m+0.5\u001b[39m',
    'b     999      \u001b[31m-2\u001b[39m',
  ]);
});
