import { expect, test } from 'vitest';
import { checkSpool } from '../../../src/doctor/local-checks.ts';
import type { Spool } from '../../../src/records/spool.ts';

test.each([
  [1_000_000_000, 'ok', '/tmp is writable, with 1.0 GB free'],
  [999_999_999, 'warning', '/tmp has only 999 MB free: a report is stored there until it is complete'],
  [0, 'warning', '/tmp has only 0 MB free: a report is stored there until it is complete'],
])('%i bytes free: %s', async (freeBytes, status, message) => {
  const spool = { remove: async () => undefined } as Spool;
  const services = { platform: 'linux', createSpool: async () => spool } as const;
  const spoolSpace = async () => ({ directory: '/tmp', freeBytes });
  expect(await checkSpool({ ...services, spoolSpace })).toMatchObject({ status, message });
});
