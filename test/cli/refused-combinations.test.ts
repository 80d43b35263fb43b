import { expect, test } from 'vitest';
import { runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

const GROUP = '--group-by campaign';
const MONTHS = `${GROUP} --by month`;

/** Runs a line against a service that counts its requests. */
async function refuse(line: string) {
  const service = await startRecordService(({ query }) => [
    `{"date":"${query.start_date}","campaign":"a","revenue":1}`,
  ]);
  const result = await runCli(`revenue --from 2026-01-01 --to 2026-01-31 ${line}`, { env: service.env });
  return { ...result, requests: service.requests.length };
}

test.each([
  '--share revenue',
  `${GROUP} --top 3 --limit 3`,
  `${GROUP} --share revenue --compare previous`,
  `${GROUP} --pivot campaign --compare previous`,
  `${MONTHS} --pivot month -f chart`,
])('is refused with a hint, before any request: %s', async (line) => {
  expect(await refuse(line)).toMatchObject({
    exitCode: 2,
    stdout: '',
    stderr: expect.stringMatching(/^error: (?:option ')?--.+\nhint: .+\n$/),
    requests: 0,
  });
});

test.each([
  `${GROUP} --ratio campaign=revenue/revenue`,
  `${GROUP} --ratio revenue=revenue/revenue`,
  `${GROUP} --share revenue --ratio revenue_share=revenue/revenue`,
  `${GROUP} --sum revenue --compare previous --ratio revenue_before=revenue/revenue`,
  `${MONTHS} --pivot month --ratio 'month=revenue/revenue'`,
  '--group-by revenue --sum revenue',
  `${GROUP} --columns revenue=campaign,revenue`,
])('a column name that exists is refused with a hint: %s', async (line) => {
  expect(await refuse(line)).toMatchObject({
    exitCode: 2,
    stdout: '',
    stderr: expect.stringMatching(/^error: .+\nhint: .+\n$/m),
  });
});
