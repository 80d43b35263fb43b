import { describe, expect, test } from 'vitest';
import { daysFrom } from '../harness/daily-service.ts';
import { runWithNotes as runCli } from '../harness/run-cli.ts';
import { sendJson, sendStatus, startService } from '../harness/service.ts';

/** 93 days of records without one day, and a member that suggests a partial response. */
function startWarningService() {
  return startService(({ query }, response) => {
    const days = daysFrom(query.start_date!, query.end_date!).filter((day) => day !== '2026-02-03');
    const records = days.map((day) => `{"date":"${day}","campaign":"${'é'.repeat(60)}","revenue":1.10}`);
    sendJson(response, `{"data":[${records.join(',')}],"next":"/revenue?page=2"}`);
  });
}

const REPORT = 'revenue --from 2026-01-01 --to 2026-03-31';
const FORMATS = ['csv', 'tsv', 'json', 'ndjson', 'table', 'markdown', 'chart', 'html', 'parquet'];

describe('a reader that closes the pipe loses no message', () => {
  test.each([
    ...FORMATS.map((format) => `${REPORT} -f ${format}`),
    `${REPORT} --limit 3 -f table`,
    `${REPORT} --verbose -f table`,
    `${REPORT} --resume`,
    `columns revenue --from 2026-01-01 --to 2026-03-31`,
  ])('%s', async (line) => {
    const service = await startWarningService();
    const read = await runCli(line, { env: service.env });
    const gone = await runCli(line, { env: service.env, isReaderGone: true });
    expect(read.stderr).toContain('/revenue?page=2');
    expect({ exitCode: gone.exitCode, stderr: gone.stderr }).toEqual({ exitCode: 0, stderr: read.stderr });
    expect(gone.stdout).toBe('');
    expect(gone.home.strays()).toEqual([]);
  });

  // Of a socket, and of Windows.
  test.each(['ECONNRESET', 'EOF'])('with the code %s', async (code) => {
    const service = await startWarningService();
    expect(await runCli(REPORT, { env: service.env, isReaderGone: code })).toPrint(
      '',
      'warning: no records for 1 of 90 days: 2026-02-03 [gaps]\n' +
        'warning: the response for revenue 2026-01-01..2026-01-31 has "next": "/revenue?page=2": it may be only a part of the data (as in 2 other windows) [partial:next]\n',
    );
  });

  test('a report that fails prints its error', async () => {
    const service = await startService((_request, response) => sendStatus(response, 400));
    expect(await runCli(REPORT, { env: service.env, isReaderGone: true })).toFail(
      5,
      'error: the service refused revenue 2026-01-01..2026-01-31: 400, invalid parameters\n' +
        'hint: if the service allows only shorter ranges, use --windows 30\n',
    );
  });

  test.each(['whoami', 'doctor'])('%s without credentials keeps its exit code', async (line) => {
    expect(await runCli(line, { isReaderGone: true })).toMatchObject({ exitCode: 4 });
  });

  test('no run continues a resumed report whose reader is gone', async () => {
    const service = await startWarningService();
    const options = { env: service.env, isReaderGone: true };
    const { home } = await runCli(`${REPORT} --resume`, options);
    const before = service.requests.length;
    await runCli(`${REPORT} --resume`, { ...options, home });
    expect(service.requests).toHaveLength(2 * before);
  });
});
