import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type CompilingProcess, enableCompileCache } from '../../../src/fs/compile-cache.ts';
import { freshDirectory } from '../records/receive.ts';

/** Windows has no owners and modes, and the cache is not used there. */
const ME = process.geteuid?.() ?? 0;
const posix = test.skipIf(process.geteuid === undefined);

/** The directories with which the cache of version 1.2.3 was enabled. */
function enabledWith(env: CompilingProcess['env'], other: Partial<CompilingProcess> = {}): readonly string[] {
  const directories: string[] = [];
  enableCompileCache({
    process: { env, platform: 'linux', geteuid: () => ME, ...other },
    homedir: () => env.HOME ?? noHome(),
    version: '1.2.3',
    enable: (directory) => directories.push(directory),
  });
  return directories;
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

posix('the compiled code is in a private directory of the user and the version', async () => {
  const { home, compiled } = await createPlace();
  const directory = path.join(compiled, '1.2.3');
  expect(enabledWith({ HOME: home })).toEqual([directory]);
  expect([modeOf(directory), modeOf(compiled), modeOf(path.join(home, '.cache'))]).toEqual([0o700, 0o700, 0o700]);
  writeFileSync(path.join(directory, 'code'), '');
  expect(enabledWith({ HOME: home })).toEqual([directory]);
  expect(existsSync(path.join(directory, 'code'))).toBe(true);
});

posix('a new version removes the code of others', async () => {
  const { home, compiled } = await createPlace();
  mkdirSync(path.join(compiled, '1.2.2/v24'), { recursive: true, mode: 0o700 });
  expect(enabledWith({ HOME: home })).toHaveLength(1);
  expect(readdirSync(compiled)).toEqual(['1.2.3']);
});

posix('a link in place of the directory of all versions: the files that it leads to stay', async () => {
  const { home, compiled } = await createPlace();
  const other = await freshDirectory();
  writeFileSync(path.join(other, 'precious'), '');
  mkdirSync(path.dirname(compiled), { recursive: true, mode: 0o700 });
  symlinkSync(other, compiled);
  expect(enabledWith({ HOME: home })).toEqual([path.join(other, '1.2.3')]);
  expect(readdirSync(other).sort()).toEqual(['1.2.3', 'precious']);
});

posix('links are followed first: others cannot change the path later', async () => {
  const { home } = await createPlace();
  const real = await freshDirectory();
  symlinkSync(real, path.join(home, '.cache'));
  expect(enabledWith({ HOME: home })).toEqual([path.join(real, 'reporting/compiled/1.2.3')]);
});

posix.each([
  ['the directory, which others can write', '.cache/reporting/compiled/1.2.3', 0o770],
  ['the directory, which others can read', '.cache/reporting/compiled/1.2.3', 0o755],
  ['the directory, although it is sticky', '.cache/reporting/compiled/1.2.3', 0o1777],
  ['a directory above it, which others can write', '.cache', 0o777],
  ['a directory above it, which a group can write', '.cache/reporting', 0o770],
])('not used: %s', async (_what, directory, mode) => {
  const { home } = await createPlace();
  mkdirSync(path.join(home, '.cache/reporting/compiled/1.2.3'), { recursive: true, mode: 0o700 });
  expect(enabledWith({ HOME: home })).toHaveLength(1);
  chmodSync(path.join(home, directory), mode);
  expect(enabledWith({ HOME: home })).toEqual([]);
});

posix('not used: the directory of another user, even of root', async () => {
  const { home } = await createPlace();
  expect(enabledWith({ HOME: home })).toHaveLength(1);
  expect(enabledWith({ HOME: home }, { geteuid: () => ME + 1 })).toEqual([]);
});

posix('used: a private directory in a sticky one, such as /tmp', async () => {
  const { home } = await createPlace();
  chmodSync(home, 0o1777);
  expect(enabledWith({ HOME: home })).toHaveLength(1);
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
  expect(enabledWith({ HOME: home, ...env(home) }, other)).toEqual([]);
  expect(readdirSync(home)).toEqual(['file']);
});
