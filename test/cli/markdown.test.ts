import { describe, expect, test } from 'vitest';
import { runWithoutCaption, withoutCaption } from '../harness/caption.ts';
import { startRecordService } from '../harness/service.ts';

const DAY = ['revenue', '--from', '2026-01-01', '--to', '2026-01-01', '--date-column', 'none'];

async function markdown(records: readonly string[], args: readonly string[] = []) {
  const service = await startRecordService(() => records);
  return runWithoutCaption([...DAY, '-f', 'markdown', ...args], { env: service.env });
}

test('is a table with numbers aligned right and the digits of exact ones', async () => {
  expect(
    await markdown([
      '{"date":"2026-01-01","n":9007199254740993,"revenue":0.10}',
      '{"date":"2026-01-02","n":1,"revenue":1e-7,"note":null}',
    ]),
  ).toPrint(
    '| date | n | revenue | note |\n' +
      '| --- | ---: | ---: | --- |\n' +
      '| 2026-01-01 | 9007199254740993 | 0.10 | — |\n' +
      '| 2026-01-02 | 1 | 0.0000001 | — |\n',
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
  expect(await markdown([JSON.stringify({ [text]: text })])).toPrint(`| ${cell} |\n| --- |\n| ${cell} |\n`);
});

test.each(['report.md', 'REPORT.MARKDOWN'])('is the format of %s', async (file) => {
  const { home, ...service } = await startRecordService(() => ['{"n":1234}']);
  await runWithoutCaption([...DAY, '-o', file], { env: service.env, home });
  expect(withoutCaption(home.read(file)!)).toBe('| n |\n| ---: |\n| 1,234 |\n');
});

describe('a comparison of groups', () => {
  const RANGES = 'revenue --from 2026-01-05 --to 2026-01-06 --compare 2025-12-05..2025-12-07 -q -f markdown';
  const [HASH, LINK] = ['# a\n- *b*', '[x](http://e.example) |<i>'];

  async function compared(args: string, records?: readonly string[]): Promise<string> {
    const now = records ?? [
      JSON.stringify({ day: '2026-01-05', name: HASH, revenue: 12.25 }),
      JSON.stringify({ day: '2026-01-06', name: LINK, revenue: 3 }),
      JSON.stringify({ day: '2026-01-06', name: 'c', revenue: 1 }),
    ];
    const before = [
      JSON.stringify({ day: '2025-12-05', name: HASH, revenue: 2.125 }),
      JSON.stringify({ day: '2025-12-06', name: 'c', revenue: 4 }),
    ];
    const { env } = await startRecordService(({ query }) => (query.start_date === '2026-01-05' ? now : before));
    const result = await runWithoutCaption([...RANGES.split(' '), ...args.split(' ')], { env });
    expect(result.exitCode).toBe(0);
    return result.stdout;
  }
  test('has its headline, and the groups by the size of their changes, with every character as itself', async () => {
    const text = await compared('-g name --sum revenue');
    expect(text).toBe(
      '**Revenue rose 165.3% to 16.25 (a day: +298.0%)**\n\n\n' +
        '| name | revenue | before | change | % |\n' +
        '| --- | ---: | ---: | ---: | ---: |\n' +
        '| # a\\\\n- \\*b\\* | 12.25 | 2.13 | +10.13 | +476.5% |\n' +
        '| \\[x\\](http://e.example) \\|\\<i\\> (new 6 Jan) | 3.00 | — | +3.00 | — |\n' +
        '| c | 1.00 | 4.00 | -3.00 | -75.0% |\n' +
        '| **total of all 3** | **16.25** | **6.13** | **+10.13** | **+165.3%** |\n\n' +
        'rounded: --all-digits shows all digits\n',
    );
  });

  test.each([
    ['', '-g name --limit 2'],
    ['', '-g name --top 1'],
    ['', '-g name --by day'],
    ['', '--sum revenue'],
    ['no ', '-g name --having revenue>1'],
  ])('has %sheadline: %s', async (no, args) => {
    expect((await compared(args)).startsWith('**Revenue rose 165.3%')).toBe(no === '');
  });
});
