import { describe, expect, test } from 'vitest';
import {
  ExactNumber,
  type PullOptions,
  pullReport,
  ReportingError,
  type ReportRecord,
} from '../../src/index.ts';
import { optionsFor, pull } from '../harness/pull.ts';
import { runCli } from '../harness/run-cli.ts';
import {
  CLIENT_ID,
  type SeenRequest,
  sendJson,
  sendStatus,
  startRecordService,
  startService,
  TOKEN,
} from '../harness/service.ts';
import { certificateFile, startTlsService } from '../harness/tls-service.ts';

const QUARTER = { from: '2026-01-01', to: '2026-03-31' };

/** Two records per window, of its first and last day. */
const startQuarter = () =>
  startRecordService(({ query }) => [
    `{ "date": "${query.start_date}", "campaign": {"id": 9007199254740993, "name": "A\\u0042"}, "revenue": 0.10 }`,
    `{ "date": "${query.end_date}", "revenue": 1e-7, "tags": [1.50, null, true] }`,
  ]);

/** The command line for these options. */
function flagsFor({ report = 'revenue', from, to, windowColumns, windows }: Partial<PullOptions>): string[] {
  return [
    report,
    ...['--from', from!, '--to', to!, '-f', 'ndjson', '--quiet'],
    ...(windowColumns === true ? ['--window-columns'] : []),
    ...(windows === undefined ? [] : ['--windows', String(windows)]),
  ];
}

test('with an exclusive end date, requests the days after its windows', async () => {
  const service = await startRecordService(() => ['{"n":1}']);
  const { error } = await pull(service, { ...QUARTER, endDate: 'exclusive' });
  expect(error).toBeUndefined();
  expect(service.windows()).toEqual([
    '2026-01-01..2026-01-31',
    '2026-01-31..2026-03-02',
    '2026-03-02..2026-04-01',
  ]);
});

describe('the records equal those of the command, byte for byte', () => {
  test.each<[string, Partial<PullOptions>]>([
    ['over several windows', QUARTER],
    ['of the other report', { ...QUARTER, report: 'domains' }],
    ['with their windows', { ...QUARTER, windowColumns: true }],
    ['by day', { from: '2026-01-01', to: '2026-01-05', windows: 1, windowColumns: true }],
  ])('%s', async (_, options) => {
    const service = await startQuarter();
    const { records, error, home } = await pull(service, options);
    const windows = service.windows();
    const { stdout } = await runCli(flagsFor(options), { env: service.env });
    expect(error).toBeUndefined();
    expect(`${records.join('\n')}\n`).toBe(stdout);
    expect(service.windows()).toEqual([...windows, ...windows].sort());
    expect(home.strays()).toEqual([]);
  });
});

test('values keep every digit and nesting', async () => {
  const service = await startQuarter();
  const records: ReportRecord[] = [];
  for await (const record of pullReport(optionsFor(service, QUARTER))) records.push(record);
  const [first] = records as [ReportRecord];
  const number = (text: string) => new ExactNumber(text);
  expect({ ...first.values }).toEqual({
    date: '2026-01-01',
    campaign: { id: number('9007199254740993'), name: 'AB' },
    revenue: number('0.10'),
  });
  expect(first.json).toBe(
    '{"date":"2026-01-01","campaign":{"id":9007199254740993,"name":"A\\u0042"},"revenue":0.10}',
  );
  expect(first.values).toBe(first.values);
});

test('the summary is set from the first record on', async () => {
  const report = pullReport(optionsFor(await startQuarter(), QUARTER));
  expect(report.summary).toBeUndefined();
  const summary = {
    range: QUARTER,
    windows: [
      { from: '2026-01-01', to: '2026-01-31' },
      { from: '2026-02-01', to: '2026-03-03' },
      { from: '2026-03-04', to: '2026-03-31' },
    ],
    recordCount: 6,
    columns: ['date', 'campaign.id', 'campaign.name', 'revenue', 'tags'],
  };
  for await (const _ of report) expect(report.summary).toEqual(summary);
  expect(report.summary).toEqual(summary);
});

test('an empty report has a summary', async () => {
  const { records, error, report, warnings } = await pull(await startRecordService(() => []), QUARTER);
  expect({ records, error, warnings }).toEqual({ records: [], error: undefined, warnings: [] });
  expect(report.summary).toMatchObject({ recordCount: 0, columns: [] });
});

test('dates are parsed as on the command line', async () => {
  const { report } = await pull(await startRecordService(() => []), { period: '2026-W05' });
  expect(report.summary?.range).toEqual({ from: '2026-01-26', to: '2026-02-01' });
});

test('the first record comes after the last window', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let answered = 0;
  const service = await startService(async ({ query }, response) => {
    if (query.start_date === '2026-03-04') await held;
    answered++;
    sendJson(response, `{"data":[{"date":"${query.start_date}"}]}`);
  });
  const records = pullReport(optionsFor(service, QUARTER))[Symbol.asyncIterator]();
  let isFirstHere = false;
  const first = records.next().then((result) => {
    isFirstHere = true;
    return result;
  });
  await expect.poll(() => answered).toBe(2);
  expect(isFirstHere).toBe(false);
  release();
  expect((await first).value.json).toBe('{"date":"2026-01-01"}');
  await records.return?.();
});

test('a failed window is retried', async () => {
  const service = await startService(({ query }, response, attempt) =>
    attempt === 1
      ? sendStatus(response, 503, '', { 'retry-after': '0' })
      : sendJson(response, `{"data":[{"date":"${query.start_date}"}]}`),
  );
  const { records, error } = await pull(service, { ...QUARTER, retryForMs: 20 });
  expect(error).toBeUndefined();
  expect(records).toHaveLength(3);
  expect(service.requests).toHaveLength(6);
});

test('requests use the base URL, the client id and the token', async () => {
  const elsewhere: SeenRequest[] = [];
  const other = await startService((request, response) => {
    elsewhere.push(request);
    sendJson(response, '{"data":[]}');
  });
  const service = await startService((_request, response) =>
    sendStatus(response, 307, '', { location: other.baseUrl }),
  );
  const { error } = await pull(service, { ...QUARTER, token: ` ${TOKEN}\n` });
  expect(error?.kind).toBe('refused');
  expect(elsewhere).toEqual([]);
  expect(service.requests[0]?.headers).toMatchObject({
    'reporting-api-token': TOKEN,
    'client-id': CLIENT_ID,
    'user-agent': 'reporting/0.0.0-test',
  });
});

test('a private CA certificate is trusted with caFile', async () => {
  const service = await startTlsService((_request, response) => sendJson(response, '{"data":[{"a":1}]}'));
  const day = { from: '2026-01-01', to: '2026-01-01', retries: 0 };
  const { records } = await pull(service, { ...day, caFile: certificateFile('ca') });
  expect(records).toEqual(['{"a":1}']);
  const { error } = await pull(service, day);
  expect(error).toMatchObject({
    kind: 'unavailable',
    hint: 'if a private CA issued it, trust that CA: caFile /path/to/ca.pem',
  });
});

test('two reports can be pulled at once', async () => {
  const service = await startQuarter();
  const [first, second] = await Promise.all([pull(service, QUARTER), pull(service, QUARTER)]);
  expect(first.records).toHaveLength(6);
  expect(second.records).toEqual(first.records);
});

test('a report can be iterated once', async () => {
  const report = pullReport(optionsFor(await startQuarter(), QUARTER));
  for await (const _ of report);
  expect(() => report[Symbol.asyncIterator]()).toThrow(ReportingError);
  expect(() => report[Symbol.asyncIterator]()).toThrow('a pulled report can be iterated only once');
});

test('later changes to the options have no effect', async () => {
  const service = await startQuarter();
  const options = { ...optionsFor(service, QUARTER) };
  const report = pullReport(options);
  Object.assign(options, { from: '2025-01-01', token: 'another' });
  for await (const _ of report);
  expect(report.summary?.range).toEqual(QUARTER);
});

describe('warnings', () => {
  test('are those of the command, with the names of the library', async () => {
    const service = await startRecordService(() => ['{"domain":"a.example"}']);
    const { warnings } = await pull(service, QUARTER);
    expect(warnings).toEqual([
      'no column distinguishes the records of the 3 windows: group them with --group-by domain, or add windows month windowColumns, or windows 1 windowColumns for a daily breakdown',
    ]);
  });

  test('report a repeated member', async () => {
    const service = await startRecordService(() => ['{"a":1,"a":2}']);
    const { warnings, records } = await pull(service, { from: '2026-01-01', to: '2026-01-01' });
    expect(records).toEqual(['{"a":1,"a":2}']);
    expect(warnings).toEqual([
      'record 1 of revenue 2026-01-01..2026-01-01 has "a" twice: table, csv and tsv show the last, json and ndjson both',
    ]);
  });

  test('about an unusual base URL come before the error that it may cause', async () => {
    const service = await startService((_request, response) => sendStatus(response, 404), { basePath: '/x' });
    const { warnings, error } = await pull(service, QUARTER);
    expect(warnings).toEqual([
      `the base URL ${service.baseUrl} does not end in /<version>/reporting, as the service's addresses do`,
    ]);
    expect(error?.exitCode).toBe(5);
  });

  test('pass on an error that the callback throws', async () => {
    const service = await startRecordService(() => ['{"domain":"a.example"}']);
    const mine = new RangeError('mine');
    const onWarning = () => {
      throw mine;
    };
    const read = async () => {
      for await (const _ of pullReport(optionsFor(service, { ...QUARTER, onWarning })));
    };
    await expect(read()).rejects.toBe(mine);
  });
});
