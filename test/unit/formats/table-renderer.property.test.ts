import Table from 'cli-table3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTableRenderer } from '../../../src/formats/table-renderer.ts';
import { createTextMeasure } from '../../../src/formats/text-width.ts';

const NAMES_OF_LINES = [
  ...['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right'],
  ...['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid'],
];
const chars = { ...Object.fromEntries(NAMES_OF_LINES.map((name) => [name, ''])), middle: '  ' };

/** What cli-table3 draws by itself. */
function drawn(rows: readonly string[][], widths: readonly number[], isNumeric: readonly boolean[]): string {
  const table = new Table({
    chars,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
    colWidths: [...widths],
    colAligns: isNumeric.map((each) => (each ? 'right' : 'left')),
  });
  table.push(...rows);
  const lines = table.toString().split('\n');
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

/** Characters whose widths cli-table3 knows too. Text that holds the first is laid into a line that it has drawn. */
const CHARACTERS = ['🙂', 'a', 'Z', '0', ' ', '-', 'é', 'Ж', '日', 'キ', '한'];
const text = (characters: readonly string[]) =>
  fc
    .string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: 8 })
    .filter((each) => each.trim() !== '');

async function isDrawnAlike(characters: readonly string[]): Promise<void> {
  const tables = fc.integer({ min: 1, max: 5 }).chain((columns) =>
    fc.tuple(
      fc.array(fc.array(text(characters), { minLength: columns, maxLength: columns }), {
        minLength: 1,
        maxLength: 5,
      }),
      fc.array(fc.integer({ min: 16, max: 20 }), { minLength: columns, maxLength: columns }),
      fc.array(fc.boolean(), { minLength: columns, maxLength: columns }),
    ),
  );
  await fc.assert(
    fc.asyncProperty(tables, async ([rows, widths, isNumeric]) => {
      const measure = createTextMeasure();
      await measure.prepare(rows.flat());
      const columns = widths.map((width, index) => ({ name: '', width, isNumeric: isNumeric[index]! }));
      const { rows: render } = createTableRenderer(columns, { color: false, measure });
      const cells = rows.map((row) => row.map((each) => ({ text: each, tone: 'plain' as const })));
      expect(await render(cells)).toBe(drawn(rows, widths, isNumeric));
    }),
  );
}

test('rows of simple text are what cli-table3 draws', () => isDrawnAlike(CHARACTERS.slice(1)));

test('rows of other text are what cli-table3 draws', () => isDrawnAlike(CHARACTERS));

test('text that is too wide is cut as cli-table3 cuts it', async () => {
  const measure = createTextMeasure();
  const { rows } = createTableRenderer([{ name: '', width: 5, isNumeric: false }], { color: false, measure });
  expect(await rows([[{ text: 'abcdefg', tone: 'plain' }]])).toBe(drawn([['abcdefg']], [5], [false]));
});
