/**
 * Questions to the user at a terminal, on stderr: stdout is for data. Lines typed or pasted before their question wait for
 * it and are not shown. Ctrl-C ends the run, Ctrl-D the answer.
 *
 * Built on node:readline: @clack/prompts 1.9 and @inquirer 4 were measured to lose pasted lines. They open one reader per
 * question, and closing it drops the rest of the pasted text.
 */

import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { interruptible } from '../core/async.ts';
import { ReportingError } from '../core/errors.ts';
import { toVisibleText } from '../core/text.ts';
import { styled } from '../core/tone.ts';

interface PromptContext {
  readonly stdin: NodeJS.ReadableStream;
  readonly stderr: NodeJS.WritableStream & { readonly columns?: number };
  readonly signal: AbortSignal;
}

interface Question {
  /** Such as `Base URL`. */
  readonly label: string;
  /** The form of an answer, shown without a preset. */
  readonly example?: string | undefined;
  /** The answer for an empty line. */
  readonly preset?: string | undefined;
}

/** Asks the user questions, one after the other. */
export interface Conversation {
  /** The answer, trimmed; the preset for an empty line. */
  ask(question: Question): Promise<string>;
  /** The answer, trimmed. Nothing of it is shown. */
  askHidden(label: string): Promise<string>;
  close(): void;
}

interface OpenQuestion {
  readonly question: string;
  readonly isHidden: boolean;
  readonly resolve: (line: string) => void;
  readonly reject: (error: unknown) => void;
}

/** Starts a conversation on the terminal. It keeps the terminal until `close`. */
export function openConversation({ stdin, stderr, signal }: PromptContext, hasColor: boolean): Conversation {
  const lines: string[] = [];
  let ended: unknown;
  let waiting: OpenQuestion | undefined;
  const showsLine = (): boolean => waiting?.isHidden === false;
  const echo = new Writable({
    write(chunk, _encoding, done) {
      if (showsLine()) stderr.write(chunk);
      done();
    },
  });
  // readline needs the width to draw lines that wrap.
  Object.defineProperty(echo, 'columns', { get: () => stderr.columns });
  const onEnd = (): void => end(new ReportingError('E-login', 'no answer was given'));
  // Added before readline's own listener, which takes an incomplete line at the end of the input for a complete one.
  stdin.on('end', onEnd);
  const terminal = createInterface({ input: stdin, output: echo, terminal: true, historySize: 0 });
  terminal.on('line', (line) => {
    if (ended !== undefined) return;
    if (waiting === undefined) lines.push(line);
    else {
      // A shown line has its line end already.
      if (!showsLine()) stderr.write('\n');
      finishQuestion(({ resolve }) => resolve(line));
    }
  });
  terminal.once('SIGINT', () =>
    end(new ReportingError('E-interrupted', 'interrupted, nothing was stored', { signal: 'SIGINT' })),
  );
  terminal.once('close', onEnd);
  // Reading fails if the terminal is gone.
  terminal.on('error', onEnd);
  // After Ctrl-Z and `fg`, readline leaves the input paused. Without this, the process would end with the question open.
  terminal.on('SIGCONT', () => {
    if (waiting?.isHidden === true) stderr.write(waiting.question);
    terminal.prompt(true);
  });
  const onAbort = (): void => end(signal.reason);
  signal.addEventListener('abort', onAbort);

  function finishQuestion(respond: (question: OpenQuestion) => void): void {
    const question = waiting;
    waiting = undefined;
    if (question !== undefined) respond(question);
  }

  function end(error: unknown): void {
    ended ??= error;
    if (waiting === undefined) return;
    stderr.write('\n');
    finishQuestion(({ reject }) => reject(ended));
  }

  async function nextLine(question: string, isHidden: boolean): Promise<string> {
    const typed = lines.shift();
    if (typed !== undefined) {
      stderr.write(`${question}${isHidden ? '' : toVisibleText(typed)}\n`);
      return typed;
    }
    if (ended !== undefined) throw ended;
    return new Promise((resolve, reject) => {
      waiting = { question, isHidden, resolve, reject };
      // readline redraws the line with its prompt, so that deleting text does not delete the question.
      terminal.setPrompt(isHidden ? '' : question);
      if (isHidden) stderr.write(question);
      // Keeps the cursor after text typed before the question.
      terminal.prompt(true);
    });
  }

  const questionOf = (label: string, rest: string): string =>
    `${styled(label, 'bold', hasColor)}${styled(rest, 'dim', hasColor)}: `;
  return {
    async ask({ label, example, preset }) {
      const shown = preset === undefined ? example && ` (${example})` : ` [${toVisibleText(preset)}]`;
      return (await nextLine(questionOf(label, shown ?? ''), false)).trim() || (preset ?? '');
    },
    askHidden: async (label) => (await nextLine(questionOf(label, ' (hidden)'), true)).trim(),
    close() {
      signal.removeEventListener('abort', onAbort);
      stdin.off('end', onEnd);
      ended ??= new Error('the conversation is over');
      terminal.close();
    },
  };
}

/** The text of stdin, up to its end. */
export async function readAll({ stdin, signal }: PromptContext): Promise<string> {
  return (await interruptible(buffer(stdin), signal)).toString();
}
