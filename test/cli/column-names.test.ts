/** Columns with the names of members that every object has: a name from the service never reads a prototype. */

import { expect, test } from 'vitest';
import { daysFrom } from '../harness/daily-service.ts';
import { runCli } from '../harness/run-cli.ts';
import { sendJson, startService } from '../harness/service.ts';

const NAMES = [
  ...['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf', 'isPrototypeOf'],
  ...['toLocaleString', 'propertyIsEnumerable', '__defineGetter__', '__lookupGetter__'],
];

/** Every second record lacks the first column. */
const RECORDS = daysFrom('2026-05-01', '2026-05-31').map((day, index) => {
  const members = NAMES.map((name, at) => `"${name}":${index + at}.5`).slice(index % 2);
  return `{"date":"${day}","site":"${index % 3}",${members.join(',')},"nested":{"toString":"x"}}`;
});
const BODY = `{"data":[${RECORDS.join(',')}],"__proto__":1}`;

test.each([
  ...['json', 'ndjson', 'csv', 'tsv', 'table', 'markdown', 'html', 'parquet', 'chart'].map((each) => `-f ${each}`),
  '-f csv --group-by site',
  '-f csv --group-by a --sum b,c',
  '-f csv --by week --sum a,b --avg c',
  '-f csv --group-by site --pivot site --sum a --by month',
  '-f csv --ratio r=a/b --group-by site',
  '-f csv --compare previous --sum a --group-by site --date-column none',
  '-f csv --where a>3 --sort -b --limit 5',
  '-f table --share a --group-by site',
  '--columns a,b,c -f csv',
])('revenue %s', async (options) => {
  const { env } = await startService((_request, response) => sendJson(response, BODY));
  const named = options.replace(/(?<=[ =,/-])([abc])(?=[ =,/>]|$)/g, (each) => NAMES['abc'.indexOf(each)]!);
  const range = '--from 2026-05-01 --to 2026-05-31 -o out';
  const { exitCode, stderr } = await runCli(['revenue', ...`${range} ${named}`.split(' ')], { env });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.not.stringContaining('error:') });
});
