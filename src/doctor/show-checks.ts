/** Findings as text or JSON, without secrets and control characters. */

import { toVisibleText, wrap } from '../core/text.ts';
import type { Services, Uses } from '../services.ts';
import type { Finding, Status } from './check-runner.ts';

type Show = Uses<'messages' | 'stdout'>;

const MARKS: Readonly<Record<Status, string>> = { ok: '✓', warning: '!', failure: '✗', skipped: '-' };
const GAP = '  ';
const NAME_WIDTH = 'token and client'.length;
const INDENT = ' '.repeat(1 + NAME_WIDTH + 2 * GAP.length);
const DEFAULT_WIDTH = 80;
/** Width of a message on a narrow terminal. */
const MIN_WIDTH = 30;

/** Groups of consecutive checks that share one line: its name, and the last check of the group. */
const GROUPS = [
  { name: 'this machine', last: 'spool' },
  { name: 'connection', last: 'clock' },
  { name: 'service', last: 'end date' },
  { name: 'versions', last: 'versions' },
] as const;

/** Shows findings one by one, as text. */
export interface FindingsText {
  /** The lines to show after this finding. */
  add(finding: Finding): string;
  /** The lines to show after the last finding. */
  end(): string;
}

/** Each finding with its message, in the order of the checks. */
export function createFindingsList(show: Show): FindingsText {
  return { add: (finding) => showFinding(finding, show), end: () => '' };
}

/** One line for the good findings of each group; then the skipped checks, the warnings and the failures with their hints. */
export function createFindingsSummary(show: Show): FindingsText {
  const findings: Finding[] = [];
  let passed: Finding[] = [];
  const of = (status: Status) => findings.filter((finding) => finding.status === status);
  return {
    add(finding) {
      findings.push(finding);
      if (finding.status === 'ok') passed.push(finding);
      const group = GROUPS.find(({ last }) => last === finding.name);
      if (group === undefined || passed.length === 0) return '';
      const names = passed.map(({ name }) => name).join(', ');
      const message = passed.length === 1 && group.name === group.last ? passed[0]!.message : names;
      passed = [];
      return showFinding({ name: group.name, status: 'ok', message }, show);
    },
    end() {
      const shown = [...mergeSkipped(of('skipped')), ...of('warning'), ...of('failure')];
      return shown.map((finding) => showFinding(finding, show)).join('');
    },
  };
}

/** One finding for all checks that were skipped for the same reason. */
function mergeSkipped(skipped: readonly Finding[]): readonly Finding[] {
  const names = new Map<string, string[]>();
  for (const { name, message: reason } of skipped) {
    names.set(reason, [...(names.get(reason) ?? []), name]);
  }
  return [...names].map(([reason, [first, ...others]]): Finding => {
    if (others.length === 0) return { name: first!, status: 'skipped', message: reason };
    return { name: 'skipped', status: 'skipped', message: `${[first, ...others].join(', ')}: ${reason}` };
  });
}

/** A finding as lines of text. Without a terminal, a hint is one line. */
function showFinding({ name, status, message, hint }: Finding, { messages, stdout }: Show): string {
  const { style, width } = stdout;
  const clean = cleanerOf(messages);
  const messageWidth = Math.max(MIN_WIDTH, (width ?? DEFAULT_WIDTH) - INDENT.length);
  const mark = colorOf(status, style)(MARKS[status]);
  const lead = `${mark}${GAP}${name.padEnd(NAME_WIDTH)}${GAP}`;
  const lines = layOut(clean(message), messageWidth).map((line, at) => (at === 0 ? lead : INDENT) + line);
  const dimmed = status === 'skipped' ? lines.map(style.dim) : lines;
  const hints = hint === undefined ? [] : wrap(`hint: ${clean(hint)}`, width === undefined ? Infinity : messageWidth);
  const painted = hints.map((line, at) => INDENT + (at === 0 ? line.replace('hint:', style.cyan('hint:')) : line));
  return `${[...dimmed, ...painted].join('\n')}\n`;
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

function cleanerOf(messages: Services['messages']): (text: string) => string {
  return (text) => toVisibleText(messages.redact(text));
}

function colorOf(status: Status, style: Services['stdout']['style']): (text: string) => string {
  if (status === 'failure') return style.red;
  if (status === 'warning') return style.yellow;
  if (status === 'ok') return style.green;
  return (text) => text;
}

/** One line if it fits; otherwise one line for each clause, wrapped if it is still too long. */
function layOut(message: string, maxWidth: number): readonly string[] {
  const lines = wrap(message, maxWidth);
  return lines.length === 1 ? lines : message.split('; ').flatMap((clause) => wrap(clause, maxWidth));
}
