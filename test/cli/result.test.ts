/** The object about each written document, with `--error-format json`. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { FORMAT_NAMES } from '../../src/formats/registry.ts';
import { readPage } from '../harness/pages.ts';
import { clientProfile, storeProfiles } from '../harness/profiles.ts';
import { type CliOptions, createHome, type Home, runCli } from '../harness/run-cli.ts';
import { sendStatus, startRecordService, startService } from '../harness/service.ts';

const RECORDS = [
  '{"date":"2026-01-01","id":7,"name":"a","revenue":0.10,"clicks":9007199254740993}',
  '{"date":"2026-01-02","id":8,"name":"é,b","revenue":1.2,"clicks":1}',
  '{"date":"2026-01-03","id":9,"name":"a","revenue":-0.05,"clicks":2}',
];
const LINE = 'revenue --from 2026-01-01 --to 2026-01-03 --error-format json';
const SUMS = { revenue: '1.25', clicks: '9007199254740996' };

const validate = new Ajv2020({ validateFormats: false }).compile(
  JSON.parse(readPage('docs/schemas/message.json').text),
);

/** Runs a report, and reads the results among its messages. */
async function run(line: string, options: CliOptions = {}) {
  const env = options.env ?? (options.home === undefined ? (await startRecordService(() => RECORDS)).env : {});
  const { exitCode, stdout, stderr, home } = await runCli(line, { ...options, env });
  const messages = stderr.split('\n').slice(0, -1);
  const results = messages
    .map((each) => JSON.parse(each))
    .filter((each) => {
      expect([each, validate(each), validate.errors]).toEqual([each, true, null]);
      return each.result !== undefined;
    });
  return { exitCode, stdout, home, messages, results: results.map(({ result }) => result) };
}

const factsOf = (content: string | Buffer) => ({
  bytes: Buffer.byteLength(content),
  sha256: createHash('sha256').update(content).digest('hex'),
});
const fileIn = (home: Home, name: string) => readFileSync(path.join(home.work, name));

const FACTS = {
  report: 'revenue',
  profile: null,
  range: { from: '2026-01-01', to: '2026-01-03' },
  windows: 1,
  records: 3,
};

describe('a document has one, as the last message', () => {
  test.each(FORMAT_NAMES)('%s in a file, as it is in the file', async (format) => {
    const { exitCode, stdout, home, messages, results } = await run(`${LINE} -f ${format} -o out --group-by name`);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
    expect(results).toEqual([{ ...FACTS, rows: 2, sums: SUMS, file: 'out', ...factsOf(fileIn(home, 'out')) }]);
    expect(JSON.parse(messages.at(-1)!)).toEqual({ result: results[0] });
  });

  test.each(FORMAT_NAMES.filter((name) => !['html', 'xlsx', 'parquet'].includes(name)))(
    '%s on stdout, as it is there',
    async (format) => {
      const { stdout, results } = await run(`${LINE} -f ${format} --group-by name`);
      expect(results).toEqual([{ ...FACTS, rows: 2, sums: SUMS, file: null, ...factsOf(stdout) }]);
    },
  );

  test('a compressed file, as it is compressed', async () => {
    const { home, results } = await run(`${LINE} -o out.csv.gz`);
    expect(results).toEqual([
      { ...FACTS, rows: 3, sums: SUMS, file: 'out.csv.gz', ...factsOf(fileIn(home, 'out.csv.gz')) },
    ]);
  });

  test('with --quiet, and on a terminal', async () => {
    expect((await run(`${LINE} -f csv -q`)).results).toHaveLength(1);
    expect((await run(`${LINE} -f csv`, { tty: true })).results).toHaveLength(1);
  });

  test('a list of columns', async () => {
    const { stdout, results } = await run(`columns ${LINE} -f csv`);
    expect(results).toEqual([{ ...FACTS, rows: 5, file: null, ...factsOf(stdout) }]);
  });

  test('an empty report', async () => {
    const { env } = await startRecordService(() => []);
    const { stdout, results } = await run(`${LINE} -f json`, { env });
    expect(results).toEqual([{ ...FACTS, records: 0, rows: 0, file: null, ...factsOf(stdout) }]);
  });
});

describe('the sums are those of all rows', () => {
  test.each([
    ['', 3, SUMS],
    ['--limit 1', 1, SUMS],
    ['--where revenue<0.5', 2, { revenue: '0.05', clicks: '9007199254740995' }],
    ['--sum revenue', 1, { revenue: '1.25' }],
    ['--group-by name --sum revenue --count', 2, { revenue: '1.25', count: '3' }],
    ['--group-by name --top 1 --sum clicks', 2, { clicks: '9007199254740996' }],
    ["--group-by name --having 'revenue>1' --sum revenue", 1, { revenue: '1.2' }],
    ['--columns revenue', 3, { revenue: '1.25' }],
    ['--columns money=revenue,name', 3, { money: '1.25' }],
    ['--columns name', 3, {}],
  ])('%j', async (options, rows, sums) => {
    const line = `${LINE} -f csv`.split(' ');
    const words = options.match(/'[^']*'|\S+/g) ?? [];
    const { exitCode, results } = await run(
      [...line, ...words.map((word) => word.replaceAll("'", ''))].map((word) => `'${word}'`).join(' '),
    );
    expect({ exitCode, results }).toMatchObject({ exitCode: 0, results: [{ records: 3, rows, sums }] });
    expect(results[0].sums).toEqual(sums);
  });

  test('and missing if the records have too many columns to list', async () => {
    const members = Array.from({ length: 20_000 }, (_, index) => `"c${index}":1`);
    const { env } = await startRecordService(() => [`{"date":"2026-01-01",${members}}`]);
    const { exitCode, results } = await run(`${LINE} -f ndjson`, { env });
    expect({ exitCode, count: results.length, sums: results[0]?.sums }).toEqual({ exitCode: 0, count: 1 });
  });

  test('and null for amounts of several currencies', async () => {
    const { env } = await startRecordService(() => [
      '{"date":"2026-01-01","currency":"EUR","revenue":1,"clicks":1}',
      '{"date":"2026-01-02","currency":"USD","revenue":2,"clicks":2}',
    ]);
    const { results } = await run(`${LINE} -f csv --group-by currency`, { env });
    expect(results[0].sums).toEqual({ revenue: null, clicks: '3' });
  });

  test('and none of a column with a number that is too large to add', async () => {
    const { env } = await startRecordService(() => [
      '{"date":"2026-01-01","revenue":5,"clicks":2}',
      '{"date":"2026-01-02","revenue":1e999,"clicks":1}',
    ]);
    const { results } = await run(`${LINE} -f csv`, { env });
    expect(results.map(({ sums }) => sums)).toEqual([{ clicks: '3' }]);
  });
});

describe('several profiles', () => {
  function homeOf(service: { readonly baseUrl: string }): Home {
    const home = createHome();
    const profiles = ['acme', 'brava'].map((name) => [name, clientProfile(service, name)]);
    storeProfiles(home, Object.fromEntries(profiles));
    return home;
  }

  test('in one document have one, with their names', async () => {
    const service = await startRecordService(({ headers }) =>
      headers['client-id'] === clientProfile(service, 'acme').clientId ? RECORDS : RECORDS.slice(1),
    );
    const { results } = await run(`${LINE} --all-profiles -f csv`, { home: homeOf(service) });
    expect(results).toMatchObject([{ profile: 'acme,brava', windows: 2, records: 5, rows: 5 }]);
  });

  test('with one file each have one each, and a failed one has none', async () => {
    const service = await startService(({ headers }, response) => {
      if (headers['client-id'] === clientProfile(service, 'acme').clientId)
        response.end(`{"data":[${RECORDS.join(',')}]}`);
      else if (isRefused) sendStatus(response, 403);
      else response.end(`{"data":[${RECORDS[0]}]}`);
    });
    let isRefused = false;
    const home = homeOf(service);
    const line = `${LINE} --all-profiles -o {profile}.csv`;
    const { exitCode, results } = await run(line, { home });
    const [acme, brava] = ['acme', 'brava'].map((profile) => ({
      profile,
      file: `${profile}.csv`,
      ...factsOf(fileIn(home, `${profile}.csv`)),
    }));
    expect(exitCode).toBe(0);
    expect(results.toSorted((one, other) => (one.profile < other.profile ? -1 : 1))).toMatchObject([acme, brava]);

    isRefused = true;
    const failed = await run(line, { home });
    expect(failed.exitCode).toBe(4);
    expect(failed.results).toMatchObject([acme]);
  });
});

describe('there is none', () => {
  test('if a reader has closed the pipe', async () => {
    const { exitCode, results } = await run(`${LINE} -f csv`, { isReaderGone: true });
    expect({ exitCode, results }).toEqual({ exitCode: 0, results: [] });
  });

  test.each(['--dry-run', '--sum nothing', '--strict --columns name', '-o no/such/directory/out.csv'])(
    'with %s',
    async (options) => {
      const records = options.startsWith('--strict') ? RECORDS.slice(1) : RECORDS;
      const { env } = await startRecordService(() => records);
      expect((await run(`${LINE} -f csv ${options}`, { env })).results).toEqual([]);
    },
  );

  test('without --error-format json', async () => {
    const { env } = await startRecordService(() => RECORDS);
    const line = LINE.replace(' --error-format json', '');
    expect((await runCli(`${line} -f csv`, { env })).stderr).toBe('');
  });
});
