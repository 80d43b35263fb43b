import path from 'node:path';
import { expect, test } from 'vitest';
import { cacheDirectory, configDirectory, type UserEnvironment } from '../../../src/fs/paths.ts';

const user = (
  platform: NodeJS.Platform,
  env: UserEnvironment['env'] = {},
  homeDirectory = '/home/ana',
): UserEnvironment => ({
  platform,
  env,
  homeDirectory,
  workingDirectory: '/here',
});

/** A path as Windows writes it, if the tests run there: with its own separators, on the current drive. */
const onThisSystem = (file: string): string => (path.isAbsolute(file) ? path.resolve(file) : file);

test.each([
  ['linux', {}, '/home/ana/.config/reporting', '/home/ana/.cache/reporting'],
  ['linux', { XDG_CONFIG_HOME: '/c', XDG_CACHE_HOME: '/k' }, '/c/reporting', '/k/reporting'],
  ['linux', { XDG_CONFIG_HOME: 'c', XDG_CACHE_HOME: 'k' }, '/home/ana/.config/reporting', '/home/ana/.cache/reporting'],
  [
    'darwin',
    { XDG_CONFIG_HOME: '/c' },
    '/home/ana/Library/Preferences/reporting',
    '/home/ana/Library/Caches/reporting',
  ],
  ['win32', { APPDATA: '/a', LOCALAPPDATA: '/l' }, '/a/reporting', '/l/reporting'],
  ['linux', { REPORTING_CONFIG_DIR: 'mine' }, '/here/mine', '/home/ana/.cache/reporting'],
] as const)('%s %j', (platform, env, config, cache) => {
  expect(onThisSystem(configDirectory(user(platform, env)))).toBe(onThisSystem(config));
  expect(onThisSystem(cacheDirectory(user(platform, env)))).toBe(onThisSystem(cache));
});

test('without a home directory: fails, unless a variable names the directory', () => {
  for (const home of ['', 'relative']) {
    expect(() => configDirectory(user('linux', {}, home))).toThrow('there is no home directory to keep profiles in');
    expect(() => cacheDirectory(user('linux', {}, home))).toThrow('there is no home directory to keep windows in');
  }
  const config = configDirectory(user('linux', { REPORTING_CONFIG_DIR: '/c' }, ''));
  expect(config).toBe(onThisSystem('/c'));
  const cache = cacheDirectory(user('linux', { XDG_CACHE_HOME: '/k' }, ''));
  expect(onThisSystem(cache)).toBe(onThisSystem('/k/reporting'));
});
