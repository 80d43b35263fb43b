import { describe, expect, test } from 'vitest';
import { createHome, runWithNotes as runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

type Answers = Readonly<Record<string, readonly string[]>>;

/** Answers each window, by its first day, with these records. */
async function run(answers: Answers, args: readonly string[], home = createHome(), variables = {}) {
  const { env } = await startRecordService(({ query }) => answers[query.start_date!] ?? []);
  return runCli(['revenue', ...args], { env: { ...env, ...variables }, home });
}

test('a second date column inside the windows does not hide days that are counted twice', async () => {
  const answers = {
    '2026-01-01': [
      '{"date":"2026-01-01","first_seen":"2026-01-01","rev":1}',
      '{"date":"2026-01-02","first_seen":"2026-01-01","rev":2}',
      '{"date":"2026-01-03","first_seen":"2026-01-02","rev":4}',
    ],
    '2026-01-03': [
      '{"date":"2026-01-03","first_seen":"2026-01-03","rev":4}',
      '{"date":"2026-01-04","first_seen":"2026-01-03","rev":8}',
      '{"date":"2026-01-05","first_seen":"2026-01-04","rev":16}',
    ],
  };
  const args = '--from 2026-01-01 --to 2026-01-04 --windows 2'.split(' ');
  expect(await run(answers, [...args, '-f', 'csv'], createHome(), { REPORTING_END_DATE: 'exclusive' })).toFail(
    2,
    'error: the service includes end_date: a request for revenue 2026-01-01..2026-01-02 with end_date 2026-01-03 returned records of 2026-01-03\n' +
      'hint: set REPORTING_END_DATE=inclusive, or store it: reporting login --end-date inclusive\n',
  );
});

describe('a number of hundreds of digits', () => {
  const answers = { '2026-01-05': ['{"g":7,"v":1}', '{"g":7,"v":-1e500}', '{"g":7,"v":0.5}'] };
  const day = ['--from', '2026-01-05', '--to', '2026-01-05', '-f', 'csv'];

  test.each([
    ['--where', 'v<0'],
    ['--sort', 'v'],
    ['--ratio', 'r=v/v'],
  ])('is an error, never misplaced: %s %s', async (...args) => {
    expect(await run(answers, [...day, ...args])).toFail(
      2,
      'error: a record holds -1e500, a number with too many digits to compute with\n' +
        'hint: remove the options that compare, sort or divide by that column\n',
    );
  });

  test('passes through unchanged', async () => {
    expect((await run(answers, day)).stdout).toBe('g,v\n7,1\n7,-1e500\n7,0.5\n');
    expect((await run(answers, [...day, '--group-by', 'g', '--min', 'v'])).stdout).toBe('g,v_min\n7,-1e500\n');
    const two = { '2026-01-05': ['{"g":7,"v":-1e500}', '{"g":7,"v":-1e501}'] };
    expect((await run(two, [...day, '--min', 'v'])).stderr).toContain('holds -1e501, a number with too many digits');
  });
});
