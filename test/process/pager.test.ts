import { expect, test } from 'vitest';
import { createHome } from '../harness/run-cli.ts';
import { spawnShell } from '../harness/spawn-cli.ts';

const REPORT = 'revenue --sandbox --from 2026-01-01 --to 2026-01-31 -f table';

/** Runs a report on a terminal of twelve lines that `script` makes, and types `keys` into it. */
async function leaf(keys: string, env: Readonly<Record<string, string>>, args = '') {
  const home = createHome();
  const terminal = `trap : INT; stty cols 80 rows 12; $REPORTING ${REPORT} ${args}; echo "rc=$?"; stty -a`;
  const { stdout } = await spawnShell(`(${keys}) | script -qec '${terminal}' /dev/null`, {
    home,
    env: { TERM: 'xterm', NO_COLOR: '1', ...env },
  });
  return { stdout, home };
}

/** The settings of a terminal on which people type and see what they type. */
const SANE = /[^-]icanon(.|\r|\n)*[^-]echo /;

test('less shows what is longer than the screen, outlives Ctrl-C, and gives the terminal back', async () => {
  const { stdout, home } = await leaf(
    "sleep 2; printf '\\003'; sleep 0.5; printf 'G'; sleep 0.5; printf q; sleep 1",
    {
      PAGER: 'less',
    },
  );
  const [first, last] = [stdout.indexOf('2026-01-01 '), stdout.lastIndexOf('2026-01-31 ')];
  expect(first).toBeGreaterThan(-1);
  expect(last).toBeGreaterThan(first);
  expect(stdout).not.toContain('2026-01-15 ');
  expect(stdout.indexOf('124 records from 1 window')).toBeGreaterThan(last);
  expect(stdout).toContain('rc=0');
  expect(stdout).not.toContain('interrupted');
  expect(stdout.slice(stdout.indexOf('rc='))).toMatch(SANE);
  expect(home.strays()).toEqual([]);
});

test('less that is left before it has read all ends the run quietly', async () => {
  const { stdout, home } = await leaf(
    'sleep 3; printf q; sleep 1',
    { PAGER: 'less' },
    '--from 2015-01-01 --max-rows 0',
  );
  expect(stdout).toContain('2015-01-01 ');
  expect(stdout).toContain('rc=0');
  expect(stdout).not.toMatch(/error|EPIPE/);
  expect(home.strays()).toEqual([]);
});

test('a signal to the run ends less too', async () => {
  const kill = 'sleep 3; kill -TERM $(cat pid)';
  const { stdout } = await leaf(`${kill}; sleep 1`, { PAGER: "sh -c 'echo $PPID > pid; exec less'" });
  expect(stdout).toContain('error: terminated, what was written is not whole');
  expect(stdout).toContain('rc=143');
  expect(stdout.slice(stdout.indexOf('rc='))).toMatch(SANE);
});
