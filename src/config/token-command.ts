/**
 * A command that prints the API token: a password manager. It runs without a shell. Messages name only its program, since an
 * argument may be a secret, and never its output. Without a terminal, the command has a process group, which ends with it, and
 * its stderr is read: a program that it left running must not keep a pipe of a cron job open. At a terminal the command may ask
 * the user: a group of its own could not read from the terminal.
 */

import { spawn } from 'node:child_process';
import { ReportingError, tryRead } from '../core/errors.ts';
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
const MAX_OUTPUT_BYTES = 64 * 1024;
const MAX_MESSAGE_LENGTH = 300;
/** Pieces of stderr that are kept. */
const MAX_MESSAGES = 4;
/** Time for a command to end by itself, so that it can show typed characters again, and for its output to arrive after its end. */
const KILL_AFTER_MS = 200;

/** The program and its arguments. Throws a configuration error for a quotation mark that is not closed, and without a program. */
export function parseTokenCommand({ value, source }: ValueWithSource): readonly [string, ...string[]] {
  const { words, open } = splitCommand(value);
  const hint = "name a program that prints the token, such as 'op read op://vault/item/field'";
  if (open !== undefined) {
    const problem = open === '\\' ? 'ends with a backslash' : `has a quotation mark ${open} that is not closed`;
    throw new ReportingError('E-token-command', `the token command from ${source} ${problem}`, { hint });
  }
  const [program, ...others] = words;
  if (!program)
    throw new ReportingError('E-token-command', `the token command from ${source} names no program`, {
      hint,
    });
  return [program, ...others];
}

/**
 * The first line that the command prints, without white space around it. Throws a configuration error, with the messages of the
 * command, if it fails, prints nothing or takes too long.
 */
export async function runTokenCommand(command: ValueWithSource, context: CommandContext): Promise<string> {
  const [program, ...args] = parseTokenCommand(command);
  const { output, messages, failure, stopped, signal, code } = await outputOf(program, args, context);
  context.signal.throwIfAborted();
  const line = output.toString().split('\n', 1)[0]!.trim();
  const ended = code === 0 ? undefined : signal == null ? `failed with exit code ${code}` : `was ended by ${signal}`;
  const unusable = failure === undefined ? (stopped ?? ended) : `cannot be run: ${reasonOf(failure)}`;
  if (unusable === undefined && line !== '') return line;
  const problem = unusable ?? 'printed no token on its first line';
  const redaction = createRedaction();
  for (const arg of args) redaction.hide(arg);
  // A command that ends well may have printed the token on stderr instead.
  const shown = code === 0 ? '' : hideParts(redaction.apply(messages.toString()), line);
  const words = toVisibleLine(shown, MAX_MESSAGE_LENGTH);
  throw new ReportingError(
    'E-token-command',
    `the token command ${toVisibleText(program)}, from ${command.source}, ${problem}${words && `: ${words}`}`,
    {
      hint:
        failure === undefined
          ? 'run the command by itself: its first line must be the token'
          : 'give the full path of the program. Pipes, variables and ~ need a shell: sh -c "…"',
    },
  );
}

/** How a command ended. */
interface Outcome {
  readonly output: Buffer;
  /** What it printed on stderr, without a terminal. */
  readonly messages: Buffer;
  /** Why it could not be started. */
  readonly failure?: unknown;
  readonly code?: number | null;
  readonly signal?: NodeJS.Signals | null;
  /** Why this program ended it. */
  readonly stopped?: string | undefined;
}

function reasonOf(failure: unknown): string {
  const code = codeOf(failure);
  if (code === 'ENOENT') return 'there is no such program';
  return code === 'EACCES' ? 'it is not an executable file' : String(code);
}

/** Runs a program up to its end. Never rejects. */
function outputOf(program: string, args: readonly string[], context: CommandContext): Promise<Outcome> {
  const { workingDirectory, readsTerminal, isAttended, timeoutMs, signal: abort } = context;
  const { REPORTING_API_TOKEN: _, ...env } = context.env;
  const hasGroup = !isAttended && process.platform !== 'win32';
  return new Promise((resolve) => {
    const output: Buffer[] = [];
    const messages: Buffer[] = [];
    let outputBytes = 0;
    let stopped: string | undefined;
    let closeTimer: NodeJS.Timeout | undefined;
    let child: ReturnType<typeof start>;
    const timer = setTimeout(() => stop(`did not end within ${timeoutMs / 1000} s`), timeoutMs);
    const onAbort = (): void => stop('was interrupted');

    function start() {
      return spawn(program, args, {
        ...(workingDirectory === '' ? {} : { cwd: workingDirectory }),
        env,
        stdio: [readsTerminal ? 'inherit' : 'ignore', 'pipe', isAttended ? 'inherit' : 'pipe'],
        detached: hasGroup,
        windowsHide: true,
      });
    }

    function kill(signal: NodeJS.Signals): void {
      if (hasGroup && child.pid !== undefined) tryRead(() => process.kill(-child.pid!, signal));
      else child.kill(signal);
    }

    function closePipes(): void {
      child.stdout?.destroy();
      child.stderr?.destroy();
    }

    function stop(reason: string): void {
      if (stopped !== undefined) return;
      stopped = reason;
      kill('SIGTERM');
      closeTimer = setTimeout(() => {
        kill('SIGKILL');
        closePipes();
      }, KILL_AFTER_MS);
    }

    function end(outcome: Omit<Outcome, 'output' | 'messages' | 'stopped'>): void {
      clearTimeout(timer);
      clearTimeout(closeTimer);
      abort.removeEventListener('abort', onAbort);
      resolve({ ...outcome, output: Buffer.concat(output), messages: Buffer.concat(messages), stopped });
    }

    try {
      child = start();
    } catch (failure) {
      // Node throws at once for a zero byte in a word, and for script files of Windows.
      end({ failure });
      return;
    }
    child.on('error', (failure) => end({ failure }));
    child.stdout?.on('data', (piece: Buffer) => {
      outputBytes += piece.length;
      if (outputBytes > MAX_OUTPUT_BYTES) stop(`printed more than ${MAX_OUTPUT_BYTES / 1024} KiB`);
      else output.push(piece);
    });
    child.stderr?.on('data', (piece: Buffer) => {
      if (messages.length < MAX_MESSAGES) messages.push(piece.subarray(0, MAX_OUTPUT_BYTES));
    });
    child.on('exit', (code) => {
      if (hasGroup) kill(stopped === undefined ? 'SIGTERM' : 'SIGKILL');
      if (stopped !== undefined || (code === 0 && output.some((piece) => piece.includes('\n')))) closePipes();
      // A program in another group may keep the pipes open.
      else closeTimer = setTimeout(closePipes, KILL_AFTER_MS);
    });
    child.on('close', (code, signal) => end({ code, signal }));
    abort.addEventListener('abort', onAbort);
    if (abort.aborted) onAbort();
  });
}
