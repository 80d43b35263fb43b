import { expect, test } from 'vitest';
import { runWithoutCaption, withoutCaption } from '../harness/caption.ts';
import { createHome } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

const DAY = ['revenue', '--from', '2026-01-01', '--to', '2026-01-01', '--date-column', 'none'];

async function markdown(records: readonly string[], args: readonly string[] = []) {
  const service = await startRecordService(() => records);
  return runWithoutCaption([...DAY, '-f', 'markdown', ...args], { env: service.env });
}

test('is a table with numbers aligned right and unchanged digits', async () => {
  const { stdout, stderr, exitCode } = await markdown([
    '{"date":"2026-01-01","n":9007199254740993,"revenue":0.10}',
    '{"date":"2026-01-02","n":1,"revenue":1e-7,"note":null}',
  ]);
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(stdout).toBe(
    '| date | n | revenue | note |\n' +
      '| --- | ---: | ---: | --- |\n' +
      '| 2026-01-01 | 9007199254740993 | 0.10 |  |\n' +
      '| 2026-01-02 | 1 | 1e-7 |  |\n',
  );
});

test.each([
  ['a|b', 'a\\|b'],
  ['*a* **b** `c`', '\\*a\\* \\*\\*b\\*\\* \\`c\\`'],
  ['campaign_id_1 _a_ __', 'campaign_id_1 \\_a\\_ \\_\\_'],
  ['<b>&amp;</b>', '\\<b\\>\\&amp;\\</b\\>'],
  ['[a](b) ![c](d) ~~e~~ $f$', '\\[a\\](b) !\\[c\\](d) \\~\\~e\\~\\~ \\$f\\$'],
  ['a\\b', 'a\\\\b'],
  ['a\nb\u001b[31m', 'a\\\\nb\\\\u001b\\[31m'],
  ['- 1. # 日本語', '- 1. # 日本語'],
])('escapes %j', async (text, cell) => {
  const { stdout } = await markdown([JSON.stringify({ [text]: text })]);
  expect(stdout).toBe(`| ${cell} |\n| --- |\n| ${cell} |\n`);
});

test.each(['report.md', 'REPORT.MARKDOWN'])('is the format of %s', async (file) => {
  const service = await startRecordService(() => ['{"n":1234}']);
  const home = createHome();
  await runWithoutCaption([...DAY, '-o', file, '--human'], { env: service.env, home });
  expect(withoutCaption(home.read(file)!)).toBe('| n |\n| ---: |\n| 1,234 |\n');
});

test('applies --columns and --max-rows, and reports the other rows', async () => {
  const { stdout, stderr } = await markdown(
    ['{"a":1,"b":2}', '{"a":3,"b":4}'],
    ['--columns', 'b', '--max-rows', '1'],
  );
  expect(stdout).toBe('| b |\n| ---: |\n| 2 |\n');
  expect(stderr).toContain('1 more record is not shown');
});

test('of an empty report is a message', async () => {
  const { stdout, exitCode } = await markdown([]);
  expect([stdout, exitCode]).toEqual(['no records\n', 0]);
});
