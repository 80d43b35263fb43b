/** Findings as text for people, or as one JSON object. What came from outside is shown without secrets and controls. */

import { toVisibleText } from '../../core/visible-text.ts';
import { createTextMeasure, type TextMeasure } from '../../formats/text-width.ts';
import type { Ports } from '../ports.ts';
import type { Finding, Status } from './checkup.ts';

type Show = Pick<Ports, 'messages' | 'stdout'>;

const STATUS_WIDTH = 'warning'.length;
const NAME_WIDTH = 'token and client'.length;
const GAP = '  ';
const INDENT = ' '.repeat(STATUS_WIDTH + NAME_WIDTH + 2 * GAP.length);
const DEFAULT_WIDTH = 80;
/** A message gets as much, however narrow the terminal is. */
const LEAST_WIDTH = 30;

/** A finding's lines. A hint stays on one line, to be copied. */
export async function showFinding(finding: Finding, { messages, stdout }: Show): Promise<string> {
  const { style, width } = stdout;
  const clean = (text: string): string => toVisibleText(messages.redact(text));
  const room = Math.max(LEAST_WIDTH, (width ?? DEFAULT_WIDTH) - INDENT.length);
  const message = clean(finding.message);
  const measure = createTextMeasure();
  await measure.prepare([message]);
  const [first = '', ...rest] = layOut(message, room, measure);
  const line = [
    colorOf(finding.status, style)(finding.status.padEnd(STATUS_WIDTH)),
    finding.name.padEnd(NAME_WIDTH),
    first,
  ].join(GAP);
  const lines = [line, ...rest.map((each) => INDENT + each)];
  const hint = finding.hint === undefined ? [] : [`${INDENT}${style.cyan('hint:')} ${clean(finding.hint)}`];
  const dimmed = finding.status === 'skipped' ? lines.map(style.dim) : lines;
  return `${[...dimmed, ...hint].join('\n')}\n`;
}

export function findingsJson(findings: readonly Finding[], { messages }: Show): string {
  const checks = findings.map(({ name, status, message, hint }) => ({
    name,
    status,
    message: toVisibleText(messages.redact(message)),
    hint: hint && toVisibleText(messages.redact(hint)),
  }));
  return `${JSON.stringify({ checks })}\n`;
}

function colorOf(status: Status, style: Ports['stdout']['style']): (text: string) => string {
  if (status === 'failure') return style.red;
  if (status === 'warning') return style.yellow;
  return (text) => text;
}

/** One line if there is room; otherwise one for each clause, wrapped where it is still too long. */
function layOut(message: string, room: number, measure: TextMeasure): readonly string[] {
  if (measure.width(message) <= room) return [message];
  return message.split('; ').flatMap((clause) => wrap(clause, room, measure));
}

/** Breaks at spaces only: a path or a URL stays whole. */
function wrap(text: string, room: number, { width }: TextMeasure): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && width(line) + 1 + width(word) > room) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
