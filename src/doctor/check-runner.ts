/**
 * Runs checks one after another, and shows what they find. A check gives its value to the checks that need it. Without a value,
 * those are skipped, with the name of the check to fix first. The other checks run even after a failure.
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

/** The result of a check that does not fail, with its value for other checks. A check that fails throws a ReportingError. */
export interface Verdict<T> extends Omit<Finding, 'name'> {
  readonly value: T;
}

/** Gives the value of a check. Throws if it has none, which skips the check that needs it. */
export type Need<T> = () => T;

/** Runs checks and collects their findings. */
export interface CheckRunner {
  /** Throws only interruptions and internal errors. */
  check<T>(name: string, run: () => Verdict<T> | Promise<Verdict<T>>): Promise<Need<T>>;
  readonly findings: readonly Finding[];
  /** In the order of the checks. */
  readonly failures: readonly { readonly name: string; readonly error: ReportingError }[];
}

class Blocked extends Error {}

/** Creates a runner that passes each finding to `onFinding` at once. */
export function createCheckRunner(onFinding: (finding: Finding) => Promise<void>): CheckRunner {
  const findings: Finding[] = [];
  const failures: { name: string; error: ReportingError }[] = [];

  async function add(finding: Finding): Promise<void> {
    findings.push(finding);
    await onFinding(finding);
  }

  return {
    findings,
    failures,
    async check(name, run) {
      let blocked: Blocked;
      try {
        const { value, ...finding } = await run();
        await add({ name, ...finding });
        return () => value;
      } catch (error) {
        if (error instanceof Blocked) {
          blocked = error;
          await add({ name, status: 'skipped', message: error.message });
        } else {
          if (!(error instanceof ReportingError) || error.kind === 'interrupted') throw error;
          blocked = new Blocked(`fix ${name} first`);
          failures.push({ name, error });
          await add({ name, status: 'failure', message: error.message, hint: error.hint });
        }
      }
      return () => {
        throw blocked;
      };
    },
  };
}

/** A successful check, with `value` for the checks that need it. */
export function ok<T = undefined>(message: string, value: T = undefined as T): Verdict<T> {
  return { status: 'ok', message, value };
}

/** A check with a warning. The checks that need it still run. */
export function warning<T = undefined>(
  message: string,
  hint: string | undefined,
  value: T = undefined as T,
): Verdict<T> {
  return { status: 'warning', message, hint, value };
}

/** A check that does not apply. The checks that need it still run. */
export function notNeeded<T = undefined>(message: string, value: T = undefined as T): Verdict<T> {
  return { status: 'skipped', message, value };
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
