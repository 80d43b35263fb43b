import { describe, expect, test } from 'vitest';
import { createBars, createLines, segmentsOf, sharesOf } from '../../../src/charts/chart-model.ts';

const show = (text = '') => ({ text, tone: 'plain' as const });

describe('shares', () => {
  test.each([
    [
      ['1', '1', '1'],
      ['33.3%', '33.3%', '33.3%'],
    ],
    // 0.05 % is half of a tenth, and rounds away from zero.
    [
      ['0.05', '99.95'],
      ['0.1%', '100.0%'],
    ],
    [
      ['0.049999999999999999999', '99.950000000000000000001'],
      ['0.0%', '100.0%'],
    ],
    [
      ['9007199254740993', '9007199254740993'],
      ['50.0%', '50.0%'],
    ],
    [
      ['-10', '110'],
      ['-10.0%', '110.0%'],
    ],
    [
      ['1e2', undefined],
      ['100.0%', undefined],
    ],
    [
      ['0', '0.00'],
      [undefined, undefined],
    ],
    [
      ['-1', '-3'],
      [undefined, undefined],
    ],
    [
      ['1e999', '1'],
      [undefined, undefined],
    ],
    [[], []],
  ])('of %j are %j', (numbers, shares) => {
    expect(sharesOf(numbers)).toEqual(shares);
  });
});

test('bars are in order, all others last, with shares of everything', () => {
  const bars = createBars({
    top: [
      { label: 'a', number: '6' },
      { label: 'b', number: undefined },
    ],
    others: { label: '(other)', number: '2' },
    earlier: ['5', undefined, '1e3'],
    canAdd: true,
    show,
  });
  expect(
    bars.map(({ label, isOther, value, share, earlier }) => [label, isOther, value, share, earlier?.value]),
  ).toEqual([
    ['a', false, 6, '75.0%', 5],
    ['b', false, undefined, undefined, undefined],
    ['(other)', true, 2, '25.0%', 1000],
  ]);
});

describe('lines', () => {
  const numbers = (pairs: readonly (readonly [number, string])[]) =>
    pairs.map(([position, number]) => [position, { label: `day ${position}`, number }] as const);
  const line = { name: 'a', place: 0, isOther: false, isEarlier: false, total: undefined };

  test('have gaps where positions have no number', () => {
    const [{ points }] = createLines({
      lines: [
        {
          ...line,
          numbers: numbers([
            [5, '1'],
            [0, '2'],
            [1, '3'],
            [4, '0'],
          ]),
        },
      ],
      canTotal: true,
      show,
    }) as [ReturnType<typeof createLines>[0]];
    expect(segmentsOf(points).map((segment) => segment.map(({ position }) => position))).toEqual([
      [0, 1],
      [4, 5],
    ]);
  });

  test('have their totals, and shares of the lines of their range', () => {
    const lines = createLines({
      lines: [
        { ...line, total: '0.3', numbers: [] },
        { ...line, name: 'b', total: '0.1', numbers: [] },
        { ...line, isEarlier: true, total: '3', numbers: [] },
        { ...line, name: 'b', isEarlier: true, total: '1', numbers: [] },
      ],
      canTotal: true,
      show,
    });
    expect(lines.map(({ total, share }) => [total?.text, share])).toEqual([
      ['0.3', '75.0%'],
      ['0.1', '25.0%'],
      ['3', '75.0%'],
      ['1', '25.0%'],
    ]);
  });

  test('have no shares if a sum of several lines means nothing', () => {
    const lines = [line, { ...line, name: 'b' }].map((each) => ({ ...each, total: '1', numbers: [] }));
    expect(createLines({ lines, canTotal: false, show }).map(({ share }) => share)).toEqual([
      undefined,
      undefined,
    ]);
  });
});
