// Writes what people read into the directory that the command line names: the requests of corpus.txt in each format, on terminals
// of three widths, with and without colours. The same code writes the same bytes: compare two directories with `diff -r`.
//
// A line of corpus.txt is a name, the formats in brackets if they are not all, and a command. `text` is the command as it is.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { CLIENTS, createService } from './corpus-service.mjs';
import { rawText } from './raw-text.mjs';

const NOW = '2026-11-18T12:00:00Z';
const WIDTHS = [60, 80, 120];
const NEEDED = ['src/main', 'test/harness/streams', 'test/harness/words', 'test/harness/workbook'];
const READ_ON_TERMINAL = new Set(['table', 'chart', 'text']);

const LINES =
  /<\/?(?:p|div|h\d|li|ul|ol|tr|table|caption|section|header|footer|d[ltd]|pre|summary|details|text|title)\b[^>]*>/g;
const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The text of a page: a line for each block and each label of a picture, and ` | ` before each cell. */
function textOfPage(page) {
  const cells = String(page)
    .replace(/<style>[\s\S]*?<\/style>/g, '')
    .replace(/\s+/g, ' ')
    .replace(/<t[dh](?=[ >])[^>]*>/g, ' | ');
  const text = cells.replace(LINES, '\n').replace(/<[^>]*>/g, '');
  return text.replace(/ *\n[ \n]*/g, '\n').replace(/&(#?\w+);/g, (_, name) => ENTITIES[name]);
}

/** The text of a workbook: a line for each row of its sheets, with the value of each cell, texts in quotes, its format and formula. */
function textOfWorkbook(bytes) {
  const sheets = readWorkbook(bytes).map(({ name, cells }) => {
    const lines = Array.from(cells, ([place, { type, value, format, formula, isBold }]) => {
      const parts = [
        `${place.startsWith('A') ? '\n' : ' | '}${place}`,
        type === 'text' ? JSON.stringify(value) : value,
      ];
      parts.push(format === 'General' ? '' : `{${format}}`, formula ? `=${formula}` : '', isBold ? 'bold' : '');
      return parts.filter(Boolean).join(' ');
    });
    return `sheet ${name}${lines.join('')}\n`;
  });
  return sheets.join('');
}

/** Formats whose documents are not read as they are. */
const READERS = { html: textOfPage, xlsx: textOfWorkbook };

/** Compiles the command line and readers of the tests into one directory, where Node finds the packages that they import. */
async function load() {
  const directory = path.resolve(`node_modules/.cache/corpus-${process.pid}`);
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const bundle = await rolldown({
    input: NEEDED.map((name) => `${name}.ts`),
    platform: 'node',
    external: (name) => /^[^./\0]/.test(name) && !path.isAbsolute(name) && !name.startsWith('@oxc-project/'),
    plugins: [rawText],
    transform: { define: { __VERSION__: '"0.0.0"' } },
  });
  await bundle.write({ dir: directory, format: 'esm', entryFileNames: '[name].mjs' });
  await bundle.close();
  const modules = NEEDED.map((name) => import(pathToFileURL(`${directory}/${path.basename(name)}.mjs`)));
  return Object.assign({}, ...(await Promise.all(modules)));
}

const target = path.resolve(process.argv[2]);
const home = mkdtempSync(path.join(os.tmpdir(), 'reporting-corpus-'));
process.once('exit', () => rmSync(home, { recursive: true, force: true }));
const { run, CapturedOutput, createInput, findCommand, readWorkbook } = await load();

/** Runs a command on a pretended terminal without a pager, at `NOW`. */
async function runCommand({ words, env }, columns, colour) {
  const [stdout, stderr] = [1, 2].map(() => new CapturedOutput({ isTTY: true, columns, rows: 24 }));
  const directories = { workingDirectory: home, homeDirectory: home, temporaryDirectory: home };
  const exitCode = await run(words, {
    ...{ stdin: createInput('', true), stdout, stderr, platform: 'linux', timeZone: undefined },
    // CI shows no progress.
    env: { TZ: 'UTC', PAGER: '', CI: '1', TERM: 'xterm', ...(colour === 'none' && { NO_COLOR: '1' }), ...env },
    directories: async () => directories,
    now: () => new Date(NOW),
    sleep: async () => undefined,
    random: () => 0.5,
    ...{ stallTimeoutMs: 60_000, tokenCommandTimeoutMs: 60_000, prepareForData: async () => undefined },
    ...{ signal: new AbortController().signal, ignoreInterrupts: () => () => undefined },
  });
  return { stdout: stdout.text, end: `--- stderr\n${stderr.text}--- exit ${exitCode}\n` };
}

/** Directories and ports, which differ from run to run, are the same. */
const clean = (text) => text.replaceAll(home, '~').replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:1');

const server = createService(NOW);
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const profileOf = (name) => {
  const baseUrl = `http://127.0.0.1:${server.address().port}/${name}/v2/reporting`;
  return [name, { baseUrl, clientId: '7d444840-9dc0-11d1-b245-5ffdce74fad2', token: `corpus-token-of-${name}` }];
};
const profiles = Object.fromEntries(Object.keys(CLIENTS).map(profileOf));
mkdirSync(path.join(home, '.config/reporting'), { recursive: true, mode: 0o700 });
writeFileSync(path.join(home, '.config/reporting/config.json'), JSON.stringify({ profiles }), { mode: 0o600 });

const requests = readFileSync(new URL('corpus.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
for (const request of requests) {
  const [, name, formats = 'table,chart,markdown,html,xlsx,csv', typed] = /^([\w-]+)(?: \[(.*?)\])?: (.*)$/.exec(
    request,
  );
  const command = findCommand(typed);
  mkdirSync(path.join(target, name), { recursive: true });
  for (const format of formats.split(',')) {
    const [widths, colours] = READ_ON_TERMINAL.has(format) ? [WIDTHS, ['colour', 'none']] : [[80], ['none']];
    const file = path.join(home, `report.${format}`);
    const output = READERS[format] === undefined ? [] : ['-o', path.basename(file)];
    const words = [...command.words, ...(format === 'text' ? [] : ['-f', format]), ...output];
    for (const width of widths) {
      for (const colour of colours) {
        const { stdout, end } = await runCommand({ ...command, words }, width, colour);
        const text = existsSync(file) ? READERS[format](readFileSync(file)) : stdout;
        rmSync(file, { force: true });
        writeFileSync(path.join(target, name, `${format}-${width}-${colour}.txt`), clean(`${text}${end}`));
      }
    }
  }
}
server.close();
