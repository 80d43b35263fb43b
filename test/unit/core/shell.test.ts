import { expect, test } from 'vitest';
import { shellWord } from '../../../src/core/text.ts';

test.each([
  ['plain', 'plain'],
  ['a,b', 'a,b'],
  // PowerShell would read a variable.
  ['@a', "'@a'"],
  ['a b', "'a b'"],
  ['', "''"],
  ['C:\\out\\x.csv', "'C:\\out\\x.csv'"],
  ['revenue>5', "'revenue>5'"],
  ["client's", '"client\'s"'],
  ["a'$b", "'a'\\''$b'"],
])('%j is the word %s', (text, word) => expect(shellWord(text)).toBe(word));
