// Writes the pictures of a page into the directory that the command line names: the page of the built program in Debian's Chromium,
// light on a wide screen and dark on a narrow one. pngquant makes the files small.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const PROGRAM = fileURLToPath(new URL('../bin/reporting.cjs', import.meta.url));
const REPORT = ['revenue', '--sandbox', '--period', '2026-Q2', '--compare', 'previous', '--group-by', 'campaign'];
const DISPLAY = ['--sum', 'revenue,clicks', '--output', 'q2.html'];
const PICTURES = [
  { name: 'html-page', width: 1280, colorScheme: 'light' },
  { name: 'html-narrow', width: 380, colorScheme: 'dark' },
];

const target = path.resolve(process.argv[2] ?? 'docs/images');
const home = mkdtempSync(path.join(os.tmpdir(), 'reporting-page-'));
const executablePath = execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  execFileSync(process.execPath, [PROGRAM, ...REPORT, ...DISPLAY], { cwd: home });
  for (const { name, width, colorScheme } of PICTURES) {
    const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
    await page.goto(`file://${home}/q2.html`);
    const file = path.join(target, `${name}.png`);
    await page.screenshot({ path: file, fullPage: true });
    execFileSync('pngquant', ['--force', '--output', file, '64', file]);
  }
} finally {
  await browser.close();
  rmSync(home, { recursive: true, force: true });
}
