import { expect, test } from 'vitest';
import { CellNumbers } from '../../../src/records/cell-numbers.ts';

test('finds each remembered cell by its bytes, also among those whose hashes are equal', () => {
  const numbers = new CellNumbers();
  // Each cell is the beginning of others. Among 20,000, some share a slot.
  const block = Buffer.from(Array.from({ length: 20_010 }, (_, index) => String(index)).join(''));
  const cells = Array.from({ length: 20_000 }, (_, index) => [4 * index, 4 * index + 1 + (index % 5)] as const);
  const known = new Map<string, number>();
  for (const [start, end] of [...cells, ...cells]) {
    const text = block.toString('latin1', start, end);
    expect(numbers.find(block, start, end)).toBe(known.get(text) ?? -1);
    if (known.has(text)) continue;
    known.set(text, known.size);
    numbers.remember(block, start, end, known.get(text)!);
  }
  expect(known.size).toBeGreaterThan(5000);
});

test('does not remember a long cell', () => {
  const numbers = new CellNumbers();
  const block = Buffer.alloc(65, 'x');
  expect(numbers.find(block, 0, 65)).toBe(-1);
  numbers.remember(block, 0, 65, 1);
  expect(numbers.find(block, 0, 65)).toBe(-1);
});
