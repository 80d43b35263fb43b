import { describe, expect, test } from 'vitest';
import { chooseProxy, isExempt } from '../../../src/service/proxy.ts';

describe('NO_PROXY exempts', () => {
  test.each([
    ['x.example', '*'],
    ['x.example', 'x.example'],
    ['x.example', 'a.example, x.example'],
    ['x.example', 'a.example x.example'],
    ['api.x.example', 'x.example'],
    ['api.x.example', '.x.example'],
    ['x.example', 'x.example.'],
    ['x.example.', 'x.example'],
    ['localhost', 'localhost'],
    ['127.0.0.1', '127.0.0.1'],
    ['[::1]', '::1'],
  ])('%s with %j', (hostname, noProxy) => {
    expect(isExempt(hostname, noProxy)).toBe(true);
  });

  test.each([
    ['x.example', ''],
    ['x.example', '*,a.example'],
    ['x.example', '*.example'],
    ['notx.example', 'x.example'],
    ['x.example', 'api.x.example'],
    ['x.example.evil', 'x.example'],
    ['x.example', 'x.example:443'],
    ['x.example', '.'],
    ['10.1.2.3', '2.3'],
    ['[::1]', '127.0.0.1'],
  ])('not %s with %j', (hostname, noProxy) => {
    expect(isExempt(hostname, noProxy)).toBe(false);
  });
});

const HTTPS = 'https://reports.example/v2/reporting';
const HTTP = 'http://reports.example/v2/reporting';

describe('the proxy of a base URL', () => {
  test.each([
    [HTTPS, {}, undefined],
    [HTTPS, { HTTPS_PROXY: 'http://a:1' }, 'HTTPS_PROXY a:1'],
    [HTTPS, { HTTPS_PROXY: 'http://upper:1', https_proxy: 'http://lower:1' }, 'https_proxy lower:1'],
    [HTTPS, { https_proxy: ' ', HTTPS_PROXY: 'http://a:1' }, 'HTTPS_PROXY a:1'],
    [HTTPS, { HTTP_PROXY: 'http://a:1', http_proxy: 'http://a:1' }, undefined],
    [HTTPS, { ALL_PROXY: 'http://a:1', HTTPS_PROXY: 'http://b:1' }, 'HTTPS_PROXY b:1'],
    [HTTPS, { all_proxy: 'http://a:1' }, 'all_proxy a:1'],
    [HTTP, { ALL_PROXY: 'http://a:1' }, undefined],
    [HTTP, { HTTP_PROXY: 'http://a:1' }, undefined],
    [HTTPS, { HTTPS_PROXY: 'http://a/' }, 'HTTPS_PROXY a:80'],
    [HTTPS, { HTTPS_PROXY: 'https://a' }, 'HTTPS_PROXY a:443'],
    [HTTPS, { HTTPS_PROXY: 'HTTP://[::1]:3128' }, 'HTTPS_PROXY [::1]:3128'],
    [HTTPS, { HTTPS_PROXY: 'http://u:p@a:1' }, 'HTTPS_PROXY a:1'],
    [HTTPS, { HTTPS_PROXY: 'http://a:1', NO_PROXY: 'example' }, undefined],
    [HTTPS, { HTTPS_PROXY: 'http://a:1', no_proxy: 'other', NO_PROXY: 'example' }, 'HTTPS_PROXY a:1'],
    ['https://localhost/v2/reporting', { HTTPS_PROXY: 'http://a:1' }, 'HTTPS_PROXY a:1'],
    [HTTPS, { HTTPS_PROXY: 'socks5://a:1', NO_PROXY: '*' }, undefined],
  ])('%s with %j', (baseUrl, env, expected) => {
    const proxy = chooseProxy(baseUrl, env);
    expect(proxy && `${proxy.variable} ${proxy.host}`).toBe(expected);
  });

  test.each([
    ['user:secret', 'user:secret'],
    ['DOMAIN%5Cuser:s%40cret%25', 'DOMAIN\\user:s@cret%'],
    ['user:100%', 'user:100%'],
    ['user', 'user:'],
    ['', undefined],
  ])('decodes %j', (userInfo, pair) => {
    const { authorization } = chooseProxy(HTTPS, { HTTPS_PROXY: `http://${userInfo}@a:1` })!;
    expect(authorization).toBe(pair && `Basic ${Buffer.from(pair).toString('base64')}`);
  });

  test('lists its secrets in both spellings, without those that are too short to hide', () => {
    const secrets = (HTTPS_PROXY: string) => chooseProxy(HTTPS, { HTTPS_PROXY })!.secrets;
    expect(secrets('http://us%40r:s%40cret@a:1')).toEqual(['us@r:s@cret', 's@cret', 's%40cret', 'us@r', 'us%40r']);
    expect(secrets('http://u:p@a:1')).toEqual(['u:p']);
    expect(secrets('http://a:1')).toEqual([]);
  });

  test.each([
    ['socks5://user:secret@a:1', ': its scheme is socks5, not http or https'],
    ['http://', ''],
    ['http://user:secret@', ''],
    ['http://user:se#cret@a:1', ''],
    ['http://user:1/secret@a:1', ''],
    ['http://a:99999', ''],
    ['http://a b', ''],
  ])('%s is rejected, and the error does not repeat it', (value, problem) => {
    for (const variable of ['HTTPS_PROXY', 'all_proxy']) {
      expect(() => chooseProxy(HTTPS, { [variable]: value })).toThrow(
        expect.objectContaining({
          kind: 'config',
          message: `${variable} is not the address of a proxy${problem}`,
          hint: `example: ${variable}=http://user:password@proxy.example.com:3128, user and password percent-encoded`,
        }),
      );
    }
  });
});
