/**
 * JSON for a terminal: the same tokens, with colours, and with line breaks and indentation in an array. Without the colours the
 * text is valid JSON with the same values. Reads bytes and keeps every number as it is.
 */

import {
  BACKSLASH,
  CLOSING_BRACE,
  CLOSING_BRACKET,
  COLON,
  COMMA,
  LINE_FEED,
  MINUS,
  NINE,
  OPENING_BRACE,
  OPENING_BRACKET,
  QUOTATION_MARK,
} from '../core/bytes.ts';
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

/** `blocks` are whole lines, each a record without white space between its tokens. The pieces end between tokens. */
export async function* encodeForTerminal(
  blocks: AsyncIterable<Buffer>,
  { isArray, hasColor }: TerminalJson,
): AsyncGenerator<string> {
  const paint = (text: string, color: number): string =>
    hasColor ? `\u001b[${color}m${text}\u001b[39m` : text;
  /** True for an object, for each open container. */
  const open: boolean[] = [];
  const lineBreak = (): string => (isArray ? `\n${INDENT.repeat(open.length + 1)}` : '');
  let isFirstRecord = true;
  let isName = false;
  let text = '';

  for await (const block of blocks) {
    for (let at = 0; at < block.length; ) {
      const byte = block[at]!;
      const start = at++;
      if (byte === OPENING_BRACE || byte === OPENING_BRACKET) {
        if (open.length === 0 && isArray) text += `${isFirstRecord ? '[' : ','}\n${INDENT}`;
        isFirstRecord = false;
        isName = byte === OPENING_BRACE;
        if (block[at] === CLOSING_BRACE || block[at] === CLOSING_BRACKET) {
          text += isName ? '{}' : '[]';
          at++;
        } else {
          open.push(isName);
          text += (isName ? '{' : '[') + lineBreak();
        }
      } else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) {
        open.pop();
        text += lineBreak() + String.fromCharCode(byte);
      } else if (byte === COMMA) {
        isName = open.at(-1)!;
        text += `,${lineBreak()}`;
      } else if (byte === COLON) {
        isName = false;
        text += isArray ? ': ' : ':';
      } else if (byte === LINE_FEED) {
        if (!isArray) text += '\n';
      } else if (byte === QUOTATION_MARK) {
        at = endOfString(block, at);
        text += paint(visible(block, start, at), isName ? NAME_COLOR : TEXT_COLOR);
      } else {
        at = endOfPlainToken(block, at);
        const token = block.toString('latin1', start, at);
        text += byte === MINUS || byte <= NINE ? token : paint(token, LITERAL_COLOR);
      }
      if (text.length >= PIECE_LENGTH) {
        yield text;
        text = '';
      }
    }
  }
  if (isArray) text += isFirstRecord ? '[]\n' : '\n]\n';
  if (text !== '') yield text;
}

/** The string from `start` to `end`. A character that would control the terminal becomes its JSON escape. */
function visible(block: Buffer, start: number, end: number): string {
  return toVisibleText(block.toString('utf8', start, end));
}

/** The index after the string whose content begins at `at`. */
function endOfString(block: Buffer, at: number): number {
  let end = at;
  while (end < block.length && block[end] !== QUOTATION_MARK) end += block[end] === BACKSLASH ? 2 : 1;
  return end + 1;
}

/** The bytes that may follow a number or a literal. */
const ENDS: ReadonlySet<number> = new Set([COMMA, CLOSING_BRACE, CLOSING_BRACKET]);

/** The index after a number, `true`, `false` or `null`. */
function endOfPlainToken(block: Buffer, at: number): number {
  let end = at;
  while (end < block.length && !ENDS.has(block[end]!)) end++;
  return end;
}
