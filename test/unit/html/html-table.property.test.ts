import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainCell } from '../../../src/core/tone.ts';
import { withBars } from '../../../src/document/bar-chart.ts';
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
const badge = fc.option(fc.tuple(text, text), { nil: undefined });
const cell = fc.record({ text, tone: fc.constantFrom('plain', 'gain', 'loss', 'dim'), badge });
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
          const named = each.badge === undefined ? each.text : `${each.text} ${each.badge[0]}`;
          if (id === 'bars' && index === 0) return [`<th scope="row"${tone}><bdi>`, named];
          return [`<td${tone}>`, named];
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

const bar = (...values: readonly (number | undefined)[]) => values.map((value) => value?.toString());

test.each([
  [
    [bar(4), bar(1), bar(0), bar(undefined)],
    ['now 0% 100%', 'now 0% 25%'],
  ],
  [
    [bar(3), bar(-1)],
    ['now 50% 50%', 'now below 33.33% 16.67%'],
  ],
  [
    [bar(-2), bar(-1)],
    ['now below 0% 50%', 'now below 25% 25%'],
  ],
  [
    [bar(1e300), bar(1)],
    ['now 0% 100%', 'now 0% 0.3%'],
  ],
  [[bar(1, 2)], ['now 0% 50%', 'before 0% 100%']],
])('bars begin at zero, in the middle if one is below it: case %#', async (bars, places) => {
  const pieces: string[] = [];
  const rows = bars.map(() => ({ cells: [plainCell(), plainCell()] }));
  for await (const piece of drawTable(withBars({ title: '', columns: [], notes: [] }, rows, bars)))
    pieces.push(String(piece));
  const rects = [...pieces.join('').matchAll(/<rect class="([^"]+)" x="([^"]+)" width="([^"]+)"/g)];
  expect(rects.map(([, ...place]) => place.join(' '))).toEqual(places);
});
