import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ReportingError } from '../../src/core/errors.ts';
import { type Home, runWithNotes as runCli } from '../harness/run-cli.ts';
import { CLIENT_ID, sendJson, sendStatus, startService, TOKEN } from '../harness/service.ts';

const QUARTER = 'revenue --from 2026-01-01 --to 2026-03-31 --concurrency 1 --retry-for 0'.split(' ');
const KEPT = 'stored 2 of 3 windows for a day: the same command with --resume does not request them again\n';
const WHOLE = 'start,n\n2026-01-01,1.10\n2026-02-01,1.10\n2026-03-04,1.10\n';

/** A service that fails the last window of the quarter until `recover` is called. */
async function startFailing() {
  let isBroken = true;
  const service = await startService(({ query }, response) => {
    if (isBroken && query.start_date === '2026-03-04') sendStatus(response, 500);
    else sendJson(response, `{"data":[{"start":"${query.start_date}","n":1.10}],"page":1}`);
  });
  const recover = (): void => {
    isBroken = false;
  };
  const { home, env } = service;
  return { service, home, options: { home, env }, recover };
}

const root = (home: Home): string => path.join(home.root, '.cache/reporting/resume');

function filesIn(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(directory, file))
    .filter((file) => statSync(file).isFile());
}

describe('--resume', () => {
  test('stores windows until Ctrl-C', async () => {
    const stop = new AbortController();
    const service = await startService(({ query }, response) =>
      query.start_date === '2026-03-04'
        ? stop.abort(new ReportingError('E-interrupted', 'interrupted', { signal: 'SIGINT' }))
        : sendJson(response, '{"data":[]}'),
    );
    const result = await runCli([...QUARTER, '--resume'], { env: service.env, signal: stop.signal });
    expect(result).toFail(130, `error: interrupted\nhint: ${KEPT}`);
  });

  test('requests only missing windows, notes the reused ones, and clears the cache', async () => {
    const { service, home, options, recover } = await startFailing();
    const failed = await runCli([...QUARTER, '--resume'], options);
    expect(failed).toMatchObject({ exitCode: 6, stdout: '' });
    expect(failed.stderr.endsWith(KEPT)).toBe(true);
    expect(home.strays()).toEqual([]);

    recover();
    const before = service.requests.length;
    expect(
      await runCli([...QUARTER, '--resume', '-o', 'out.csv'], { ...options, now: '2026-06-15T20:00:00Z' }),
    ).toPrint('', 'note: reused 2 of 3 windows, stored since 2026-06-15 12:00 UTC\n');
    expect(home.read('out.csv')).toBe(WHOLE);
    expect(service.requests.slice(before).map(({ query }) => query.start_date)).toEqual(['2026-03-04']);
    expect(filesIn(root(home))).toEqual([]);
    expect(home.strays()).toEqual([]);
  });

  test('is off by default: no window is stored or reused', async () => {
    const { service, home, options, recover } = await startFailing();
    await runCli(QUARTER, options);
    expect(filesIn(root(home))).toEqual([]);
    await runCli([...QUARTER, '--resume'], options);
    recover();
    const before = service.requests.length;
    expect(await runCli(QUARTER, options)).toPrint(WHOLE);
    expect(service.requests.slice(before)).toHaveLength(3);
  });

  test('stores files that only the user can read, and never the token', async () => {
    const { home, options } = await startFailing();
    await runCli([...QUARTER, '--resume'], options);
    const files = filesIn(root(home));
    // Two bodies, and the journal that names them.
    expect(files).toHaveLength(3);
    for (const file of files) {
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
      expect(file + readFileSync(file, 'utf8')).not.toContain(TOKEN);
      expect(file + readFileSync(file, 'utf8')).not.toContain(CLIENT_ID);
    }
  });

  test.each([
    ['another client', [], { REPORTING_CLIENT_ID: '11111111-2222-3333-4444-555555555555' }],
    ['another base URL', [], { REPORTING_BASE_URL: 'SLASH' }],
    ['other windows', ['--windows', '30'], {}],
  ])('never reuses the windows of %s', async (_name, args, variables) => {
    const { service, home, options, recover } = await startFailing();
    const other = await startFailing();
    other.recover();
    await runCli([...QUARTER, '--resume'], options);
    recover();
    const changed = 'REPORTING_BASE_URL' in variables ? { REPORTING_BASE_URL: other.service.baseUrl } : variables;
    const env = { ...service.env, ...changed };
    const result = await runCli([...QUARTER, ...args, '--resume'], { env, home });
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
  });

  test.each([
    ['2026-06-16T12:00:00Z', 1],
    ['2026-06-16T12:00:01Z', 3],
    ['2026-06-15T11:59:59Z', 3],
  ])('stores them for a day: at %s, %i are requested', async (now, requestCount) => {
    const { service, options, recover } = await startFailing();
    await runCli([...QUARTER, '--resume'], options);
    recover();
    const before = service.requests.length;
    expect(await runCli([...QUARTER, '--resume'], { ...options, now })).toMatchObject({
      exitCode: 0,
      stdout: WHOLE,
    });
    expect(service.requests.slice(before)).toHaveLength(requestCount);
  });

  test('stores a window once: a new copy replaces the old one', async () => {
    const { home, options } = await startFailing();
    const run = () => runCli([...QUARTER, '--resume'], options);
    await run();
    const kept = filesIn(root(home));
    for (const file of kept.filter((each) => each.endsWith('.json'))) writeFileSync(file, 'spoiled');
    expect(await run()).toMatchObject({ exitCode: 6 });
    expect(filesIn(root(home))).toHaveLength(kept.length);
    expect(filesIn(root(home)).some((file) => readFileSync(file, 'utf8') === 'spoiled')).toBe(false);
  });

  test.each([
    ['a changed body', '.json', (text: string) => text.replace('1.10', '1.20')],
    ['a body with more', '.json', (text: string) => `${text} `],
    ['a body without a journal', '.ndjson', () => undefined],
    ['a journal of another request', '.ndjson', (text: string) => text.replace(/^"./, '"x')],
    ['a journal that is not JSON', '.ndjson', (text: string) => text.replaceAll('}', '')],
    ['a journal with another hash', '.ndjson', (text: string) => text.replaceAll(/"sha256":"./g, '"sha256":"x')],
  ])('does not reuse %s', async (_name, ending, spoil) => {
    const { home, options, recover } = await startFailing();
    await runCli([...QUARTER, '--resume'], options);
    const spoiled = filesIn(root(home)).filter((each) => each.endsWith(ending));
    expect(spoiled.length).toBeGreaterThan(0);
    for (const file of spoiled) writeFileSync(file, spoil(readFileSync(file, 'utf8')) ?? '');
    recover();
    expect(await runCli([...QUARTER, '--resume'], options)).toPrint(WHOLE);
  });

  /** Higher than any process id on Linux (proc(5), pid_max). */
  const DEAD = '4194305-0123456789ab';

  test('continues a run that was killed', async () => {
    const { home, options, recover } = await startFailing();
    await runCli([...QUARTER, '--resume'], options);
    const [kept] = readdirSync(root(home)).map((name) => path.join(root(home), name));
    renameSync(kept!, kept!.replace('partial', `${DEAD}.tmp`));
    recover();
    const note = 'note: reused 2 of 3 windows, stored since 2026-06-15 12:00 UTC\n';
    expect(await runCli([...QUARTER, '--resume'], options)).toPrint(WHOLE, note);
    expect(readdirSync(root(home))).toEqual([]);
  });

  test.each([
    [23, ['_windows.ndjson']],
    [25, []],
  ])('keeps files of another report for a day: those from %i hours ago', async (hours, kept) => {
    const { home, options } = await startFailing();
    const directory = path.join(root(home), `.other.${DEAD}.tmp`);
    const file = path.join(directory, '_windows.ndjson');
    mkdirSync(directory, { recursive: true });
    writeFileSync(file, '{}');
    const then = new Date(Date.parse('2026-06-15T12:00:00Z') - hours * 3_600_000);
    utimesSync(file, then, then);
    await runCli([...QUARTER, '--resume'], options);
    expect(existsSync(directory) ? readdirSync(directory) : []).toEqual(kept);
  });

  test('requests all windows again after an empty report', async () => {
    const { home, ...service } = await startService((_request, response) => sendJson(response, '{"data":[]}'));
    for (const requestCount of [3, 6]) {
      expect((await runCli([...QUARTER, '--resume', '--strict'], { env: service.env, home })).exitCode).toBe(9);
      expect(service.requests).toHaveLength(requestCount);
    }
  });

  test('fails if the cache is not writable', async () => {
    const { home, options } = await startFailing();
    writeFileSync(path.join(home.root, '.cache'), '');
    expect(await runCli([...QUARTER, '--resume'], options)).toFail(
      8,
      `error: cannot write ${root(home)}: not a directory\n` +
        'hint: check that its directory exists and has room, and that you can write to it\n',
    );
  });

  test('does not store a body that holds the token', async () => {
    const { home, ...service } = await startService((_request, response) =>
      sendJson(response, `{"data":[{"n":1}],"key":"${TOKEN}"}`),
    );
    expect(await runCli([...QUARTER, '--resume'], { env: service.env, home })).toFail(
      7,
      'error: revenue 2026-01-01..2026-01-31: the body holds the token, so it is not stored\n' +
        'hint: tell the operator of the service, and ask for a new token\n',
    );
    expect(filesIn(root(home))).toEqual([]);
  });
});
