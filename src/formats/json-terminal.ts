/**
 * JSON for a terminal: the same tokens, with colours, and with line breaks and indentation in an array. Without the colours the
 * text is valid JSON with the same values. Every number stays as it is.
 */

import { toVisibleText } from '../core/text.ts';

interface TerminalJson {
  /** True for one indented array; false for a record per line. */
  readonly isArray: boolean;
  readonly hasColor: boolean;
}

/** Foreground colours (ECMA-48, section 8.3.117): cyan, green, yellow. */
const NAME_COLOR = 36;
const TEXT_COLOR = 32;
const LITERAL_COLOR = 33;

const PIECE_LENGTH = 16_384;
const INDENT = '  ';
/** A token that is no string: an empty container, a sign, the end of a record, a number or a literal. */
const TOKEN = /\{\}|\[\]|[{}[\],:\n]|[^{}[\],:\n"]+/y;

/** `blocks` are whole lines, each a record without white space between its tokens. The pieces end between tokens. */
export async function* encodeForTerminal(
  blocks: AsyncIterable<Buffer>,
  { isArray, hasColor }: TerminalJson,
): AsyncGenerator<string> {
  const paint = (text: string, color: number): string =>
    hasColor ? `\u001b[${color}m${text}\u001b[39m` : text;
  let depth = 0;
  const lineBreak = (): string => (isArray ? `\n${INDENT.repeat(depth + 1)}` : '');
  let isFirstRecord = true;
  let text = '';

  for await (const block of blocks) {
    const json = block.toString('utf8');
    for (let at = 0; at < json.length; ) {
      const start = at;
      at = endOfToken(json, at);
      const token = json.slice(start, at);
      if (token.startsWith('"')) {
        // A character that would control the terminal becomes its JSON escape.
        text += paint(toVisibleText(token), json[at] === ':' ? NAME_COLOR : TEXT_COLOR);
      } else if (token.startsWith('{') || token.startsWith('[')) {
        if (depth === 0 && isArray) text += `${isFirstRecord ? '[' : ','}\n${INDENT}`;
        isFirstRecord = false;
        text += token;
        if (token.length > 1) continue;
        depth++;
        text += lineBreak();
      } else if (token === '}' || token === ']') {
        depth--;
        text += lineBreak() + token;
      } else if (token === ',') text += `,${lineBreak()}`;
      else if (token === ':') text += isArray ? ': ' : ':';
      else if (token !== '\n') text += /^[a-z]/.test(token) ? paint(token, LITERAL_COLOR) : token;
      else if (!isArray) text += '\n';
      if (text.length < PIECE_LENGTH) continue;
      yield text;
      text = '';
    }
  }
  if (isArray) text += isFirstRecord ? '[]\n' : '\n]\n';
  if (text !== '') yield text;
}

/** The index after the token that begins at `at`. A text may have millions of escapes: too many for a pattern. */
function endOfToken(json: string, at: number): number {
  if (json[at] !== '"') {
    TOKEN.lastIndex = at;
    TOKEN.test(json);
    return TOKEN.lastIndex;
  }
  let end = at + 1;
  while (end < json.length && json[end] !== '"') end += json[end] === '\\' ? 2 : 1;
  return end + 1;
}
