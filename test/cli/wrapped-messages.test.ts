import { expect, test } from 'vitest';
import { runCli } from '../harness/run-cli.ts';

const ARGS = 'revenue --sandbox -p last-month --compare previous -g campaign -f csv'.split(' ');

async function linesOn(columns: number): Promise<readonly string[]> {
  const { stderr } = await runCli(ARGS, { env: { CI: '1' }, tty: true, columns });
  return stderr.trimEnd().split('\n');
}

test.each([40, 60, 80, 200])('messages on a terminal of %i columns break between words only', async (columns) => {
  const lines = await linesOn(columns);
  const words = (texts: readonly string[]) => texts.join(' ').split(/ +/);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
  expect(words(lines)).toContain('2026-05-01..2026-05-31');
  expect(words(lines)).toContain('2026-04-01..2026-04-30');
  expect(lines.filter((line) => line.startsWith('note:')).length).toBeLessThanOrEqual(2);
});

test('commands stay on one line', async () => {
  const { stderr } = await runCli('revenue -p last-month', { stderrTty: true, columns: 24 });
  expect(stderr).toContain('hint: run\n  `reporting login`, or\n');
});

test('messages off a terminal are one line each', async () => {
  const { stderr } = await runCli([...ARGS, '-v']);
  expect(stderr.split('\n').filter((line) => line.startsWith(' '))).toEqual([]);
});
