/**
 * Questions to the person at the terminal, on stderr: stdout is for data. Lines that come before their question, as
 * when several are pasted at once, wait for it unseen. Ctrl-C ends the run, Ctrl-D the answer.
 */

import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { interruptible } from '../core/interruptible.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { toVisibleText } from '../core/visible-text.ts';

export interface PromptWorld {
  readonly stdin: NodeJS.ReadableStream;
  readonly stderr: NodeJS.WritableStream;
  readonly signal: AbortSignal;
}

export interface Conversation {
  /** The answer, trimmed; `preset` for an empty one. */
  ask(question: string, preset?: string): Promise<string>;
  /** The answer, trimmed. What is typed is not shown, not even its length. */
  askHidden(question: string): Promise<string>;
  close(): void;
}

/** Takes the terminal until it is closed. */
export function openConversation({ stdin, stderr, signal }: PromptWorld): Conversation {
  let isShown = false;
  const echo = new Writable({
    write(chunk, _encoding, done) {
      if (isShown) stderr.write(chunk);
      done();
    },
  });
  const terminal = createInterface({ input: stdin, output: echo, terminal: true, historySize: 0 });
  const lines: string[] = [];
  let waiting: { resolve(line: string): void; reject(error: unknown): void } | undefined;
  let ended: unknown;

  terminal.on('line', (line) => {
    if (waiting === undefined) lines.push(line);
    else {
      // What is shown has its line end already.
      if (!isShown) stderr.write('\n');
      settle(({ resolve }) => resolve(line));
    }
  });
  terminal.once('SIGINT', () =>
    end(new ReportingError('interrupted', 'interrupted, nothing was stored', { signal: 'SIGINT' })),
  );
  terminal.once('close', () => end(new ReportingError('usage', 'no answer was given')));
  const onAbort = (): void => end(signal.reason);
  signal.addEventListener('abort', onAbort);

  function settle(how: (asked: NonNullable<typeof waiting>) => void): void {
    isShown = false;
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
      stderr.write(`${question}${isHidden ? '' : toVisibleText(typed)}\n`);
      return typed;
    }
    if (ended !== undefined) throw ended;
    if (isHidden) stderr.write(question);
    // The line that is edited is drawn with its prompt, so that deleting does not delete the question.
    terminal.setPrompt(isHidden ? '' : question);
    isShown = !isHidden;
    return new Promise((resolve, reject) => {
      waiting = { resolve, reject };
      terminal.prompt();
    });
  }

  return {
    async ask(question, preset) {
      const shown = preset === undefined ? `${question}: ` : `${question} [${toVisibleText(preset)}]: `;
      return (await nextLine(shown, false)).trim() || (preset ?? '');
    },
    askHidden: async (question) => (await nextLine(`${question} (not shown): `, true)).trim(),
    close() {
      signal.removeEventListener('abort', onAbort);
      ended ??= new Error('the conversation is over');
      terminal.close();
    },
  };
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
