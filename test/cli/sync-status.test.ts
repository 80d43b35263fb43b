/** When `sync status` says that clients were last pulled. */

import { describe, expect, test } from 'vitest';
import { homeWithProfiles, startChangingService, startDataset } from '../harness/dataset.ts';
import { runCli } from '../harness/run-cli.ts';
import { statusTable } from '../harness/text-table.ts';

const FIRST = 'sync revenue sales --from 2026-04 --profile acme,brava -f csv';

/** A dataset of two clients, three months each. */
async function startTwoClients() {
  const { service, home } = await startDataset(FIRST, 'acme', 'brava');
  const run = (line: string, now?: string) => runCli(line, { home, ...(now === undefined ? {} : { now }) });
  return { service, home, run };
}

const TOMORROW = '2026-06-16T12:00:00Z';
const MONTHS = ['whole | 2026-04', 'open | 2026-05..2026-06', 'pulled | 2026-06-15'];
const PULLED = statusTable(
  ...['acme', 'brava'].flatMap((profile) => MONTHS.map((status) => `${profile} | revenue | ${status}`)),
);

describe('sync status', () => {
  test('shows when each client was last pulled', async () => {
    const { run } = await startTwoClients();
    expect(await run('sync status sales')).toPrint(PULLED);
    expect((await run('sync sales', TOMORROW)).exitCode).toBe(0);
    expect(await run('sync status sales', TOMORROW)).toPrint(PULLED.replaceAll('06-15', '06-16'));
  });

  test('shows a client without a pull', async () => {
    const service = await startChangingService();
    const home = homeWithProfiles(service, 'acme', 'brava');
    service.statusOf = (client) => (client === 'brava' ? 401 : 200);
    await runCli(`${FIRST} --concurrency 1`, { home });
    expect(await runCli('sync status sales', { home })).toFail(
      9,
      'error: 3 months missing\nhint: run `reporting sync sales`\n',
      statusTable(
        ...MONTHS.map((status) => `acme | revenue | ${status}`),
        'brava | revenue | missing | 2026-04..2026-06',
        'brava | revenue | pulled | never',
      ),
    );
  });

  test('calls the month of a client whose last pull failed stale', async () => {
    const { service, run } = await startTwoClients();
    service.statusOf = (client) => (client === 'brava' ? 503 : 200);
    expect((await run('sync sales --retry-for 0', TOMORROW)).exitCode).toBe(6);
    const { exitCode, stderr } = await run('sync status sales', TOMORROW);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 9,
      stderr: 'error: 1 month stale\nhint: run `reporting sync sales`\n',
    });
  });
});
