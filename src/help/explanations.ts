/** The help of an error's code and of a warning's name: their parts of two pages of docs/, which the bundle contains. */

import warnings from '../../docs/data-checks.md?raw';
import errors from '../../docs/troubleshooting.md?raw';
import { ERROR_CODES, ERROR_KINDS, type ErrorCode, EXIT_CODES } from '../core/error-codes.ts';
import { WARNING_NAMES, type WarningName } from '../core/warnings.ts';
import { renderBlocks, table, text } from './blocks.ts';

/** An item of the list of errors: messages, and what to do if the messages do not say it. */
const ITEM = /^- ((?:`[^`]*`|[^`:])+)(?:: (.*))?$/;

/** A link of Markdown: its text, and its page, which is empty for the same one. */
const LINK = /\[([^\]]*)\]\(([^)#]*)[^)]*\)/g;
const NAMES: readonly string[] = [...ERROR_CODES, ...WARNING_NAMES];

/** The cause of a code and its errors with their fixes; or what a warning means, an example, what to check and how to silence it. */
export function renderExplanation(name: ErrorCode | WarningName, width: number): string {
  const code = ERROR_CODES.find((each) => each === name);
  const title = code === undefined ? `[${name}]` : `${code} (exit ${EXIT_CODES[ERROR_KINDS[code]]})`;
  const [page, file] = code === undefined ? [warnings, 'data-checks.md'] : [errors, 'troubleshooting.md'];
  const parts = sectionOf(name, page).split(/\n{2,}/);
  const blocks = parts.map((part) => {
    // Without line breaks. A link names its page, unless its text is a name that `help` explains.
    const words = part
      .replace(/\n(?!- )/g, ' ')
      .replace(LINK, (_, label: string, target: string) =>
        NAMES.includes(label.replaceAll('`', '')) ? label : `${label} (docs/${target || file})`,
      );
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
