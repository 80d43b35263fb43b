import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { needs } from '../harness/needs.ts';
import { createHome, type Home } from '../harness/run-cli.ts';
import { CLIENT_ID, sendJson, startService, TOKEN } from '../harness/service.ts';
import { BIN } from '../harness/spawn-cli.ts';
import { openTerminal, type Terminal } from '../harness/terminal.ts';

const CONFIG = '.config/reporting/config.json';
const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const CTRL_Z = '\u001a';
const BACKSPACE = '\u007f';

/** A shell on a terminal that runs `login`. */
async function startLogin(home: Home): Promise<Terminal> {
  const terminal = openTerminal('bash --norc -i', home, {
    ...{ PATH: process.env.PATH, TERM: 'xterm', PS1: 'ready> ', HISTFILE: '/dev/null', NO_COLOR: '1' },
  });
  await terminal.until('ready> ');
  // Bash changes the terminal's state while it reads a line, so the line itself prints the state.
  terminal.type(
    `stty cols 40 rows 20; ${process.execPath} ${BIN} login; ` +
      `echo "rc=$? $(stty -a | grep -oE -- '-?(icanon|echo|isig)\\b' | tr '\\n' ' ')"\r`,
  );
  await terminal.until('Base URL (');
  // A terminal of 80 columns has room for an address of 40 characters after the prompt.
  expect((await terminal.until('): ')).length).toBeLessThan(40 - 'Base URL ('.length);
  return terminal;
}

const untilDone = (terminal: Terminal) => terminal.until('isig icanon echo ');

/** Joins the lines of each message. */
const unwrapped = (text: string): string => text.replace(/\r\n {2}/g, ' ');

const startAnyService = () => startService((_request, response) => sendJson(response, '{"data":[]}'));

const { test, describe } = needs('bash', 'grep', 'script', 'stty', 'tr');

describe('login on a terminal of 40 columns', () => {
  test('asks, corrects and stores', async () => {
    const [service, home] = [await startAnyService(), createHome()];
    const terminal = await startLogin(home);
    terminal.type(`${service.baseUrl}xy${BACKSPACE}${BACKSPACE}\r`);
    await terminal.until('Client id (a UUID): ');
    terminal.type(`${CLIENT_ID}\r`);
    await terminal.until('API token (hidden): ');
    terminal.type(`${TOKEN}x${BACKSPACE}\r`);
    expect(await untilDone(terminal)).toContain('rc=0');
    const { profiles } = JSON.parse(readFileSync(path.join(home.root, CONFIG), 'utf8'));
    expect(profiles.default).toEqual({ baseUrl: service.baseUrl, clientId: CLIENT_ID, token: TOKEN });
    expect(terminal.shown()).toMatch(/API token \(hidden\): \r?\n/);
    expect(terminal.shown()).toContain(`The token has ${TOKEN.length} characters.`);
    expect(terminal.shown()).not.toContain(TOKEN.slice(0, 6));
  });

  test('asks again, with the address and the client id to confirm', async () => {
    const [home, token] = [createHome(), 't'.repeat(300)];
    const service = await startService(({ headers }, response) => {
      const status = headers['reporting-api-token'] === token ? 200 : 401;
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"data":[]}');
    });
    const terminal = await startLogin(home);
    terminal.type(`http://127.0.0.1:9/v2/reporting\r${CLIENT_ID.replace('7', '8')}\r`);
    await terminal.until('API token (hidden): ');
    terminal.type('wrong-token\r');
    const refused = unwrapped(await terminal.until('Base URL ['));
    expect(refused).toContain('The token has 11 characters.');
    expect(refused).toContain('hint: check the base URL http://127.0.0.1:9/v2/reporting; nothing was stored\r\n');
    terminal.type(`\u0015${service.baseUrl}\r`);
    await terminal.until('Client id [');
    terminal.type('\r');
    await terminal.until('API token (hidden): ');
    terminal.type('wrong-token\r');
    await terminal.until('401, ');
    await terminal.until('Base URL [');
    terminal.type('\r');
    await terminal.until('Client id [');
    terminal.type(`\u0015${CLIENT_ID}\r`);
    await terminal.until('API token (hidden): ');
    terminal.type(`${token}\r`);
    const end = unwrapped(await untilDone(terminal));
    expect(end).toContain('rc=0');
    expect(end).toContain(`✓ Signed in as client ${CLIENT_ID}, profile default.`);
    expect(end).toMatch(/Try: reporting revenue --period last-month\r\nIf a report fails: reporting doctor\r\n/);
    expect(service.requests.map(({ headers }) => headers['client-id'] === CLIENT_ID)).toEqual([false, true]);
    expect(terminal.shown()).toContain('The token has 300 characters.');
    expect(terminal.shown()).not.toMatch(/tttt|wrong/);
    const { profiles } = JSON.parse(readFileSync(path.join(home.root, CONFIG), 'utf8'));
    expect(profiles.default).toEqual({ baseUrl: service.baseUrl, clientId: CLIENT_ID, token });
  });

  test.each([
    ['Ctrl-C', CTRL_C, 'interrupted, nothing was stored', 130],
    ['Ctrl-D', CTRL_D, 'no answer was given', 2],
  ])('%s at the token stores nothing and restores the terminal', async (_name, key, message, exitCode) => {
    const home = createHome();
    const terminal = await startLogin(home);
    terminal.type(`http://127.0.0.1:9/v2/reporting\r${CLIENT_ID}\r`);
    await terminal.until('API token (hidden): ');
    if (key === CTRL_C) terminal.type('canary');
    terminal.type(key);
    await terminal.until(message);
    expect(await untilDone(terminal)).toContain(`rc=${exitCode}`);
    expect(existsSync(path.join(home.root, CONFIG))).toBe(false);
    expect(terminal.shown()).not.toContain('canary');
  });

  test('continues after Ctrl-Z and fg, with the typed text', async () => {
    const [service, home] = [await startAnyService(), createHome()];
    const terminal = await startLogin(home);
    terminal.type(`${service.baseUrl}\r${CLIENT_ID}\r`);
    await terminal.until('API token (hidden): ');
    terminal.type(TOKEN.slice(0, 10));
    terminal.type(CTRL_Z);
    await terminal.until('ready> ');
    terminal.type('fg; echo "rc=$?"\r');
    await terminal.until('API token (hidden): ');
    terminal.type(`${TOKEN.slice(10)}\r`);
    await terminal.until('rc=0');
    expect(readFileSync(path.join(home.root, CONFIG), 'utf8')).toContain(TOKEN);
    expect(terminal.shown()).not.toContain(TOKEN.slice(0, 6));
  });
});
