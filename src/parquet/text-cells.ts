/**
 * The JSON text of a value in a column of texts. The files do not tell a list from a text that spells one: what is spelled as the
 * JSON of a list, without spaces, is taken for a list. Either has the same text in every format.
 */

import { tryRead } from '../core/try-read.ts';

/** A string in JSON. */
const STRINGS = /"(?:[^"\\]|\\.)*"/g;

export function textCell(text: string): string {
  return isList(text) || text === '{}' ? text : JSON.stringify(text);
}

function isList(text: string): boolean {
  if (!text.startsWith('[') || !text.endsWith(']') || /\s/.test(text.replace(STRINGS, ''))) return false;
  return tryRead(() => JSON.parse(text) as unknown) !== undefined;
}
