/**
 * Runs checks one after another, and shows what they find. If a check fails, those that need it are skipped, with the name of the check to
 * fix first. The other checks run.
 */

import { ReportingError } from '../core/errors.ts';
import { toVisibleText, wrap } from '../core/text.ts';
import { styled } from '../core/tone.ts';
import type { Uses } from '../services.ts';

/** The result of a check, as users see it. */
export interface Finding {
  readonly name: string;
  readonly status: 'ok' | 'warning' | 'failure' | 'skipped';
  readonly message: string;
  readonly hint?: string | undefined;
}

/** The result of a check that does not fail. A check that fails throws a ReportingError. */
export type Verdict = Omit<Finding, 'name'>;

/** Runs checks and collects their findings. */
export type CheckRunner = ReturnType<typeof createCheckRunner>;

/** Creates a runner that passes each finding to `onFinding` at once. */
export function createCheckRunner(onFinding: (finding: Finding) => Promise<void>) {
  const findings: Finding[] = [];
  const failures: { readonly name: string; readonly error: ReportingError }[] = [];
  /** The checks that failed or were skipped, with the one to fix first. */
  const toFix = new Map<string, string>();

  async function verdictOf(name: string, needs: readonly string[], run: () => Verdict | Promise<Verdict>) {
    const first = needs.find((each) => toFix.has(each));
    if (first !== undefined) {
      toFix.set(name, toFix.get(first)!);
      return skipped(`fix ${toFix.get(first)!} first`);
    }
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof ReportingError) || error.kind === 'interrupted') throw error;
      toFix.set(name, name);
      failures.push({ name, error });
      return { status: 'failure', message: error.message, hint: error.hint } as const;
    }
  }

  return {
    findings,
    /** In the order of the checks. */
    failures,
    /** Runs a check unless one that it needs has failed. Throws only interruptions and internal errors. */
    async check(name: string, needs: readonly string[], run: () => Verdict | Promise<Verdict>): Promise<void> {
      const finding = { name, ...(await verdictOf(name, needs, run)) };
      findings.push(finding);
      await onFinding(finding);
    },
  };
}

export function ok(message: string): Verdict {
  return { status: 'ok', message };
}

/** A check with a warning. The checks that need it still run. */
export function warning(message: string, hint: string | undefined): Verdict {
  return { status: 'warning', message, hint };
}

/** A check that does not apply. The checks that need it still run. */
export function skipped(message: string): Verdict {
  return { status: 'skipped', message };
}

const MARKS = { ok: ['✓', 'green'], warning: ['!', 'yellow'], failure: ['✗', 'red'], skipped: ['-', 'dim'] } as const;
const NAME_WIDTH = 'configuration'.length;
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

/** A finding as lines of text, without secrets and control characters. Without a terminal, a hint is one line. */
export function showFinding(
  { name, status, message, hint }: Finding,
  { messages, stdout }: Uses<'messages' | 'stdout'>,
): string {
  const { hasColor, width } = stdout;
  const clean = (text: string): string => toVisibleText(messages.redact(text));
  const messageWidth = Math.max(MIN_WIDTH, (width ?? 80) - INDENT.length);
  const [mark, format] = MARKS[status];
  const hints = hint === undefined ? [] : wrap(`hint: ${clean(hint)}`, width === undefined ? Infinity : messageWidth);
  const [first, ...rest] = [
    ...wrap(clean(message), messageWidth),
    ...hints.map((line) => line.replace(/^hint:/, styled('hint:', 'cyan', hasColor))),
  ];
  return [
    `${styled(mark, format, hasColor)}  ${name.padEnd(NAME_WIDTH)}  ${first}`,
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
