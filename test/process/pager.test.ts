import { expect } from 'vitest';
import { needs } from '../harness/needs.ts';
import { createHome } from '../harness/run-cli.ts';
import { REPORTING } from '../harness/spawn-cli.ts';
import { openTerminal } from '../harness/terminal.ts';

const { test } = needs('script', 'less');

const REPORT = 'revenue --sandbox --from 2026-01-01 --to 2026-01-31 -f table';
/** The prompt of less below a page. */
const PROMPT = ':';

/** Runs a report on a terminal of twelve lines, then prints its exit code and the terminal's settings. */
function openPaged(env: Readonly<Record<string, string>>, args = '') {
  const home = createHome();
  const command = `trap : INT; stty cols 80 rows 12; ${REPORTING} ${REPORT} ${args}; echo "rc=$?"; stty -a`;
  const { PATH } = process.env;
  const terminal = openTerminal(command, home, { PATH, TERM: 'xterm', NO_COLOR: '1', ...env });
  return { terminal, home };
}

/** The settings of a terminal with line editing and echo. */
const SANE = /[^-]icanon(.|\r|\n)*[^-]echo /;

// Once in hundreds of runs on a busy machine, the shell reports 130 for a run that less outlived.
test('less shows text longer than the screen, survives Ctrl-C, and restores the terminal', { retry: 2 }, async () => {
  const { terminal, home } = openPaged({ PAGER: 'less' });
  await terminal.until('2026-01-01 ');
  await terminal.until(PROMPT);
  terminal.type('\x03');
  // less drops a key that comes while it handles the signal, and then shows no new prompt.
  const untilItGoes = setInterval(() => terminal.type('G'), 200);
  await terminal.until('2026-01-31 ');
  clearInterval(untilItGoes);
  terminal.type('q');
  await terminal.until('rc=');
  await terminal.exitCode;
  const shown = terminal.shown();
  expect(shown).not.toContain('2026-01-15 ');
  expect(shown).not.toContain('interrupted');
  expect(shown.slice(shown.indexOf('rc='))).toMatch(/^rc=0\r/);
  expect(shown.slice(shown.indexOf('rc='))).toMatch(SANE);
  expect(home.strays()).toEqual([]);
});

test('quitting less before it has read everything ends the run without an error', async () => {
  const { terminal, home } = openPaged({ PAGER: 'less' }, '--from 2024-01-01 --limit all');
  await terminal.until('2024-01-01 ');
  await terminal.until(PROMPT);
  terminal.type('q');
  await terminal.exitCode;
  expect(terminal.shown()).toContain('rc=0');
  expect(terminal.shown()).not.toMatch(/error|EPIPE/);
  expect(home.strays()).toEqual([]);
});

test('a signal to the run ends less too', async () => {
  const { terminal, home } = openPaged({ PAGER: "sh -c 'echo $PPID > pid; exec less'" });
  await terminal.until(PROMPT);
  process.kill(Number(home.read('pid')), 'SIGTERM');
  await terminal.exitCode;
  const shown = terminal.shown();
  expect(shown).toContain('error: terminated');
  expect(shown.slice(shown.indexOf('rc='))).toMatch(/^rc=143\r/);
  expect(shown.slice(shown.indexOf('rc='))).toMatch(SANE);
});
