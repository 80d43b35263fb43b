import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { runStep, runs } from '../../harness/property-runs.ts';
import { COLUMNS, KINDS, measureWaits, SETTINGS, TABLES, tablesOf } from './measure-waits.ts';

const DOC = 'docs/waiting.md';
/** `MEASURE_WAITS=500 npx vitest run --project property test/unit/report` measures so many mornings and writes the tables. */
const measured = Number(process.env.MEASURE_WAITS ?? 0);
const SAMPLE = runs(200);

const tablePattern = (title: string): RegExp => new RegExp(`\\| ${title} \\|.*\\n(?:\\|.*\\n)+`);

if (measured > 0) {
  test('writes the tables of the docs', async () => {
    let text = readFileSync(DOC, 'utf8');
    for (const table of await tablesOf(measured)) {
      text = text.replace(tablePattern(table.split(' | ')[0]!.slice(2)), () => table);
    }
    writeFileSync(DOC, text);
  }, 3_600_000);
}

/** The cells of a table, by the kind of the mornings. */
function rowsOf(title: string): ReadonlyMap<string, readonly string[]> {
  const [head, , ...lines] = tablePattern(title)
    .exec(readFileSync(DOC, 'utf8'))![0]
    .trimEnd()
    .split('\n')
    .map((line) => line.slice(2, -2).split(' | '));
  expect(head).toEqual([title, ...COLUMNS]);
  return new Map(lines.map(([kind, ...cells]) => [kind!, cells]));
}

describe('the rates in the docs are those of a small sample', () => {
  const titles = Object.keys(TABLES);

  test.each(titles)('each kind of mornings has a row: %s', (title) => {
    expect([...rowsOf(title).keys()]).toEqual(Object.keys(KINDS));
  });

  // A reduced run tries a share of the kinds.
  const tried = Object.keys(KINDS).filter((_, index) => runStep() === 1 || index % 2 === 0);

  test.each(tried)('%s', async (kind) => {
    for (const [column, setting] of SETTINGS.entries()) {
      const sample = await measureWaits(kind, setting, SAMPLE);
      const [early, late, minutes] = titles.map((title) =>
        Number.parseFloat(rowsOf(title).get(kind)![column]!),
      );
      for (const [percent, found] of [
        [early!, sample.falseReady],
        [late!, sample.needless13],
      ] as const) {
        const share = percent / 100;
        // Four standard deviations of a share in a sample, and one morning more.
        const slack = 4 * Math.sqrt((share * (1 - share)) / SAMPLE) + 1.5 / SAMPLE;
        expect(Math.abs(found - share), `${kind} ${COLUMNS[column]}`).toBeLessThan(slack);
      }
      if (sample.minutes !== undefined && !Number.isNaN(minutes)) {
        expect(Math.abs(sample.minutes - minutes!), `${kind} ${COLUMNS[column]}`).toBeLessThan(6);
      }
    }
  });
});
