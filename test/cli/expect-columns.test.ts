import { describe, expect, test } from 'vitest';
import { createHome, runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

const QUARTER = ['revenue', '--from', '2026-01-01', '--to', '2026-03-31', '-q'];
const startNested = () => startRecordService(() => ['{"day":"x","campaign":{"id":1,"a,b":2}}', '{"n":0.10}']);

describe('--expect-columns', () => {
  test.each([
    ['in the order of the report', 'day,campaign.id,"campaign.a,b",n'],
    ['in any other', 'n,"campaign.a,b",day,campaign.id'],
  ])('accepts the columns %s', async (_name, list) => {
    const service = await startNested();
    const result = await runCli([...QUARTER, '--expect-columns', list], { env: service.env });
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    expect(result.stdout).toContain('day,campaign.id,"campaign.a,b",n\n');
  });

  test.each([
    ['day,campaign.id,n', 'unexpected campaign.a,b'],
    ['day,campaign.id,"campaign.a,b",n,eur,usd', 'missing eur, usd'],
    ['day,campaign,n', 'missing campaign; unexpected campaign.id, campaign.a,b'],
  ])('%s: %s', async (list, message) => {
    const service = await startNested();
    const home = createHome();
    home.write('out.csv', 'old\n');
    const args = [...QUARTER, '--expect-columns', list, '-o', 'out.csv'];
    expect(await runCli(args, { env: service.env, home })).toMatchObject({
      exitCode: 11,
      stdout: '',
      stderr:
        `error: revenue does not have the expected columns: ${message}\n` +
        `hint: if the columns are correct, use --expect-columns 'day,campaign.id,"campaign.a,b",n'\n`,
    });
    expect(home.read('out.csv')).toBe('old\n');
    expect(home.list()).toEqual(['out.csv']);
  });

  test('is a JSON error with the names', async () => {
    const service = await startRecordService(() => ['{"a":1,"b\\u001b":2}']);
    const args = [...QUARTER, '--expect-columns', 'a,c', '--error-format', 'json'];
    const { exitCode, stderr } = await runCli(args, { env: service.env });
    expect(exitCode).toBe(11);
    expect(JSON.parse(stderr).error).toMatchObject({
      kind: 'columns',
      code: 'E-other-columns',
      exit: 11,
      report: 'revenue',
      columns: { missing: ['c'], unexpected: ['b\\u001b'] },
    });
  });

  test('checks the received columns, not those of --columns', async () => {
    const service = await startRecordService(() => ['{"a":1,"b":2}']);
    const shown = [...QUARTER, '--columns', 'a'];
    expect((await runCli([...shown, '--expect-columns', 'a'], { env: service.env })).exitCode).toBe(11);
    expect((await runCli([...shown, '--expect-columns', 'a,b'], { env: service.env })).stdout).toBe(
      'a\n1\n1\n1\n',
    );
  });

  test.each(['a', 'window_from,window_to,a'])(
    'does not mind the columns of the windows: %s',
    async (list) => {
      const service = await startRecordService(() => ['{"a":1}']);
      const args = [...QUARTER, '--window-columns', '--expect-columns', list];
      expect((await runCli(args, { env: service.env })).exitCode).toBe(0);
    },
  );

  test('accepts an empty report', async () => {
    const service = await startRecordService(() => []);
    expect((await runCli([...QUARTER, '--expect-columns', 'a'], { env: service.env })).exitCode).toBe(0);
  });

  test.each([
    ['a,,b', 'error: --expect-columns "a,,b" contains an empty name\n'],
    ['a,a', 'error: --expect-columns names "a" twice\n'],
  ])('rejects %s before any request', async (list, message) => {
    const service = await startNested();
    const { exitCode, stderr } = await runCli([...QUARTER, '--expect-columns', list], { env: service.env });
    expect(exitCode).toBe(2);
    expect(stderr.startsWith(message)).toBe(true);
    expect(service.requests).toEqual([]);
  });

  test('clears the resume cache, since the response may be wrong', async () => {
    const service = await startRecordService(() => ['{"a":1}']);
    const home = createHome();
    const args = [...QUARTER, '--resume', '--expect-columns'];
    expect((await runCli([...args, 'b'], { env: service.env, home })).exitCode).toBe(11);
    expect((await runCli([...args, 'a'], { env: service.env, home })).exitCode).toBe(0);
    expect(service.requests).toHaveLength(6);
  });
});
