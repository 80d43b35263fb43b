// Writes the pictures of README.md and docs/ into the directory that the command line names. Each one shows what the built program
// prints on a terminal, which `script` of util-linux opens. Times, and the character that turns, are always the same.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createScreen, svgOf } from './screen.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const COLUMNS = 80;

/** The program writes this after each drawing of its progress line. */
const END_OF_DRAWING = '\u001b[?2026l';

/** Waits before retries are random. If they are very short, no progress line shows the second retry, and the run is repeated. */
const MOST_RUNS = 10;

const target = path.resolve(process.argv[2] ?? 'docs/images');
const home = mkdtempSync(path.join(os.tmpdir(), 'reporting-screenshots-'));
try {
  writeFileSync(
    path.join(home, 'reporting'),
    `#!/bin/sh\nexec '${process.execPath}' '${ROOT}bin/reporting.cjs' "$@"\n`,
    {
      mode: 0o755,
    },
  );
  mkdirSync(target, { recursive: true });
  save('report', 'Revenue by campaign against the month before, and a chart of each day', changes());
  save('healing', 'The progress of a run with failed requests, and the complete report', healing());
  save('gaps', 'A chart with a gap, the warning about it, and a run that fails because of it', gaps());
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** A comparison of campaigns, and a chart of the same month. */
function changes() {
  const month = 'reporting revenue --sandbox -p 2023-10';
  return [
    ...session(`${month} -g campaign --compare previous -q`),
    ...session(`${month} -f chart -q`, { LINES: '18' }),
  ];
}

/** A progress line with a retry and the time left, and the screen after the run. */
function healing() {
  const faults = '--fault 503:0.3';
  const command = 'reporting revenue --sandbox -p 2020 --concurrency 1 -o y.csv';
  for (let attempt = 0; attempt < MOST_RUNS; attempt += 1) {
    const output = onTerminal(command, { env: { REPORTING_SANDBOX: faults } });
    const retry = output.split(END_OF_DRAWING).find((drawing) => / 8\/12 .* \d s left .*retry 2/.test(drawing));
    if (retry === undefined) continue;
    const line = retry.slice(retry.lastIndexOf('\u001b[1G'));
    return [
      ...sandbox(faults),
      ...draw(prompt(command)),
      ...draw(line.replace(/[\u2800-\u28ff]/, '⠹').replace(/\d s left/, '2 s left')),
      ...draw(output),
      ...session('wc -l < y.csv'),
    ];
  }
  throw new Error(`no progress line of ${MOST_RUNS} runs shows a second retry after 8 windows`);
}

/** A chart of a quarter without the records of a window, and the same report with --strict. */
function gaps() {
  const REPORTING_SANDBOX = '--fault empty@2026-02';
  const command = 'reporting revenue --sandbox -p 2026-Q1';
  return [
    ...sandbox(REPORTING_SANDBOX),
    ...session(`${command} -f chart`, { LINES: '18', REPORTING_SANDBOX }),
    ...session(`${command} --strict`, { status: 9, REPORTING_SANDBOX }),
  ];
}

/** The rows of the command that sets options of the sandbox. */
function sandbox(options) {
  return draw(prompt(`export REPORTING_SANDBOX='${options}'`));
}

/** The rows of a command after a prompt, and of its output. */
function session(command, { status = 0, ...env } = {}) {
  return [...draw(prompt(command)), ...draw(onTerminal(command, { status, env }))];
}

function prompt(command) {
  return `\u001b[32m$\u001b[39m \u001b[1m${command}\u001b[22m`;
}

/** The output of a command on a terminal of 80 columns and 24 lines. Throws an error for another exit code than `status`. */
function onTerminal(command, { status = 0, env = {} } = {}) {
  const line = `stty cols ${COLUMNS} rows 24; ${command}`;
  const result = spawnSync('script', ['--quiet', '--return', '--command', line, '/dev/null'], {
    cwd: home,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: `${home}:${process.env.PATH}`,
      HOME: home,
      TERM: 'xterm-256color',
      LANG: 'C.UTF-8',
      TZ: 'UTC',
      ...env,
    },
  });
  if (result.error !== undefined) throw result.error;
  if (result.status !== status) throw new Error(`exit ${result.status} of ${command}:\n${result.stdout}`);
  return result.stdout.replace(/(windows?) in [\d.]+ s/g, '$1 in 2.0 s');
}

/** The rows of a screen after `output`, without the empty ones at its end. */
function draw(output) {
  const { rows, write } = createScreen(COLUMNS);
  write(output);
  while (rows.at(-1)?.length === 0) rows.pop();
  return rows;
}

function save(name, title, rows) {
  writeFileSync(path.join(target, `${name}.svg`), svgOf(rows, { columns: COLUMNS, title }));
}
