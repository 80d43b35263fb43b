import { describe, expect, test } from 'vitest';
import { doctor, startSteadyService } from '../harness/doctor.ts';
import { createHome, runWithNotes as runCli } from '../harness/run-cli.ts';
import { type SeenRequest, sendJson, sendStatus, startService } from '../harness/service.ts';

const MONTH = ['revenue', '--from', '2026-01-01', '--to', '2026-01-31'];
const THREE_DAYS = 'revenue --from 2026-01-01 --to 2026-01-03 --windows 1 --window-columns --columns n'.split(' ');
const PREFIX = 'warning: the response for revenue 2026-01-01..2026-01-31 has';

/** A service with one record for each window, and these members beside it as JSON text. */
function startBeside(membersOf: (request: SeenRequest) => string, records = '{"n":1}') {
  return startService((request, response) => {
    const members = membersOf(request);
    sendJson(response, `{"data":[${records}]${members === '' ? '' : `,${members}`}}`);
  });
}

describe('a member that suggests a partial response', () => {
  test('is a warning after a written report', async () => {
    const service = await startBeside(() => '"next":"/revenue?page=2","meta":{"total":9999}');
    expect(await runCli(MONTH, { env: service.env })).toPrint(
      'n\n1\n',
      `${PREFIX} "next": "/revenue?page=2": it may be only a part of the data [partial:next]\n` +
        `${PREFIX} "meta.total": 9999, but 1 record: it may be only a part of the data [partial:meta.total]\n`,
    );
    expect((await runCli([...MONTH, '-q'], { env: service.env })).stderr).toMatch(/^(?:warning: .*\n){2}$/);
  });

  test('never shows the token or control characters', async () => {
    const service = await startBeside(
      ({ headers }) => `"next":"?t=${headers['reporting-api-token']}\u007f\\u001b[2J","cursor":"\\u202ex"`,
    );
    expect(await runCli(MONTH, { env: service.env })).toPrint(
      'n\n1\n',
      'warning: the response for revenue 2026-01-01..2026-01-31 has "next": "?t=[hidden]\\u007f\\u001b[2J": it may be only a part of the data [partial:next]\n' +
        'warning: the response for revenue 2026-01-01..2026-01-31 has "cursor": "\\u202ex": it may be only a part of the data [partial:cursor]\n',
    );
  });

  test('is found in a window from the resume cache', async () => {
    let isBroken = true;
    const service = await startService(({ query }, response) => {
      if (isBroken && query.start_date === '2026-01-03') sendStatus(response, 500);
      else if (query.start_date !== '2026-01-01') sendJson(response, '{"data":[{"n":1}]}');
      else sendJson(response, '{"data":[{"n":1}],"meta":{"page":{"next":"/p2"}},"limit":1}');
    });
    const args = [...THREE_DAYS, '--concurrency', '1', '--retry-for', '0'];
    const home = createHome();
    await runCli([...args, '--resume'], { env: service.env, home });
    isBroken = false;
    const resumed = await runCli([...args, '--resume'], { env: service.env, home });
    expect(resumed).toPrint('n\n1\n1\n1\n', expect.stringContaining('note: reused 2 of 3 windows'));
    const fresh = await runCli(args, { env: service.env });
    const signs = (stderr: string) => stderr.split('\n').filter((line) => line.includes('the response for'));
    expect(signs(fresh.stderr)).toHaveLength(2);
    expect(signs(resumed.stderr)).toEqual(signs(fresh.stderr));
  });
});

test('the sandbox sends no sign of a partial response', async () => {
  for (const report of ['revenue', 'domains']) {
    const { stderr } = await runCli([report, ...MONTH.slice(1), '--sandbox', '-v']);
    expect(stderr).not.toContain('warning');
  }
});

describe('a response without records', () => {
  const EMPTY = 'no records for revenue 2026-01-01..2026-01-31';

  /** Members, and what the error says of the failure. */
  const FAILURES: readonly (readonly [members: string, words: string])[] = [
    ['"success":false', '"success": false'],
    ['"success":0,"message":"Backend down"', '"success": 0; the service says: "Backend down"'],
    ['"code":429,"message":"Too many requests"', '"code": 429; the service says: "Too many requests"'],
    ['"code":"503"', '"code": "503"'],
    ['"status":"IN_PROGRESS"', '"status": "IN_PROGRESS"'],
    ['"meta":{"status":"failed"}', '"meta.status": "failed"'],
    ['"state":"RUNNING"', '"state": "RUNNING"'],
    ['"code":"QUOTA_EXCEEDED"', '"code": "QUOTA_EXCEEDED"'],
    ['"jobComplete":false', '"jobComplete": false'],
    ['"error":"timed out"', '"error"; the service says: "timed out"'],
    ['"errors":[{"message":"x"}]', '"errors"; the service says: [{"message":"x"}]'],
    ['"error":{"code":17,"message":"oops"}', '"error": {"code":17,"message":"oops"}; the service says: "oops"'],
    [
      '"success":false,"message":"Query timed out, no rows returned"',
      '"success": false; the service says: "Query timed out, no rows returned"',
    ],
    ['"code":429,"message":"No data"', '"code": 429; the service says: "No data"'],
    ['"status":"PENDING","message":"No data yet"', '"status": "PENDING"; the service says: "No data yet"'],
    ['"error":"no permission to read data"', '"error"; the service says: "no permission to read data"'],
    ['"error":"backend down","message":"No data"', '"error"; the service says: "backend down"'],
  ];

  test.each(FAILURES)('fails with %s, and leaves the file', async (members, words) => {
    const { home, ...service } = await startBeside(() => members, '');
    home.write('x.csv', 'old\n');
    expect(await runCli([...MONTH, '-o', 'x.csv'], { env: service.env, home })).toFail(
      7,
      `error: revenue 2026-01-01..2026-01-31: the body has no records, and reports a failure: ${words}\n` +
        'hint: the service answered 200 with it: try again later; `reporting raw revenue …` keeps the response for a support ticket\n',
    );
    expect([home.list(), home.read('x.csv')]).toEqual([['x.csv'], 'old\n']);
  });

  test.each(FAILURES)('is partial if records stand beside %s', async (members, words) => {
    const name = /^"([^"]*)"/.exec(words)![1]!;
    const service = await startBeside(() => members);
    const { exitCode, stderr } = await runCli(MONTH, { env: service.env });
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(name === 'state' || name === 'jobComplete' ? /^(?:$|warning)/ : `[partial:${name}]\n`);
  });

  const NO_DATA: readonly (readonly [members: string, words: string])[] = [
    ['"code":0,"error":null,"errors":[]', ''],
    ['"code":200,"success":true,"status":"ok"', ''],
    ['"code":"OK","warnings":[],"error":{"code":0,"message":""}', ''],
    ['"success":false,"message":"No data available"', '"No data available"'],
    ['"success":false,"info":"No records"', '"No records"'],
    ['"success":true,"message":"0 results"', '"0 results"'],
    ['"error":"No records found for this period"', '"No records found for this period"'],
    ['"error":"NOT_FOUND","message":"No matching rows"', '"No matching rows"'],
    ['"code":404,"message":"Data not found"', '"Data not found"'],
    ['"status":"NO_DATA"', '"NO_DATA"'],
    ['"status":"error","error":{"code":404,"message":"no results"}', '"no results"'],
    ['"message":"under maintenance"', '"under maintenance"'],
  ];

  test.each(NO_DATA)('is empty, or a gap, with %s', async (members, words) => {
    const said = words === '' ? '' : `; the service says: ${words}`;
    const service = await startBeside(() => members, '');
    expect(await runCli(MONTH, { env: service.env })).toPrint('', `warning: ${EMPTY}${said} [empty]\n`);
    expect(await runCli([...MONTH, '--strict', '--allow', 'empty'], { env: service.env })).toPrint();
    const gap = await startService(({ query }, response) =>
      sendJson(response, query.start_date === '2026-01-02' ? `{"data":[],${members}}` : '{"data":[{"n":1}]}'),
    );
    expect(await runCli(THREE_DAYS.slice(0, -2), { env: gap.env })).toPrint(
      'window_from,window_to,n\n2026-01-01,2026-01-01,1\n2026-01-03,2026-01-03,1\n',
      `warning: no records for 1 of 3 days: 2026-01-02${said} [gaps]\n`,
    );
  });

  test('is no failure for the numeric code of a currency', async () => {
    const service = await startBeside(() => '"currency":{"code":978},"last":false,"warning":"slow"', '');
    expect((await runCli(MONTH, { env: service.env })).exitCode).toBe(0);
  });
});

test('doctor: warns of members that suggest a partial response', async () => {
  const service = await startSteadyService('{"data":[{"a":1}],"next":"/p2","meta":{"has_more":true,"x":1}}');
  const { exitCode, checks } = await doctor({ env: service.env });
  expect(exitCode).toBe(0);
  expect(checks.interface).toMatchObject({
    status: 'warning',
    message: expect.stringMatching(
      /^`data` has 1 record; the response for revenue 2026-06-14 has "next": "\/p2": .*; the response .* has "meta\.has_more": true: /,
    ),
    hint: 'if such responses are complete: --allow partial:next,partial:meta.has_more',
  });
});
