import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type CompilingProcess, compiledDirectory } from '../../../src/fs/compile-cache.ts';
import { freshDirectory } from '../records/receive.ts';

/** Windows has no owners and modes, and the cache is not used there. */
const ME = process.geteuid?.() ?? 0;
const posix = test.skipIf(process.geteuid === undefined);

function directoryWith(env: CompilingProcess['env'], other: Partial<CompilingProcess> = {}): string | undefined {
  const process = { env, platform: 'linux', geteuid: () => ME, ...other } as const;
  return compiledDirectory(process, () => env.HOME ?? noHome());
}

function noHome(): never {
  throw new Error('the system does not know the user');
}

/** A new home directory, and its directory for compiled code, which does not exist yet. */
async function createPlace() {
  const home = await freshDirectory();
  return { home, compiled: path.join(home, '.cache/reporting/compiled') };
}

function modeOf(file: string): number {
  return statSync(file).mode & 0o7777;
}

posix('the compiled code is in a private directory of the user', async () => {
  const { home, compiled } = await createPlace();
  expect(directoryWith({ HOME: home })).toBe(compiled);
  expect([modeOf(compiled), modeOf(path.join(home, '.cache'))]).toEqual([0o700, 0o700]);
  writeFileSync(path.join(compiled, 'code'), '');
  expect(directoryWith({ HOME: home })).toBe(compiled);
  expect(existsSync(path.join(compiled, 'code'))).toBe(true);
});

posix('links are followed first: others cannot change the path later', async () => {
  const { home } = await createPlace();
  const real = await freshDirectory();
  symlinkSync(real, path.join(home, '.cache'));
  expect(directoryWith({ HOME: home })).toBe(path.join(real, 'reporting/compiled'));
});

posix.each([
  ['the directory, which others can write', '.cache/reporting/compiled', 0o770],
  ['the directory, which others can read', '.cache/reporting/compiled', 0o755],
  ['the directory, although it is sticky', '.cache/reporting/compiled', 0o1777],
  ['a directory above it, which others can write', '.cache', 0o777],
  ['a directory above it, which a group can write', '.cache/reporting', 0o770],
])('not used: %s', async (_what, directory, mode) => {
  const { home } = await createPlace();
  mkdirSync(path.join(home, '.cache/reporting/compiled'), { recursive: true, mode: 0o700 });
  expect(directoryWith({ HOME: home })).toBeDefined();
  chmodSync(path.join(home, directory), mode);
  expect(directoryWith({ HOME: home })).toBeUndefined();
});

posix('not used: the directory of another user, even of root', async () => {
  const { home } = await createPlace();
  expect(directoryWith({ HOME: home })).toBeDefined();
  expect(directoryWith({ HOME: home }, { geteuid: () => ME + 1 })).toBeUndefined();
});

posix('used: a private directory in a sticky one, such as /tmp', async () => {
  const { home } = await createPlace();
  chmodSync(home, 0o1777);
  expect(directoryWith({ HOME: home })).toBeDefined();
});

posix.each([
  ['the home directory of another user', () => ({}), { geteuid: () => ME + 1 }],
  ['a system without owners', () => ({}), { geteuid: undefined }],
  ['NODE_COMPILE_CACHE', () => ({ NODE_COMPILE_CACHE: '/elsewhere' }), {}],
  ['NODE_DISABLE_COMPILE_CACHE', () => ({ NODE_DISABLE_COMPILE_CACHE: '1' }), {}],
  ['NODE_V8_COVERAGE', () => ({ NODE_V8_COVERAGE: '/coverage' }), {}],
  ['a home directory that is relative', () => ({ HOME: 'home' }), {}],
  ['no home directory', () => ({ HOME: undefined }), {}],
  ['a file in place of the cache', (home: string) => ({ XDG_CACHE_HOME: path.join(home, 'file') }), {}],
])('nothing is created or used: %s', async (_what, env, other) => {
  const { home } = await createPlace();
  writeFileSync(path.join(home, 'file'), '');
  expect(directoryWith({ HOME: home, ...env(home) }, other)).toBeUndefined();
  expect(readdirSync(home)).toEqual(['file']);
});
