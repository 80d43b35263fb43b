/**
 * Questions to the person at the terminal, on stderr: stdout is for data. Lines that come before their question, as
 * when several are pasted at once, wait for it unseen. Ctrl-C ends the run, Ctrl-D the answer.
 *
 * Built on node:readline. Prompt libraries were measured and lose pasted lines (@clack/prompts 1.9, @inquirer 4):
 * each question has a reader of its own, and the rest of what came in one piece is gone when that reader closes.
 */

import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { interruptible } from '../core/interruptible.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { toVisibleText } from '../core/visible-text.ts';
import type { Style } from './style.ts';

export interface PromptWorld {
  readonly stdin: NodeJS.ReadableStream;
  readonly stderr: NodeJS.WritableStream & { readonly columns?: number };
  readonly signal: AbortSignal;
}

export interface Question {
  /** What is asked for, such as `Base URL`. */
  readonly label: string;
  /** What an answer looks like, shown where there is no preset. */
  readonly example?: string | undefined;
  /** The answer that an empty line gives. */
  readonly preset?: string | undefined;
}

export interface Conversation {
  /** The answer, trimmed; the preset for an empty one. */
  ask(question: Question): Promise<string>;
  /** The answer, trimmed. Each character typed is shown as a star, at most eight: neither the text nor its length is shown. */
  askHidden(label: string): Promise<string>;
  close(): void;
}

const MAX_STARS = 8;
const ERASE_ONE = '\b \b';

/** Takes the terminal until it is closed. */
export function openConversation({ stdin, stderr, signal }: PromptWorld, style: Style): Conversation {
  let shows: 'line' | 'stars' | 'nothing' = 'nothing';
  let stars = 0;
  let hiddenQuestion = '';
  const echo = new Writable({
    write(chunk, _encoding, done) {
      if (shows === 'line') stderr.write(toEcho(chunk.toString(), terminal.line));
      done();
    },
  });
  // readline draws lines that wrap, and needs the width for it.
  Object.defineProperty(echo, 'columns', { get: () => stderr.columns });
  const onEnd = (): void => end(new ReportingError('usage', 'no answer was given'));
  // Added before readline's own listener, which takes half a line at the end of the input for a whole one.
  stdin.on('end', onEnd);
  const terminal = createInterface({ input: stdin, output: echo, terminal: true, historySize: 0 });
  // readline clears this while it takes a paste: it then appends each character to the line, wherever the cursor is,
  // and loses count of the rows on the screen. Both are right only for a hidden line with the cursor at its end.
  Object.defineProperty(terminal, 'isCompletionEnabled', {
    get: () => shows === 'line' || terminal.cursor < terminal.line.length,
    set: () => undefined,
  });
  const lines: string[] = [];
  let waiting: { resolve(line: string): void; reject(error: unknown): void } | undefined;
  let ended: unknown;

  terminal.on('line', (typed) => {
    if (ended !== undefined) return;
    const line = withoutErased(typed);
    if (waiting === undefined) lines.push(line);
    else {
      // What is shown has its line end already.
      if (shows !== 'line') stderr.write('\n');
      settle(({ resolve }) => resolve(line));
    }
  });
  terminal.once('SIGINT', () =>
    end(new ReportingError('interrupted', 'interrupted, nothing was stored', { signal: 'SIGINT' })),
  );
  terminal.once('close', onEnd);
  // A terminal that is gone fails to be read.
  terminal.on('error', onEnd);
  // After Ctrl-Z and `fg`, readline leaves the input paused: without this the process would end with the question open.
  terminal.on('SIGCONT', () => {
    if (shows === 'stars') drawHidden();
    terminal.prompt(true);
  });
  const onAbort = (): void => end(signal.reason);
  const onResize = (): void => void echo.emit('resize');
  signal.addEventListener('abort', onAbort);
  stderr.on('resize', onResize);
  // Added after readline's own listener, so that the line has the key already.
  stdin.on('keypress', drawStars);

  function drawHidden(): void {
    stderr.write(hiddenQuestion);
    stars = 0;
    drawStars();
  }

  function drawStars(): void {
    if (shows !== 'stars') return;
    const wanted = Math.min(withoutErased(terminal.line).length, MAX_STARS);
    stderr.write(wanted < stars ? ERASE_ONE.repeat(stars - wanted) : '*'.repeat(wanted - stars));
    stars = wanted;
  }

  function settle(how: (asked: NonNullable<typeof waiting>) => void): void {
    shows = 'nothing';
    const asked = waiting;
    waiting = undefined;
    if (asked !== undefined) how(asked);
  }

  function end(error: unknown): void {
    ended ??= error;
    if (waiting === undefined) return;
    stderr.write('\n');
    settle(({ reject }) => reject(ended));
  }

  async function nextLine(question: string, isHidden: boolean): Promise<string> {
    const typed = lines.shift();
    if (typed !== undefined) {
      const shown = isHidden ? '*'.repeat(Math.min(typed.length, MAX_STARS)) : toVisibleText(typed);
      stderr.write(`${question}${shown}\n`);
      return typed;
    }
    if (ended !== undefined) throw ended;
    return new Promise((resolve, reject) => {
      waiting = { resolve, reject };
      shows = isHidden ? 'stars' : 'line';
      // The line that is edited is drawn with its prompt, so that deleting does not delete the question.
      terminal.setPrompt(isHidden ? '' : question);
      hiddenQuestion = question;
      if (isHidden) drawHidden();
      // The cursor stays after what was typed before the question.
      terminal.prompt(true);
    });
  }

  return {
    async ask({ label, example, preset }) {
      const shown = preset === undefined ? example && ` (${example})` : ` [${toVisibleText(preset)}]`;
      const question = `${style.bold(label)}${style.dim(shown ?? '')}: `;
      return (await nextLine(question, false)).trim() || (preset ?? '');
    },
    askHidden: async (label) =>
      (await nextLine(`${style.bold(label)}${style.dim(' (hidden)')}: `, true)).trim(),
    close() {
      signal.removeEventListener('abort', onAbort);
      stderr.off('resize', onResize);
      stdin.off('end', onEnd);
      stdin.off('keypress', drawStars);
      ended ??= new Error('the conversation is over');
      terminal.close();
    },
  };
}

const CONTROLS = /[\u0000-\u0008\u000a-\u001f\u007f]/;

/**
 * `line` without its control characters, of which Backspace and Ctrl-U are carried out. On a terminal with TERM=dumb,
 * readline puts them into the line as they are.
 */
function withoutErased(line: string): string {
  if (!CONTROLS.test(line)) return line;
  let text = '';
  for (const character of line) {
    if (character === '\b' || character === '\u007f') text = text.replace(/.$/su, '');
    else if (character === '\u0015') text = '';
    else if (!CONTROLS.test(character)) text += character;
  }
  return text;
}

/** What to show for a `chunk` that readline shows: for a key that erases the end of `line`, its effect. */
function toEcho(chunk: string, line: string): string {
  if (chunk.length !== 1 || !line.endsWith(chunk) || !CONTROLS.test(chunk)) return chunk;
  const before = withoutErased(line.slice(0, -1));
  return ERASE_ONE.repeat(before.length - withoutErased(line).length);
}

/** All that comes on stdin. */
export function readAll({ stdin, signal }: PromptWorld): Promise<string> {
  return interruptible(readToEnd(stdin), signal);
}

async function readToEnd(stdin: NodeJS.ReadableStream): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of stdin) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString();
}
