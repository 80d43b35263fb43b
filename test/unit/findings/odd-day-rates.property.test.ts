import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { runStep, runs } from '../../harness/property-runs.ts';
import { LENGTHS, measureOddDays, NOISES, tableOf } from './measure-odd-days.ts';

const DOC = 'docs/data-checks.md';
/** `MEASURE_FINDINGS=1000 npx vitest run --project property test/unit/findings` measures so many ranges and writes the table. */
const measured = Number(process.env.MEASURE_FINDINGS ?? 0);
const SAMPLE = runs(240);

const cases = LENGTHS.flatMap((length) => NOISES.map((noise) => [length, noise] as const));
const TABLE = /\| days \| noise .*\n(?:\|.*\n)+/;

if (measured > 0) {
  test('writes the table of the docs', () => {
    const table = tableOf(cases.map((each) => measureOddDays(...each, false, measured)));
    writeFileSync(
      DOC,
      readFileSync(DOC, 'utf8').replace(TABLE, () => table),
    );
  }, 3_600_000);
}

describe('the rates in the docs are those of a small sample', () => {
  const [, , ...lines] = TABLE.exec(readFileSync(DOC, 'utf8'))![0].trimEnd().split('\n');
  const rows = lines.map((line) => {
    const [length, noise, ...rates] = line.replaceAll('%', '').split('|').slice(1, -1).map(Number);
    return [length!, noise!, rates] as const;
  });

  test('each range has a row', () => {
    expect(rows.map((row) => row.slice(0, 2))).toEqual(cases);
  });

  // A reduced run tries a share of the cases.
  const all = [false, true].flatMap((isChanging) => cases.map((each) => [...each, isChanging] as const));
  const tried = all.filter((_, index) => runStep() === 1 || index % 3 === 0);

  test.each(tried)('%d days, noise of %d percent, changing groups: %s', (length, noise, isChanging) => {
    const row = rows.find((each) => each[0] === length && each[1] === noise)!;
    const [falseAlarms, ...misses] = row[2];
    expect(falseAlarms).toBeLessThanOrEqual(2);
    const sample = measureOddDays(length, noise, isChanging, SAMPLE);
    const found = [sample.falseAlarms, ...sample.misses];
    // Four standard deviations of a share in a sample, and one range more.
    for (const [index, percent] of [falseAlarms!, ...misses].entries()) {
      const share = percent / 100;
      const slack = 4 * Math.sqrt((share * (1 - share)) / SAMPLE) + 1.5 / SAMPLE;
      expect(Math.abs(found[index]! - share)).toBeLessThan(slack);
    }
  });
});
