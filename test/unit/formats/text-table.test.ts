import { expect, test } from 'vitest';
import { drawTextLines, drawTextTable, isDrawnExactly } from '../../../src/formats/text-table.ts';

test('columns are as wide as their widest cells, and no line ends in white space', async () => {
  expect(
    await drawTextTable([
      ['a', 'b'],
      ['long', ''],
      ['日本', 'x', 'y'],
    ]),
  ).toBe('a     b\nlong\n日本  x  y\n');
});

test('columns have the given widths, and numbers are aligned right', async () => {
  const columns = [{ width: 6 }, { width: 4, isNumeric: true }];
  expect(
    await drawTextLines(
      [
        ['a', '1'],
        ['b', '-22'],
      ],
      { columns, gap: 1 },
    ),
  ).toEqual(['a         1', 'b       -22']);
});

test('an empty column takes only the gap', async () => {
  const columns = [{ width: 1 }, { width: 0 }, { width: 1 }];
  expect(await drawTextLines([['a', '', 'b']], { columns })).toEqual(['a    b']);
});

test('a cell of several lines stays in its column', async () => {
  expect(
    await drawTextLines([
      ['ok', 'one\ntwo'],
      ['failure', 'three'],
    ]),
  ).toEqual(['ok       one', '         two', 'failure  three']);
});

test('colours do not count in the width', async () => {
  expect(
    await drawTextLines([
      ['\u001b[31mred\u001b[39m', 'x'],
      ['plain', 'y'],
    ]),
  ).toEqual(['\u001b[31mred\u001b[39m    x', 'plain  y']);
});

test('columns are aligned across the blocks of rows', async () => {
  const rows = Array.from({ length: 1200 }, (_, index) => [String(index), 'x']);
  const lines = await drawTextLines(rows, { columns: [{ width: 5, isNumeric: true }, { width: 1 }] });
  expect(lines).toEqual(rows.map(([number]) => `${number!.padStart(5)}  x`));
});

test('a table without rows is empty', async () => {
  expect(await drawTextTable([])).toBe('');
});

test('cli-table3 draws every character that isDrawnExactly accepts, without cuts or padding', async () => {
  const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
  const exact = characters.filter((character) => isDrawnExactly(character) && character.trim() !== '');
  expect(exact.length).toBeGreaterThan(500);
  const lines = await drawTextLines(
    exact.map((character) => [character, '|']),
    { columns: [{ width: 1 }, { width: 1 }] },
  );
  expect(lines).toEqual(exact.map((character) => `${character}  |`));
});

test.each(['日', '🙂', 'e\u0301', '\u00ad', 'x'.repeat(1001)])('cli-table3 does not draw %j', (text) => {
  expect(isDrawnExactly(text)).toBe(false);
});
