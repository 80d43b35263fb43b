import { expect, test } from 'vitest';
import { daysFrom } from '../harness/daily-service.ts';
import { runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

const NOTE =
  'note: --avg averages records, and there are several a day; for the average of the days, see "An average day" in docs/recipes.md';

test.each<[args: string, note: boolean]>([
  ['--by month --avg revenue', true],
  ['--by day --avg revenue --compare previous', true],
  ['--by month --group-by cost --avg revenue', true],
  // One record a day of each group, or of the records that a condition keeps.
  ['--by month --group-by name --avg revenue', false],
  ['--by month --avg revenue --where name=a', false],
  ['--by month --max revenue', false],
  ['--group-by cost --avg revenue', false],
])('a note says that %s averages records: %j', async (args, isNoted) => {
  const { env } = await startRecordService(({ query }) =>
    daysFrom(query.start_date!, query.end_date!).flatMap((day) => [
      `{"date":"${day}","name":"a","revenue":62,"cost":1}`,
      `{"date":"${day}","name":"b","revenue":31.00,"cost":1}`,
    ]),
  );
  const { exitCode, stderr } = await runCli(`revenue --period 2026-02 -f csv -v ${args}`, { env });
  const notes = stderr.split('\n').filter((line) => line.includes('averages'));
  expect({ exitCode, notes }).toEqual({ exitCode: 0, notes: isNoted ? [NOTE] : [] });
});
