import { describe, expect, test } from 'vitest';
import { ReportingError } from '../../../src/core/errors.ts';
import { checkSpool } from '../../../src/doctor/local-checks.ts';
import { checkHandshake } from '../../../src/doctor/network-checks.ts';
import type { Spool } from '../../../src/records/spool.ts';

const NOW = new Date('2026-06-15T12:00:00Z');

describe('a certificate', () => {
  const handshake = (validTo: string, distrust?: ReportingError) => ({
    protocol: 'TLSv1.2',
    certificate: {
      subject: 'reports.example.com',
      issuer: "Let's Encrypt R3",
      validFrom: new Date('2026-01-01T00:00:00Z'),
      validTo: new Date(validTo),
    },
    distrust,
  });

  test.each([
    ['2026-07-06T12:00:00Z', 'ok', '2026-07-06, in 21 days'],
    ['2026-07-06T11:59:59Z', 'warning', '2026-07-06, in 20 days'],
    ['2026-06-16T12:00:00Z', 'warning', '2026-06-16, in 1 day'],
  ])('that ends %s: %s', (validTo, status, end) => {
    expect(checkHandshake(handshake(validTo), NOW)).toMatchObject({
      status,
      message: `TLSv1.2, certificate for reports.example.com by Let's Encrypt R3 until ${end}`,
    });
  });

  test.each([
    ['2026-06-15T11:00:00Z', "the service must renew its certificate, unless this machine's date is wrong: 2026-06-15"],
    ['2027-01-01T00:00:00Z', 'add its CA'],
  ])('that ends %s and is not trusted', (validTo, hint) => {
    const distrust = new ReportingError('E-service-failed', 'not trusted', { hint: 'add its CA' });
    expect(() => checkHandshake(handshake(validTo, distrust), NOW)).toThrow(
      expect.objectContaining({ kind: 'unavailable', hint, message: expect.stringContaining('not trusted (TLSv1.2') }),
    );
  });
});

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
