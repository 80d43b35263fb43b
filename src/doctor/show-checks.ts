/** Findings as text, without secrets and control characters. */

import { toVisibleText, wrap } from '../core/text.ts';
import type { Uses } from '../services.ts';
import type { Finding } from './check-runner.ts';

const MARKS = { ok: '✓', warning: '!', failure: '✗', skipped: '-' } as const;
const NAME_WIDTH = 'token and client'.length;
const INDENT = ' '.repeat(NAME_WIDTH + 5);
/** Width of a message on a narrow terminal. */
const MIN_WIDTH = 30;

/** One line with the names of the good checks, and one with those of the skipped ones. */
export function summaryOf(findings: readonly Finding[]): readonly Finding[] {
  return (['ok', 'skipped'] as const).flatMap((status) => {
    const names = findings.filter((finding) => finding.status === status).map(({ name }) => name);
    return names.length === 0 ? [] : [{ name: status, status, message: names.join(', ') }];
  });
}

/** A finding as lines of text: clauses on lines of their own if one line is too short. Without a terminal, a hint is one line. */
export function showFinding(
  { name, status, message, hint }: Finding,
  { messages, stdout }: Uses<'messages' | 'stdout'>,
): string {
  const { style, width } = stdout;
  const clean = (text: string): string => toVisibleText(messages.redact(text));
  const messageWidth = Math.max(MIN_WIDTH, (width ?? 80) - INDENT.length);
  const color = { ok: style.green, warning: style.yellow, failure: style.red, skipped: style.dim }[status];
  const whole = wrap(clean(message), messageWidth);
  const lines =
    whole.length === 1
      ? whole
      : clean(message)
          .split('; ')
          .flatMap((each) => wrap(each, messageWidth));
  const hints = hint === undefined ? [] : wrap(`hint: ${clean(hint)}`, width === undefined ? Infinity : messageWidth);
  const [first, ...rest] = [...lines, ...hints.map((line) => line.replace(/^hint:/, style.cyan('hint:')))];
  return [
    `${color(MARKS[status])}  ${name.padEnd(NAME_WIDTH)}  ${first}`,
    ...rest.map((line) => INDENT + line),
    '',
  ].join('\n');
}

/** All findings as one JSON object, on one line. */
export function findingsJson(findings: readonly Finding[], { messages }: Uses<'messages'>): string {
  const clean = (_: string, value: unknown): unknown =>
    typeof value === 'string' ? toVisibleText(messages.redact(value)) : value;
  return `${JSON.stringify({ checks: findings }, clean)}\n`;
}
