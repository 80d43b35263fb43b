import { describe, expect, test } from 'vitest';
import { createRedaction, hideParts } from '../../../src/core/redaction.ts';

function redact(text: string, secret: string): string {
  const redaction = createRedaction();
  redaction.hide(secret);
  return redaction.apply(text);
}

describe('a secret of eight characters or more', () => {
  test.each([
    ['invalid: 12345678', 'invalid: [hidden]'],
    ['x12345678y', 'x[hidden]y'],
    [`Basic ${btoa('12345678')}`, 'Basic [hidden]'],
    ['quoted 123456…', 'quoted [hidden]…'],
  ])('is hidden anywhere: %s', (text, shown) => {
    expect(redact(text, '12345678')).toBe(shown);
  });

  test.each(['base64', 'base64url'] as const)('is hidden within other text in %s', (encoding) => {
    // Its base64 has + and /.
    const secret = '~~~???>>>';
    for (const before of ['', 'a', 'ab']) {
      const text = Buffer.from(`${before}${secret}xyz`).toString(encoding);
      expect(redact(text, secret)).toMatch(/^\w{0,4}\[hidden\]\w{4,6}=*$/);
    }
  });

  test('is hidden in parts, in a message of the service', () => {
    expect(hideParts('begins with 123456', '12345678')).toBe('begins with [hidden]');
  });
});

describe('a shorter secret', () => {
  test.each([
    ['a', 'cannot write a.csv: a fault of a service, and "a b"'],
    ['e', 'the service refused revenue 2026-01-01..2026-01-31: 403'],
    ['1', 'waited 1 s for revenue 2026-01-01, in 21 windows'],
    ['abc', 'abc, xabc: abcd: abc-d token abcd "abcd" [abc] abc'],
    ['1234567', '12345678 01234567 1234567'],
    ['.', 'one. two. "x" =x token x'],
  ])('%j is not hidden inside words: %s', (secret, text) => {
    expect(redact(text, secret)).toBe(text);
    expect(hideParts(text, secret)).toBe(text);
  });

  test.each([
    ['{"token":"abc"}', '{"token":"[hidden]"}'],
    ["bad token 'abc'", "bad token '[hidden]'"],
    ['reporting-api-token: abc', 'reporting-api-token: [hidden]'],
    ['reporting-api-token:abc, x', 'reporting-api-token:[hidden], x'],
    ['?token=abc&x=abcd', '?token=[hidden]&x=abcd'],
    ['http://user:abc@proxy', 'http://user:[hidden]@proxy'],
    ['Bearer abc', 'Bearer [hidden]'],
    [`Basic ${btoa('abc')}`, 'Basic [hidden]'],
    ['the token abc is unknown', 'the token [hidden] is unknown'],
  ])('is hidden where it is a whole value: %s', (text, shown) => {
    expect(redact(text, 'abc')).toBe(shown);
    expect(hideParts(text, 'abc')).toBe(shown);
  });

  test.each(['$&', '.*', '\\w', '(', 'a|b', '"'])('can contain special characters: %j', (secret) => {
    expect(redact(`token ${secret}`, secret)).toBe('token [hidden]');
    expect(redact('token xyz', secret)).toBe('token xyz');
  });
});
