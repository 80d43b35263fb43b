import { describe, expect, test } from 'vitest';
import { type DataWarning, WARNING_NAMES } from '../../../src/core/warnings.ts';
import { type CalendarDate, calendarDateAt } from '../../../src/dates/date.ts';
import type { PartitionRecord } from '../../../src/sync/month-files.ts';
import { findDoubts, type PlannedPull, planPull, statusOf } from '../../../src/sync/sync-plan.ts';

const MAY = { report: 'revenue', profile: 'acme', month: '2026-05' };

function record(to: string, pulledAt: string, from = '2026-05-01'): PartitionRecord {
  const hash = '0'.repeat(64);
  return {
    ...{ from: from as CalendarDate, to: to as CalendarDate, records: 1, bytes: 1 },
    ...{ sha256: hash, content: hash, days: new Map(), source: '0', schema: '0', columns: [] },
    pulledAt: new Date(pulledAt),
  };
}

function settingsAt(now: string, zone = 'UTC', forced = '') {
  const yesterday = calendarDateAt(new Date(Date.parse(now) - 86_400_000), zone);
  const dayOf = (time: Date) => calendarDateAt(time, zone);
  return { ...{ now: new Date(now), yesterday, dayOf }, lookbackDays: 35, forced: new Set([forced]) };
}

describe('planPull and statusOf', () => {
  const whole = (pulledAt: string) => record('2026-05-31', pulledAt);
  const LATER = '2026-09-01T12:00Z';
  const LOOKBACK = 'open, within lookback';
  const upTo13 = record('2026-05-13', '2026-05-14T02:00Z');
  const upTo14 = record('2026-05-14', '2026-05-15T02:00Z');
  const upTo20 = record('2026-05-20', '2026-05-21T02:00Z');
  const from10 = record('2026-05-31', '2026-08-01T00:00Z', '2026-05-10');

  test.each([
    // The end of May is 35 days before 5 July.
    ['no record', undefined, '2026-06-15T12:00Z', 'missing', '2026-05-31', 'missing'],
    ['none of a month that is not over', undefined, '2026-05-15T12:00Z', 'missing', '2026-05-14', 'missing'],
    ['pulled on the last day of the lookback', whole('2026-07-05T00:00Z'), LATER, undefined, '', 'whole'],
    ['a day earlier', whole('2026-07-04T23:59Z'), '2026-07-04T23:59Z', LOOKBACK, '2026-05-31', 'open'],
    ['the same, months later', whole('2026-07-04T23:59Z'), LATER, LOOKBACK, '2026-05-31', 'stale'],
    ['pulled in the future', whole('2026-09-02T00:00Z'), LATER, LOOKBACK, '2026-05-31', 'stale'],
    ['up to yesterday', upTo14, '2026-05-15T12:00Z', 'open', '2026-05-14', 'open'],
    ['a day behind', upTo13, '2026-05-15T12:00Z', 'open', '2026-05-14', 'stale'],
    ['ahead of the clock', upTo20, '2026-05-15T12:00Z', 'open', '2026-05-20', 'open'],
    ['open for two months', upTo20, '2026-07-20T12:00Z', 'open', '2026-05-31', 'stale'],
    ['from the middle of the month', from10, LATER, LOOKBACK, '2026-05-31', 'stale'],
  ] as const)('%s', (_name, known, now, reason, to, status) => {
    const state = { record: known, isIncomplete: false };
    const settings = settingsAt(now);
    const pull = planPull(MAY, state, settings);
    expect(pull?.reason).toBe(reason);
    if (pull !== undefined) expect(pull.range).toEqual({ from: '2026-05-01', to });
    expect(statusOf(pull, settings)).toBe(status);
  });

  test('a settled month is requested if it is incomplete or forced', () => {
    const settled = whole('2026-08-01T00:00Z');
    const plan = (isIncomplete: boolean, forced: string) =>
      planPull(MAY, { record: settled, isIncomplete }, settingsAt('2026-09-01T12:00Z', 'UTC', forced))?.reason;
    expect(plan(false, 'revenue/acme/2026-04')).toBeUndefined();
    expect(plan(false, 'revenue/acme/2026-05')).toBe('forced');
    expect(plan(true, '')).toBe('incomplete');
  });

  test('the day of a pull is that of the zone of the dataset', () => {
    const state = { record: whole('2026-07-04T16:00Z'), isIncomplete: false };
    const reasonIn = (zone: string) => planPull(MAY, state, settingsAt('2026-09-01T12:00Z', zone))?.reason;
    // In Tokyo, it was 5 July.
    expect(reasonIn('Asia/Tokyo')).toBeUndefined();
    expect(reasonIn('UTC')).toBe('open, within lookback');
  });
});

test('the warnings that keep a month open', () => {
  const pull = { ...MAY, range: { from: '2026-05-01', to: '2026-05-31' }, reason: 'missing' } as PlannedPull;
  const messages = { redact: (text: string) => text };
  const settings = settingsAt('2026-09-01T12:00Z');
  const warnings = WARNING_NAMES.map((name) => ({ name, scope: ['x'], text: '' }) as DataWarning);
  const kept = (day: string) =>
    findDoubts(warnings, { ...pull, startedAt: new Date(day) }, settings, messages)?.map(({ name }) => name);
  expect(kept('2026-07-05')).toEqual(['partial', 'stale', 'repeated-windows', 'other-range']);
  expect(kept('2026-07-04')?.sort()).toEqual([...kept('2026-07-05')!, 'preliminary'].sort());
});
