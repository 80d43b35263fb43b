import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { closeBrowserAfterTests, openDocument } from '../harness/browser.ts';
import { needs } from '../harness/needs.ts';
import { firstOf } from '../harness/property-runs.ts';
import { createHome, runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

const { test } = needs('chromium');
const paper = needs('chromium', 'pdftotext');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const HOSTILE = [
  '</script><img src=x onerror=alert(1)>',
  '\u202egnp.exe \u05e9\u05dc\u05d5\u05dd',
  'a,"b"',
  'x'.repeat(9_900),
  '{{7*7}}',
];

// Both parts share the browser: to start it takes as long as half of the tests.
closeBrowserAfterTests();

/** Numbers that are equal as doubles, and numbers that sort differently as texts. 3 January has no records. */
const AMOUNTS = ['9007199254740993.10', '9007199254740993.2', '-5.00', '10', '9', '1e2', '0.10', '-0.5'];
const RECORDS = AMOUNTS.map(
  (amount, at) =>
    `{"day":"2026-01-0${1 + (at % 2)}","name":${JSON.stringify(HOSTILE[at] ?? `name ${at}`)},"note":${at === 3 ? 'null' : `"n${at}"`},"revenue":${amount}}`,
);

async function documentOf(args: string, records: readonly string[] = RECORDS) {
  const { env } = await startRecordService(({ query }) =>
    query.start_date === '2026-01-01' ? records : ['{"day":"2025-12-02","name":"old","revenue":0.30}'],
  );
  const line = `revenue --from 2026-01-01 --to 2026-01-03 ${args} -f html`;
  const { stdout, stderr, exitCode } = await runCli(line, { env });
  expect(exitCode, stderr).toBe(0);
  return stdout;
}

/** The texts of a column of the rows that are shown. */
function columnOf(page: Page, column: number): Promise<readonly string[]> {
  return page
    .locator(`#rows tbody tr:visible td:nth-child(${column})`)
    .evaluateAll((cells) => cells.map((cell) => cell.textContent ?? ''));
}

describe('a page in a browser', () => {
  test('loads nothing, runs nothing of the service, and shows its texts, charts and rows', async () => {
    const html = await documentOf('');
    const { page, requests, messages } = await openDocument(html);
    await page.waitForLoadState('networkidle');
    expect(requests).toEqual([]);
    expect(messages).toEqual([]);
    expect(await page.locator('img').count()).toBe(0);
    expect((await columnOf(page, 2)).slice(0, 5)).toEqual(HOSTILE.map((name) => name.replace('\u202e', '\\u202e')));
    expect(await page.locator('.wide svg').isVisible()).toBe(true);
    expect(await page.locator('.narrow svg').isVisible()).toBe(false);
    expect(await page.locator('#rows tbody tr').count()).toBe(8);
  });

  test('runs no script, and applies no other style than its own', async () => {
    const html = await documentOf('');
    const injected = html.replace(
      '<header>',
      '<header><script>document.title = "run"</script><b id="x" style="color:red" onclick="1">x</b><img src="http://127.0.0.1:9/x.png">',
    );
    const { page, messages } = await openDocument(injected);
    expect(await page.title()).toBe('Revenue, 2026-01-01 to 2026-01-03');
    expect(messages.filter((text) => /Content Security Policy/.test(text)).length).toBeGreaterThanOrEqual(3);
    expect(await page.evaluate("getComputedStyle(document.getElementById('x')).color")).not.toBe('rgb(255, 0, 0)');
  });

  test('keeps the first column in sight', async () => {
    const html = await documentOf('');
    const { page } = await openDocument(html, { viewport: { width: 380, height: 800 } });
    const first = page.locator('#rows tbody td').first();
    const scrolls = page.locator('.table .scroll');
    const before = (await first.boundingBox())!.x;
    await scrolls.evaluate((each) => each.scrollTo(200, 0));
    expect(await scrolls.evaluate((each) => each.scrollLeft)).toBe(200);
    expect((await first.boundingBox())!.x).toBe(before);
  });

  test('saves its rows as CSV', async () => {
    const { page, messages } = await openDocument(await documentOf(''));
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Save the rows as CSV')]);
    expect(download.suggestedFilename()).toBe('revenue-2026-01-01-2026-01-03.csv');
    const lines = readFileSync(await download.path(), 'utf8').split('\r\n');
    expect(lines.slice(0, 3)).toEqual([
      '\ufeffday,name,note,revenue',
      '2026-01-01,"=""</script><img src=x onerror=alert(1)>""","=""n0""","=""9007199254740993.10"""',
      '2026-01-02,\u202egnp.exe \u05e9\u05dc\u05d5\u05dd,"=""n1""","=""9007199254740993.2"""',
    ]);
    expect(lines).toHaveLength(10);
    expect(messages).toEqual([]);
  });

  const PAGES = [
    [1280, 'dark', '--group-by name --compare 2025-12-01..2025-12-03'],
    [1280, 'light', ''],
    [380, 'light', '--group-by name --compare 2025-12-01..2025-12-03'],
    [380, 'dark', "--by day --having 'revenue>0'"],
    [1280, 'light', '--group-by name --by day --pivot name'],
    [1280, 'dark', '--group-by name --by day --pivot name'],
    [380, 'dark', '--group-by name,note'],
    [380, 'light', '--group-by name --by day'],
  ] as const;

  test.each(firstOf(1, PAGES))(
    '%d pixels wide, %s, has no violation that axe-core finds: %s',
    async (width, colorScheme, args) => {
      const html = await documentOf(args);
      const { page } = await openDocument(html, { viewport: { width, height: 800 }, colorScheme, bypassCSP: true });
      for (const summary of await page.locator('summary').all()) await summary.click();
      await page.evaluate(AXE);
      const violations = await page.evaluate(async () => {
        const { axe } = globalThis as unknown as {
          axe: {
            run(): Promise<{
              violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
            }>;
          };
        };
        return (await axe.run()).violations.map(({ id, nodes }) => [
          id,
          nodes[0]!.html.slice(0, 200),
          nodes[0]!.failureSummary,
        ]);
      });
      expect(violations).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    },
  );
});

const range = (length: number): readonly number[] => Array.from({ length }, (_, index) => index);

/** The lines of each page of paper, without empty ones, and without the commas of numbers. */
async function print(
  args: string,
  records: readonly string[] | Parameters<typeof startRecordService>[0],
  format: string,
): Promise<readonly (readonly string[])[]> {
  const { env } = await startRecordService(typeof records === 'function' ? records : () => records);
  const run = await runCli(`revenue --from 2026-01-01 --to 2026-01-31 -f html ${args}`, { env });
  expect(run.exitCode, run.stderr).toBe(0);
  const { page } = await openDocument(run.stdout);
  const file = path.join(createHome().work, 'page.pdf');
  await page.pdf({ path: file, format });
  const text = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' }).replaceAll(',', '');
  const pages = text.split('\f').map((each) => each.split('\n').filter((line) => line.trim() !== ''));
  return pages.filter((lines) => lines.length > 0);
}

describe('a printed page', () => {
  paper.test.each(firstOf(1, ['Letter', 'A4']))('repeats the header, and keeps rows whole: %s', async (format) => {
    // Every name takes several lines.
    const words = range(70).map((at) => `word${at}`);
    const records = range(100).map(
      (at) => `{"day":"2026-01-01","name":"begin${at}. ${words.join(' ')} end${at}.","revenue":1.50}`,
    );
    const pages = await print('', records, format);
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

  const COMPARISONS = [
    { args: '--group-by name --by day', numbers: ['8001.25', '9001.25', '-1000.00', '-11.11%'] },
    { args: '--group-by name', numbers: ['8001.25', '9001.25', '-1000.00', '-11.1%'] },
  ];

  paper.test.each(firstOf(0, COMPARISONS))('has all columns of a comparison: $args', async ({ args, numbers }) => {
    const pages = await print(
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

  const PIVOTS = [
    { days: 31, format: 'Letter' },
    { days: 31, format: 'A4' },
    { days: 18, format: 'Letter' },
  ];

  paper.test.each(firstOf(0, PIVOTS))(
    'has every column of a table of $days days: $format',
    async ({ days, format }) => {
      const records = range(days).flatMap((at) =>
        ['a', 'b'].map(
          (name, place) =>
            `{"day":"2026-01-${String(1 + at).padStart(2, '0')}","name":"${name}","revenue":${place + 1}${at + 100}.25}`,
        ),
      );
      const pages = await print('--by day -g name --pivot day', records, format);
      const words = pages.flat().flatMap((line) => line.split(/\s+/));
      const values = range(days).flatMap((at) => [`1${at + 100}.25`, `2${at + 100}.25`]);
      expect(values.filter((value) => !words.includes(value))).toEqual([]);
      if (days > 18) expect(words).toContain('2026-01-31');
    },
  );

  paper.test.each(firstOf(0, ['A4', 'Letter']))('cuts off no long number: %s', async (format) => {
    const amounts = range(7).map((at) => `900719925474${at}993.10`);
    const record = `{"day":"2026-01-01",${amounts.map((amount, at) => `"amount_${at}":${amount}`).join(',')}}`;
    const pages = await print('', [record], format);
    const words = pages.flat().flatMap((line) => line.split(/\s+/));
    expect(amounts.filter((amount) => !words.includes(amount))).toEqual([]);
  });
});
