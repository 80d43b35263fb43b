/**
 * A command that prints the API token: a password manager. It runs without a shell. Messages name only its program, since an
 * argument may be a secret, and never its output.
 */

import { spawn } from 'node:child_process';
import { splitCommand } from '../core/command-words.ts';
import { ReportingError } from '../core/errors.ts';
import { toVisibleText } from '../core/text.ts';
import { codeOf } from '../fs/paths.ts';

/** A command, and where the user gave it. */
export interface TokenCommand {
  readonly value: string;
  /** Such as `--token-command`, for messages. */
  readonly source: string;
}

interface CommandContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Empty if it was removed. */
  readonly workingDirectory: string;
  /** True to let the command read the terminal. Other input is for this program, or for the shell's loop around it. */
  readonly readsTerminal: boolean;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** More output than any token has. */
const MAX_OUTPUT_BYTES = 64 * 1024;
/** Time for a command to end by itself, so that it can show typed characters again. */
const KILL_AFTER_MS = 200;

/** The program and its arguments. Throws a configuration error for a quotation mark that is not closed, and without a program. */
export function parseTokenCommand({ value, source }: TokenCommand): readonly [string, ...string[]] {
  const { words, open } = splitCommand(value);
  const hint = "name a program that prints the token, such as 'op read op://vault/item/field'";
  if (open !== undefined) {
    const problem =
      open === '\\' ? 'ends with a backslash' : `has a quotation mark ${open} that is not closed`;
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
 * The first line that the command prints, without white space around it. Its messages and prompts go to this program's
 * terminal. Throws a configuration error if it fails, prints nothing or takes too long.
 */
export async function runTokenCommand(command: TokenCommand, context: CommandContext): Promise<string> {
  const [program, ...args] = parseTokenCommand(command);
  const name = `the token command ${toVisibleText(program)}, from ${command.source},`;
  const outcome = await outputOf(program, args, context);
  context.signal.throwIfAborted();
  const line = outcome.output.toString().split('\n', 1)[0]!.trim();
  const problem =
    problemOf(outcome, context) ?? (line === '' ? 'printed no token on its first line' : undefined);
  if (problem === undefined) return line;
  throw new ReportingError('E-token-command', `${name} ${problem}`, { hint: hintOf(outcome) });
}

/** How a command ended. */
interface Outcome {
  readonly output: Buffer;
  /** Why it could not be started. */
  readonly failure?: unknown;
  readonly code?: number | null;
  readonly signal?: NodeJS.Signals | null;
  readonly stopped?: 'late' | 'too long' | 'interrupted' | undefined;
}

function problemOf(
  { failure, code, signal, stopped }: Outcome,
  { timeoutMs }: CommandContext,
): string | undefined {
  if (failure !== undefined) return `cannot be run: ${reasonOf(failure)}`;
  if (stopped === 'late') return `did not end within ${timeoutMs / 1000} s`;
  if (stopped === 'too long') return `printed more than ${MAX_OUTPUT_BYTES / 1024} KiB`;
  if (signal != null) return `was ended by ${signal}`;
  return code === 0 ? undefined : `failed with exit code ${code}`;
}

function reasonOf(failure: unknown): string {
  const code = codeOf(failure);
  if (code === 'ENOENT') return 'there is no such program';
  return code === 'EACCES' ? 'it is not an executable file' : String(code);
}

function hintOf({ failure }: Outcome): string {
  if (failure !== undefined)
    return 'give the full path of the program. Pipes, variables and ~ need a shell: sh -c "…"';
  return 'run the command by itself: its first line must be the token';
}

/** Runs a program up to its end. Never rejects. */
function outputOf(program: string, args: readonly string[], context: CommandContext): Promise<Outcome> {
  const { workingDirectory, readsTerminal, timeoutMs, signal: abort } = context;
  const { REPORTING_API_TOKEN: _, ...env } = context.env;
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let size = 0;
    let stopped: Outcome['stopped'];
    let killTimer: NodeJS.Timeout | undefined;
    let child: ReturnType<typeof start>;
    const timer = setTimeout(() => stop('late'), timeoutMs);
    const onAbort = (): void => stop('interrupted');

    function start() {
      return spawn(program, args, {
        ...(workingDirectory === '' ? {} : { cwd: workingDirectory }),
        env,
        stdio: [readsTerminal ? 'inherit' : 'ignore', 'pipe', 'inherit'],
        windowsHide: true,
      });
    }

    function stop(reason: NonNullable<Outcome['stopped']>): void {
      if (stopped !== undefined) return;
      stopped = reason;
      child.kill('SIGTERM');
      killTimer = setTimeout(() => {
        child.kill('SIGKILL');
        child.stdout.destroy();
      }, KILL_AFTER_MS);
    }

    function end(outcome: Omit<Outcome, 'output' | 'stopped'>): void {
      clearTimeout(timer);
      clearTimeout(killTimer);
      abort.removeEventListener('abort', onAbort);
      resolve({ ...outcome, output: Buffer.concat(pieces), stopped });
    }

    try {
      child = start();
    } catch (failure) {
      // Node throws at once for a zero byte in a word, and for script files of Windows.
      end({ failure });
      return;
    }
    child.on('error', (failure) => end({ failure }));
    child.stdout.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size > MAX_OUTPUT_BYTES) stop('too long');
      else pieces.push(piece);
    });
    child.on('exit', (code, signal) => {
      // A program that it left running may keep the pipe open.
      const isComplete = stopped !== undefined || code !== 0 || pieces.some((piece) => piece.includes('\n'));
      if (!isComplete) return;
      child.stdout.destroy();
      end({ code, signal });
    });
    child.on('close', (code, signal) => end({ code, signal }));
    abort.addEventListener('abort', onAbort);
    if (abort.aborted) onAbort();
  });
}
