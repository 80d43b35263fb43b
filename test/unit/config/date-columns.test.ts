import { describe, expect, test } from 'vitest';
import { dateColumns } from '../../../src/config/value-types.ts';

const FLAG = '--date-column';

describe('a list of columns by report', () => {
  test.each<[string, Readonly<Record<string, string>>]>([
    ['revenue=day', { revenue: 'day' }],
    ['revenue=day,domains=none', { revenue: 'day', domains: 'none' }],
    [' domains = when , revenue = a b ', { domains: 'when', revenue: 'a b' }],
    ['revenue=a=b', { revenue: 'a=b' }],
    ['revenue=meta.day', { revenue: 'meta.day' }],
  ])('%s', (text, columns) => {
    expect(dateColumns.parse(text, FLAG)).toEqual(columns);
  });

  test('may come in several parts, but names a report once', () => {
    expect(dateColumns.parse('domains=none', FLAG, { revenue: 'day' })).toEqual({ revenue: 'day', domains: 'none' });
    expect(() => dateColumns.parse('revenue=b', FLAG, { revenue: 'a' })).toThrow(
      '--date-column takes each report once, with a column,',
    );
  });
});
