import { expect, test } from 'vitest';
import { preparePull } from '../../src/library/plan-pull.ts';
import { checkOptions, type PullOptions } from '../../src/library/pull-options.ts';
import { optionsFor } from '../harness/pull.ts';

/** The checks of the plan. No request is sent, since there is no such service. */
async function checksOf(options: Partial<PullOptions>) {
  const range = { from: '2026-01-01', to: '2026-01-01' };
  const checked = checkOptions(
    optionsFor({ baseUrl: 'http://127.0.0.1:9/v2/reporting' }, { ...range, ...options }),
  );
  const { signal } = new AbortController();
  const { plan, close } = await preparePull(checked, { signal, hide: () => {} });
  close();
  const [{ dateColumn, ignoredMembers }] = plan.clients as [(typeof plan.clients)[0]];
  return { strict: plan.checks.strict, dateColumn, ignoredMembers };
}

test('without options, the date column is found in the data, and warnings stay warnings', async () => {
  expect(await checksOf({})).toEqual({ strict: false, dateColumn: undefined, ignoredMembers: [] });
});

test.each(['day', 'none'])('options reach the plan: dateColumn %s', async (dateColumn) => {
  expect(await checksOf({ dateColumn, strict: true, ignoreMembers: ['next', 'total'] })).toEqual({
    strict: true,
    dateColumn: { value: dateColumn, isStored: false, source: '--date-column' },
    ignoredMembers: ['next', 'total'],
  });
});

test('windows of calendar months', async () => {
  const options = { from: '2026-01-20', to: '2026-03-01', windows: 'month' } as const;
  const checked = checkOptions(optionsFor({ baseUrl: 'http://127.0.0.1:9/v2/reporting' }, options));
  const { signal } = new AbortController();
  const { plan, close } = await preparePull(checked, { signal, hide: () => {} });
  close();
  expect(plan.clients[0]!.windows.map(({ from, to }) => `${from}..${to}`)).toEqual([
    '2026-01-20..2026-01-31',
    '2026-02-01..2026-02-28',
    '2026-03-01..2026-03-01',
  ]);
});
