import { describe, expect, test } from 'vitest';
import { createTokenWatch } from '../../../src/recording/token-watch.ts';

const TOKEN = 'canary/Tr0ub4dor"and\\3+horses';

/** True if the watch throws for a body in these pieces. */
function isFound(token: string, pieces: readonly string[]): boolean {
  const watch = createTokenWatch(token);
  try {
    for (const piece of pieces) watch.check(Buffer.from(piece));
  } catch (error) {
    expect(error).toBe(watch.found());
  }
  return watch.found() !== undefined;
}

describe('the token is found', () => {
  test.each([
    ['as it is', TOKEN],
    ['in JSON', JSON.stringify(TOKEN).slice(1, -1)],
    ['in a URL', encodeURIComponent(TOKEN)],
    ['in base64', Buffer.from(TOKEN).toString('base64')],
  ])('%s, cut anywhere', (_name, spelling) => {
    const body = `{"data":[${'x'.repeat(80)}${spelling}${'y'.repeat(80)}]}`;
    expect(isFound(TOKEN, [body])).toBe(true);
    for (let cut = 0; cut <= body.length; cut++) {
      expect(isFound(TOKEN, [body.slice(0, cut), body.slice(cut)]), `cut at ${cut}`).toBe(true);
    }
    expect(isFound(TOKEN, [...body])).toBe(true);
    expect(isFound(TOKEN, [...body.replace(spelling, spelling.slice(1))])).toBe(false);
  });
});

test('a short token is found only as a whole quoted value', () => {
  expect(isFound('abc', ['{"name":"ab', 'c"}'])).toBe(true);
  expect(isFound('abc', ['{"name":"abcd","abcde":1}'])).toBe(false);
});
