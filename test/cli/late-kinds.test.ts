/** Groups without named aggregations, whose first records suggest other sums than all records. The expected sums are written out. */

import { describe, expect, test } from 'vitest';
import { runWithNotes as runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

const FEBRUARY = ['revenue', '--from', '2026-02-01', '--to', '2026-02-28', '--format', 'csv'];
/** More records than the first ones that suggest the kinds of columns. */
const MANY = 150;

/** `MANY` records with these members, and then the `late` ones. */
function recordsOf(members: string, ...late: readonly string[]): readonly string[] {
  return [...Array.from({ length: MANY }, () => members), ...late].map((each) => `{"k":"a",${each}}`);
}

async function grouped(
  { now, before = [] }: { readonly now: readonly string[]; readonly before?: readonly string[] },
  ...args: readonly string[]
) {
  const service = await startRecordService(({ query }) => (query.start_date === '2026-02-01' ? now : before));
  return runCli([...FEBRUARY, '--group-by', 'k', ...args], { env: service.env });
}

const NOT_NUMBERS = 'note: not summed: v (not all values are numbers); use --where to exclude the others\n';

describe('a late cell changes the columns that are summed', () => {
  test.each<[what: string, records: readonly string[], csv: string, stderr?: string]>([
    ['a text', recordsOf('"v":1,"w":2', '"v":"late","w":3'), 'k,w\na,303\n', NOT_NUMBERS],
    ['an array', recordsOf('"v":1,"w":2', '"v":[1],"w":3'), 'k,w\na,303\n', NOT_NUMBERS],
    ['a leading zero', recordsOf('"v":"10","w":2', '"v":"01067","w":3'), 'k,w\na,303\n'],
    ['an id of 17 digits', recordsOf('"v":1,"w":2', '"v":90071992547409931,"w":3'), 'k,w\na,303\n'],
    ['a number after dates', recordsOf('"v":20260131,"w":2', '"v":5.5,"w":3'), 'k,v,w\na,3039019655.5,303\n'],
    ['a figure after nulls', recordsOf('"v":null,"w":2', '"v":0.10,"w":3'), 'k,v,w\na,0.10,303\n'],
    ['a figure in a new column', recordsOf('"w":2', '"v":0.10,"w":3'), 'k,w,v\na,303,0.10\n'],
    ['no measure remains', recordsOf('"v":1', '"v":"late"'), 'k,count\na,151\n', NOT_NUMBERS],
    ['the only figure', recordsOf('"v":""', '"v":7'), 'k,v\na,7\n'],
  ])('%s', async (_, now, stdout, stderr = '') => {
    expect(await grouped({ now })).toPrint(stdout, stderr);
  });

  test('a number that is too large to add', async () => {
    const now = recordsOf('"v":1,"w":2', '"v":1e999999,"w":3');
    expect(await grouped({ now })).toMatchObject({ stdout: '', exitCode: 2 });
  });

  test('in the earlier range of a comparison', async () => {
    const [now, before] = [recordsOf('"v":1,"w":2'), recordsOf('"v":1,"w":2', '"v":"late","w":3')];
    const { stdout, exitCode } = await grouped({ now, before }, '--compare', 'previous');
    expect({ stdout, exitCode }).toEqual({
      stdout: 'k,w,w_before,w_change,w_percent\na,300,303,-3,-0.99\n',
      exitCode: 0,
    });
  });

  test('for the groups after the first ones', async () => {
    const late = ['"v":"late","w":3', '"v":1,"w":4'];
    const now = [...recordsOf('"v":1,"w":2', ...late), '{"k":"b","w":7,"v":1}', '{"k":"c","w":9,"v":1}'];
    expect(await grouped({ now }, '--top', '1')).toMatchObject({ stdout: 'k,w\na,307\n(other),16\n' });
  });
});
