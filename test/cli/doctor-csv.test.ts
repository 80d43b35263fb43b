import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { doctor, sendCsv } from '../harness/doctor.ts';
import { createHome } from '../harness/run-cli.ts';
import { sendJson, sendStatus, startService, TOKEN } from '../harness/service.ts';

const RECORDS = [
  '{"day":"2026-06-14","name":"a, b","revenue":1.50,"share":null,"paid":true}',
  '{"day":"2026-06-14","name":"c \\"d\\"","revenue":9007199254740993.10,"share":0.25,"paid":false}',
  '{"day":"2026-06-14","name":"é\\n","revenue":-1e-7,"paid":false}',
];
const LINES = [
  'day,name,revenue,share,paid',
  '2026-06-14,"a, b",1.5,,TRUE',
  '2026-06-14,"c ""d""",9007199254740993.1,0.250,false',
  '2026-06-14,"é\n",-0.0000001,NULL,False',
];
const CSV = `${LINES.join('\n')}\n`;

/** Runs doctor with a service that answers with these records as JSON, and with `answer` to a request for CSV. */
async function checkOf(
  answer: string | Buffer | ((response: ServerResponse) => void),
  records: readonly string[] = RECORDS,
) {
  const service = await startService(({ query }, response) => {
    if (query.format !== 'csv') sendJson(response, `{"data":[${records}]}`);
    else if (typeof answer === 'function') answer(response);
    else sendCsv(response, answer);
  });
  const home = createHome();
  const { exitCode, checks } = await doctor({ env: service.env, home });
  expect(home.strays()).toEqual([]);
  return { exitCode, check: checks.CSV!, requests: service.requests };
}

const EQUAL = '2026-06-14 has 3 records as CSV, too, with equal values in 5 columns of the same name';

describe('the CSV check', () => {
  test.each([
    { what: 'in other spellings', csv: CSV },
    { what: 'with CRLF and a mark of byte order', csv: `\ufeff${LINES.join('\r\n')}\r\n` },
    { what: 'without a line feed at the end', csv: LINES.join('\n') },
    { what: 'with blank lines', csv: LINES.join('\n\n') },
    { what: 'with all fields quoted', csv: CSV.replace('2026-06-14,', '"2026-06-14",') },
  ])('accepts equal values $what', async ({ csv }) => {
    const { exitCode, check } = await checkOf(csv);
    expect(check).toEqual({ name: 'CSV', status: 'ok', message: EQUAL });
    expect(exitCode).toBe(0);
  });

  test('accepts records in another order', async () => {
    const { check } = await checkOf([LINES[0], LINES[3], LINES[1], LINES[2]].join('\n'));
    expect(check).toMatchObject({ status: 'ok', message: `${EQUAL}, in another order` });
  });

  test('compares columns of the same name only, in any order, without arrays and repeated names', async () => {
    const records = ['{"a":1,"b":{"c":2.0},"tags":["x"],"other":5}'];
    const { check } = await checkOf('Other,b.c,tags,a,other,other\n6,2,x,1,5,7\n', records);
    expect(check).toMatchObject({
      status: 'ok',
      message: '2026-06-14 has 1 record as CSV, too, with equal values in 2 columns of the same name',
    });
  });

  test.each([
    {
      what: 'a value',
      csv: CSV.replace('1.5,', '1.51,'),
      message: 'record 1 of 2026-06-14 has another value in revenue: 1.50 as JSON, 1.51 as CSV',
    },
    {
      what: 'the last digit',
      csv: CSV.replace('993.1,', '992.1,'),
      message:
        'record 2 of 2026-06-14 has another value in revenue: 9007199254740993.10 as JSON, 9007199254740992.1 as CSV',
    },
    {
      what: 'an empty value',
      csv: CSV.replace(',0.250,', ',,'),
      message: 'record 2 of 2026-06-14 has another value in share: 0.25 as JSON, nothing as CSV',
    },
    {
      what: 'a missing record',
      csv: LINES.slice(0, 3).join('\n'),
      message: '2026-06-14 has 3 records as JSON, but 2 as CSV',
    },
    {
      what: 'a surplus record',
      csv: CSV + LINES[1],
      message: '2026-06-14 has 3 records as JSON, but 4 as CSV',
    },
    { what: 'no record', csv: LINES[0]!, message: '2026-06-14 has 3 records as JSON, but 0 as CSV' },
    {
      what: 'values that changed places',
      csv: CSV.replace('"a, b",1.5', '"c ""d""",1.5').replace('"c ""d""",9007', '"a, b",9007'),
      message: 'record 1 of 2026-06-14 has another value in name: a, b as JSON, c "d" as CSV',
    },
  ])('warns about $what', async ({ csv, message }) => {
    const { exitCode, check } = await checkOf(csv);
    expect(check).toEqual({
      name: 'CSV',
      status: 'warning',
      message,
      hint: 'reports use the JSON: ask the operator of the service which of the two is right',
    });
    expect(exitCode).toBe(0);
  });

  test.each([
    {
      what: 'refuses CSV',
      answer: (response: ServerResponse) => sendStatus(response, 400),
      reason: 'the service refused revenue 2026-06-14..2026-06-14: 400, invalid parameters',
    },
    {
      what: 'answers with JSON',
      answer: (response: ServerResponse) => sendJson(response, '{"data":[]}'),
      reason: 'the body is JSON, not CSV',
    },
    {
      what: 'has other names',
      answer: 'Tag;Umsatz\n1;2\n',
      reason: 'it has no column with the name of a JSON column (text/csv)',
    },
    { what: 'has an empty body', answer: '', reason: 'the body is empty' },
    {
      what: 'has lines of another length',
      answer: `${LINES[0]}\n${LINES[1]},x\n`,
      reason: 'record 1 has 6 fields, and the header 5',
    },
    {
      what: 'leaves a quote open',
      answer: `${CSV}2026-06-14,"a`,
      reason: 'line 6 opens a quoted field that never ends',
    },
    {
      what: 'never closes a quote',
      answer: `${CSV}"${'x'.repeat(2_000_000)}`,
      reason: 'a record has more than 1,000,000 bytes',
    },
    {
      what: 'sends no UTF-8',
      answer: Buffer.from(CSV, 'latin1'),
      reason: 'line 4 is not valid UTF-8, at byte 120',
    },
    {
      what: 'ends within a character',
      answer: Buffer.from(`${CSV}é`).subarray(0, -1),
      reason: 'line 6 is not valid UTF-8, at byte 147',
    },
  ])('only notes that the service $what', async ({ answer, reason }) => {
    const { exitCode, check } = await checkOf(answer);
    expect(check).toEqual({
      name: 'CSV',
      status: 'skipped',
      message: `the service's CSV of 2026-06-14 cannot be compared with its JSON: ${reason}`,
    });
    expect(exitCode).toBe(0);
  });

  test('only notes that the body is cut off', async () => {
    const { exitCode, check } = await checkOf((response) => {
      response.writeHead(200, { 'content-type': 'text/csv', 'content-length': CSV.length + 1000 });
      response.write(CSV);
      response.destroy();
    });
    expect(check.status).toBe('skipped');
    expect(check.message).toContain('cannot be compared with its JSON: ');
    expect(exitCode).toBe(0);
  });

  test('sends no request for a day without records', async () => {
    const { check, requests } = await checkOf(CSV, []);
    expect(check).toMatchObject({
      status: 'skipped',
      message: 'no records on 2026-06-14, so nothing to compare',
    });
    expect(requests.filter(({ query }) => query.format === 'csv')).toEqual([]);
  });

  test('never shows the token, also where a value is cut', async () => {
    const record = `{"day":"2026-06-14","name":${JSON.stringify(`${'x'.repeat(35)}${TOKEN}`)}}`;
    const { check } = await checkOf(`day,name\n2026-06-14,${TOKEN}\n`, [record]);
    expect(check.status).toBe('warning');
    expect(check.message).toContain('[hidden]');
    expect(check.message).not.toContain(TOKEN.slice(0, 4));
  });
});
