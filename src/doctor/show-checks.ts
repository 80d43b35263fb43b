/** Findings as text or JSON, without secrets and control characters. */

import type { Message } from '../core/message.ts';
import { toVisibleText } from '../core/text.ts';
import { GAP } from '../formats/table-layout.ts';
import { drawTextLines } from '../formats/text-table.ts';
import { createTextMeasure, type TextMeasure } from '../formats/text-width.ts';
import type { Services } from '../services.ts';
import type { Finding, Status } from './check-runner.ts';

type Show = Pick<Services, 'messages' | 'stdout'>;

/** Findings are shown one by one, so the columns are as wide as the longest status and name. */
const STATUS = { width: 'warning'.length };
const NAME = { width: 'token and client'.length };
const INDENT_WIDTH = STATUS.width + NAME.width + 2 * GAP;
const DEFAULT_WIDTH = 80;
/** Width of a message on a narrow terminal. */
const MIN_WIDTH = 30;

/** A finding as lines of text. A hint stays on one line, so that it can be copied. */
export async function showFinding(finding: Finding, { messages, stdout }: Show): Promise<string> {
  const { style, width } = stdout;
  const clean = cleanerOf(messages);
  const messageWidth = Math.max(MIN_WIDTH, (width ?? DEFAULT_WIDTH) - INDENT_WIDTH);
  const message = clean(finding.message);
  const measure = createTextMeasure();
  await measure.prepare([message]);
  const draw = (...cells: readonly string[]): Promise<readonly string[]> =>
    drawTextLines([cells], { columns: [STATUS, NAME] });
  const lines = await draw(
    colorOf(finding.status, style)(finding.status),
    finding.name,
    layOut(message, messageWidth, measure).join('\n'),
  );
  const hint =
    finding.hint === undefined ? [] : await draw('', '', `${style.cyan('hint:')} ${clean(finding.hint)}`);
  const dimmed = finding.status === 'skipped' ? lines.map(style.dim) : lines;
  return `${[...dimmed, ...hint].join('\n')}\n`;
}

/** All findings as one JSON object, on one line. */
export function findingsJson(findings: readonly Finding[], { messages }: Show): string {
  const clean = cleanerOf(messages);
  const checks = findings.map(({ name, status, message, hint }) => ({
    name,
    status,
    message: clean(message),
    hint: hint && clean(hint),
  }));
  return `${JSON.stringify({ checks })}\n`;
}

function cleanerOf(messages: Services['messages']): (text: Message) => string {
  return (text) => toVisibleText(messages.redact(messages.word(text)));
}

function colorOf(status: Status, style: Services['stdout']['style']): (text: string) => string {
  if (status === 'failure') return style.red;
  if (status === 'warning') return style.yellow;
  return (text) => text;
}

/** One line if it fits; otherwise one line for each clause, wrapped if it is still too long. */
function layOut(message: string, maxWidth: number, measure: TextMeasure): readonly string[] {
  if (measure.width(message) <= maxWidth) return [message];
  return message.split('; ').flatMap((clause) => wrap(clause, maxWidth, measure));
}

/** Breaks only at spaces, so that paths and URLs stay whole. */
function wrap(text: string, maxWidth: number, { width }: TextMeasure): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && width(line) + 1 + width(word) > maxWidth) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
