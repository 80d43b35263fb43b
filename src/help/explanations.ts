/** The help of an error's code and of a warning's name: their parts of two pages of docs/, which the bundle contains. */

import warnings from '../../docs/data-checks.md?raw';
import errors from '../../docs/troubleshooting.md?raw';
import { ERROR_KINDS, type ErrorCode, EXIT_CODES } from '../core/error-codes.ts';
import { wrap } from '../core/text.ts';
import type { WarningName } from '../core/warnings.ts';

const INDENT = 2;
/** On a narrower terminal, the terminal breaks the lines. */
const MIN_WIDTH = 40;

/** An item of the list of errors: messages, and what to do if the messages do not say it. */
const ERROR_ITEM = /^- ((?:`[^`]*`|[^`:])+)(?:: (.*))?$/;

const WITHOUT_FIX = 'If nothing stands below an error, its message or its hint says what to do.';

/** The cause of a code, and its errors with their fixes. Ends with a line feed. @param width columns of the terminal */
export function renderErrorHelp(code: ErrorCode, width: number): string {
  const lines = sectionOf(code, errors).filter((line) => line !== '');
  const cause = lines.filter((line) => !line.startsWith('- ')).join(' ');
  const items = lines.map((line) => ERROR_ITEM.exec(line)).filter((item) => item !== null);
  const found = items.map(([, messages = '', fix]) => {
    const shown = indented(messages, width, INDENT);
    return fix === undefined ? shown : `${shown}\n${indented(fix, width, 2 * INDENT)}`;
  });
  const rest = items.every(([, , fix]) => fix !== undefined) ? [] : [indented(WITHOUT_FIX, width)];
  const title = `${code} (exit ${EXIT_CODES[ERROR_KINDS[code]]})`;
  return `${[title, indented(cause, width), ...found, ...rest].join('\n\n')}\n`;
}

/** What a warning means, an example, what to check and how to silence it. Ends with a line feed. @param width columns of the terminal */
export function renderWarningHelp(name: WarningName, width: number): string {
  const paragraphs = sectionOf(name, warnings).join('\n').trim().split('\n\n');
  const shown = paragraphs.map((paragraph) => {
    const example = /^`([^`]*)`$/.exec(paragraph)?.[1];
    return example === undefined
      ? indented(paragraph.replaceAll('\n', ' '), width)
      : indented(`warning: ${example}`, width, INDENT);
  });
  return `${[`[${name}]`, ...shown].join('\n\n')}\n`;
}

/** The lines below a heading of a page. */
function sectionOf(heading: string, page: string): readonly string[] {
  const lines = page.split(/\r?\n/);
  const start = lines.indexOf(`#### ${heading}`) + 1;
  const end = lines.findIndex((line, index) => index >= start && line.startsWith('#'));
  return lines.slice(start, end === -1 ? undefined : end);
}

function indented(text: string, width: number, indent = 0): string {
  return wrap(toText(text), Math.max(width, MIN_WIDTH) - indent, indent).join('\n');
}

/** Markdown without links. */
function toText(markdown: string): string {
  return markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}
