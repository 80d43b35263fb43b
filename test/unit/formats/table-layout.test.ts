import { expect, test } from 'vitest';
import { layOutTable, type MeasuredColumn } from '../../../src/terminal/table-layout.ts';

const KEPT = 5;

/** Columns of numbers of these widths, with these importances. */
function columns(...widths: readonly (readonly [width: number, importance: number])[]): readonly MeasuredColumn[] {
  return widths.map(([cellWidth, importance]) => ({ nameWidth: 1, cellWidth, kind: 'number', importance }));
}

test.each([
  [undefined, [0, 1, 2, 3]],
  [46, [0, 1, 2, 3]],
  [45, [0, 1, 3]],
  [33, [0, 3]],
  [21, [3]],
  [5, [3]],
])('a width of %s keeps the most important columns, in their order', (maxWidth, shown) => {
  expect(layOutTable(columns([10, 2], [10, 1], [10, 0], [10, 3]), maxWidth, KEPT).shown).toEqual(shown);
});

/** A key of 30 columns, a measure that can be dropped, and two that stay. */
const MIXED: readonly MeasuredColumn[] = [
  { nameWidth: 1, cellWidth: 30, kind: 'key', importance: 7 },
  ...columns([10, 2], [10, 5], [10, 8]),
];

test.each([
  [66, [0, 1, 2, 3], [30, 10, 10, 10]],
  // The key is cut to 20 columns.
  [56, [0, 1, 2, 3], [20, 10, 10, 10]],
  // The lesser measure is dropped, so the key needs no cut.
  [55, [0, 2, 3], [30, 10, 10]],
  [44, [0, 2, 3], [20, 10, 10]],
  // The key is cut to 8 columns.
  [43, [0, 2, 3], [19, 10, 10]],
  [32, [0, 2, 3], [8, 10, 10]],
  // Another column is dropped.
  [31, [0, 3], [19, 10]],
  [20, [0, 3], [8, 10]],
  [19, [3], [10]],
])('at %s columns, lesser columns go before the key is cut to 8', (maxWidth, shown, widths) => {
  expect(layOutTable(MIXED, maxWidth, KEPT)).toEqual({ shown, widths });
});

test('numbers give up the alignment of their points before a column is dropped', () => {
  const aligned: MeasuredColumn = {
    nameWidth: 1,
    cellWidth: 10,
    alignedWidth: 15,
    kind: 'number',
    importance: 8,
  };
  expect(layOutTable([...columns([10, 0]), aligned], 27, KEPT).widths).toEqual([10, 15]);
  expect(layOutTable([...columns([10, 0]), aligned], 22, KEPT).widths).toEqual([10, 10]);
});
