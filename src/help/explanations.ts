/** The help of an error's code and of a warning's name: their parts of two pages of docs/, which the bundle contains. */

import warnings from '../../docs/data-checks.md?raw';
import errors from '../../docs/troubleshooting.md?raw';
import { ERROR_CODES, ERROR_KINDS, type ErrorCode, EXIT_CODES } from '../core/error-codes.ts';
import { wrap } from '../core/text.ts';
import type { WarningName } from '../core/warnings.ts';

const INDENT = 2;
/** On a narrower terminal, the terminal breaks the lines. */
const MIN_WIDTH = 40;

/** An item of the list of errors: messages, and what to do if the messages do not say it. */
const ITEM = /^- ((?:`[^`]*`|[^`:])+)(?:: (.*))?$/;
/** A paragraph that is an example of a warning. */
const EXAMPLE = /^`([^`]*)`$/;

/**
 * The cause of a code and its errors with their fixes; or what a warning means, an example, what to check and how to silence it.
 * Ends with a line feed. @param width columns of the terminal
 */
export function renderExplanation(name: ErrorCode | WarningName, width: number): string {
  const code = ERROR_CODES.find((each) => each === name);
  const title = code === undefined ? `[${name}]` : `${code} (exit ${EXIT_CODES[ERROR_KINDS[code]]})`;
  const blocks = sectionOf(name, code === undefined ? warnings : errors).split(/\n+(?=\n|- )/);
  const shown = blocks.map((block) => {
    const text = block.trim().replaceAll('\n', ' ');
    const [, messages, fix] = ITEM.exec(text) ?? [];
    const [, example] = EXAMPLE.exec(text) ?? [];
    if (example !== undefined) return indented(`warning: ${example}`, width, INDENT);
    if (messages === undefined) return indented(text, width);
    return [indented(messages, width, INDENT), ...(fix === undefined ? [] : [indented(fix, width, 2 * INDENT)])].join(
      '\n',
    );
  });
  return `${[title, ...shown].join('\n\n')}\n`;
}

/** The text below a heading of a page. */
function sectionOf(heading: string, page: string): string {
  const lines = page.split(/\r?\n/);
  const start = lines.indexOf(`#### ${heading}`) + 1;
  const end = lines.findIndex((line, index) => index >= start && line.startsWith('#'));
  return lines
    .slice(start, end === -1 ? undefined : end)
    .join('\n')
    .trim();
}

function indented(text: string, width: number, indent = 0): string {
  return wrap(toText(text), Math.max(width, MIN_WIDTH) - indent, indent).join('\n');
}

/** Markdown without links. */
function toText(markdown: string): string {
  return markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}
