import { mkdirSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { needs } from '../harness/needs.ts';
import { storeProfiles } from '../harness/profiles.ts';
import { runStep, runs } from '../harness/property-runs.ts';
import { createHome, type Home, runCli } from '../harness/run-cli.ts';
import {
  CLIENT_ID,
  sendJson,
  sendStatus,
  startRecordService,
  startService,
  type TestService,
  TOKEN,
} from '../harness/service.ts';
import { BIN, REPORTING, type SpawnResult, spawnCli, spawnShell } from '../harness/spawn-cli.ts';
import { openTerminal } from '../harness/terminal.ts';

const manifest = JSON.parse(readFileSync(path.join(path.dirname(BIN), '../package.json'), 'utf8'));

const MONTH = ['revenue', '--sandbox', '--from', '2026-01-01', '--to', '2026-01-31'];
const DAY = 'revenue --from 2026-01-01 --to 2026-01-01';

/** A service with this number of records of 100 bytes. 200 kB are more than a pipe holds. */
function startServiceOf(records = 2000): Promise<TestService> {
  return startRecordService(() => Array(records).fill(`{"n":1,"text":"${'x'.repeat(80)}"}`));
}

const bash = needs('bash');
const bashAndFullDevice = needs('bash', '/dev/full');
const bashAndPipes = needs('bash', 'mkfifo');

describe('exit codes, in a bare environment as in cron', () => {
  test('a success prints data, and nothing on stderr, also with the highest concurrency', async () => {
    const result = await spawnCli([...MONTH, '--windows', '1', '--concurrency', '16']);
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    expect(result.stdout.split('\n')).toHaveLength(31 * 4 + 2);
    expect(result.stdout).not.toContain('\u001b');
    expect(result.home.strays()).toEqual([]);
  });

  test('a failure prints an error, and leaves no file', async () => {
    const env = { REPORTING_SANDBOX: '--fault garbage' };
    const result = await spawnCli([...MONTH, '-o', 'out.csv'], { env });
    expect(result).toMatchObject({ exitCode: 7, stdout: '' });
    expect(result.stderr).toMatch(/^error: /);
    expect(result.home.strays()).toEqual([]);
    expect(result.home.list()).toEqual([]);
  });

  bash.test('a token file may be a pipe', async () => {
    const { stdout } = await spawnShell(`
      REPORTING_API_TOKEN_FILE=<(echo 0123456789abcdef) $REPORTING whoami -f json &
      REPORTING_API_TOKEN_FILE=- $REPORTING whoami -f json <<< fedcba9876543210 &
      (sleep 0.4; echo 0123456789ab-late) | REPORTING_API_TOKEN_FILE=- $REPORTING whoami -f json & wait`);
    for (const end of ['cdef', '3210', 'late']) expect(stdout).toContain(`"…${end}"`);
  });

  test('a connection that fails ends the run at once, whatever the time-out', async () => {
    const { env } = await startService((_request, response) => response.destroy());
    const { exitCode } = await spawnCli(`${DAY} --retry-for 0 --timeout 3600`, { env });
    expect(exitCode).toBe(6);
  });

  test('a run that needs no home directory works without one', async () => {
    expect(await spawnCli(MONTH, { env: { HOME: '' } })).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await spawnCli(['whoami'], { env: { HOME: '' } })).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('error: there is no home directory to keep profiles in\n'),
    });
  });
});

test('a version of Node that is too old is named, and the version that is needed', async () => {
  const home = createHome();
  const needed = manifest.engines.node.replace('>=', '');
  const [major, minor] = needed.split('.').map(Number) as [number, number];
  const runOn = (version: string) => {
    home.write(
      'old.cjs',
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`,
    );
    return spawnCli('--help', { home, env: { NODE_OPTIONS: `--require ${path.join(home.work, 'old.cjs')}` } });
  };
  for (const version of ['16.20.2', `${major - 1}.99.0`, `${major}.${minor - 1}.1`]) {
    expect(await runOn(version)).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: `error: reporting needs Node ${needed} or later; this is Node ${version}\n`,
    });
  }
  for (const version of [`${needed}.0`, `${major + 1}.0.0`]) {
    expect(await runOn(version)).toMatchObject({ exitCode: 0, stderr: '' });
  }
  // Node 14 parses these, and nothing newer is in the file.
  expect(readFileSync(BIN, 'utf8')).not.toMatch(/\?\.|\?\?|\?\?=|#\w+\(|^import /m);
});

describe('stdout', () => {
  bash.test('a closed pipe ends the run without a message', async () => {
    const service = await startService((_request, response) =>
      sendJson(response, '{"data":[{"date":"2026-01-01","revenue":1.10}],"next":"page 2"}'),
    );
    // head may close the pipe before the first write, between two, or after the last.
    const tries = runs(40);
    const { stdout, stderr } = await spawnShell(`for i in $(seq ${tries}); do $REPORTING ${DAY} | head -1; done`, {
      env: service.env,
    });
    expect(stdout).toBe('date,revenue\n'.repeat(tries));
    expect(stderr.match(/^warning: .*"next": "page 2"/gm)).toHaveLength(tries);
  });

  bashAndFullDevice.test('a full disk is exit 8', async () => {
    const { env } = await startServiceOf();
    const { stdout, stderr } = await spawnShell(`$REPORTING ${DAY} > /dev/full; echo $?`, { env });
    expect(stdout).toBe('8\n');
    expect(stderr).toMatch(/^error: cannot write to stdout: ENOSPC/);
  });

  needs('bash', '/dev/full', 'mkfifo').test('a device or a named pipe is written directly', async () => {
    const { env } = await startServiceOf(100);
    const command = `$REPORTING ${DAY} -o /dev/full; echo $?
      mkfifo p; wc -l < p & $REPORTING ${DAY} -o p; wait; test -p p && echo pipe`;
    expect((await spawnShell(command, { env })).stdout).toBe('8\n101\npipe\n');
  });

  bash.test('a large report passes through a pipe completely', async () => {
    const { env } = await startServiceOf();
    const { stdout, stderr } = await spawnShell(`$REPORTING ${DAY} | (sleep 0.4; wc -l)`, { env });
    expect({ stdout, stderr }).toEqual({ stdout: '2001\n', stderr: '' });
  });
});

describe('failures never exit 0', () => {
  bash.test('a removed working directory', async () => {
    const { env, home } = await startServiceOf(1);
    const { stdout, stderr } = await spawnShell(
      `mkdir gone; cd gone; rmdir ../gone
       $REPORTING ${DAY} -o x.csv; echo $?; $REPORTING ${DAY} -o ${home.work}/out.csv; echo $?`,
      { home, env },
    );
    expect(stdout).toBe('8\n0\n');
    expect(stderr).toContain('error: cannot write x.csv: the current directory does not exist\n');
    expect(home.list()).toEqual(['out.csv']);
    expect(home.strays()).toEqual([]);
  });

  test('values of TZ that Node does not read', async () => {
    const yesterday = (TZ: string) => spawnCli('revenue --sandbox --period yesterday -v', { env: { TZ } });
    expect((await yesterday('UTC0')).stderr).toMatch(/today is \S+ in UTC\)/);
    expect((await yesterday('CET-1CEST,M3.5.0,M10.5.0/3')).exitCode).toBe(2);
  });

  bashAndFullDevice.test('help and version that cannot be written', async () => {
    const { stdout } = await spawnShell(
      '$REPORTING --help > /dev/full; echo $?; $REPORTING --version > /dev/full; echo $?',
    );
    expect(stdout).toBe('8\n8\n');
  });

  bash.test('other names of stdout, and process substitution', async () => {
    const { env } = await startServiceOf(100);
    const { stdout } = await spawnShell(
      `$REPORTING ${DAY} -o /dev/stdout | wc -l
       echo kept > app; $REPORTING ${DAY} -o /dev/stdout >> app; wc -l < app
       $REPORTING ${DAY} -o >(wc -l > count); until [ -s count ]; do sleep 0.02; done; cat count`,
      { env },
    );
    expect(stdout).toBe('101\n102\n101\n');
  });
});

describe('a file that cannot be finished', () => {
  bash.test('leaves the old file, and no temporary file', async () => {
    // The windows fit into the largest file that may be written, and the document does not.
    const { env, home } = await startServiceOf(500);
    home.write('out.json', 'old\n');
    const command = `trap '' XFSZ; ulimit -f 60; $REPORTING ${DAY} --window-columns -o out.json; echo $?`;
    const { stdout, stderr } = await spawnShell(command, { home, env });
    expect(stdout).toBe('8\n');
    expect(stderr).toMatch(/^error: cannot write out\.json: file too large/);
    expect(home.list()).toEqual(['out.json']);
    expect(home.read('out.json')).toBe('old\n');
    expect(home.strays()).toEqual([]);
  });

  bash.test('as stdout, fails the run', async () => {
    const { env } = await startServiceOf(500);
    const command = `trap '' XFSZ; ulimit -f 60; $REPORTING ${DAY} --window-columns -f json > out.json; echo $?`;
    const { stdout, stderr } = await spawnShell(command, { env });
    expect(stdout).toBe('8\n');
    expect(stderr).toMatch(/^error: cannot write to stdout: EFBIG/m);
  });

  bash.test('in the temporary directory, fails the run', async () => {
    const { env } = await startServiceOf();
    const command = `trap '' XFSZ; ulimit -f 1; $REPORTING ${DAY}; echo $?`;
    const { stdout, stderr } = await spawnShell(command, { env });
    expect(stdout).toBe('8\n');
    expect(stderr).toMatch(/^error: .*cannot keep the windows in the temporary directory .*: EFBIG/);
  });
});

/** The exit code that shells show. On a busy machine, the signal may end a process that has done its work. */
function shownCode({ exitCode, signal }: SpawnResult): number | null {
  return signal === null ? exitCode : 128 + os.constants.signals[signal];
}

test.runIf(runStep() === 1)('groups that memory does not hold end a run with a message', async () => {
  const service = await startRecordService(() =>
    Array.from({ length: 200_000 }, (_, index) => `{"date":"2026-01-01","domain":"${index}","revenue":1}`),
  );
  const env = { ...service.env, NODE_OPTIONS: '--max-old-space-size=40 --max-semi-space-size=16' };
  const result = await spawnCli(`${DAY} -g domain -o out.csv`, { env });
  expect(result).toMatchObject({ exitCode: 2, stdout: '' });
  expect(result.stderr.replace(/[\d,]+ groups/, 'N groups')).toBe(
    'error: the report is too large to compute in memory: N groups, and this machine allows no more memory\n' +
      'hint: keep the records with reporting sync, and query them with DuckDB; or select fewer with --where, or group by fewer columns\n',
  );
  expect(result.home.list()).toEqual([]);
});

// It takes five seconds.
test.runIf(runStep() === 1)('an error body without end does not hold the run', async () => {
  const service = await startService((_request, response) => {
    response.writeHead(401, { 'content-type': 'text/plain' });
    const timer = setInterval(() => response.write('.'), 200);
    response.on('close', () => clearInterval(timer));
  });
  const result = await spawnCli(DAY, service);
  expect(result).toMatchObject({ exitCode: 4, stdout: '' });
  expect(service.requests).toHaveLength(1);
});

describe('signals', () => {
  test.each([
    ['SIGINT', 130, 'interrupted'],
    ['SIGTERM', 143, 'terminated'],
    ['SIGHUP', 129, 'hung up'],
  ] as const)('%s while windows are under way', async (signal, exitCode, word) => {
    const home = createHome();
    home.write('out.csv', 'old\n');
    // The service answers one window, and leaves the others waiting.
    const service = await startService(({ query }, response) => {
      if (query.start_date === '2026-01-01') sendJson(response, '{"data":[{"a":1}]}');
    });
    // From a profile: the library that reads it adds signal handlers.
    storeProfiles(home, { default: { baseUrl: service.baseUrl, clientId: CLIENT_ID, token: TOKEN } });
    const argv = ['revenue', '--from', '2026-01-01', '--to', '2026-12-31', '-o', 'out.csv'];
    const result = await spawnCli(argv, {
      home,
      onSpawn: async (child) => {
        while (service.requests.length < 5) await new Promise((resolve) => setTimeout(resolve, 20));
        child.kill(signal);
      },
    });
    expect(shownCode(result)).toBe(exitCode);
    expect(result).toMatchObject({
      stdout: '',
      stderr: `error: ${word}\n`,
    });
    expect(home.list()).toEqual(['out.csv']);
    expect(home.read('out.csv')).toBe('old\n');
    expect(home.strays()).toEqual([]);
  });

  test('an interrupt ends a step in its middle', async () => {
    const { home, ...service } = await startServiceOf(50_000);
    // Interrupts the process when a step opens its first file, and notes the size of this file before it is removed.
    const interrupt = `const fs = require('node:fs');
      const { openSync, rmSync } = fs;
      let file;
      fs.openSync = (name, ...others) => {
        if (!name.endsWith('rows-1.ndjson')) return openSync(name, ...others);
        file = name;
        process.kill(process.pid, 'SIGINT');
        return openSync(name, ...others);
      };
      fs.rmSync = (name, ...others) => {
        if (file?.startsWith(name)) fs.writeFileSync('size', String(fs.statSync(file).size));
        rmSync(name, ...others);
      };`;
    home.write('interrupt.cjs', interrupt);
    const result = await spawnCli(`${DAY} --where 'n>0' -o out.csv`, {
      home,
      env: { ...service.env, NODE_OPTIONS: `--require ${path.join(home.work, 'interrupt.cjs')}` },
    });
    expect({ code: shownCode(result), stdout: result.stdout }).toEqual({ code: 130, stdout: '' });
    expect(result.stderr).toMatch(/^error: interrupted\n/);
    // All records meet the condition: a finished step has written 5 MB.
    expect(Number(home.read('size'))).toBeLessThan(2_000_000);
    expect(home.list()).toEqual(['interrupt.cjs', 'size']);
    expect(home.strays()).toEqual([]);
  });

  bashAndPipes.test('reach runs that wait for a pipe', async () => {
    const { env } = await startServiceOf();
    const { REPORTING_API_TOKEN: _token, ...withoutToken } = env;
    const end = 'kill -TERM $pid; wait $pid; echo $?';
    const waiting = async (command: string): Promise<void> => {
      const home = createHome();
      const { stdout, stderr } = await spawnShell(`mkfifo p; ${command}`, {
        home,
        env: { ...env, SPOOL: home.temporary },
      });
      expect(stdout).toBe('143\n');
      expect(stderr).toContain('error: terminated\n');
      expect(home.strays()).toEqual([]);
    };
    const reading = async (variable: string, others: Readonly<Record<string, string>>): Promise<void> => {
      const command = `${variable}=<(exec sleep 30 2> /dev/null) $REPORTING ${DAY} & pid=$!; sleep 0.7; ${end}`;
      const base = { ...others, REPORTING_BASE_URL: 'https://127.0.0.1:9/v2/reporting' };
      expect((await spawnShell(command, { env: base })).stdout, variable).toBe('143\n');
    };
    await Promise.all([
      // A reader that stops after one byte, and a pipe that nobody opens, or writes to.
      waiting(
        `(head -c 1 > /dev/null; echo > begun; exec sleep 30) < p & reader=$!
         $REPORTING ${DAY} > p & pid=$!; until [ -s begun ]; do sleep 0.05; done; ${end}; kill $reader`,
      ),
      waiting(
        `$REPORTING ${DAY} -o p & pid=$!
         until compgen -G "$SPOOL/*/*" > found; do sleep 0.05; done; sleep 0.4; ${end}`,
      ),
      reading('REPORTING_API_TOKEN_FILE', withoutToken),
      reading('REPORTING_CA_FILE', env),
    ]);
  });

  test.runIf(runStep() === 1)('a later run removes the files of a killed run, if they are old', async () => {
    const home = createHome();
    home.write('out.csv', 'old\n');
    const records = '{"date":"2026-01-01","n":1},'.repeat(30_000);
    const service = await startService((_request, response) => void response.write(`{"data":[${records}`));
    const argv = ['revenue', '--from', '2026-01-01', '--to', '2026-01-31', '-o', 'out.csv'];
    const killed = await spawnCli(argv, {
      home,
      env: service.env,
      onSpawn: async (child) => {
        while (home.strays().length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
        child.kill('SIGKILL');
      },
    });
    expect(killed.signal).toBe('SIGKILL');
    const [stray, ...others] = home.strays();
    expect([stray, others]).toEqual([expect.stringMatching(/^reporting-\d+-[0-9a-f]{12}$/), []]);
    const pid = stray!.split('-')[1];
    const living = `reporting-${process.pid}-0123456789ab`;
    const temporary = `.out.csv.${pid}-0123456789ab.tmp`;
    mkdirSync(path.join(home.temporary, living));
    home.write(temporary, 'half');
    const month = [...MONTH, '-o', 'out.csv'];

    await runCli(month, { home });
    expect(home.strays()).toEqual([stray, living].sort());
    expect(home.list()).toEqual([temporary, 'out.csv']);

    const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
    for (const name of [stray!, living]) {
      const directory = path.join(home.temporary, name);
      for (const file of readdirSync(directory)) utimesSync(path.join(directory, file), longAgo, longAgo);
      utimesSync(directory, longAgo, longAgo);
    }
    utimesSync(path.join(home.work, temporary), longAgo, longAgo);
    await runCli(month, { home });
    expect(home.strays()).toEqual([living]);
    expect(home.list()).toEqual(['out.csv']);
  });

  bash.test('too few file descriptors end a run with the embedded service, without temporary files', async () => {
    const home = createHome();
    // The import that fails depends on the version of Node, so this tries each limit, until a run succeeds. With one of them
    // the service cannot accept the connection, and the run ends by its time-out.
    const run = `timeout -s KILL 100 $REPORTING ${DAY} --sandbox --timeout 2 --retry-for 0 > out`;
    const command = `for limit in {16..60}; do (ulimit -n $limit; ${run}); code=$?; echo $code; [ $code = 0 ] && break; done`;
    const { stdout, stderr } = await spawnShell(command, { home });
    const codes = stdout.trim().split('\n');
    expect(codes.at(-1)).toBe('0');
    expect(codes).not.toContain('137');
    expect(stderr).toContain("EMFILE: too many open files, open '");
    expect(home.strays()).toEqual([]);
  });

  bash.test('a signal ends the process after the run', async () => {
    const home = createHome();
    // Keeps the process alive after the run, like a server that was not closed.
    home.write('hold.mjs', 'setInterval(() => undefined, 1000);\n');
    const command = `${process.execPath} --import ./hold.mjs \${REPORTING#* } revenue 2> err & pid=$!
      until [ -s err ]; do sleep 0.1; done; sleep 0.1; kill -TERM $pid; wait $pid; echo $?`;
    expect((await spawnShell(command, { home })).stdout).toBe('143\n');
  });

  test('Ctrl-C ends the sandbox with exit 0', async () => {
    const { stdout, stderr, exitCode } = await spawnCli(['sandbox'], {
      onSpawn: (child) => child.stdout?.once('data', () => child.kill('SIGINT')),
    });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /^export REPORTING_BASE_URL=http:\/\/127\.0\.0\.1:\d+\/v2\/reporting\nexport REPORTING_CLIENT_ID=[0-9a-f-]{36}\nexport REPORTING_API_TOKEN=sandbox-[0-9a-f]{24}\n$/,
    );
    expect(stderr).toBe('');
  });
});

describe('a terminal', () => {
  const { test } = needs('script');

  function openProgram(line: string, sandbox = '') {
    const home = createHome();
    const env = { PATH: process.env.PATH, TERM: 'xterm', REPORTING_SANDBOX: sandbox };
    return { home, terminal: openTerminal(`stty cols 80; exec ${REPORTING} ${line}`, home, env) };
  }

  test('Ctrl-C works while the spinner turns, restores the cursor and leaves no files', async () => {
    const { terminal, home } = openProgram(MONTH.join(' '), '--latency 20000');
    await terminal.until('0/1 window');
    terminal.type('\x03');
    expect(await terminal.exitCode).toBe(130);
    expect(terminal.shown()).toContain('interrupted');
    expect(terminal.shown()).toContain('\u001b[?25h');
    expect(home.strays()).toEqual([]);
  });
});

describe('at once', () => {
  bash.test('four logins lose none of the profiles', async () => {
    const home = createHome();
    const names = Array.from({ length: 4 }, (_, index) => `client-${index}`);
    const login = (name: string) =>
      `echo ${name}-token | $REPORTING login --no-verify --profile ${name} --token-stdin \\
         --base-url https://x.example/v2/reporting --client-id 7d444840-9dc0-11d1-b245-5ffdce74fad2`;
    const { stdout, stderr } = await spawnShell(`${names.map((name) => `(${login(name)}) &`).join('\n')}\nwait`, {
      home,
    });
    expect(stdout).toBe('');
    expect(stderr).toBe('');
    const directory = path.join(home.root, '.config/reporting');
    const stored = JSON.parse(readFileSync(path.join(directory, 'config.json'), 'utf8'));
    expect(Object.keys(stored.profiles).sort()).toEqual(names);
    expect(readdirSync(directory)).toEqual(['config.json']);
  });

  const RESUMED = ['revenue', '--from', '2026-01-01', '--to', '2026-03-31', '--resume', '--concurrency', '1'];
  const recordOf = (day: string | undefined) => `{"data":[{"date":"${day}","n":1}]}`;
  const resumeRoot = (home: Home) => path.join(home.root, '.cache/reporting/resume');

  test('a success keeps the windows of another run that is still active', async () => {
    const home = createHome();
    let fail = (): void => undefined;
    const service = await startService(({ query }, response) => {
      const isHeld = query.start_date === '2026-03-04' && service.requests.length === 3;
      if (isHeld) fail = () => sendStatus(response, 400);
      else sendJson(response, recordOf(query.start_date));
    });
    const options = { home, env: service.env };
    const failing = spawnCli(RESUMED, options);
    await expect.poll(() => service.requests.length, { timeout: 100_000 }).toBe(3);
    expect(await spawnCli(RESUMED, options)).toMatchObject({ exitCode: 0 });
    fail();
    const failed = await failing;
    expect(failed.exitCode).toBe(5);
    expect(failed.stderr).toContain('stored 2 of 3 windows for a day');
    const resumed = await runCli([...RESUMED, '-v'], { ...options, now: new Date().toISOString() });
    expect(resumed.exitCode).toBe(0);
    expect(resumed.stderr).toContain('reused 2 of 3 windows');
    expect(readdirSync(resumeRoot(home))).toEqual([]);
  });

  test('two runs that write the same file leave one complete file', async () => {
    const home = createHome();
    const lineOf = (file: string) => [...MONTH, '-o', file];
    const [one, two] = [1, 2].map((seed) => ({ home, env: { REPORTING_SANDBOX: `--seed ${seed}` } }));
    await runCli(lineOf('one.csv'), one);
    await runCli(lineOf('two.csv'), two);
    const runs = await Promise.all([one, two].map((options) => spawnCli(lineOf('out.csv'), options)));
    expect(runs.map(({ exitCode, stderr }) => ({ exitCode, stderr }))).toEqual(
      runs.map(() => ({ exitCode: 0, stderr: '' })),
    );
    expect([home.read('one.csv'), home.read('two.csv')]).toContain(home.read('out.csv'));
    expect(home.read('one.csv')).not.toBe(home.read('two.csv'));
    expect(home.list()).toEqual(['one.csv', 'out.csv', 'two.csv']);
  });
});
