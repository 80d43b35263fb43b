// Writes the pictures of README.md and docs/ into the directory that the command line names: SVG of what the built program prints on
// a terminal, and with `--page` PNG of a page in Debian's Chromium, light and wide, dark and narrow, made small by pngquant.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import stringWidth from 'string-width';
import { onTerminal } from './terminal.mjs';

const COLUMNS = 80;
/** A cell of a terminal in pixels. Text stands on a line `base` below the top of its cell. */
const [width, height, base, margin] = [8.4, 18, 13.5, 16];
/** Colours with enough contrast on the background, which is dark on light and dark pages. A stroke makes braille dots larger. */
const STYLES = `\
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; color: #d1d7e0; fill: currentColor }
.bold { font-weight: 700; color: #f0f6fc }
.dim { color: #8b949e }
.red { color: #ff7b72 }
.green { color: #56d364 }
.yellow { color: #e3b341 }
.cyan { color: #56d4dd }
.braille { stroke: currentColor; stroke-width: 0.8 }
`;
const CLASSES = { 1: 'bold', 2: 'dim', 31: 'red', 32: 'green', 33: 'yellow', 36: 'cyan' };
/** Changes of style, and runs of characters of one font and width, without two spaces in a row, which SVG would collapse. */
const PIECES = /\u001b\[(\d+)m|[\u2800-\u28ff]+|[\u2500-\u25ff]+|(?:[^\s\u001b\u2500-\u28ff]+ ?)+| +/g;

const target = path.resolve(process.argv[2] ?? 'docs/images');
const home = mkdtempSync(path.join(os.tmpdir(), 'reporting-screenshots-'));
try {
  mkdirSync(target, { recursive: true });
  save('report', 'Revenue by campaign against the month before, and a chart of each day', [
    ...session('reporting revenue --sandbox -p 2023-10 -g campaign --compare previous -q'),
    ...session('reporting revenue --sandbox -p 2023-10 -f chart -q', { rows: 18 }),
  ]);
  const REPORTING_SANDBOX = '--fault empty@2026-02';
  save('gaps', 'A chart with a gap, the warning about it, and a run that fails because of it', [
    ...session(`export REPORTING_SANDBOX='${REPORTING_SANDBOX}'`),
    ...session('reporting revenue --sandbox -p 2026-Q1 -f chart', { rows: 18, REPORTING_SANDBOX }),
    ...session('reporting revenue --sandbox -p 2026-Q1 --strict', { REPORTING_SANDBOX }),
  ]);
  if (process.argv.includes('--page')) await savePages();
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** The lines of a command after its prompt. Times are always the same. */
function session(command, env) {
  const output = onTerminal(command, COLUMNS, home, env).replace(/(windows?) in [\d.]+ s/g, '$1 in 2.0 s');
  // Progress is drawn from the first column, and cleared.
  const left = output.replace(/\r|[^\n]*\u001b\[1G|\u001b\[\??\d*[hlJK]/g, '');
  return `\u001b[32m$\u001b[39m \u001b[1m${command}\u001b[22m\n${left}`.trimEnd().split('\n');
}

/** Each run of text has its place and its length, so that columns are aligned in every font. */
function save(name, title, lines) {
  const xml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const round = (number) => Math.round(number * 100) / 100;
  const [right, bottom] = [COLUMNS * width + 2 * margin, lines.length * height + 2 * margin];
  const texts = lines.flatMap((line, row) => {
    let column = 0;
    let style = [];
    return Array.from(line.matchAll(PIECES), ([piece, code]) => {
      if (code === '22') style = style.filter((each) => each !== 'bold' && each !== 'dim');
      else if (code === '39') style = style.filter((each) => each === 'bold' || each === 'dim');
      else if (code !== undefined) style = [...style, CLASSES[code]];
      if (code !== undefined) return '';
      const text = piece.trimEnd();
      const names = /[\u2800-\u28ff]/.test(text) ? [...style, 'braille'] : style;
      const x = round(margin + column * width);
      column += stringWidth(piece);
      if (column > COLUMNS) throw new Error(`longer than ${COLUMNS} columns: ${line}`);
      if (text === '') return '';
      const classes = names.length === 0 ? '' : ` class="${names.join(' ')}"`;
      const length = `textLength="${round(stringWidth(text) * width)}" lengthAdjust="spacingAndGlyphs"`;
      return `<text x="${x}" y="${round(margin + row * height + base)}" ${length}${classes}>${xml(text)}</text>\n`;
    });
  });
  const svg = `\
<svg xmlns="http://www.w3.org/2000/svg" width="${right}" height="${bottom}" viewBox="0 0 ${right} ${bottom}" role="img">
<title>${xml(title)}</title>
<style>
${STYLES}</style>
<rect x="0.5" y="0.5" width="${right - 1}" height="${bottom - 1}" rx="8" fill="#0d1117" stroke="#3d444d"/>
${texts.join('')}</svg>
`;
  writeFileSync(path.join(target, `${name}.svg`), svg);
}

async function savePages() {
  const report = 'revenue --sandbox -p 2026-Q2 --compare previous -g campaign --sum revenue,clicks -o q2.html';
  onTerminal(`reporting ${report}`, COLUMNS, home);
  const executablePath = execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const savePage = async (name, width, colorScheme) => {
    const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
    await page.goto(`file://${home}/q2.html`);
    const file = path.join(target, `${name}.png`);
    await page.screenshot({ path: file, fullPage: true });
    execFileSync('pngquant', ['--force', '--output', file, '64', file]);
  };
  await savePage('html-page', 1280, 'light');
  await savePage('html-narrow', 380, 'dark');
  await browser.close();
}
