/** The help of an error's code: its part of docs/troubleshooting.md, which the bundle contains. */

import page from '../../docs/troubleshooting.md?raw';
import { ERROR_KINDS, type ErrorCode, EXIT_CODES } from '../core/error-codes.ts';
import { wrap } from '../core/text.ts';

const INDENT = 2;
/** On a narrower terminal, the terminal breaks the lines. */
const MIN_WIDTH = 40;

/** The cause of a code, and its errors with their fixes. Ends with a line feed. @param width columns of the terminal */
export function renderErrorHelp(code: ErrorCode, width: number): string {
  const lines = sectionOf(code);
  const rows = lines.filter((line) => line.startsWith('| ')).slice(2);
  const cause = lines.filter((line) => line !== '' && !line.startsWith('|')).join(' ');
  const indented = (text: string, indent: number): string =>
    wrap(toText(text), Math.max(width, MIN_WIDTH) - indent, indent).join('\n');
  const errors = rows.map((row) => {
    const [messages = '', fix = ''] = row.slice(2, -2).split(' | ');
    return [indented(messages.replaceAll('`', ''), INDENT), indented(fix, 2 * INDENT)].join('\n');
  });
  const title = `${code} (exit ${EXIT_CODES[ERROR_KINDS[code]]})`;
  return `${[title, indented(cause, 0), ...errors].join('\n\n')}\n`;
}

/** The lines below the heading of a code. */
function sectionOf(code: ErrorCode): readonly string[] {
  const lines = page.split(/\r?\n/);
  const start = lines.indexOf(`#### ${code}`) + 1;
  const end = lines.findIndex((line, index) => index >= start && line.startsWith('#'));
  return lines.slice(start, end);
}

/** Markdown without links. */
function toText(markdown: string): string {
  return markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}
