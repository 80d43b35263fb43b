/**
 * A command that prints the API token: a password manager. It runs without a shell. Messages name only its program, since an
 * argument may be a secret, and never its output.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { interruptible } from '../core/async.ts';
import { ReportingError } from '../core/errors.ts';
import { createRedaction, hideParts } from '../core/redaction.ts';
import { splitCommand } from '../core/shell.ts';
import { toVisibleLine, toVisibleText } from '../core/text.ts';
import { codeOf } from '../fs/paths.ts';
import type { ValueWithSource } from './settings.ts';

interface CommandContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Empty if it was removed. */
  readonly workingDirectory: string;
  /** True to let the command read the terminal. Other input is for this program, or for the shell's loop around it. */
  readonly readsTerminal: boolean;
  /** True if stdin or stderr is a terminal. */
  readonly isAttended: boolean;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** More output than any token has. */
const MAX_OUTPUT_LENGTH = 64 * 1024;
const MAX_MESSAGE_LENGTH = 300;
/** Time for a command to end by itself, so that it can show typed characters again, and for its output to arrive after its end. */
const GRACE_MS = 200;

/** The program and its arguments. Throws a configuration error for a quotation mark that is not closed, and without a program. */
export function parseTokenCommand({ value, source }: ValueWithSource): readonly [string, ...string[]] {
  const { words, open } = splitCommand(value);
  const [program, ...args] = words;
  if (program && open === undefined) return [program, ...args];
  const problem = open === undefined ? 'names no program' : `has a ${open} that nothing closes`;
  throw new ReportingError('E-token-command', `the token command from ${source} ${problem}`, {
    hint: "name a program that prints the token, such as 'op read op://vault/item/field'",
  });
}

/**
 * The first line that the command prints, without white space around it. Throws a configuration error, with the messages of the
 * command, if it fails, prints nothing or takes too long.
 */
export async function runTokenCommand(command: ValueWithSource, context: CommandContext): Promise<string> {
  const [program, ...args] = parseTokenCommand(command);
  const {
    output = '',
    messages = '',
    problem,
  } = await outputOf(program, args, context).catch(
    (error: unknown): Outcome => ({ problem: `cannot be run: ${codeOf(error)}` }),
  );
  context.signal.throwIfAborted();
  const line = output.split('\n', 1)[0]!.trim();
  if (problem === undefined && line !== '') return line;
  const redaction = createRedaction();
  for (const arg of args) redaction.hide(arg);
  const words = toVisibleLine(hideParts(redaction.apply(messages), line), MAX_MESSAGE_LENGTH);
  throw new ReportingError(
    'E-token-command',
    `the token command ${toVisibleText(program)}, from ${command.source}, ${problem ?? 'printed no token on its first line'}${words && `: ${words}`}`,
    {
      hint: 'run the command by itself: its first line must be the token. Pipes, variables and ~ need a shell: sh -c "…"',
    },
  );
}

/** How a command ended. */
interface Outcome {
  readonly output?: string;
  /** What it printed on stderr, without a terminal. */
  readonly messages?: string;
  /** Why its output is no token. */
  readonly problem?: string;
}

/** Runs a program up to its end. Rejects if it cannot be started. */
async function outputOf(program: string, args: readonly string[], context: CommandContext): Promise<Outcome> {
  const { workingDirectory, readsTerminal, isAttended, timeoutMs, signal } = context;
  const { REPORTING_API_TOKEN: _, ...env } = context.env;
  const child = spawn(program, args, {
    ...(workingDirectory === '' ? {} : { cwd: workingDirectory }),
    env,
    stdio: [readsTerminal ? 'inherit' : 'ignore', 'pipe', isAttended ? 'inherit' : 'pipe'],
    windowsHide: true,
  });
  const [output, messages] = [child.stdout, child.stderr].map((stream) => {
    const read = { text: '' };
    stream?.setEncoding('utf8').on('data', (text: string) => {
      if (read.text.length < MAX_OUTPUT_LENGTH) read.text += text;
    });
    return read;
  });
  // A garbage collection of Node 20 ends an AbortSignal.timeout that only AbortSignal.any refers to.
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  const limit = AbortSignal.any([signal, timeout.signal]);
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
  const closed = once(child, 'close').catch(() => undefined);
  const grace = () => delay(GRACE_MS, undefined, { ref: false });
  try {
    const [code, killedBy] = await interruptible(ended, limit);
    // A program that the command has left running may keep the pipes open.
    await Promise.race([closed, grace()]);
    const problem = killedBy === null ? `failed with exit code ${code}` : `was ended by ${killedBy}`;
    // A command that ends well may have printed the token on stderr.
    return code === 0 ? { output: output!.text } : { output: output!.text, messages: messages!.text, problem };
  } catch (error) {
    if (!limit.aborted) throw error;
    child.kill();
    await Promise.race([ended, grace()]);
    child.kill('SIGKILL');
    return { output: output!.text, messages: messages!.text, problem: `did not end within ${timeoutMs / 1000} s` };
  } finally {
    clearTimeout(timer);
    child.stdout?.destroy();
    child.stderr?.destroy();
  }
}
