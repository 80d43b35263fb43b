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
