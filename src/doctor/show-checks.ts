/** Findings as text or JSON, without secrets and control characters. */

import { toVisibleText, wrap } from '../core/text.ts';
import type { Services } from '../services.ts';
import { GAP } from '../terminal/table-layout.ts';
import { drawTextLines } from '../terminal/text-table.ts';
import type { Finding, Status } from './check-runner.ts';

type Show = Pick<Services, 'messages' | 'stdout'>;

const MARKS: Readonly<Record<Status, string>> = { ok: '✓', warning: '!', failure: '✗', skipped: '-' };
const NAME = { width: 'token and client'.length };
const INDENT_WIDTH = 1 + NAME.width + 2 * GAP;
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
  add(finding: Finding): Promise<string>;
  /** The lines to show after the last finding. */
  end(): Promise<string>;
}

/** Each finding with its message, in the order of the checks. */
export function createFindingsList(show: Show): FindingsText {
  return { add: (finding) => showFinding(finding, show), end: async () => '' };
}

/** One line for the good findings of each group; then the skipped checks, the warnings and the failures with their hints. */
export function createFindingsSummary(show: Show): FindingsText {
  const findings: Finding[] = [];
  let passed: Finding[] = [];
  const of = (status: Status) => findings.filter((finding) => finding.status === status);
  return {
    async add(finding) {
      findings.push(finding);
      if (finding.status === 'ok') passed.push(finding);
      const group = GROUPS.find(({ last }) => last === finding.name);
      if (group === undefined || passed.length === 0) return '';
      const names = passed.map(({ name }) => name).join(', ');
      const message = passed.length === 1 && group.name === group.last ? passed[0]!.message : names;
      passed = [];
      return showFinding({ name: group.name, status: 'ok', message }, show);
    },
    async end() {
      const shown = [...mergeSkipped(of('skipped')), ...of('warning'), ...of('failure')];
      let text = '';
      for (const finding of shown) text += await showFinding(finding, show);
      return text;
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
async function showFinding(finding: Finding, { messages, stdout }: Show): Promise<string> {
  const { style, width } = stdout;
  const clean = cleanerOf(messages);
  const messageWidth = Math.max(MIN_WIDTH, (width ?? DEFAULT_WIDTH) - INDENT_WIDTH);
  const message = clean(finding.message);
  const hint = finding.hint && `hint: ${clean(finding.hint)}`;
  const draw = (...cells: readonly string[]): Promise<readonly string[]> =>
    drawTextLines([cells], { columns: [{ width: 1 }, NAME] });
  const lines = await draw(
    colorOf(finding.status, style)(MARKS[finding.status]),
    finding.name,
    layOut(message, messageWidth).join('\n'),
  );
  const dimmed = finding.status === 'skipped' ? lines.map(style.dim) : lines;
  if (hint === undefined) return `${dimmed.join('\n')}\n`;
  const hintLines = width === undefined ? [hint] : wrap(hint, messageWidth);
  const painted = hintLines.join('\n').replace('hint:', style.cyan('hint:'));
  return `${[...dimmed, ...(await draw('', '', painted))].join('\n')}\n`;
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
