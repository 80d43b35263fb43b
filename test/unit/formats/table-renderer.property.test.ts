import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTableRenderer, type RenderedColumn } from '../../../src/terminal/table-renderer.ts';
import { createTextMeasure } from '../../../src/terminal/text-width.ts';
import { runs } from '../../harness/property-runs.ts';

const CHARACTERS = ['a', 'Z', '0', ' ', '-', 'é', 'Ж', '…', '─', '日', '한', '🙂', '🫠', '👨‍👩‍👧', 'e\u0301', '\ue000'];

const cell = fc.record({
  text: fc.oneof(
    fc.string({ unit: fc.constantFrom(...CHARACTERS), maxLength: 12 }),
    fc.constantFrom('12.5', '-3', '1,234.50', '1e-7', '0'),
  ),
  tone: fc.constantFrom('plain', 'gain', 'loss'),
});
const column: fc.Arbitrary<RenderedColumn> = fc.record({
  name: fc.string({ unit: fc.constantFrom(...CHARACTERS), maxLength: 12 }),
  width: fc.integer({ min: 1, max: 12 }),
  kind: fc.constantFrom('number', 'key', 'text', 'date'),
  fractionWidth: fc.nat(5),
});
const table = fc.array(column, { minLength: 1, maxLength: 5 }).chain((columns) =>
  fc.record({
    columns: fc.constant(columns),
    rows: fc.array(fc.array(cell, { minLength: columns.length, maxLength: columns.length }), {
      minLength: 1,
      maxLength: 8,
    }),
    color: fc.boolean(),
  }),
);

test('a table looks the same with and without cli-table3', async () => {
  await fc.assert(
    fc.asyncProperty(table, fc.nat(40), async ({ columns, rows, color }, someCells) => {
      const measure = createTextMeasure();
      await measure.prepare([...columns.map(({ name }) => name), ...rows.flat().map(({ text }) => text)]);
      const draw = async (maxDrawnCells: number): Promise<string> => {
        const { head, rows: draw, foot } = createTableRenderer(columns, { color, measure, maxDrawnCells });
        return `${await head()}${await draw(rows)}${await foot(rows.slice(0, 1))}`;
      };
      const withoutLibrary = await draw(0);
      expect(await draw(Number.POSITIVE_INFINITY)).toBe(withoutLibrary);
      expect(await draw(someCells)).toBe(withoutLibrary);
    }),
    { numRuns: runs(500) },
  );
});
