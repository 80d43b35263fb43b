import { expect, test } from 'vitest';
import { layOutTable, type MeasuredColumn } from '../../../src/formats/table-layout.ts';

/** Columns of numbers of these widths, with these importances. */
function columns(
  ...widths: readonly (readonly [width: number, importance: number])[]
): readonly MeasuredColumn[] {
  return widths.map(([cellWidth, importance]) => ({
    name: 'n',
    nameWidth: 1,
    cellWidth,
    isNumeric: true,
    importance,
  }));
}

test.each([
  [undefined, [0, 1, 2, 3]],
  [46, [0, 1, 2, 3]],
  [45, [0, 1, 3]],
  [33, [0, 3]],
  [21, [3]],
  [5, [3]],
])('a width of %s keeps the most important columns, in their order', (maxWidth, shown) => {
  expect(layOutTable(columns([10, 2], [10, 1], [10, 0], [10, 3]), maxWidth).shown).toEqual(shown);
});

test('of equally important columns, the last is dropped first, even if it is narrow', () => {
  expect(layOutTable(columns([10, 0], [1, 0], [10, 0]), 24)).toEqual({ shown: [0, 1], widths: [10, 1] });
});

test('lays out ten thousand columns quickly', () => {
  const many = columns(...Array.from({ length: 10_000 }, () => [10, 0] as const));
  expect(layOutTable(many, 80).shown).toHaveLength(6);
}, 1000);
