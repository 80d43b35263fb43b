import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { describe as describeAll, expect } from 'vitest';
import { closeBrowserAfterTests, openDocument } from '../harness/browser.ts';
import { needs } from '../harness/needs.ts';
import { createHome, runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

const { test } = needs('chromium', 'pdftotext');

const range = (length: number): readonly number[] => Array.from({ length }, (_, index) => index);

interface Printed {
  /** The lines of each page of paper, without empty ones. */
  readonly pages: readonly (readonly string[])[];
}

async function print(args: string, records: readonly string[], format: string): Promise<Printed> {
  const { env } = await startRecordService(() => records);
  const run = await runCli(`revenue --from 2026-01-01 --to 2026-01-31 -f html ${args}`, { env });
  expect(run.exitCode, run.stderr).toBe(0);
  const { page } = await openDocument(run.stdout);
  const file = path.join(createHome().work, 'page.pdf');
  await page.pdf({ path: file, format });
  const text = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' });
  const pages = text.split('\f').map((each) => each.split('\n').filter((line) => line.trim() !== ''));
  return { pages: pages.filter((lines) => lines.length > 0) };
}

describeAll('a printed page', () => {
  closeBrowserAfterTests();

  test.each(['Letter', 'A4'])('repeats the header, and keeps rows whole: %s', async (format) => {
    // Every name takes several lines.
    const words = range(70).map((at) => `word${at}`);
    const records = range(100).map(
      (at) => `{"day":"2026-01-01","name":"begin${at}. ${words.join(' ')} end${at}.","revenue":1.50}`,
    );
    const { pages } = await print('', records, format);
    const tables = pages
      .map((lines) => lines.slice(lines.findIndex((line) => /^ *day +name +revenue$/.test(line))))
      .filter((lines) => lines.some((line) => /begin\d+\./.test(line)));
    expect(tables.length).toBeGreaterThan(3);
    // Other pages of the table begin with their header.
    for (const lines of pages.slice(-tables.length + 1, -1))
      expect(lines[0]).toMatch(/^ *day +name +revenue$/);
    const numbersOf = (lines: readonly string[], word: string): readonly string[] =>
      [...lines.join('\n').matchAll(new RegExp(`${word}(\\d+)\\.`, 'g'))].map(([, number]) => number!);
    for (const lines of tables) expect(numbersOf(lines, 'end')).toEqual(numbersOf(lines, 'begin'));
    expect(tables.flatMap((lines) => numbersOf(lines, 'end'))).toEqual(range(100).map(String));
  });

  test.each([
    { days: 6, format: 'Letter' },
    { days: 12, format: 'A4' },
    { days: 18, format: 'Letter' },
    { days: 31, format: 'Letter' },
    { days: 31, format: 'A4' },
  ])('has every column of a table of $days days: $format', async ({ days, format }) => {
    const records = range(days).flatMap((at) =>
      ['a', 'b'].map(
        (name, place) =>
          `{"day":"2026-01-${String(1 + at).padStart(2, '0')}","name":"${name}","revenue":${place + 1}${at + 100}.25}`,
      ),
    );
    const { pages } = await print('--by day -g name --pivot day', records, format);
    const words = pages.flat().flatMap((line) => line.split(/\s+/));
    const values = range(days).flatMap((at) => [`1${at + 100}.25`, `2${at + 100}.25`]);
    expect(values.filter((value) => !words.includes(value))).toEqual([]);
    if (days > 18) expect(words).toContain('2026-01-31');
  });
});
