import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { runs } from '../../harness/property-runs.ts';
import { LIKE_DAYS, measureAlerts, NOISES, tableOf } from './measure-alerts.ts';

const DOC = 'docs/check.md';
/** `MEASURE_ALERTS=400 npx vitest run --project property test/unit/alerts` measures so many quarters and writes the table. */
const measured = Number(process.env.MEASURE_ALERTS ?? 0);
const QUARTERS = runs(12);
const NIGHTS = 91 * QUARTERS;

const cases = NOISES.flatMap((noise) => LIKE_DAYS.map((days) => [noise, days] as const));
const TABLE = /\| noise \| days .*\n(?:\|.*\n)+/;

if (measured > 0) {
  test('writes the table of the docs', () => {
    const table = tableOf(cases.map(([noise, days]) => measureAlerts(days, noise, measured)));
    writeFileSync(
      DOC,
      readFileSync(DOC, 'utf8').replace(TABLE, () => table),
    );
  }, 3_600_000);
}

describe('the rates in the docs are those of a small sample', () => {
  const [, , ...lines] = TABLE.exec(readFileSync(DOC, 'utf8'))![0].trimEnd().split('\n');
  const rows = lines.map((line) => line.replaceAll('%', '').split('|').slice(1, -1).map(Number));

  test('each noise has its rows', () => {
    expect(rows.map(([noise, days]) => [noise, days])).toEqual(cases);
  });

  test.each(cases)('noise of %d percent, %d days', (noise, days) => {
    const [, , ...documented] = rows.find((each) => each[0] === noise && each[1] === days)!;
    const sample = measureAlerts(days, noise, QUARTERS);
    const found = [...sample.falseAlarms, ...sample.misses];
    // Nights of one quarter share like days, so their results are not independent: six standard deviations, and two nights.
    for (const [index, percent] of documented.entries()) {
      const share = percent / 100;
      const slack = 6 * Math.sqrt((share * (1 - share)) / NIGHTS) + 2 / NIGHTS;
      expect(Math.abs(found[index]! - share)).toBeLessThan(slack);
    }
  });
});
