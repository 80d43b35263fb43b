import { describe, expect, test } from 'vitest';
import { parseRequest } from '../../../src/commands/parse-request.ts';
import type { StoredClient, StoredConfig } from '../../../src/config/load-config.ts';
import type { Profile } from '../../../src/config/profile.ts';
import { parseColumnList } from '../../../src/core/column-list.ts';
import { type CalendarDate, calendarDateAt } from '../../../src/dates/date.ts';
import type { ReportOptions } from '../../../src/options/report-table.ts';
import { planReport } from '../../../src/plan/plan-document.ts';

const BASE_URL = 'https://reports.example.com/v2/reporting';
const TOKEN = 'canary-Tr0ub4dor-and-3-horses';
const CLIENT_ID = '0b9c1d52-3f4e-4a6b-8c7d-9e0f1a2b3c4d';
const JANUARY = { from: '2026-01-01', to: '2026-01-31' };
const NOON = new Date('2026-06-15T12:00:00Z');

function client(settings: Profile = {}): StoredClient {
  const stored = { baseUrl: BASE_URL, clientId: CLIENT_ID, token: TOKEN, ...settings };
  const inUse = { profileName: 'acme', profile: stored };
  const withSource = (value: string) => ({ value, source: 'profile acme' });
  const { baseUrl, clientId, token } = stored;
  const credentials = { baseUrl: withSource(baseUrl), clientId: withSource(clientId), token: withSource(token) };
  return { profile: 'acme', isNamed: false, inUse, credentials: { ...inUse, ...credentials } };
}

const ACME = client();

function storedWith(stored: Partial<StoredConfig> = {}): StoredConfig {
  return {
    env: {},
    defaults: {},
    systemTimeZone: 'UTC',
    isTerminal: false,
    isWatched: true,
    clients: [ACME],
    ...stored,
  };
}

function requestOf(options: Partial<ReportOptions>, stored: StoredConfig) {
  const defaults = { concurrency: 4, retryFor: 45_000, timeout: 60_000 };
  return parseRequest({ name: 'revenue' }, { ...JANUARY, ...defaults, ...options }, stored.env);
}

async function planOf(options: Partial<ReportOptions> = {}, stored: Partial<StoredConfig> = {}) {
  const config = storedWith(stored);
  const today = (zone: string | undefined): CalendarDate => calendarDateAt(NOON, zone ?? 'UTC');
  return planReport(await requestOf(options, config), config, { today });
}

describe('a plan', () => {
  test('is data: JSON keeps all of it', async () => {
    const plan = await planOf({
      where: ['revenue>100'],
      columns: parseColumnList('b=a,*'),
      limit: 3,
      delimiter: ';',
    });
    expect(JSON.parse(JSON.stringify(plan))).toEqual(plan);
  });

  test('has the source of the token, but not the token', async () => {
    const plan = await planOf();
    expect(JSON.stringify(plan)).not.toContain(TOKEN);
    expect(plan.fetch.clients[0]!.token).toEqual({ value: '…rses', source: 'profile acme' });
  });

  test('of an absolute range works with an unknown time zone', async () => {
    const clients = [client({ timeZone: 'Mars/Olympus' })];
    expect((await planOf({}, { clients })).fetch.range).toEqual(JANUARY);
    await expect(planOf({ from: '3d', to: 'yesterday' }, { clients })).rejects.toThrow('Mars/Olympus');
  });

  test('has errors of the range before those of an unreadable token file', async () => {
    const failure = new Error('no such token file');
    const clients = [{ ...ACME, tokenFailure: failure as never }];
    await expect(planOf({ from: '2026-02-30' }, { clients })).rejects.toThrow('2026-02-30');
    await expect(planOf({}, { clients })).rejects.toThrow('no such token file');
  });
});
