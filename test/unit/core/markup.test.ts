import { expect, test } from 'vitest';
import { joinMarkup, markup, trustedMarkup } from '../../../src/core/markup.ts';

const HOSTILE = `<"&'>`;
const ESCAPED = '&lt;&quot;&amp;&#39;&gt;';

test('a text is escaped between tags, in an attribute, and in a list; markup is not', () => {
  const inner = markup`<b title="${HOSTILE}">${HOSTILE}</b>`;
  expect(String(inner)).toBe(`<b title="${ESCAPED}">${ESCAPED}</b>`);
  expect(String(markup`<p>${[inner, HOSTILE, [1.5, undefined]]}</p>`)).toBe(`<p>${inner}${ESCAPED}1.5</p>`);
  expect(String(joinMarkup([inner, inner], HOSTILE))).toBe(`${inner}${ESCAPED}${inner}`);
  expect(String(markup`${trustedMarkup('<i>')}${undefined}`)).toBe('<i>');
});

test('only the template makes markup: an object of the same shape is none', () => {
  const forged = { text: '<b>', toString: () => '<b>' };
  // @ts-expect-error The type refuses it, too.
  expect(() => markup`${forged}`).toThrow(TypeError);
});
