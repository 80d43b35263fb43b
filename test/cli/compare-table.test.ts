import { describe, expect, test } from 'vitest';
import { runWithoutCaption } from '../harness/caption.ts';
import type { CliOptions } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

const NOW = [
  '{"campaign":"Spring","clicks":1200,"impressions":20000,"revenue":2525.21}',
  '{"campaign":"Autumn","clicks":900,"impressions":18000,"revenue":310.5}',
  '{"campaign":"New","clicks":0,"impressions":10,"revenue":0}',
];
const BEFORE = [
  '{"campaign":"Spring","clicks":1000,"impressions":21000,"revenue":1777.18}',
  '{"campaign":"Autumn","clicks":1100,"impressions":18000,"revenue":1310.505}',
  '{"campaign":"New","clicks":0,"impressions":20,"revenue":0}',
];
const MONTHS = 'revenue --from 2026-02-01 --to 2026-02-28 --compare previous --group-by campaign';

/** Compares February with January, on a terminal of `columns`. */
async function compared(args: string, columns?: number, options: CliOptions = {}) {
  const service = await startRecordService(({ query }) => (query.start_date === '2026-02-01' ? NOW : BEFORE));
  const terminal = columns === undefined ? {} : { stdoutTty: true, columns };
  const env = { ...service.env, ...options.env };
  const result = await runWithoutCaption(`${MONTHS} ${args}`, { ...terminal, ...options, env });
  expect(result.exitCode).toBe(0);
  return result;
}

const headOf = (stdout: string): string => stdout.split('\n').find((line) => /^ *(campaign|revenue)\b/.test(line))!;

describe('a comparison in a table', () => {
  test('has the answer above, short headings, and the totals last', async () => {
    expect((await compared('--sum revenue --sort -revenue', 80)).stdout).toBe(
      // A smaller sum is a gain a day: February has fewer days.
      'Revenue fell 8.2% to 2,835.71 (a day: +1.7%)\n\n' +
        'campaign         revenue    before     change       %  fell │ rose\n' +
        '──────────────  ────────  ────────  ─────────  ──────  ─────────────────────────\n' +
        'Spring          2,525.21  1,777.18    +748.03  +42.1%              │█████████\n' +
        'Autumn            310.50  1,310.51  -1,000.01  -76.3%  ████████████│\n' +
        'New                 0.00      0.00       0.00       —              │\n' +
        '──────────────  ────────  ────────  ─────────  ──────  ─────────────────────────\n' +
        'total of all 3  2,835.71  3,087.69    -251.98   -8.2%\n' +
        'rounded: --all-digits shows all digits\n',
    );
  });

  test.each([
    [140, 'campaign revenue before change % fell │ rose clicks before change % impressions before change %'],
    [100, 'campaign revenue before change % clicks change % impressions change %'],
    [80, 'campaign revenue change % clicks % impressions %'],
    [60, 'campaign revenue change % clicks impressions'],
    [45, 'campaign revenue change % clicks'],
    [24, 'campaign revenue'],
    [10, 'revenue'],
  ])('at %i columns has %s', async (columns, headings) => {
    const { stdout } = await compared('--sum revenue,clicks,impressions', columns);
    expect(headOf(stdout).trim().split(/ +/).join(' ')).toBe(headings);
  });

  test('without --sum, is about the money', async () => {
    const { stdout } = await compared('--sort -revenue', 72);
    expect(headOf(stdout).split(/ +/)).toEqual('campaign revenue before change % fell │ rose'.split(' '));
    expect(stdout).toContain('\nalso 0.0% clicks, -2.6% impressions · --sum clicks,impressions shows\nthem\n');
  });

  test('is about a measure, a part of which --sort names', async () => {
    const { stdout } = await compared('--sort -impressions_change', 70);
    expect(headOf(stdout).split(/ +/)).toEqual('campaign impressions before change % fell │ rose'.split(' '));
  });

  test('has the names of parts without their measure, and new names', async () => {
    const { stdout } = await compared(
      '--sum revenue,clicks --columns campaign,clicks_change,revenue,more=revenue_change,revenue_percent',
      90,
    );
    expect(headOf(stdout).trim().split(/ +/)).toEqual('campaign clicks_change revenue more % fell │ rose'.split(' '));
  });

  test('colours changes and percentages', async () => {
    const env = { NO_COLOR: '', TERM: 'xterm' };
    const { stdout } = await compared('--sum revenue --sort -revenue', 80, { env });
    expect(stdout).toMatch(/\u001b\[32m\+748\.03\u001b\[39m +\u001b\[32m\+42\.1%\u001b\[39m/);
    expect(stdout).toMatch(/\u001b\[31m-1,000\.01\u001b\[39m +\u001b\[31m-76\.3%\u001b\[39m/);
  });
});
