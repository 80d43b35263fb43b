import path from 'node:path';
import { expect, test } from 'vitest';
import { isInstalled } from '../../harness/needs.ts';

test('finds a program on the PATH, and a path as a file', () => {
  expect(isInstalled(path.basename(process.execPath))).toBe(true);
  expect(isInstalled('no-such-program')).toBe(false);
  expect(isInstalled(import.meta.filename ?? '/')).toBe(true);
  expect(isInstalled('/no/such/file')).toBe(false);
});
