import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openConversation } from '../../../src/output/prompts.ts';
import { screenOf } from '../../harness/screen.ts';
import { CapturedOutput } from '../../harness/streams.ts';

const TOKEN = 'canary-Tr0ub4dor-and-3-horses';
const URL = 'https://reports.example.com/v2/reporting';
afterEach(() => vi.unstubAllEnvs());

/** A conversation on in-memory streams. */
function converse({ columns = 80 }: { readonly columns?: number } = {}) {
  vi.stubEnv('TERM', 'xterm');
  const rawModes: boolean[] = [];
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (isRaw: boolean) => void rawModes.push(isRaw),
  });
  const stderr = new CapturedOutput({ isTTY: true, columns });
  const stop = new AbortController();
  const conversation = openConversation({ stdin, stderr, signal: stop.signal }, false);
  onTestFinished(() => conversation.close());
  return {
    conversation,
    rawModes,
    stop,
    stdin,
    /** Writes `keys` in one piece, and waits until they are read. */
    async type(keys: string) {
      stdin.write(keys);
      await new Promise(setImmediate);
    },
    screen: () => screenOf(stderr.text, columns),
    output: () => stderr.text,
  };
}

describe('a hidden response is not shown', () => {
  test.each([
    ['a line feed at its end', `${TOKEN}\n`],
    ['a Windows line end', `${TOKEN}\r\n`],
    ['spaces around it', `  ${TOKEN} \r`],
    ['bracketed', `\u001b[200~${TOKEN}\u001b[201~\r`],
    ['bracketed, with its line end', `\u001b[200~${TOKEN}\r\n\u001b[201~\r`],
  ])('pasted: %s', async (_name, pasted) => {
    const { conversation, type, output } = converse();
    const answer = conversation.askHidden('API token');
    await type('x');
    await type('\u007f');
    await type(pasted);
    expect(await answer).toBe(TOKEN);
    expect(output()).toBe(`API token (hidden): \n`);
  });
});

test.each([
  ['as they are', `${URL}\rme\r${TOKEN}\r`],
  ['with Windows line ends', `${URL}\r\nme\r\n${TOKEN}\r\n`],
  ['bracketed', `\u001b[200~${URL}\nme\n${TOKEN}\n\u001b[201~`],
])('several lines pasted at once: answer one question each: %s', async (_name, pasted) => {
  const { conversation, type, screen, output } = converse();
  const first = conversation.ask({ label: 'Base URL' });
  await type(pasted);
  expect(await first).toBe(URL);
  expect(await conversation.ask({ label: 'Client id' })).toBe('me');
  expect(await conversation.askHidden('API token')).toBe(TOKEN);
  expect(screen()).toEqual([`Base URL: ${URL}`, 'Client id: me', 'API token (hidden):']);
  expect(output()).not.toContain(TOKEN);
});

describe('without a response', () => {
  const ask = { label: 'Base URL' };

  test('Ctrl-C interrupts', async () => {
    const { conversation, type } = converse();
    const answer = conversation.ask(ask);
    const failure = expect(answer).rejects.toMatchObject({ kind: 'interrupted', exitCode: 130 });
    await type('x\u0003');
    await failure;
  });

  test('Ctrl-D is a usage error', async () => {
    const { conversation, type } = converse();
    const failure = expect(conversation.ask(ask)).rejects.toMatchObject({ kind: 'usage', exitCode: 2 });
    await type('\u0004');
    await failure;
    await expect(conversation.askHidden('API token')).rejects.toMatchObject({ kind: 'usage' });
  });

  test('the end of stdin is a usage error, and an incomplete line is not a response', async () => {
    const { conversation, stdin } = converse();
    const failure = expect(conversation.askHidden('API token')).rejects.toMatchObject({ kind: 'usage' });
    stdin.end('half a tok');
    await failure;
  });

  test('the signal ends the question, with its reason', async () => {
    const { conversation, stop } = converse();
    const reason = new Error('terminated');
    const failure = expect(conversation.askHidden('API token')).rejects.toBe(reason);
    stop.abort(reason);
    await failure;
  });
});

test('raw mode stays on from the first question to the last, so that nothing is echoed between them', async () => {
  const { conversation, type, rawModes } = converse();
  for (const label of ['Base URL', 'Client id']) {
    const answer = conversation.ask({ label });
    await type('x\r');
    await answer;
  }
  expect(rawModes).toEqual([true]);
  conversation.close();
  expect(rawModes).toEqual([true, false]);
});
