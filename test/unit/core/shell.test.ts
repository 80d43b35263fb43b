import { expect, test } from 'vitest';
import { makeDirectoryCommand, setVariable, shellOf } from '../../../src/core/shell.ts';
import { shellWord } from '../../../src/core/text.ts';

test('the shell is PowerShell on Windows, but not in Git Bash', () => {
  expect(shellOf('win32', {})).toBe('powershell');
  expect(shellOf('win32', { SHELL: '/usr/bin/bash' })).toBe('posix');
  expect(shellOf('linux', {})).toBe('posix');
  expect(shellOf('darwin', { SHELL: '/bin/zsh' })).toBe('posix');
});

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

test('commands have the words of the shell', () => {
  expect(setVariable('posix', 'A', "b c'd")).toBe('export A="b c\'d"');
  expect(setVariable('powershell', 'A', "b c'd")).toBe("$env:A = 'b c''d'");
  expect(makeDirectoryCommand('posix', 'a b')).toBe("mkdir -p 'a b'");
  expect(makeDirectoryCommand('powershell', 'a b')).toBe("mkdir 'a b'");
});
