import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainCell } from '../../../src/core/tone.ts';
import type { Table } from '../../../src/document/document.ts';
import { drawTable } from '../../../src/html/html-page.ts';
import { textOf } from '../../harness/html-page.ts';
import { runs } from '../../harness/property-runs.ts';

const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('', '<b>&"\'', '</table>', '&lt;', 'Búsqueda', '-1,000.50'),
  fc.integer({ min: 190, max: 210 }).map((length) => 'x'.repeat(length)),
);
const cell = fc.record({ text, tone: fc.constantFrom('plain', 'gain', 'loss', 'dim') });
const row = fc.record({ cells: fc.tuple(cell, cell) });

test('a table has the exact text of each cell, the class of its tone, and no other markup', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('rows', 'bars'), fc.array(fc.array(row)), text, async (id, rows, heading) => {
      const columns = [heading, 'b'].map((name) => ({ heading: name, kind: 'text', importance: 1 }) as const);
      const shape = { kind: 'table', rowCount: 0, notes: () => [] } as const;
      const pieces: string[] = [];
      for await (const piece of drawTable({ ...shape, id, columns, rows } as Table)) pieces.push(String(piece));
      const drawn = pieces.join('');
      expect(textOf(drawn.slice(0, drawn.indexOf('</thead>')))).toBe(`\n${heading}b`);
      const found = drawn
        .slice(drawn.indexOf('<tbody>\n') + 8, drawn.indexOf('</tbody>'))
        .split('<tr>')
        .slice(1);
      const expected = rows.flat().map(({ cells }) =>
        cells.map((each, index) => {
          const tone = each.tone === 'plain' ? '' : ` class=${each.tone}`;
          return [id === 'bars' && index === 0 ? `<th scope="row"${tone}><bdi>` : `<td${tone}>`, each.text];
        }),
      );
      const read = found.map((line) =>
        [...line.matchAll(/(<td[^>]*>|<th scope="row"[^>]*><bdi>)(.*?)(?=<td|<\/tr>|<\/th>)/gs)].map(
          ([, tag, content]) => [tag, textOf(content!)],
        ),
      );
      expect(read).toEqual(expected);
      expect(drawn.split('<tr').length - 2).toBe(rows.flat().length);
    }),
    { numRuns: runs(1000) },
  );
});

test.each([
  ['', [1, 0.25, 0], ['0% 100%', '0% 25%', '0% 0%']],
  ['│', [1, -1 / 3], ['50% 50%', '33.33% 16.67%']],
  ['fell │ rose', [-1, -0.5], ['0% 50%', '25% 25%']],
  ['', [1, 1e-300], ['0% 100%', '0% 0.3%']],
])('bars begin at zero, in the middle with the heading %j', async (heading, bars, places) => {
  const rows = [bars.map((each) => ({ cells: [plainCell(), { ...plainCell(), bar: each }] }))];
  const columns = ['', heading].map((name) => ({ heading: name, kind: 'bar', importance: 1 }) as const);
  const table: Table = { kind: 'table', id: 'bars', columns, rowCount: bars.length, rows, notes: () => [] };
  const pieces: string[] = [];
  for await (const piece of drawTable(table)) pieces.push(String(piece));
  const rects = [...pieces.join('').matchAll(/<rect class="now" x="([^"]+)" width="([^"]+)"/g)];
  expect(rects.map(([, ...place]) => place.join(' '))).toEqual(places);
});
