import { describe, expect, test } from 'vitest';
import { mergeDateColumns, parseDateColumns } from '../../../src/config/date-columns.ts';
import type { Profile } from '../../../src/config/profile.ts';
import { findDateColumn, resolveAllowed } from '../../../src/config/settings.ts';

const acme = (profile: Profile | undefined) => ({ profileName: 'acme', profile });

describe('a list of columns by report', () => {
  test.each<[string, Readonly<Record<string, string>>]>([
    ['revenue=day', { revenue: 'day' }],
    ['revenue=day,domains=none', { revenue: 'day', domains: 'none' }],
    [' domains = when , revenue = a b ', { domains: 'when', revenue: 'a b' }],
    ['revenue=a=b', { revenue: 'a=b' }],
    ['revenue="a, b",domains="say ""x"""', { revenue: 'a, b', domains: 'say "x"' }],
    ['revenue=meta.day', { revenue: 'meta.day' }],
  ])('%s', (text, columns) => {
    expect(parseDateColumns(text)).toEqual(columns);
  });

  test('may come in several parts, but names a report once', () => {
    expect(parseDateColumns('domains=none', { revenue: 'day' })).toEqual({ revenue: 'day', domains: 'none' });
    expect(() => parseDateColumns('revenue=b', { revenue: 'a' })).toThrow(
      '--date-column: revenue is named twice',
    );
  });

  test('replaces stored columns of the same reports, and drops those of unknown reports', () => {
    const stored = { revenue: 'a', domains: 'b', revnue: 'c' };
    expect(mergeDateColumns(stored, { revenue: 'x' })).toEqual({ revenue: 'x', domains: 'b' });
    expect(mergeDateColumns(undefined, { revenue: 'x' })).toEqual({ revenue: 'x' });
  });
});

describe('the column of a report', () => {
  const stored = { isStored: true, source: 'profile acme' };

  test('comes from the option before the profile', () => {
    const option = { value: 'day', source: '--date-column' };
    const profile = acme({ dateColumns: { revenue: 'when' } });
    expect(findDateColumn(option, 'revenue', profile)).toEqual({ ...option, isStored: false });
  });

  test('comes from the profile, separately for each report', () => {
    const profile = acme({ dateColumns: { revenue: 'day', domains: 'none' } });
    expect(findDateColumn(undefined, 'revenue', profile)).toEqual({ value: 'day', ...stored });
    expect(findDateColumn(undefined, 'domains', profile)).toEqual({ value: 'none', ...stored });
  });

  test.each([
    ['no profile is used', undefined],
    ['the profile is not stored', acme(undefined)],
    ['the profile has none', acme({})],
    ['the profile has one for another report', acme({ dateColumns: { domains: 'day' } })],
  ])('is found in the data if %s', (_name, profile) => {
    expect(findDateColumn(undefined, 'revenue', profile)).toBeUndefined();
  });

  test('is rejected if the profile names an unknown report', () => {
    const profile = acme({ dateColumns: { revenue: 'day', revnue: 'day' } });
    expect(() => findDateColumn(undefined, 'revenue', profile)).toThrow(
      'the date columns (profile acme) are for "revnue", which is not a report',
    );
  });
});

test('allowed warnings come from the option, the profile and the defaults, each once', () => {
  const profile = acme({ allow: ['partial:total', 'gaps'] });
  expect(resolveAllowed(['zone', 'gaps'], profile, { allow: 'windows, zone' })).toEqual([
    'zone',
    'gaps',
    'partial:total',
    'windows',
  ]);
  expect(resolveAllowed([], profile, {})).toEqual(['partial:total', 'gaps']);
  expect(resolveAllowed(['zone'], undefined, {})).toEqual(['zone']);
  expect(resolveAllowed(undefined, acme(undefined), {})).toEqual([]);
});
