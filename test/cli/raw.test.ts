import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ReportingError } from '../../src/core/errors.ts';
import { startDailyService } from '../harness/daily-service.ts';
import { clientIdOf, clientProfile, storeProfiles, tokenOf } from '../harness/profiles.ts';
import { bytesIn, readIndex, serveSandbox, sha256 } from '../harness/recordings.ts';
import { createHome, type Home, runWithNotes as runCli } from '../harness/run-cli.ts';
import { CLIENT_ID, type Handler, sendJson, sendStatus, startService, TOKEN } from '../harness/service.ts';

const QUARTER = '--from 2026-01-01 --to 2026-03-31';
const WINDOWS = ['2026-01-01_2026-01-31', '2026-02-01_2026-03-03', '2026-03-04_2026-03-31'];

/** A good body for a window. */
const bodyOf = (day: string | undefined, column = 'sold'): string => `{"data":[{"${column}":"${day}","n":1.10}]}`;
const good: Handler = ({ query }, response) => {
  if (query.format === 'json') return sendJson(response, bodyOf(query.start_date));
  response.writeHead(200, { 'content-type': 'text/csv', 'content-length': 4 });
  response.end('a\n1\n');
};

/** All names in the working directory, hidden ones included. */
const all = (home: Home): readonly string[] => readdirSync(home.work).sort();

/** The line that a run prints: the hash of its index. */
const indexOf = (home: Home, name = 'out'): string =>
  `${sha256(bytesIn(home, name).get('_index.json')!)}  ${name}/_index.json\n`;

const reused = (count: number): string => `note: reused ${count} of 3 windows, stored since 2026-06-15 12:00 UTC\n`;

/** Good responses, except for the last window, until `recover` is called. */
async function startFailing() {
  let isBroken = true;
  const service = await startService((request, response, attempt) => {
    if (isBroken && request.query.start_date === '2026-03-04') sendStatus(response, 503);
    else good(request, response, attempt);
  });
  const recover = (): void => {
    isBroken = false;
  };
  return { service, recover };
}

describe('a recording', () => {
  test.each([
    ['revenue', '/revenue', 'json'],
    ['revenue', '/revenue', 'csv'],
    ['domains', '/revenue/domains', 'json'],
    ['domains', '/revenue/domains', 'csv'],
  ])('has the bytes that the service sends: %s at %s in %s', async (report, endpoint, wire) => {
    const { env, bodyAt } = await serveSandbox();
    const home = createHome();
    const result = await runCli(`raw ${report} ${QUARTER} --wire ${wire} -o out`, { home, env });
    expect(result).toPrint(indexOf(home));
    const files = bytesIn(home, 'out');
    expect([...files.keys()]).toEqual(['_index.json', ...WINDOWS.map((days) => `${report}_${days}.${wire}`)]);
    for (const days of WINDOWS) {
      const [from, to] = days.split('_');
      const sent = await bodyAt(`${endpoint}?start_date=${from}&end_date=${to}&format=${wire}`);
      expect(sent.length).toBeGreaterThan(500);
      expect(files.get(`${report}_${days}.${wire}`)).toEqual(sent);
    }
    expect(home.strays()).toEqual([]);
  });

  test('has an index of the responses, whose hash is printed', async () => {
    const service = await startService((request, response, attempt) => {
      if (request.query.start_date === '2026-02-01' && attempt < 3) sendStatus(response, 503);
      else good(request, response, attempt);
    });
    const { home, stdout, exitCode } = await runCli(`raw revenue ${QUARTER} -o out`, { env: service.env });
    expect(exitCode).toBe(0);
    const files = bytesIn(home, 'out');
    expect(stdout).toBe(`${sha256(files.get('_index.json')!)}  out/_index.json\n`);
    const index = readIndex(home, 'out');
    expect(index).toMatchObject({
      version: 1,
      report: 'revenue',
      wire: 'json',
      baseUrl: service.baseUrl,
      clientId: CLIENT_ID,
      endDate: 'inclusive',
      windowUnit: null,
    });
    const bodies = ['2026-01-01', '2026-02-01', '2026-03-04'].map((day) => bodyOf(day));
    expect(index.windows).toMatchObject(
      bodies.map((body, at) => ({
        from: WINDOWS[at]!.split('_')[0],
        to: WINDOWS[at]!.split('_')[1],
        file: `revenue_${WINDOWS[at]}.json`,
        contentType: 'application/json',
        bytes: body.length,
        sha256: sha256(body),
        receivedAt: expect.stringMatching(/^2026-06-15T12:00:\d\d\.\d{3}Z$/),
      })),
    );
    for (const bytes of files.values()) expect(bytes.includes(TOKEN)).toBe(false);
  });

  test('has the requested format, headers and windows', async () => {
    const service = await startService(good);
    const line = `raw domains ${QUARTER} --windows month --wire csv -o out`;
    const { home } = await runCli(line, { env: { ...service.env, REPORTING_END_DATE: 'exclusive' } });
    expect(service.windows()).toContain('2026-02-01..2026-03-01');
    for (const { path: asked, query, headers } of service.requests) {
      expect({ asked, format: query.format, accept: headers.accept }).toEqual({
        asked: '/v2/reporting/revenue/domains',
        format: 'csv',
        accept: 'text/csv',
      });
    }
    expect(readIndex(home, 'out')).toMatchObject({ endDate: 'exclusive', windowUnit: 'month' });
    // With an exclusive end date, a month of 31 days takes two requests.
    expect(bytesIn(home, 'out').has('domains_2026-02-01_2026-02-28.csv')).toBe(true);
  });
});

describe('an existing name is refused before any request', () => {
  test.each([
    ['an empty directory', (at: string) => mkdirSync(at)],
    ['a file', (at: string) => writeFileSync(at, 'mine')],
    ['a link that leads nowhere', (at: string) => symlinkSync(path.join(path.dirname(at), '..', 'work'), at)],
  ])('%s', async (name, make) => {
    const { home, ...service } = await startService(good);
    make(path.join(home.work, 'out'));
    for (const more of name === 'a file' ? ['', ' --resume', ' --dry-run'] : ['']) {
      expect(await runCli(`raw revenue ${QUARTER} -o out${more}`, { home, env: service.env })).toFail(
        2,
        'error: out exists already\n' +
          'hint: a recording never replaces anything: choose another name with --output, or move it away\n',
      );
    }
    expect(service.requests).toEqual([]);
    expect(all(home)).toEqual(['out']);
  });

  test('also if an empty directory appears during the run', async () => {
    const { home, ...service } = await startService((request, response, attempt) => {
      mkdirSync(path.join(home.work, 'out'), { recursive: true });
      good(request, response, attempt);
    });
    expect(await runCli(`raw revenue ${QUARTER} -o out`, { home, env: service.env })).toFail(
      2,
      'error: out exists already\n' +
        'hint: a recording never replaces anything: choose another name with --output, or move it away; stored 3 of 3 windows for a day: the same command with --resume does not request them again\n',
    );
    expect(bytesIn(home, 'out').size).toBe(0);
    rmSync(path.join(home.work, 'out'), { recursive: true });
    const resumed = await runCli(`raw revenue ${QUARTER} -o out --resume`, { home, env: service.env });
    expect(resumed).toPrint(indexOf(home), reused(3));
    // The service makes the directory again only if it is asked.
    expect(service.requests).toHaveLength(3);
  });
});

test.each([
  ...['', '-o -', '-o /dev/stdout'].map((output) => [
    `raw revenue --from 2026-01 ${output}`.trim(),
    'raw needs a directory for the responses: --output',
    'for example: --output revenue-archive',
  ]),
  [
    'raw revenue --from 2026-01 -o out --sum revenue',
    "unknown option '--sum'",
    '--sum goes with `reporting revenue`, `reporting domains`',
  ],
])('wrong usage: %s', async (line, message, hint) => {
  const service = await startService(good);
  const result = await runCli(line, { env: service.env });
  expect(result).toFail(2, `error: ${message}\nhint: ${hint}\n`);
  expect(service.requests).toEqual([]);
  expect(all(result.home)).toEqual([]);
});

describe('a failure leaves nothing under the final name', () => {
  /** Bodies that a report refuses, or requests again without success. */
  const BODIES: Record<string, string> = {
    'an HTML page': '<!doctype html><title>Sign in</title>',
    'no data': '{"rows":[]}',
    'a record that is not an object': '{"data":[1]}',
    'an array': '[{"day":"2026-02-01"}]',
    'a cut body': '{"data":[{"day":"2026-02-01"',
    'more after the end': `${bodyOf('2026-02-01')}}`,
    nothing: '',
    'records of other days': bodyOf('2025-12-01'),
    'invalid UTF-8': '{"data":[{"day":"2026-02-01","name":"\xff"}]}',
  };

  test.each(Object.keys(BODIES))('and is that of a report: %s', async (name) => {
    const service = await startService(({ query }, response) => {
      const bytes = Buffer.from(BODIES[name]!, 'latin1');
      if (query.start_date !== '2026-02-01') return sendJson(response, bodyOf(query.start_date));
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length });
      response.end(bytes);
    });
    const report = await runCli(`revenue ${QUARTER}`, { env: service.env });
    const raw = await runCli(`raw revenue ${QUARTER} --concurrency 1 -o out`, { env: service.env });
    const file = `out.revenue_${WINDOWS[1]}.json.rejected`;
    const isStored = name !== 'records of other days';
    const stored = '; stored 1 of 3 windows for a day: the same command with --resume does not request them again';
    const kept = `the response is kept in ${file},`;
    expect(raw).toFail(
      7,
      report.stderr.replace('`reporting raw revenue …` keeps the response', kept).trim() +
        (isStored ? `${stored}\n` : '\n'),
    );
    expect(all(raw.home)).toEqual(isStored ? ['.out.partial', file] : [file]);
    expect(readFileSync(path.join(raw.home.work, file), 'latin1')).toBe(BODIES[name]);
  });

  test('an interruption', async () => {
    const stop = new AbortController();
    const service = await startService((request, response, attempt) => {
      if (request.query.start_date !== '2026-03-04') return good(request, response, attempt);
      stop.abort(new ReportingError('E-interrupted', 'interrupted'));
    });
    const result = await runCli(`raw revenue ${QUARTER} --concurrency 1 -o out`, {
      env: service.env,
      signal: stop.signal,
    });
    expect(result).toFail(
      130,
      'error: interrupted\n' +
        'hint: stored 2 of 3 windows for a day: the same command with --resume does not request them again\n',
    );
    expect(all(result.home)).toEqual(['.out.partial']);
  });
});

describe('--resume', () => {
  const LINE = `raw revenue ${QUARTER} --concurrency 1 --retry-for 0 -o out`;

  /** The home after a run whose last window failed. */
  async function failOnce() {
    const failing = await startFailing();
    const home = createHome();
    expect(await runCli(LINE, { home, env: failing.service.env })).toFail(
      6,
      'error: the service failed on revenue 2026-03-04..2026-03-31: 503\n' +
        'hint: try again later; if it keeps failing, tell the operator of the service; stored 2 of 3 windows for a day: the same command with --resume does not request them again\n',
    );
    failing.recover();
    return { ...failing, home, before: failing.service.requests.length };
  }

  test('requests only the missing windows', async () => {
    const { service, home, before } = await failOnce();
    expect(await runCli(`${LINE} --resume`, { home, env: service.env })).toPrint(indexOf(home), reused(2));
    expect(service.requests.slice(before).map(({ query }) => query.start_date)).toEqual(['2026-03-04']);
    expect(all(home)).toEqual(['out']);
    expect([...bytesIn(home, 'out').keys()]).toEqual(['_index.json', ...WINDOWS.map((days) => `revenue_${days}.json`)]);
    const fresh = await runCli(LINE.replace('-o out', '-o fresh'), { home, env: service.env });
    expect(fresh.exitCode).toBe(0);
    const times = /"receivedAt": ".*"/g;
    expect(home.read('out/_index.json')!.replace(times, '')).toBe(home.read('fresh/_index.json')!.replace(times, ''));
    expect(await runCli('revenue --input out -f csv', { home })).toMatchObject({ exitCode: 0 });
  });

  test('is needed: without it, a run starts again, and removes the stored windows', async () => {
    const { service, home, before } = await failOnce();
    expect(await runCli(LINE, { home, env: service.env })).toMatchObject({ exitCode: 0 });
    expect(service.requests.slice(before)).toHaveLength(3);
    expect(all(home)).toEqual(['out']);
  });

  test.each<[string, string, Readonly<Record<string, string>>?]>([
    ['another report', LINE.replace('revenue', 'domains')],
    ['another format', `${LINE} --wire csv`],
    ['another client', LINE, { REPORTING_CLIENT_ID: '11111111-2222-3333-4444-555555555555' }],
    ['another way to spell the end', LINE, { REPORTING_END_DATE: 'exclusive' }],
  ])('never uses windows of %s', async (_name, line, variables = {}) => {
    const { home, service, before } = await failOnce();
    const result = await runCli(`${line} --resume`, { home, env: { ...service.env, ...variables } });
    expect(result).toMatchObject({ exitCode: 0 });
    const { windows } = readIndex(home, 'out');
    expect(service.requests.slice(before)).toHaveLength(windows.length);
    expect(all(home)).toEqual(['out']);
    expect([...bytesIn(home, 'out').keys()]).toEqual(['_index.json', ...windows.map(({ file }) => file)]);
  });

  test('of another range keeps the common windows, and no other file', async () => {
    const { home, service, before } = await failOnce();
    const line = 'raw revenue --from 2026-02-01 --to 2026-03-31 --resume -o out';
    expect(await runCli(line, { home, env: service.env })).toMatchObject({ exitCode: 0 });
    expect(service.requests.slice(before)).toHaveLength(1);
    expect([...bytesIn(home, 'out').keys()]).toEqual([
      '_index.json',
      ...WINDOWS.slice(1).map((days) => `revenue_${days}.json`),
    ]);
    expect(await runCli('revenue --input out --sum n', { home })).toPrint('n\n2.20\n');
  });

  test('continues a long name, and not another one with the same beginning', async () => {
    const [first, second] = ['1', '2'].map((end) => `${'o'.repeat(49)}😀${'u'.repeat(180)}${end}`);
    const { service, recover } = await startFailing();
    const home = createHome();
    const run = (name: string, more = '') =>
      runCli(LINE.replace('-o out', `-o ${name}${more}`), { home, env: service.env });
    for (const name of [first!, second!]) expect(await run(name)).toMatchObject({ exitCode: 6 });
    expect(all(home)).toHaveLength(2);
    recover();
    const before = service.requests.length;
    for (const name of [first!, second!]) expect(await run(name, ' --resume')).toMatchObject({ exitCode: 0 });
    expect(service.requests.slice(before)).toHaveLength(2);
    expect(all(home)).toEqual([first, second]);
  });

  test('requests a window again whose file has changed', async () => {
    const { service, home, before } = await failOnce();
    const kept = path.join(home.work, '.out.partial');
    writeFileSync(path.join(kept, `revenue_${WINDOWS[0]}.json`), bodyOf('2026-01-02'));
    expect(await runCli(`${LINE} --resume`, { home, env: service.env })).toPrint(indexOf(home), reused(1));
    expect(service.requests.slice(before).map(({ query }) => query.start_date)).toEqual(['2026-01-01', '2026-03-04']);
    expect(home.read(`out/revenue_${WINDOWS[0]}.json`)).toBe(bodyOf('2026-01-01'));
  });

  test.each(['.out.partial', `.out.${2 ** 22 + 1}-0123456789ab.tmp`])('never follows a link named %s', async (name) => {
    const { env, home } = await startService(good);
    mkdirSync(path.join(home.work, 'mine'));
    home.write('mine/precious', 'text');
    symlinkSync('mine', path.join(home.work, name));
    expect(await runCli(`${LINE} --resume`, { home, env })).toMatchObject({ exitCode: 0 });
    expect(home.read('mine/precious')).toBe('text');
    expect(bytesIn(home, 'out').size).toBe(4);
  });

  test('leaves no directory if it cannot write the journal', async () => {
    const { service, home } = await failOnce();
    const journal = path.join(home.work, '.out.partial', '_windows.ndjson');
    rmSync(journal);
    // A full directory fails every write of a file with its name.
    mkdirSync(path.join(journal, 'x'), { recursive: true });
    const result = await runCli(`${LINE} --resume`, { home, env: service.env });
    expect(result).toMatchObject({ exitCode: 8, stdout: '' });
    expect(all(home)).toEqual([]);
  });

  test('after a failed check of all windows, no window is kept for it', async () => {
    const service = await startService((_request, response) => sendJson(response, bodyOf('2026-01-05', 'day')));
    const { home, exitCode } = await runCli(LINE, { env: service.env });
    expect(exitCode).toBe(7);
    expect(all(home)).toEqual([`out.revenue_${WINDOWS[1]}.json.rejected`]);
  });
});

test.each(['', ' --wire csv'])('the token in a body is refused%s', async (more) => {
  const service = await startService(async ({ query }, response) => {
    const body = query.format === 'csv' ? `a\n${TOKEN}\n` : `{"data":[{"day":"2026-01-01","n":"${TOKEN}"}]}`;
    response.writeHead(200, { 'content-length': body.length });
    // In two packets, cut within the token.
    const cut = body.indexOf(TOKEN) + 9;
    response.write(body.slice(0, cut));
    setImmediate(() => response.end(body.slice(cut)));
  });
  const result = await runCli(`raw revenue --from 2026-01-01 --to 2026-01-02 -o out${more}`, { env: service.env });
  expect(result).toFail(
    7,
    'error: revenue 2026-01-01..2026-01-02: the body holds the token, so it is not stored\n' +
      'hint: tell the operator of the service, and ask for a new token\n',
  );
  expect(all(result.home)).toEqual([]);
  expect(service.requests).toHaveLength(1);
});

test('the token in a content type is not in the index', async () => {
  const service = await startService(({ query }, response) => {
    response.writeHead(200, { 'content-type': `application/json; token=${TOKEN}` });
    response.end(bodyOf(query.start_date));
  });
  const { home } = await runCli('raw revenue --from 2026-01-01 --to 2026-01-02 -o out', { env: service.env });
  expect(readIndex(home, 'out').windows[0]!.contentType).toBe('application/json; token=[hidden]');
});

describe('several profiles', () => {
  async function storeTwo(home: Home) {
    const service = await startService(({ query, headers }, response) => {
      const n = headers['client-id'] === clientIdOf('acme') ? '1.10' : '2.20';
      sendJson(response, `{"data":[{"sold":"${query.start_date}","n":${n}}]}`);
    });
    storeProfiles(home, { acme: clientProfile(service, 'acme'), brava: clientProfile(service, 'brava') });
    return service;
  }

  test('need {profile}', async () => {
    const home = createHome();
    const service = await storeTwo(home);
    expect(await runCli(`raw revenue ${QUARTER} --all-profiles -o out`, { home })).toFail(
      2,
      'error: several profiles need {profile} in --output\n' +
        "hint: write one recording for each: --output '{profile}-{from}-{to}'\n",
    );
    expect(service.requests).toEqual([]);
  });

  test('have a recording each', async () => {
    const home = createHome();
    await storeTwo(home);
    const result = await runCli(`raw revenue ${QUARTER} --all-profiles -o {profile}/q1 --concurrency 1`, { home });
    expect(result).toPrint(indexOf(home, 'acme/q1') + indexOf(home, 'brava/q1'));
    for (const name of ['acme', 'brava']) {
      expect(readIndex(home, `${name}/q1`)).toMatchObject({ clientId: clientIdOf(name) });
      for (const bytes of bytesIn(home, `${name}/q1`).values()) expect(bytes.includes(tokenOf(name))).toBe(false);
    }
    expect(await runCli('revenue --input brava/q1 --sum n', { home })).toPrint('n\n6.60\n');
  });
});

describe('warnings about all JSON responses together', () => {
  test('are in the index', async () => {
    const service = await startDailyService({ missing: ['2026-02-10'] });
    const result = await runCli(`raw revenue ${QUARTER} -o out`, { env: service.env });
    expect(result).toPrint(indexOf(result.home), 'warning: no records for 1 of 90 days: 2026-02-10 [gaps]\n');
    expect(readIndex(result.home, 'out').warnings).toEqual([
      { name: 'gaps', scope: ['2026-02-10'], text: 'no records for 1 of 90 days: 2026-02-10' },
    ]);
  });
});

/** The bytes of all bodies that a run has received. */
function sizeOfBodies(home: Home): number {
  const entries = readdirSync(home.work, { recursive: true, withFileTypes: true });
  const bodies = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.json'));
  return bodies.reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);
}

describe('a refused response', () => {
  const JANUARY = 'raw revenue --from 2026-01 --to 2026-01';
  const FILE = 'revenue_2026-01-01_2026-01-31.json.rejected';

  test('is kept to its end if a check refuses it early, in place of an older one', async () => {
    const body = `{"data":[1${',1'.repeat(300_000)}]}`;
    const { home, ...service } = await startService((_request, response) => sendJson(response, body));
    home.write(`out.${FILE}`, 'old');
    expect(await runCli(`${JANUARY} -o out`, { env: service.env, home })).toFail(
      7,
      'error: revenue 2026-01-01..2026-01-31: the body has a record that is not an object: element 1 of `data`\n' +
        `hint: if a new request gets the same response, tell the operator of the service; the response is kept in out.${FILE}, for a support ticket\n`,
    );
    expect(all(home)).toEqual([`out.${FILE}`]);
    expect(home.read(`out.${FILE}`)).toBe(body);
  });

  test('never replaces the target of a link, and a failure to keep it changes no exit code', async () => {
    const { home, ...service } = await startService((_request, response) => sendJson(response, '{}'));
    home.write('precious', 'text');
    symlinkSync('precious', path.join(home.work, `out.${FILE}`));
    mkdirSync(path.join(home.work, `other.${FILE}`, 'x'), { recursive: true });
    for (const [output, isKept] of [
      ['out', true],
      ['other', false],
    ] as const) {
      const { exitCode, stderr } = await runCli(`${JANUARY} -o ${output}`, { home, env: service.env });
      expect(exitCode).toBe(7);
      expect(stderr.includes('is kept in')).toBe(isKept);
    }
    expect([home.read('precious'), home.read(`out.${FILE}`)]).toEqual(['text', '{}']);
    expect(all(home)).toEqual([`other.${FILE}`, `out.${FILE}`, 'precious']);
  });

  test.each([
    [
      'breaks off',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-length': 100 });
        response.write('{"data":[', () => response.destroy());
      },
      6,
    ],
    [
      'breaks off after a check refused it',
      async (response: ServerResponse, home: Home) => {
        response.writeHead(200, { 'content-length': 1_000_000 });
        response.write('{"data":[1,1');
        // Each piece is in the file before it is checked.
        while (sizeOfBodies(home) === 0) await new Promise(setImmediate);
        response.destroy();
      },
      7,
    ],
    [
      // Its checksum is wrong.
      'cannot be decompressed',
      (response: ServerResponse) => {
        const packed = gzipSync(bodyOf('2026-01-01'));
        packed[packed.length - 6]! ^= 0xff;
        response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length });
        response.end(packed);
      },
      7,
    ],
  ])('that %s is not kept: its bytes are not those of the service', async (_what, respond, exit) => {
    const { home, ...service } = await startService((_request, response) => respond(response, home));
    const { exitCode, stdout, stderr } = await runCli(`${JANUARY} --retry-for 0 -o out`, { env: service.env, home });
    expect({ exitCode, stdout }).toEqual({ exitCode: exit, stdout: '' });
    expect(stderr).not.toContain('is kept in');
    expect(all(home)).toEqual([]);
  });

  test('that holds the token after the part that a check refused is not kept', async () => {
    const service = await startService((_request, response) =>
      sendJson(response, `{"data":[1${',1'.repeat(300_000)}],"token":"${TOKEN}"}`),
    );
    const { home, ...result } = await runCli(`${JANUARY} -o out`, { env: service.env });
    expect(result).toFail(
      7,
      'error: revenue 2026-01-01..2026-01-31: the body holds the token, so it is not stored\n' +
        'hint: tell the operator of the service, and ask for a new token\n',
    );
    expect(all(home)).toEqual([]);
  });
});

test('--dry-run shows the requests, and sends none', async () => {
  const service = await startService(good);
  const result = await runCli(`raw revenue ${QUARTER} --wire csv --dry-run -o out`, { env: service.env });
  const gets = WINDOWS.map((days) => {
    const [from, to] = days.split('_');
    return `GET ${service.baseUrl}/revenue?start_date=${from}&end_date=${to}&format=csv\n`;
  });
  expect(result).toPrint(
    'revenue 2026-01-01..2026-03-31 (90 days), responses in csv to out\n' +
      `base URL:  ${service.baseUrl}  (REPORTING_BASE_URL)\nclient id: ${CLIENT_ID}  (REPORTING_CLIENT_ID)\n` +
      `token:     …rses  (REPORTING_API_TOKEN)\n${gets.join('')}`,
    'note: --dry-run: nothing was requested\n',
  );
  expect([service.requests, all(result.home)]).toEqual([[], []]);
});
