import { describe, expect, test } from 'vitest';
import { parseBaseUrl } from '../../../src/api/credentials.ts';
import { errorBodyMessage } from '../../../src/service/http-errors.ts';

test.each([
  ['', ''],
  ['  plain words \n', 'plain words'],
  ['{"error":"range too long"}', 'range too long'],
  ['{"error":{"code":7,"message":"deep"}}', 'deep'],
  ['{"errors":[{"detail":"first"},{"detail":"second"}]}', 'first'],
  ['{"code":7}', '{"code":7}'],
  ['{"__proto__":{"message":"x"}}', '{"__proto__":{"message":"x"}}'],
  ['"just text"', 'just text'],
  ['<!doctype html><h1>Bad Gateway</h1>', ''],
  ['null', 'null'],
  [`x${'y'.repeat(400)}`, `x${'y'.repeat(298)}…`],
])('the message in an error body: %j', (body, message) => {
  expect(errorBodyMessage(body)).toBe(message);
});

describe('base URLs', () => {
  test.each([
    ['https://x.example/v2/reporting', 'https://x.example/v2/reporting'],
    ['https://x.example/v2/reporting///', 'https://x.example/v2/reporting'],
    ['HTTPS://X.example:443/v2/reporting', 'https://x.example/v2/reporting'],
    ['https://x.example:8443/a/v2/reporting', 'https://x.example:8443/a/v2/reporting'],
    ['http://127.0.0.1:8080/v2/reporting', 'http://127.0.0.1:8080/v2/reporting'],
    ['http://localhost/v2/reporting', 'http://localhost/v2/reporting'],
    ['http://[::1]:1/v2/reporting', 'http://[::1]:1/v2/reporting'],
  ])('%s', (text, baseUrl) => {
    expect(parseBaseUrl(text)).toBe(baseUrl);
  });

  test.each([
    'x.example/v2/reporting',
    '',
    'file:///etc/passwd',
    'https://u@x.example/v2/reporting',
    'https://x.example/v2/reporting#a',
    'https://x.example/v2/reporting?a=1',
    'http://127.0.0.1.evil.example/v2/reporting',
    'http://localhost.evil.example/v2/reporting',
    'http://10.0.0.1/v2/reporting',
  ])('%j is rejected', (text) => {
    expect(() => parseBaseUrl(text)).toThrow();
  });

  test('an error does not repeat a password', () => {
    for (const text of [
      'ftp://user:secret@x.example',
      'https://user:secret@x.example',
      '//user:secret@x',
      'https://user:a/secret@x.example',
    ]) {
      expect(() => parseBaseUrl(text)).toThrow(
        expect.not.objectContaining({ message: expect.stringContaining('secret') }),
      );
    }
  });
});
