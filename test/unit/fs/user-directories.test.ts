import { describe, expect, test } from 'vitest';
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

test.each([
  ['linux', {}, '/home/ana/.config/reporting', '/home/ana/.cache/reporting'],
  ['linux', { XDG_CONFIG_HOME: '/c', XDG_CACHE_HOME: '/k' }, '/c/reporting', '/k/reporting'],
  [
    'linux',
    { XDG_CONFIG_HOME: 'c', XDG_CACHE_HOME: 'k' },
    '/home/ana/.config/reporting',
    '/home/ana/.cache/reporting',
  ],
  [
    'darwin',
    { XDG_CONFIG_HOME: '/c' },
    '/home/ana/Library/Preferences/reporting',
    '/home/ana/Library/Caches/reporting',
  ],
  ['win32', { APPDATA: '/a', LOCALAPPDATA: '/l' }, '/a/reporting', '/l/reporting'],
  ['linux', { REPORTING_CONFIG_DIR: 'mine' }, '/here/mine', '/home/ana/.cache/reporting'],
] as const)('%s %j', (platform, env, config, cache) => {
  expect(configDirectory(user(platform, env))).toBe(config);
  expect(cacheDirectory(user(platform, env))).toBe(cache);
});

describe('without a home directory', () => {
  test('fails, unless a variable names the directory', () => {
    for (const home of ['', 'relative']) {
      expect(() => configDirectory(user('linux', {}, home))).toThrow(
        'there is no home directory to keep profiles in',
      );
      expect(() => cacheDirectory(user('linux', {}, home))).toThrow(
        'there is no home directory to keep windows in',
      );
    }
    expect(configDirectory(user('linux', { REPORTING_CONFIG_DIR: '/c' }, ''))).toBe('/c');
    expect(cacheDirectory(user('linux', { XDG_CACHE_HOME: '/k' }, ''))).toBe('/k/reporting');
  });
});
