import { describe, expect, test } from 'vitest';
import { cacheDirectory, configDirectory, type UserPlaces } from '../../../src/disk/user-directories.ts';

const places = (
  platform: NodeJS.Platform,
  env: UserPlaces['env'] = {},
  homeDirectory = '/home/ana',
): UserPlaces => ({
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
  expect(configDirectory(places(platform, env))).toBe(config);
  expect(cacheDirectory(places(platform, env))).toBe(cache);
});

describe('without a home directory', () => {
  test('there is nowhere, unless it is named', () => {
    for (const home of ['', 'relative']) {
      expect(() => configDirectory(places('linux', {}, home))).toThrow(
        'there is no home directory to keep profiles in',
      );
      expect(() => cacheDirectory(places('linux', {}, home))).toThrow(
        'there is no home directory to keep windows in',
      );
    }
    expect(configDirectory(places('linux', { REPORTING_CONFIG_DIR: '/c' }, ''))).toBe('/c');
    expect(cacheDirectory(places('linux', { XDG_CACHE_HOME: '/k' }, ''))).toBe('/k/reporting');
  });
});
