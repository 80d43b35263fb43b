import { expect, test } from 'vitest';
import { drawTextLines, isDrawnExactly } from '../../../src/terminal/table-renderer.ts';

const column = { name: '', width: 1, kind: 'text', fractionWidth: 0 } as const;

test('cli-table3 draws every character that isDrawnExactly accepts, without cuts or padding', async () => {
  const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
  const exact = characters.filter((character) => isDrawnExactly(character) && character.trim() !== '');
  expect(exact.length).toBeGreaterThan(500);
  const lines = await drawTextLines(
    exact.map((character) => [character, '|']),
    [column, column],
  );
  expect(lines).toEqual(exact.map((character) => `${character}  |`));
});

test.each(['日', '🙂', 'e\u0301', '\u00ad', 'x'.repeat(1001)])('cli-table3 does not draw %j', (text) => {
  expect(isDrawnExactly(text)).toBe(false);
});
