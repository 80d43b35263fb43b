import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, onTestFinished } from 'vitest';
import { createHome } from './run-cli.ts';

/** A page in Chromium, and everything that would show that it is not self-contained. */
export interface OpenedPage {
  readonly page: Page;
  /** The addresses that the page requested, besides its own. */
  readonly requests: readonly string[];
  /** Messages of the console, and errors of scripts. */
  readonly messages: readonly string[];
}

let browser: Promise<Browser> | undefined;

/** Closes the browser after the tests of a file. */
export function closeBrowserAfterTests(): void {
  afterAll(async () => {
    await (await browser)?.close();
    browser = undefined;
  });
}

/** Chromium of the system, started once per file. It must be installed. */
function launch(): Promise<Browser> {
  const executablePath = spawnSync('which', ['chromium'], { encoding: 'utf8' }).stdout.trim();
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'];
  return chromium.launch({ executablePath, args });
}

/** Opens a document as a local file, as a reader of it would. */
export async function openDocument(html: string, options: BrowserContextOptions = {}): Promise<OpenedPage> {
  browser ??= launch();
  const file = path.join(createHome().work, 'page.html');
  writeFileSync(file, html);
  const context = await (await browser).newContext(options);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const requests: string[] = [];
  const messages: string[] = [];
  page.on('request', (request) => {
    if (request.url() !== `file://${file}`) requests.push(request.url());
  });
  page.on('console', (message) => messages.push(message.text()));
  page.on('pageerror', (error) => messages.push(error.message));
  page.on('dialog', (dialog) => {
    messages.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(`file://${file}`);
  return { page, requests, messages };
}
