/** Questions to the person at the terminal, on stderr: stdout is for data. Ctrl-C ends the run, Ctrl-D the answer. */

import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { ReportingError } from '../core/reporting-error.ts';
import { toVisibleText } from '../core/visible-text.ts';

export interface PromptWorld {
  readonly stdin: NodeJS.ReadableStream;
  readonly stderr: NodeJS.WritableStream;
  readonly signal: AbortSignal;
}

/** The answer, trimmed; `preset` for an empty one. */
export async function ask(world: PromptWorld, question: string, preset?: string): Promise<string> {
  const shown = preset === undefined ? `${question}: ` : `${question} [${toVisibleText(preset)}]: `;
  const answer = await readLine(world, shown, world.stderr);
  return answer === '' ? (preset ?? '') : answer;
}

/** The answer, trimmed. What is typed is not shown, not even its length. */
export async function askHidden(world: PromptWorld, question: string): Promise<string> {
  world.stderr.write(`${question} (not shown): `);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const answer = await readLine(world, '', nowhere);
  world.stderr.write('\n');
  return answer;
}

/** All that comes on stdin. */
export async function readAll({ stdin }: PromptWorld): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of stdin) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString();
}

function readLine(
  { stdin, signal, stderr }: PromptWorld,
  question: string,
  output: NodeJS.WritableStream,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const terminal = createInterface({ input: stdin, output, terminal: true, historySize: 0 });
    const fail = (error: unknown): void => {
      stderr.write('\n');
      reject(error);
      terminal.close();
    };
    const onAbort = (): void => fail(signal.reason);
    signal.addEventListener('abort', onAbort);
    terminal.once('SIGINT', () => fail(interrupted()));
    terminal.once('close', () => {
      signal.removeEventListener('abort', onAbort);
      reject(new ReportingError('usage', 'no answer was given'));
    });
    terminal.question(question, (answer) => {
      resolve(answer.trim());
      terminal.close();
    });
  });
}

function interrupted(): ReportingError {
  return new ReportingError('interrupted', 'interrupted, nothing was stored', { signal: 'SIGINT' });
}
