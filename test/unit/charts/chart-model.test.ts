import { expect, test } from 'vitest';
import { sharesOf, strokesOf } from '../../../src/charts/chart-model.ts';

test.each([
  ['1 1 1', '33.3% 33.3% 33.3%'],
  // 0.05% is half of a tenth, and rounds away from zero.
  ['0.05 99.95', '0.1% 100.0%'],
  ['0.049999999999999999999 99.950000000000000000001', '0.0% 100.0%'],
  ['9007199254740993 9007199254740993', '50.0% 50.0%'],
  ['-10 110', '-10.0% 110.0%'],
  ['1e2 -', '100.0% -'],
  ['0 0.00', '- -'],
  ['-1 -3', '- -'],
  ['1e999 1', '- -'],
])('shares: of %s are %s', (numbers, shares) => {
  const found = sharesOf(numbers.split(' ').map((each) => (each === '-' ? undefined : each)));
  expect(found.map((share) => share ?? '-').join(' ')).toBe(shares);
  expect(sharesOf([])).toEqual([]);
});

test.each([
  ['have gaps where positions have no number', [0, 1, 4, 5], [], ['0 1', '4 5']],
  ['end beside incomplete points', [0, 1, 2, 3], [0, 3], ['1 2']],
  ['are dots beside gaps', [0, 2, 3, 4], [0, 2, 4], ['3']],
])('lines %s', (_, positions, incomplete, strokes) => {
  const points = positions.map((position) => ({
    ...{ position, label: '', value: 1, shown: { text: '1', tone: 'plain' as const } },
    isIncomplete: (incomplete as number[]).includes(position),
  }));
  const texts = strokesOf(points).map((stroke) => stroke.map(({ position }) => position).join(' '));
  expect(texts).toEqual(strokes);
});
