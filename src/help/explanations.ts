/** The help of an error's code and of a warning's name: their parts of two pages of docs/, which the bundle contains. */

import warnings from '../../docs/data-checks.md?raw';
import errors from '../../docs/troubleshooting.md?raw';
import { ERROR_CODES, ERROR_KINDS, type ErrorCode, EXIT_CODES } from '../core/error-codes.ts';
import type { WarningName } from '../core/warnings.ts';
import { renderBlocks, table, text } from './blocks.ts';

/** An item of the list of errors: messages, and what to do if the messages do not say it. */
const ITEM = /^- ((?:`[^`]*`|[^`:])+)(?:: (.*))?$/;

/** The cause of a code and its errors with their fixes; or what a warning means, an example, what to check and how to silence it. */
export function renderExplanation(name: ErrorCode | WarningName, width: number): string {
  const code = ERROR_CODES.find((each) => each === name);
  const title = code === undefined ? `[${name}]` : `${code} (exit ${EXIT_CODES[ERROR_KINDS[code]]})`;
  const parts = sectionOf(name, code === undefined ? warnings : errors).split(/\n{2,}/);
  const blocks = parts.map((part) => {
    // Without line breaks and links.
    const words = part.replace(/\n(?!- )/g, ' ').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
    if (!words.startsWith('- ')) return text(words.replace(/^`([^`]*)`$/, 'warning: $1'));
    const items = words.split('\n').map((item) => ITEM.exec(item) ?? []);
    return table(
      '',
      items.map(([, messages = '', fix = '']) => [messages, fix]),
    );
  });
  return `${renderBlocks([text(title), ...blocks], width)}\n`;
}

/** The text below a heading of a page. */
function sectionOf(heading: string, page: string): string {
  const [, part = ''] = page.replaceAll('\r', '').split(`\n#### ${heading}\n`);
  return part.split(/\n#/, 1)[0]!.trim();
}
