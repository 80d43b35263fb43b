import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { createTextMeasure, simpleWidth } from '../../../src/terminal/text-width.ts';
import { runStep } from '../../harness/property-runs.ts';

const SIMPLE = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
  (character) => simpleWidth(character) !== undefined,
);

test('simple characters have the width that string-width gives', () => {
  expect(SIMPLE.length).toBeGreaterThan(30_000);
  // A reduced run tries a share of them, and the ends of each range.
  const codes = SIMPLE.map((character) => character.charCodeAt(0));
  const isEnd = (index: number, step: number) => codes[index + step] !== codes[index]! + step;
  const tried = SIMPLE.filter((_, index) => index % runStep() === 0 || isEnd(index, 1) || isEnd(index, -1));
  expect(tried.filter((character) => simpleWidth(character) !== stringWidth(character))).toEqual([]);
});

test('a text is cut between characters and fits with the ellipsis', async () => {
  const measure = createTextMeasure();
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '日', '🫠', 'e\u0301', '🇩🇪'), maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 2, max: 20 }), async (whole, width) => {
      await measure.prepare([whole]);
      const cut = measure.cut(whole, width);
      if (stringWidth(whole) <= width) return cut === whole;
      return stringWidth(cut) <= width && stringWidth(cut) >= width - 1 && whole.startsWith(cut.slice(0, -1));
    }),
  );
});

test.each([
  ['Brand and Search in all regions', 24, ['Brand and Search in all', 'regions']],
  ['munich-weather search and maps', 13, ['munich-weathe', 'r search and', 'maps']],
  ['munich weather direct', 14, ['munich weather', 'direct']],
  ['Búsqueda de marca aquí', 13, ['Búsqueda de', 'marca aquí']],
  ['春のキャンペーン東京大阪', 9, ['春のキャ', 'ンペーン', '東京大阪']],
  ['blog', 13, ['blog']],
  ['munich-weather search: north_v', 9, ['munich-we', 'ather', 'search: …']],
])('%s has lines of %i columns', async (text, width, lines) => {
  const measure = createTextMeasure();
  await measure.prepare([text]);
  expect(measure.wrap(text, width)).toEqual(lines);
});
