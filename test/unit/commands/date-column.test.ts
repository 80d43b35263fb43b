import { describe, expect, test } from 'vitest';
import { chooseDateColumn, mergeDateColumns, parseDateColumns } from '../../../src/commands/date-column.ts';
import { chooseIgnoredMembers } from '../../../src/commands/ignored-members.ts';
import type { Profile } from '../../../src/profiles/profile.ts';

const acme = (profile: Profile | undefined) => async () => ({ profileName: 'acme', profile });

function neverAsked(): never {
  throw new Error('the profile was asked for');
}

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
      '--date-column: revenue comes twice',
    );
  });

  test('replaces stored columns of the same reports, and drops those of unknown reports', () => {
    const stored = { revenue: 'a', domains: 'b', revnue: 'c' };
    expect(mergeDateColumns(stored, { revenue: 'x' })).toEqual({ revenue: 'x', domains: 'b' });
    expect(mergeDateColumns(undefined, { revenue: 'x' })).toEqual({ revenue: 'x' });
  });
});

describe('the column of a report', () => {
  test.each([
    ['day', 'day'],
    ['none', undefined],
  ])('%s of the option comes first, and the profile is not read', async (dateColumn, name) => {
    expect(await chooseDateColumn({ dateColumn }, 'revenue', neverAsked)).toEqual({
      name,
      isStored: false,
      source: '--date-column',
    });
  });

  test('comes from the profile, for each report its own', async () => {
    const profile = acme({ dateColumns: { revenue: 'day', domains: 'none' } });
    const stored = { isStored: true, source: 'profile acme' };
    expect(await chooseDateColumn({}, 'revenue', profile)).toEqual({ name: 'day', ...stored });
    expect(await chooseDateColumn({}, 'domains', profile)).toEqual({ name: undefined, ...stored });
  });

  test.each([
    ['no profile is used', undefined],
    ['the profile is not stored', acme(undefined)],
    ['the profile has none', acme({})],
    ['the profile has one for another report', acme({ dateColumns: { domains: 'day' } })],
  ])('is left to the data where %s', async (_name, profile) => {
    expect(await chooseDateColumn({}, 'revenue', profile)).toBeUndefined();
  });

  test('is refused if the profile names a report that does not exist', async () => {
    const profile = acme({ dateColumns: { revenue: 'day', revnue: 'day' } });
    await expect(chooseDateColumn({}, 'revenue', profile)).rejects.toThrow(
      'the date columns (profile acme) are for "revnue", which is not a report',
    );
  });
});

test('ignored members are those of the option and of the profile, once each', async () => {
  const profile = acme({ ignoredMembers: ['total', 'next'] });
  expect(await chooseIgnoredMembers({ ignoreMembers: ['more', 'total'] }, profile)).toEqual([
    'more',
    'total',
    'next',
  ]);
  expect(await chooseIgnoredMembers({}, profile)).toEqual(['total', 'next']);
  expect(await chooseIgnoredMembers({ ignoreMembers: ['more'] }, undefined)).toEqual(['more']);
  expect(await chooseIgnoredMembers({}, acme(undefined))).toEqual([]);
});
