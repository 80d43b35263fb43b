import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const TESTS = path.resolve(fileURLToPath(import.meta.url), '../../..');
/** Functions of the harness that run a program, which their tests name with `needs`. */
const PROGRAMS = {
  openTerminal: 'script',
  spawnShell: 'bash',
  openDocument: 'chromium',
  queryDuckdb: 'duckdb',
};

test.each(Object.entries(PROGRAMS))('tests that import %s name %s', (name, program) => {
  const importing = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => ({ file, text: readFileSync(path.join(TESTS, file), 'utf8') }))
    .filter(({ text }) => new RegExp(`^import \\{[^}]*\\b${name}\\b`, 'm').test(text));
  expect(importing).not.toEqual([]);
  const unnamed = importing.filter(({ text }) => !new RegExp(`needs\\([^)]*'${program}'`).test(text));
  expect(unnamed.map(({ file }) => file)).toEqual([]);
});
