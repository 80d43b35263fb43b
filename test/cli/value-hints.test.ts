import { expect, test } from 'vitest';
import { runWithNotes as runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

const RECORDS = [
  '{"date":"2026-01-01","campaign":"Spring Sale","country":"US","revenue":1}',
  '{"date":"2026-01-01","campaign":"Newsletter","country":"DE","revenue":2}',
];

async function pull(args: string) {
  const { env } = await startRecordService(() => RECORDS);
  return runCli(['revenue', '--from', '2026-01-01', '--to', '2026-01-01', ...args.split(' ')], { env });
}

test('a condition that no record meets names at most five values, cut to forty characters', async () => {
  const { env } = await startRecordService(() =>
    Array.from({ length: 9 }, (_, index) => `{"date":"2026-01-01","name":"${index}${'x'.repeat(50)}"}`),
  );
  const { stderr } = await runCli('revenue --from 2026-01-01 --to 2026-01-01 --where name=none', { env });
  const [, list] = /values of name: (.*) \[unmatched\]\n/.exec(stderr)!;
  expect(list!.split(', ')).toHaveLength(6);
  expect(list!.endsWith(', …')).toBe(true);
  expect(list).not.toContain('x'.repeat(41));
});

test.each(['month', 'Weeks', 'day'])('--group-by %s suggests --by', async (unit) => {
  const { exitCode, stderr } = await pull(`--group-by ${unit}`);
  const singular = unit.toLowerCase().replace(/s$/, '');
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: `error: no record has the column "${unit}" (--group-by)\nhint: for one row per ${singular}, use --by ${singular}\n`,
  });
});

test('units and formats in upper case', async () => {
  const lower = await pull('--by month --sum revenue -f json');
  expect(await pull('--by Month --sum revenue -f JSON')).toMatchObject({ exitCode: 0, stdout: lower.stdout });
});
