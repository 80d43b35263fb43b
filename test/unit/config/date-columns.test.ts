import { describe, expect, test } from 'vitest';
import { parseDateColumns } from '../../../src/config/date-columns.ts';

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
    expect(() => parseDateColumns('revenue=b', { revenue: 'a' })).toThrow('--date-column: revenue is named twice');
  });
});
