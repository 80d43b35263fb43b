import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { needs } from '../harness/needs.ts';
import { runs } from '../harness/property-runs.ts';
import { createHome, type Home, runCli } from '../harness/run-cli.ts';
import { sendJson, sendStatus, startService } from '../harness/service.ts';
import { BIN, REPORTING, spawnCli, spawnShell } from '../harness/spawn-cli.ts';
import { openTerminal } from '../harness/terminal.ts';

const manifest = JSON.parse(readFileSync(path.join(path.dirname(BIN), '../package.json'), 'utf8'));

const MONTH = ['revenue', '--sandbox', '--from', '2026-01-01', '--to', '2026-01-31'];
/** Longer than the buffer of a pipe, and than the file size limit of a test. */
const LONG_RANGE = '--sandbox --from 2025-01-01 --to 2026-06-30';
const LONG_RANGE_DAYS = 546;
/** All records, through a step whose file is too large for the spool to keep in memory. */
const SPOOLED = `${LONG_RANGE} --where 'clicks>=0'`;

const bash = needs('bash');
const bashAndFullDevice = needs('bash', '/dev/full');
const bashAndPipes = needs('bash', 'mkfifo');

describe('exit codes, in a bare environment as in cron', () => {
  test('a success prints data, and nothing on stderr', async () => {
    const result = await spawnCli(MONTH);
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    expect(result.stdout.split('\n')).toHaveLength(31 * 4 + 2);
    expect(result.stdout).not.toContain('\u001b');
    expect(result.home.strays()).toEqual([]);
  });

  test('the highest concurrency causes no message', async () => {
    const args = 'revenue --sandbox --from 2025-01-01 --to 2026-12-31 --concurrency 16'.split(' ');
    expect(await spawnCli(args)).toMatchObject({ exitCode: 0, stderr: '' });
  });

  bash.test('a token file may be a pipe', async () => {
    const command =
      '$REPORTING whoami --token-file <(echo 0123456789abcdef) -f json; $REPORTING whoami -f json --token-file - <<< fedcba9876543210';
    const { stdout } = await spawnShell(command);
    expect(stdout).toContain('"…cdef"');
    expect(stdout).toContain('"…3210"');
    const late = await spawnShell(
      '(sleep 1; echo 0123456789abcdef) | $REPORTING whoami -f json --token-file -',
    );
    expect(late.stdout).toContain('"…cdef"');
  });

  // A pipe that Node makes is a socket, which cannot be opened by its name.
  test.each(['-', '/dev/stdin', '/dev/fd/0'])('a token file may be stdin: %s', async (name) => {
    const { stdout } = await spawnCli(`whoami -f json --token-file ${name}`, { stdin: '0123456789abcdef\n' });
    expect(stdout).toContain('"…cdef"');
  });

  test('a run that needs no home directory works without one', async () => {
    expect(await spawnCli(MONTH, { env: { HOME: '' } })).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await spawnCli(['whoami'], { env: { HOME: '' } })).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('error: there is no home directory to keep profiles in\n'),
    });
  });

  test.each([
    ['usage', ['revenue'], 2],
    ['not signed in', ['revenue', '--from', '2026-01-01'], 4],
    ['a refusal', [...MONTH, '--fault', '400'], 5],
    ['a service that keeps failing', [...MONTH, '--fault', '503', '--retries', '0'], 6],
    ['a body that is not JSON', [...MONTH, '--fault', 'garbage'], 7],
    ['a directory that is not there', [...MONTH, '-o', 'gone/x.csv'], 8],
  ])('%s', async (_name, argv, exitCode) => {
    const result = await spawnCli(argv);
    expect(result).toMatchObject({ exitCode, stdout: '' });
    expect(result.stderr).toMatch(/^error: /);
    expect(result.home.strays()).toEqual([]);
    expect(result.home.list()).toEqual([]);
  });
});

test('a version of Node that is too old is named, and the version that is needed', async () => {
  const home = createHome();
  const needed = Number.parseInt(manifest.engines.node.replace('>=', ''), 10);
  const runOn = (version: string) => {
    home.write(
      'old.cjs',
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`,
    );
    return spawnCli('--help', {
      home,
      env: { NODE_OPTIONS: `--require ${path.join(home.work, 'old.cjs')}` },
    });
  };
  for (const version of ['16.20.2', `${needed - 1}.9.0`]) {
    expect(await runOn(version)).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: `error: reporting needs Node ${needed} or later; this is Node ${version}\n`,
    });
  }
  expect(await runOn(`${needed}.0.0`)).toMatchObject({ exitCode: 0, stderr: '' });
  // Node 14 parses these, and nothing newer is in the file.
  expect(readFileSync(BIN, 'utf8')).not.toMatch(/\?\.|\?\?|\?\?=|#\w+\(|^import /m);
});

describe('stdout', () => {
  bash.test('a closed pipe ends the run without a message', async () => {
    const { stdout, stderr } = await spawnShell(
      `$REPORTING revenue ${LONG_RANGE} | head -1; echo "\${PIPESTATUS[0]}"`,
    );
    expect(stdout).toBe('date,campaign_id,campaign,impressions,clicks,revenue\n0\n');
    expect(stderr).toBe('');
  });

  bash.test('a closed pipe loses no totals and no warning', async () => {
    const service = await startService((_request, response) =>
      sendJson(response, '{"data":[{"date":"2026-01-01","revenue":1.10}],"next":"page 2"}'),
    );
    // head may close the pipe before the first write, between two, or after the last.
    const tries = runs(40);
    const { stdout, stderr } = await spawnShell(
      `for i in $(seq ${tries}); do $REPORTING revenue --from 2026-01-01 --to 2026-01-01 --totals | head -1; done`,
      { env: service.env },
    );
    expect(stdout).toBe('date,revenue\n'.repeat(tries));
    expect(stderr.match(/"next": "page 2"/g)).toHaveLength(tries);
    expect(stderr.match(/total.*1\.10/g)).toHaveLength(tries);
  });

  bashAndFullDevice.test('a full disk is exit 8', async () => {
    const { stdout, stderr } = await spawnShell(`$REPORTING revenue ${LONG_RANGE} > /dev/full; echo $?`);
    expect(stdout).toBe('8\n');
    expect(stderr).toMatch(/^error: cannot write to stdout: ENOSPC/);
  });

  needs('bash', '/dev/full', 'mkfifo').test('a device or a named pipe is written directly', async () => {
    expect((await spawnShell(`$REPORTING ${MONTH.join(' ')} -o /dev/full; echo $?`)).stdout).toBe('8\n');
    const piped = await spawnShell(
      `mkfifo p; wc -l < p & $REPORTING ${MONTH.join(' ')} -o p; wait; test -p p && echo pipe`,
    );
    expect(piped.stdout).toBe('125\npipe\n');
  });

  bash.test('a large report passes through a pipe completely', async () => {
    const { stdout, stderr } = await spawnShell(`$REPORTING revenue ${LONG_RANGE} | (sleep 0.5; wc -l)`);
    expect({ stdout, stderr }).toEqual({ stdout: `${LONG_RANGE_DAYS * 4 + 1}\n`, stderr: '' });
  });
});

describe('failures never exit 0', () => {
  bash.test('a removed working directory', async () => {
    const home = createHome();
    const credentials =
      '--base-url https://127.0.0.1:9/v2/reporting --client-id 7d444840-9dc0-11d1-b245-5ffdce74fad2';
    const day = `revenue ${credentials} --from 2026-01-01 --to 2026-01-01`;
    const commands = [
      'revenue',
      `${MONTH.join(' ')} -o x.csv`,
      `${MONTH.join(' ')} -o '{from}.csv'`,
      `${day} --token-file x`,
      `${day} --ca-file x`,
      `${MONTH.join(' ')} -o ${home.work}/out.csv`,
    ];
    const runs = commands.map((command) => `$REPORTING ${command}; echo $?`);
    const named = 'export REPORTING_CONFIG_DIR=x; $REPORTING whoami; echo $?; $REPORTING revenue --sandbox';
    const { stdout, stderr } = await spawnShell(
      `mkdir gone; cd gone; rmdir ../gone; ${runs.join('; ')}; ${named} --from 2026-01-01 --to 2026-01-01; echo $?`,
      { home, env: { REPORTING_API_TOKEN: 'canary-token-1234' } },
    );
    expect(stdout.split('\n')).toEqual(['2', '8', '8', '2', '2', '0', '2', '2', '']);
    const why = 'the current directory does not exist';
    const errors = stderr.split('\n').filter((line) => line.startsWith('error: '));
    expect(errors).toEqual([
      'error: no start date',
      `error: cannot write x.csv: ${why}`,
      `error: cannot write 2026-01-01.csv: ${why}`,
      `error: cannot read the token file x: ${why}`,
      `error: cannot read the CA file x (--ca-file): ${why}`,
      `error: cannot use REPORTING_CONFIG_DIR=x: ${why}`,
      `error: cannot use REPORTING_CONFIG_DIR=x: ${why}`,
    ]);
    expect(home.list()).toEqual(['out.csv']);
    expect(home.strays()).toEqual([]);
  });

  test('values of TZ that Node does not read', async () => {
    const yesterday = (TZ: string) =>
      spawnCli(['revenue', '--sandbox', '--period', 'yesterday'], { env: { TZ } });
    for (const [value, zone] of [
      [':/usr/share/zoneinfo/Asia/Tokyo', 'Asia/Tokyo'],
      ['<+09>-9', 'Etc/GMT-9'],
    ] as const) {
      // Tokyo has no clock changes.
      const today = () => new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10);
      const before = today();
      const { exitCode, stderr } = await yesterday(value);
      expect({ value, exitCode }).toEqual({ value, exitCode: 0 });
      expect([`today is ${before} in ${zone}`, `today is ${today()} in ${zone}`]).toContain(
        /today is [^)]*/.exec(stderr)?.[0],
      );
    }
    for (const value of ['Europe/Berln', 'CET-1CEST,M3.5.0,M10.5.0/3']) {
      expect((await yesterday(value)).exitCode).toBe(2);
    }
    expect((await spawnCli(MONTH, { env: { TZ: 'Europe/Berln' } })).exitCode).toBe(0);
  });

  bash.test('a closed pipe hides no failure', async () => {
    const { stdout } = await spawnShell(
      `$REPORTING whoami | true; echo "\${PIPESTATUS[0]}"; $REPORTING doctor | true; echo "\${PIPESTATUS[0]}"`,
    );
    expect(stdout).toBe('4\n4\n');
  });

  bashAndFullDevice.test('help and version that cannot be written', async () => {
    const { stdout } = await spawnShell(
      '$REPORTING --help > /dev/full; echo $?; $REPORTING --version > /dev/full; echo $?',
    );
    expect(stdout).toBe('8\n8\n');
  });

  bash.test('a link that leads back to itself', async () => {
    const { stdout, stderr } = await spawnShell(
      `ln -s missing/../x x; $REPORTING ${MONTH.join(' ')} -o x; echo $?`,
    );
    expect(stdout).toBe('8\n');
    expect(stderr).toContain('is a link that leads back to itself');
  });

  bash.test('other names of stdout, and process substitution', async () => {
    const { stdout } = await spawnShell(
      `$REPORTING ${MONTH.join(' ')} -o /dev/stdout | wc -l; echo kept > app; $REPORTING ${MONTH.join(' ')} -o /dev/stdout >> app; wc -l < app; $REPORTING ${MONTH.join(' ')} -o >(wc -l); sleep 0.5`,
    );
    expect(stdout).toBe('125\n126\n125\n');
  });

  bash.test('a long file name', async () => {
    const { stdout } = await spawnShell(
      `n=$(printf 'x%.0s' {1..240}); $REPORTING ${MONTH.join(' ')} -o $n; echo $?; wc -l < $n`,
    );
    expect(stdout).toBe('0\n125\n');
  });
});

describe('a file that cannot be finished', () => {
  bash.test('leaves the old file, and no temporary file', async () => {
    const home = createHome();
    home.write('out.csv', 'old\n');
    // The largest file that may be written holds each window, but not the report.
    const command = `trap '' XFSZ; ulimit -f 60; $REPORTING revenue ${LONG_RANGE} -o out.csv; echo $?`;
    const { stdout, stderr } = await spawnShell(command, { home });
    expect(stdout).toBe('8\n');
    expect(stderr).toMatch(/^error: cannot write out\.csv: EFBIG/);
    expect(home.list()).toEqual(['out.csv']);
    expect(home.read('out.csv')).toBe('old\n');
    expect(home.strays()).toEqual([]);
  });

  bash.test('as stdout, fails the run', async () => {
    const command = `trap '' XFSZ; ulimit -f 1; $REPORTING revenue ${LONG_RANGE} > out.csv; echo $?`;
    const { stdout, stderr } = await spawnShell(command);
    expect(stdout).toBe('8\n');
    expect(stderr).toMatch(/^error: cannot write to stdout: EFBIG/m);
  });

  bash.test('a spool that cannot be written fails the run', async () => {
    const { stdout, stderr } = await spawnShell(
      `trap '' XFSZ; ulimit -f 1; $REPORTING revenue ${SPOOLED}; echo $?`,
    );
    expect(stdout).toBe('8\n');
    expect(stderr).toMatch(/^error: .*cannot keep the windows in the temporary directory .*: EFBIG/);
    const gone = await spawnShell(`TMPDIR=/nowhere $REPORTING revenue ${SPOOLED}; echo $?`);
    expect(gone.stdout).toBe('8\n');
    expect(gone.stderr).toContain('hint: free some space there, or name another directory with TMPDIR=');
  });
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
    const { REPORTING_BASE_URL, REPORTING_CLIENT_ID, REPORTING_API_TOKEN } = service.env;
    await runCli(
      `login --no-verify --token-stdin --base-url ${REPORTING_BASE_URL} --client-id ${REPORTING_CLIENT_ID}`,
      { home, stdin: REPORTING_API_TOKEN! },
    );
    const argv = ['revenue', '--from', '2026-01-01', '--to', '2026-12-31', '-o', 'out.csv'];
    const result = await spawnCli(argv, {
      home,
      onSpawn: async (child) => {
        while (service.requests.length < 5) await new Promise((resolve) => setTimeout(resolve, 20));
        child.kill(signal);
      },
    });
    expect(result).toMatchObject({
      exitCode,
      stdout: '',
      stderr:
        `error: ${word}, nothing was written\n` +
        'hint: 1 of 12 windows was finished but not stored: add --resume to store them next time\n',
    });
    expect(home.list()).toEqual(['out.csv']);
    expect(home.read('out.csv')).toBe('old\n');
    expect(home.strays()).toEqual([]);
  });

  test('an interrupt ends a step in its middle', async () => {
    const record = `{"n":1,"text":"${'x'.repeat(80)}"}`;
    const body = `{"data":[${Array(400_000).fill(record).join(',')}]}`;
    const service = await startService((_request, response) => sendJson(response, body));
    const home = createHome();
    /** The size of the first file that a step writes, while it writes it. */
    const writtenBytes = (): number | undefined => {
      const [spool = ''] = home.strays();
      const file = path.join(home.temporary, spool, 'rows-1.ndjson');
      return statSync(file, { throwIfNoEntry: false })?.size;
    };
    let largest = 0;
    const argv = ['revenue', '--from', '2026-01-01', '--to', '2026-01-01', '--where', 'n>0', '-o', 'out.csv'];
    const result = await spawnCli(argv, {
      home,
      env: service.env,
      onSpawn: async (child) => {
        const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
        const nextLook = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));
        while (isRunning() && writtenBytes() === undefined) await nextLook();
        child.kill('SIGINT');
        for (; isRunning(); await nextLook()) largest = Math.max(largest, writtenBytes() ?? 0);
      },
    });
    expect(result).toMatchObject({ exitCode: 130, stdout: '' });
    expect(result.stderr).toMatch(/^error: interrupted, nothing was written\n/);
    // All records meet the condition: a finished step has written all of them.
    expect(largest).toBeLessThan(body.length / 2);
    expect(home.list()).toEqual([]);
    expect(home.strays()).toEqual([]);
  });

  bashAndPipes.test('reach runs that wait for a pipe', async () => {
    // All at once: each gets its signal 1.5 seconds later, when it waits.
    const end = 'sleep 1.5; kill -TERM $pid; wait $pid; echo $?';
    const waiting = async (before: string, after: string, left: string): Promise<void> => {
      const home = createHome();
      const command = `mkfifo p; ${before} reader=$!; $REPORTING revenue ${SPOOLED} ${after} & pid=$!
        until compgen -G '${home.temporary}/*/*' > found; do sleep 0.1; done; ${end}; kill $reader`;
      const { stdout, stderr } = await spawnShell(command, { home });
      expect(stdout).toBe('143\n');
      expect(stderr).toContain(`error: terminated, ${left}\n`);
      expect(home.strays()).toEqual([]);
    };
    const reading = async (option: string): Promise<void> => {
      const command = `mkfifo f; $REPORTING revenue --from 2026-01-01 --to 2026-01-01 ${option} f & pid=$!; ${end}`;
      const env = {
        REPORTING_BASE_URL: 'https://127.0.0.1:9/v2/reporting',
        REPORTING_CLIENT_ID: '7d444840-9dc0-11d1-b245-5ffdce74fad2',
        REPORTING_API_TOKEN: 'canary-token-1234',
      };
      expect((await spawnShell(command, { env })).stdout, option).toBe('143\n');
    };
    await Promise.all([
      // A reader that does not read, and a pipe that nobody opens, or writes to.
      waiting('sleep 30 < p &', '> p', 'the output is incomplete'),
      waiting('sleep 0 &', '-o p', 'nothing was written'),
      reading('--token-file'),
      reading('--ca-file'),
    ]);
  });

  test('a later run removes the files of a killed run, if they are old', async () => {
    const home = createHome();
    home.write('out.csv', 'old\n');
    // More than the spool keeps in memory.
    const records = '{"date":"2026-01-01","n":1},'.repeat(100_000);
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

    await spawnCli(month, { home });
    expect(home.strays()).toEqual([stray, living].sort());
    expect(home.list()).toEqual([temporary, 'out.csv']);

    const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
    for (const name of [stray!, living]) {
      const directory = path.join(home.temporary, name);
      for (const file of readdirSync(directory)) utimesSync(path.join(directory, file), longAgo, longAgo);
      utimesSync(directory, longAgo, longAgo);
    }
    utimesSync(path.join(home.work, temporary), longAgo, longAgo);
    await spawnCli(month, { home });
    expect(home.strays()).toEqual([living]);
    expect(home.list()).toEqual(['out.csv']);
  });

  bash.test(
    'too few file descriptors end a run with the embedded service, without temporary files',
    async () => {
      const home = createHome();
      // The import that fails depends on the version of Node, so this tries each limit, until a run succeeds. With one of them
      // the service cannot accept the connection, and the run ends by its time-out.
      const run = `timeout -s KILL 20 $REPORTING ${MONTH.join(' ')} --timeout 2 --retries 0 > out`;
      const command = `for limit in {16..60}; do (ulimit -n $limit; ${run}); code=$?; echo $code; [ $code = 0 ] && break; done`;
      const { stdout, stderr } = await spawnShell(command, { home });
      const codes = stdout.trim().split('\n');
      expect(codes.at(-1)).toBe('0');
      expect(codes).not.toContain('137');
      expect(stderr).toContain("EMFILE: too many open files, open '");
      expect(home.strays()).toEqual([]);
    },
  );

  bash.test('a signal ends the process after the run', async () => {
    const home = createHome();
    // Keeps the process alive after the run, like a server that was not closed.
    home.write('hold.mjs', 'setInterval(() => undefined, 1000);\n');
    const command = `${process.execPath} --import ./hold.mjs \${REPORTING#* } revenue 2> err & pid=$!
      until [ -s err ]; do sleep 0.1; done; sleep 0.3; kill -TERM $pid; wait $pid; echo $?`;
    expect((await spawnShell(command, { home })).stdout).toBe('143\n');
  });

  test('Ctrl-C ends the sandbox with exit 0', async () => {
    const { stdout, stderr, exitCode } = await spawnCli(['sandbox'], {
      onSpawn: (child) => child.stderr?.once('data', () => child.kill('SIGINT')),
    });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /^export REPORTING_BASE_URL=http:\/\/127\.0\.0\.1:\d+\/v2\/reporting\nexport REPORTING_CLIENT_ID=[0-9a-f-]{36}\nexport REPORTING_API_TOKEN=sandbox-[0-9a-f]{24}\n$/,
    );
    expect(stderr).toContain('Ctrl-C');
  });
});

describe('a terminal', () => {
  const { test } = needs('script');

  function openProgram(line: string) {
    const home = createHome();
    const env = { PATH: process.env.PATH, TERM: 'xterm' };
    return { home, terminal: openTerminal(`stty cols 80; exec ${REPORTING} ${line}`, home, env) };
  }

  test('shows a spinner and removes it, a table and a summary', async () => {
    const { terminal } = openProgram(`${MONTH.join(' ')} --latency 600 --max-rows 2`);
    expect(await terminal.exitCode).toBe(0);
    expect(terminal.shown()).toContain('0/1 window  0 records  0 B');
    expect(terminal.shown()).toMatch(/124 records of the sandbox from 1 window in \d\.\d s/);
    expect(terminal.shown()).toContain('\u001b[?25h');
  });

  test('Ctrl-C works while the spinner turns, restores the cursor and leaves no files', async () => {
    const { terminal, home } = openProgram(`${MONTH.join(' ')} --latency 20000`);
    await terminal.until('0/1 window');
    terminal.type('\x03');
    expect(await terminal.exitCode).toBe(130);
    expect(terminal.shown()).toContain('interrupted, nothing was written');
    expect(terminal.shown()).toContain('\u001b[?25h');
    expect(home.strays()).toEqual([]);
  });

  const URL_PROMPT = 'Base URL';
  const CLIENT_PROMPT = 'Client id';
  const TOKEN_PROMPT = 'API token';

  test('login asks, and never shows the token', async () => {
    const service = await startService((_request, response) => sendJson(response, '{"data":[]}'));
    const { terminal, home } = openProgram('login');
    await terminal.until(URL_PROMPT);
    terminal.type(`${service.baseUrl}\r`);
    await terminal.until(CLIENT_PROMPT);
    terminal.type('7d444840-9dc0-11d1-b245-5ffdce74fad2\r');
    await terminal.until(TOKEN_PROMPT);
    terminal.type('canary-token-1234\r');
    expect(await terminal.exitCode).toBe(0);
    expect(terminal.shown()).not.toContain('canary-token-1234');
    const file = path.join(home.root, '.config/reporting/config.json');
    expect(readFileSync(file, 'utf8')).toContain('canary-token-1234');
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
  });

  test('login repeats a question after an invalid answer, and assigns pasted lines to their questions', async () => {
    const service = await startService((_request, response) => sendJson(response, '{"data":[]}'));
    const { terminal } = openProgram('login');
    // The terminal itself echoes input before the program listens.
    await terminal.until(URL_PROMPT);
    const lines = ['foo', service.baseUrl, '7d444840', '7d444840-9dc0-11d1-b245-5ffdce74fad2', ''];
    terminal.type([...lines, 'canary-token-1234', ''].join('\r'));
    expect(await terminal.exitCode).toBe(0);
    expect(terminal.shown()).toContain('the base URL "foo" is not an http or https URL');
    expect(terminal.shown()).toContain('the client id "7d444840" is not a UUID');
    expect(terminal.shown()).toContain('the API token is empty');
    expect(terminal.shown()).not.toContain('canary-token-1234');
  });

  test('Ctrl-C at a prompt stores nothing', async () => {
    const { terminal, home } = openProgram('login');
    await terminal.until(URL_PROMPT);
    terminal.type('x\x03');
    expect(await terminal.exitCode).toBe(130);
    expect(terminal.shown()).toContain('interrupted, nothing was stored');
    expect(existsSync(path.join(home.root, '.config/reporting/config.json'))).toBe(false);
  });
});

describe('at once', () => {
  bash.test('six logins lose none of the profiles', async () => {
    const home = createHome();
    const names = Array.from({ length: 6 }, (_, index) => `client-${index}`);
    const login = (name: string) =>
      `echo ${name}-token | $REPORTING login --no-verify --profile ${name} --token-stdin \\
         --base-url https://x.example/v2/reporting --client-id 7d444840-9dc0-11d1-b245-5ffdce74fad2`;
    const { stdout, stderr } = await spawnShell(
      `${names.map((name) => `(${login(name)}) &`).join('\n')}\nwait`,
      { home },
    );
    expect(stdout).toBe('');
    for (const name of names)
      expect(stderr).toMatch(new RegExp(`^note: stored .* profile ${name}\\b.*$`, 'm'));
    expect(stderr.trimEnd().split('\n')).toHaveLength(names.length);
    const directory = path.join(home.root, '.config/reporting');
    const stored = JSON.parse(readFileSync(path.join(directory, 'config.json'), 'utf8'));
    expect(Object.keys(stored.profiles).sort()).toEqual(names);
    expect(readdirSync(directory)).toEqual(['config.json']);
  });

  const RESUMED = ['revenue', '--from', '2026-01-01', '--to', '2026-03-31', '--resume', '--concurrency', '1'];
  const recordOf = (day: string | undefined) => `{"data":[{"date":"${day}","n":1}]}`;
  const resumeRoot = (home: Home) => path.join(home.root, '.cache/reporting/resume');

  test('three runs with --resume are all whole, and keep nothing', async () => {
    const home = createHome();
    const waiting: (() => void)[] = [];
    const service = await startService(({ query }, response) => {
      waiting.push(() => sendJson(response, recordOf(query.start_date)));
      if (waiting.length === 3) for (const answer of waiting.splice(0)) answer();
    });
    const runs = Array.from({ length: 3 }, () => spawnCli(RESUMED, { home, env: service.env }));
    for (const result of await Promise.all(runs)) {
      expect(result.exitCode).toBe(0);
      expect(result.stdout).toBe('date,n\n2026-01-01,1\n2026-02-01,1\n2026-03-04,1\n');
      expect(result.stderr).not.toContain('cannot be kept');
    }
    expect(readdirSync(resumeRoot(home))).toEqual([]);
    expect(home.strays()).toEqual([]);
  });

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
    await expect.poll(() => service.requests.length, { timeout: 10_000 }).toBe(3);
    expect(await spawnCli(RESUMED, options)).toMatchObject({ exitCode: 0 });
    fail();
    const failed = await failing;
    expect(failed.exitCode).toBe(5);
    expect(failed.stderr).toContain('stored 2 of 3 windows for a day');
    const resumed = await spawnCli(RESUMED, options);
    expect(resumed.exitCode).toBe(0);
    expect(resumed.stderr).toContain('reused 2 of 3 windows');
    expect(readdirSync(resumeRoot(home))).toEqual([]);
  });

  test('two runs that write the same file leave one complete file', async () => {
    const home = createHome();
    const lineOf = (seed: number, file: string) => `revenue ${LONG_RANGE} --seed ${seed} -o ${file}`;
    await runCli(lineOf(1, 'one.csv'), { home });
    await runCli(lineOf(2, 'two.csv'), { home });
    await Promise.all([1, 2].map((seed) => spawnCli(lineOf(seed, 'out.csv'), { home })));
    expect([home.read('one.csv'), home.read('two.csv')]).toContain(home.read('out.csv'));
    expect(home.read('one.csv')).not.toBe(home.read('two.csv'));
    expect(home.list()).toEqual(['one.csv', 'out.csv', 'two.csv']);
  });

  test('runs killed at any moment leave the old file or the complete new one', async () => {
    const home = createHome();
    const month = `${MONTH.join(' ')} --seed 3`;
    await runCli(`${month} -o new.csv`, { home });
    const whole = home.read('new.csv')!;
    const count = runs(50);
    for (let run = 0; run < count; run++) {
      home.write('out.csv', 'old\n');
      await spawnCli(`${month} -o out.csv`, {
        home,
        // From before the start of the code to after its end: a run takes about 150 ms.
        onSpawn: (child) => setTimeout(() => child.kill('SIGKILL'), 40 + (run / count) * 150),
      });
      expect(['old\n', whole]).toContain(home.read('out.csv'));
    }
  });
});
