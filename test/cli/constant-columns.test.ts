import { describe, expect, test } from 'vitest';
import { captionOf, withoutCaption } from '../harness/caption.ts';
import { tableOf } from '../harness/html-page.ts';
import { runWithNotes as runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

const DAY = 'revenue --from 2026-01-01 --to 2026-01-01';
const NAMES = ['alpha', 'beta', 'gamma'];

interface Shown {
  readonly caption: string;
  readonly head: readonly string[];
  readonly stderr: string;
}

/** A report of three rows on a terminal. `members` replaces members of the row at a place, or adds some. */
async function shown(
  columns: number,
  args = '',
  members: (at: number) => object = () => ({}),
  count = NAMES.length,
): Promise<Shown> {
  const { env } = await startRecordService(() =>
    Array.from({ length: count }, (_, at) =>
      JSON.stringify({
        ...{ date: '2026-01-01', campaign: NAMES[at % NAMES.length], country: 'DE', device: 'mobile' },
        ...{ clicks: 10 + at, cost: 5, revenue: at + 0.5 },
        ...members(at),
      }),
    ),
  );
  const { stdout, stderr, exitCode } = await runCli(`${DAY} ${args}`, { env, stdoutTty: true, columns });
  expect(exitCode, stderr).toBe(0);
  const [head] = withoutCaption(stdout).split('\n');
  return { caption: captionOf(stdout).replace(/\n(?!$)/g, ' · '), head: head!.trim().split(/ +/), stderr };
}

describe('in a terminal too narrow for a table', () => {
  test('columns with one value are in the caption, and a constant measure stays', async () => {
    const { caption, head, stderr } = await shown(46);
    // The first column has the label of the total.
    expect(head).toEqual(['date', 'campaign', 'clicks', 'cost', 'revenue']);
    expect(caption).toContain('country: DE · device: mobile');
    expect(stderr).toBe('');
  });

  test('a column with another value, or without one, is not', async () => {
    const other = await shown(40, '', (at) => (at === 2 ? { country: 'FR' } : {}));
    expect(other.caption).not.toContain('country');
    const missing = await shown(40, '', (at) => (at === 2 ? {} : { tag: 'x' }));
    expect(missing.caption).not.toContain('tag: ');
  });

  test.each([
    ['--columns date,campaign,country,device,cost,revenue', 'country: '],
    ['--group-by date,campaign,country,device', 'country: '],
    ['--limit 2', 'country: '],
  ])('%s keeps its columns in the table', async (args, text) => {
    expect((await shown(40, args)).caption).not.toContain(text);
  });

  test('a long value stays in its column, and control characters are visible', async () => {
    const { caption } = await shown(40, '', () => ({ note: 'x'.repeat(41), flag: 'a\u001b[1m' }));
    expect(caption).not.toContain('note: ');
    expect(caption).toContain('flag: a\\u001b[1m');
  });
});

test('groups have the main sum first on a terminal and on a page, and in the order of the report as data', async () => {
  const headOf = async (args: string): Promise<string> => {
    const { env } = await startRecordService(() =>
      NAMES.map((name, at) => `{"campaign":"${name}","clicks":${at},"views":${at},"revenue":${at}.5}`),
    );
    const { stdout } = await runCli(`${DAY} --date-column none ${args}`, { env });
    const [names] = args.includes('html') ? tableOf(stdout) : [];
    return names?.join(' ') ?? withoutCaption(stdout).split('\n')[0]!.split(/[ ,]+/).join(' ');
  };
  const first = 'campaign revenue clicks views';
  expect(await headOf('-g campaign -f table')).toBe(first);
  expect(await headOf('-g campaign -f html')).toBe(first);
  expect(await headOf('-g campaign -f csv')).toBe('campaign clicks views revenue');
  expect(await headOf('-g campaign --sum clicks,revenue -f table')).toBe('campaign clicks revenue');
  expect(await headOf('-g campaign --columns campaign,views,revenue -f html')).toBe('campaign views revenue');
  expect(await headOf('-f html')).toBe('campaign clicks views revenue');
});
