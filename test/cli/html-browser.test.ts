import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { describe as describeAll, expect } from 'vitest';
import { closeBrowserAfterTests, openDocument } from '../harness/browser.ts';
import { needs } from '../harness/needs.ts';
import { runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

const { test } = needs('chromium');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const HOSTILE = [
  '</script><img src=x onerror=alert(1)>',
  '\u202egnp.exe \u05e9\u05dc\u05d5\u05dd',
  'a,"b"',
  'x'.repeat(9_900),
  '{{7*7}}',
];

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
  const line = `revenue --from 2026-01-01 --to 2026-01-03 ${args}`;
  const html = await runCli(`${line} -f html`, { env });
  const csv = await runCli(`${line} -f csv --excel`, { env });
  expect(html.exitCode, html.stderr).toBe(0);
  return { html: html.stdout, csv: csv.stdout };
}

/** The texts of a column of the rows that are shown. */
function columnOf(page: Page, column: number): Promise<readonly string[]> {
  return page
    .locator(`#rows tbody tr:visible td:nth-child(${column})`)
    .evaluateAll((cells) => cells.map((cell) => cell.textContent ?? ''));
}

async function savedRows(page: Page): Promise<{ readonly name: string; readonly text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save')]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

/** What another program gets from the clipboard. */
async function pasteFrom(page: Page): Promise<{ readonly text: string; readonly html: string }> {
  await page.evaluate(`
    globalThis.pasted = undefined;
    addEventListener('paste', ({ clipboardData: data }) => {
      globalThis.pasted = { text: data.getData('text/plain'), html: data.getData('text/html') };
    });
    document.getElementById('filter').focus();
  `);
  await page.keyboard.press('Control+V');
  return page.evaluate('globalThis.pasted');
}

describeAll('a page in a browser', () => {
  closeBrowserAfterTests();

  test('loads nothing, runs nothing of the service, and shows its texts', async () => {
    const { html } = await documentOf('');
    const { page, requests, messages } = await openDocument(html);
    await page.waitForLoadState('networkidle');
    expect(requests).toEqual([]);
    expect(messages).toEqual([]);
    expect(await page.locator('img').count()).toBe(0);
    expect((await columnOf(page, 2)).slice(0, 5)).toEqual(
      HOSTILE.map((name) => name.replace('\u202e', '\\u202e')),
    );
  });

  test('runs no other script, and applies no other style, than its own', async () => {
    const { html } = await documentOf('');
    const injected = html.replace(
      '<header>',
      '<header><script>document.title = "run"</script><b id="x" style="color:red" onclick="1">x</b><img src="http://127.0.0.1:9/x.png">',
    );
    const { page, messages } = await openDocument(injected);
    expect(await page.title()).toBe('Revenue, 2026-01-01 to 2026-01-03');
    expect(messages.filter((text) => /Content Security Policy/.test(text)).length).toBeGreaterThanOrEqual(3);
    expect(await page.evaluate("getComputedStyle(document.getElementById('x')).color")).not.toBe(
      'rgb(255, 0, 0)',
    );
  });

  test('sorts by click and by keyboard, numbers by value with all digits', async () => {
    const { html } = await documentOf('');
    const { page, messages } = await openDocument(html);
    const head = page.locator('#rows thead th').nth(3);
    expect(await head.getAttribute('aria-sort')).toBe('none');
    await head.locator('button').click();
    const descending = [
      '9007199254740993.2',
      '9007199254740993.10',
      '1e2',
      '10',
      '9',
      '0.10',
      '-0.5',
      '-5.00',
    ];
    expect(await columnOf(page, 4)).toEqual(descending);
    expect(await head.getAttribute('aria-sort')).toBe('descending');
    await head.locator('button').press('Enter');
    expect(await columnOf(page, 4)).toEqual([...descending].reverse());
    expect(await head.getAttribute('aria-sort')).toBe('ascending');
    await head.locator('button').press('Space');
    expect(await columnOf(page, 4)).toEqual(AMOUNTS);
    await page.locator('#rows thead th button').nth(2).click();
    expect(await columnOf(page, 3)).toEqual(['n0', 'n1', 'n2', 'n4', 'n5', 'n6', 'n7', '']);
    expect(messages).toEqual([]);
  });

  test('filters', async () => {
    const { html } = await documentOf('');
    const { page } = await openDocument(html);
    expect(await page.textContent('#status')).toBe('8 rows');
    await page.fill('#filter', 'NAME');
    expect(await columnOf(page, 2)).toEqual(['name 5', 'name 6', 'name 7']);
    expect(await page.textContent('#status')).toBe('3 of 8 rows');
    await page.fill('#filter', '254740993.2');
    expect(await columnOf(page, 4)).toEqual(['9007199254740993.2']);
    await page.fill('#filter', '');
    expect(await columnOf(page, 4)).toEqual(AMOUNTS);
  });

  test('adds up the rows that a filter shows, exactly, and prints what they are', async () => {
    const records = ['7443.34', '64758.441', '-0.001', '9007199254740993'].map(
      (revenue, at) =>
        `{"day":"2026-01-0${1 + (at % 2)}","name":"n${at}","rank":${at},"revenue":${revenue},"clicks":${at}}`,
    );
    const { html } = await documentOf('', records);
    const { page } = await openDocument(html);
    const filtered = page.locator('#filtered');
    expect(await filtered.isVisible()).toBe(false);
    await page.fill('#filter', '2026-01-01');
    const rest = 'The rest of the page covers all rows.';
    expect(await filtered.textContent()).toBe(
      `Filter “2026-01-01”: 2 of 4 rows; shown revenue 7,443.339 of 9,007,199,254,813,194.780, clicks 2 of 6. ${rest}`,
    );
    await page.emulateMedia({ media: 'print' });
    expect([await filtered.isVisible(), await page.isVisible('#tools')]).toEqual([true, false]);
    await page.emulateMedia({ media: 'screen' });
    await page.fill('#filter', 'n9');
    expect(await filtered.textContent()).toBe(`Filter “n9”: no row matches. ${rest}`);
    await page.fill('#filter', ' ');
    expect(await filtered.isVisible()).toBe(false);
  });

  test.each([
    [
      'amounts of several currencies',
      '',
      ['"currency":"EUR","revenue":1.5', '"currency":"JPY","revenue":2'],
      'clicks 1 of 2',
    ],
    [
      'amounts of several currencies in groups',
      '--group-by name --sum revenue,clicks',
      ['"currency":"EUR","revenue":1.5', '"currency":"JPY","revenue":2'],
      'clicks 1 of 2',
    ],
    [
      'averages',
      '--group-by name --avg revenue --sum clicks',
      ['"revenue":1.5', '"revenue":2'],
      'clicks 1 of 2',
    ],
    [
      'percentages of a comparison',
      '--group-by name --sum clicks --compare 2025-12-01..2025-12-03',
      ['"revenue":1', '"revenue":2'],
      'clicks 1 of 2, clicks_change 1 of 2',
    ],
  ])('adds up no %s', async (_, args, facts, sums) => {
    const records = facts.map((fact, at) => `{"day":"2026-01-01","name":"n${at}",${fact},"clicks":1}`);
    const { html } = await documentOf(args, records);
    const { page } = await openDocument(html);
    await page.fill('#filter', 'n1');
    expect(await page.textContent('#filtered')).toContain(`; shown ${sums}. `);
  });

  test('keeps the first column in sight', async () => {
    const { html } = await documentOf('');
    const { page } = await openDocument(html, { viewport: { width: 380, height: 800 } });
    const first = page.locator('#rows tbody td').first();
    const scrolls = page.locator('.table .scroll');
    const before = (await first.boundingBox())!.x;
    await scrolls.evaluate((each) => each.scrollTo(200, 0));
    expect(await scrolls.evaluate((each) => each.scrollLeft)).toBe(200);
    expect((await first.boundingBox())!.x).toBe(before);
  });

  test('copies the rows that it shows as TSV, with the exact digits', async () => {
    const { html } = await documentOf('');
    const { page } = await openDocument(html);
    await page.fill('#filter', 'name');
    await page.locator('#rows thead th button').nth(3).click();
    await page.click('#copy');
    await expect.poll(() => page.textContent('#status')).toBe('Copied 3 of 8 rows');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      'day\tname\tnote\trevenue\n2026-01-02\t="name 5"\t="n5"\t1e2\n2026-01-01\t="name 6"\t="n6"\t0.10\n2026-01-02\t="name 7"\t="n7"\t-0.5\n',
    );
  });

  test.each([
    ['', 'revenue-2026-01-01-2026-01-03.csv'],
    ['--columns note', 'revenue-2026-01-01-2026-01-03.csv'],
  ])('saves the same CSV as --excel: %s', async (args, name) => {
    const { html, csv } = await documentOf(args);
    const { page } = await openDocument(html);
    const saved = await savedRows(page);
    // The page shows the control character, and so a digit.
    expect(saved).toEqual({
      name,
      text: csv.replace(/\u202egnp\S* \S*?(?=,)/, '"=""\\u202egnp.exe \u05e9\u05dc\u05d5\u05dd"""'),
    });
  });

  test('copies cells that a spreadsheet takes as text or as numbers', async () => {
    const record = '{"day":"2026-01-01","name":"=1+1","id":9007199254740993,"2026":"<b>&\\n","revenue":1.50}';
    const { html } = await documentOf('', [record]);
    const { page, messages } = await openDocument(html);
    await page.click('#copy');
    await expect.poll(() => page.textContent('#status')).toBe('Copied 1 row');
    const pasted = await pasteFrom(page);
    expect(pasted.text).toBe(
      'day\tname\tid\t="2026"\trevenue\n2026-01-01\t="=1+1"\t="9007199254740993"\t<b>&\\n\t1.50\n',
    );
    const cells = [...pasted.html.matchAll(/<td([^>]*)>(.*?)<\/td>/g)].map(([, kind, text]) => [
      /mso-number-format/.test(kind!) ? 'text' : /x:num/.test(kind!) ? 'number' : 'plain',
      text,
    ]);
    expect(cells.slice(5)).toEqual([
      ['plain', '2026-01-01'],
      ['text', '=1+1'],
      ['text', '9007199254740993'],
      ['text', '&#60;b&#62;&#38;\\n'],
      ['number', '1.50'],
    ]);
    expect(messages).toEqual([]);
  });

  test('shows the exact figure under the pointer, and both ranges of a comparison', async () => {
    const { html } = await documentOf('--group-by name --compare 2025-12-01..2025-12-03');
    const { page, messages } = await openDocument(html, { viewport: { width: 1280, height: 900 } });
    const svg = page.locator('.wide svg');
    await svg.scrollIntoViewIfNeeded();
    const box = (await svg.boundingBox())!;
    await page.mouse.move(box.x + box.width * 0.2, box.y + 100);
    expect(await page.textContent('.tip')).toBe('2026-01-01: 9007199254740997.20');
    await page.mouse.move(box.x + box.width * 0.5, box.y + 100);
    expect(await page.textContent('.tip')).toBe('2026-01-02: 9007199254741102.7  ·  2025-12-02: 0.30');
    await page.mouse.move(box.x + box.width * 0.75, box.y + 100);
    expect(await page.textContent('.tip')).toBe('2026-01-03: no data');
    await page.mouse.move(0, 0);
    expect(await page.locator('.tip').isVisible()).toBe(false);
    expect(messages).toEqual([]);
  });

  test('without script has all of its charts and rows, and no tools', async () => {
    const { html } = await documentOf('');
    const { page } = await openDocument(html, { javaScriptEnabled: false });
    expect(await page.locator('.wide svg').isVisible()).toBe(true);
    expect(await page.locator('.narrow svg').isVisible()).toBe(false);
    expect(await page.locator('#rows tbody tr').count()).toBe(8);
    expect(await page.locator('#tools').isVisible()).toBe(false);
  });

  test.each([
    [1280, 'light', ''],
    [1280, 'dark', '--group-by name --compare 2025-12-01..2025-12-03'],
    [380, 'light', '--group-by name --compare 2025-12-01..2025-12-03'],
    [380, 'dark', "--by day --having 'revenue>0'"],
    [1280, 'light', '--group-by name --by day --pivot name'],
    [1280, 'dark', '--group-by name --by day --pivot name'],
    [380, 'dark', '--group-by name,note'],
    [380, 'light', '--group-by name --by day'],
  ] as const)(
    '%d pixels wide, %s, has no violation that axe-core finds: %s',
    async (width, colorScheme, args) => {
      const { html } = await documentOf(args);
      const { page } = await openDocument(html, {
        viewport: { width, height: 800 },
        colorScheme,
        bypassCSP: true,
      });
      await page.locator('summary').click();
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
