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
  /** The lines of each page of paper, without empty ones, and without the commas of numbers. */
  readonly pages: readonly (readonly string[])[];
}

async function print(
  args: string,
  records: readonly string[] | Parameters<typeof startRecordService>[0],
  format: string,
): Promise<Printed> {
  const { env } = await startRecordService(typeof records === 'function' ? records : () => records);
  const run = await runCli(`revenue --from 2026-01-01 --to 2026-01-31 -f html ${args}`, { env });
  expect(run.exitCode, run.stderr).toBe(0);
  const { page } = await openDocument(run.stdout);
  const file = path.join(createHome().work, 'page.pdf');
  await page.pdf({ path: file, format });
  const text = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' }).replaceAll(',', '');
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
    for (const lines of pages.slice(-tables.length + 1, -1)) expect(lines[0]).toMatch(/^ *day +name +revenue$/);
    const numbersOf = (lines: readonly string[], word: string): readonly string[] =>
      [...lines.join('\n').matchAll(new RegExp(`${word}(\\d+)\\.`, 'g'))].map(([, number]) => number!);
    for (const lines of tables) expect(numbersOf(lines, 'end')).toEqual(numbersOf(lines, 'begin'));
    expect(tables.flatMap((lines) => numbersOf(lines, 'end'))).toEqual(range(100).map(String));
  });

  test.each([
    { args: '--group-by name', numbers: ['8001.25', '9001.25', '-1000.00', '-11.1%'] },
    { args: '--group-by name --by day', numbers: ['8001.25', '9001.25', '-1000.00', '-11.11%'] },
  ])('has all columns of a comparison: $args', async ({ args, numbers }) => {
    const { pages } = await print(
      `${args} --compare previous`,
      ({ query }) => {
        const size = query.start_date!.startsWith('2026') ? 8000 : 9000;
        return range(3).map(
          (at) => `{"day":"${query.start_date!.slice(0, 9)}${at + 1}","name":"n${at}","revenue":${size + at}.25}`,
        );
      },
      'A4',
    );
    const text = pages.flat().join('\n');
    expect(numbers.filter((number) => !text.includes(number))).toEqual([]);
  });

  test.each([
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

  test.each(['Letter', 'A4'])('cuts off no long number: %s', async (format) => {
    const amounts = range(7).map((at) => `900719925474${at}993.10`);
    const record = `{"day":"2026-01-01",${amounts.map((amount, at) => `"amount_${at}":${amount}`).join(',')}}`;
    const { pages } = await print('', [record], format);
    const words = pages.flat().flatMap((line) => line.split(/\s+/));
    expect(amounts.filter((amount) => !words.includes(amount))).toEqual([]);
  });
});
