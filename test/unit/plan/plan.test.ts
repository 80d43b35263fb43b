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
const CLIENT_IDS: Readonly<Record<string, string>> = {
  acme: '0b9c1d52-3f4e-4a6b-8c7d-9e0f1a2b3c4d',
  brava: '7d444840-9dc0-11d1-b245-627261766100',
};
const JANUARY = { from: '2026-01-01', to: '2026-01-31' };
const NOON = new Date('2026-06-15T12:00:00Z');

function client(profile: string, isNamed: boolean, settings: Profile = {}): StoredClient {
  const source = `profile ${profile}`;
  const stored = { baseUrl: BASE_URL, clientId: CLIENT_IDS[profile]!, token: TOKEN, ...settings };
  const inUse = { profileName: profile, profile: stored };
  const withSource = (value: string) => ({ value, source });
  return {
    profile,
    isNamed,
    inUse,
    credentials: {
      ...inUse,
      baseUrl: withSource(stored.baseUrl),
      clientId: withSource(stored.clientId),
      token: withSource(stored.token),
    },
  };
}

const ACME = client('acme', false);

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

async function fetchPlanOf(...given: Parameters<typeof planOf>) {
  return (await planOf(...given)).fetch;
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

  test('has defaults for all other settings', async () => {
    expect(await planOf()).toMatchObject({
      fetch: {
        profileColumn: false,
        checks: { strict: false },
        requests: { concurrency: 4, retryForMs: 45_000, timeoutMs: 60_000, resume: false },
        source: { kind: 'service' },
      },
      document: {
        output: '-',
        format: 'csv',
        delimiter: undefined,
        display: { maxRows: 1000, isLimitChosen: false },
      },
    });
  });
});

describe('windows', () => {
  test('cover the range, then the compared range, each with its request', async () => {
    const plan = await fetchPlanOf({ compare: 'previous', groupBy: ['campaign'] });
    const urlOf = (from: string, to: string) =>
      `${BASE_URL}/revenue?start_date=${from}&end_date=${to}&format=json`;
    expect(plan.clients[0]!.windows).toEqual([
      { ...JANUARY, requested: JANUARY, url: urlOf('2026-01-01', '2026-01-31'), accept: 'application/json' },
      {
        from: '2025-12-01',
        to: '2025-12-31',
        isCompared: true,
        requested: { from: '2025-12-01', to: '2025-12-31' },
        url: urlOf('2025-12-01', '2025-12-31'),
        accept: 'application/json',
      },
    ]);
  });

  test('are requested with the day after their last if the profile says so', async () => {
    const clients = [client('acme', false, { endDate: 'exclusive' })];
    const [first] = (await fetchPlanOf({ windows: 7 }, { clients })).clients[0]!.windows;
    expect(first).toMatchObject({
      to: '2026-01-07',
      requested: { from: '2026-01-01', to: '2026-01-08' },
    });
  });

  test('of a relative range end yesterday, in the time zone of the client', async () => {
    const clients = [client('acme', false, { timeZone: 'Pacific/Kiritimati' })];
    const plan = await fetchPlanOf({ from: '3d', to: 'yesterday' }, { clients });
    expect(plan).toMatchObject({ range: { from: '2026-06-13', to: '2026-06-15' } });
    const { timeZone, notes } = plan.clients[0]!;
    expect(timeZone).toBe('Pacific/Kiritimati');
    expect(notes.map(String)).toEqual([
      '--from 3d --to yesterday is 2026-06-13..2026-06-15 (today is 2026-06-16 in Pacific/Kiritimati)',
    ]);
  });

  test('of an absolute range work with an unknown time zone', async () => {
    const clients = [client('acme', false, { timeZone: 'Mars/Olympus' })];
    expect((await fetchPlanOf({}, { clients })).range).toEqual(JANUARY);
    await expect(planOf({ from: '3d', to: 'yesterday' }, { clients })).rejects.toThrow('Mars/Olympus');
  });
});

describe('several clients', () => {
  const clients = [client('acme', true), client('brava', true)];

  test('are distinguished by the profile', async () => {
    const plan = await fetchPlanOf({}, { clients });
    expect(plan.profileColumn).toBe(true);
    expect(plan.clients.map(({ profile }) => profile)).toEqual(['acme', 'brava']);
  });

  test('have one range', async () => {
    const zones = [client('acme', true), client('brava', true, { timeZone: 'Pacific/Kiritimati' })];
    await expect(planOf({ from: 'yesterday', to: 'yesterday' }, { clients: zones })).rejects.toThrow(
      'their time zones differ',
    );
  });

  test('must be different', async () => {
    const twins = [client('acme', true), { ...client('acme', true), profile: 'again' }];
    await expect(planOf({}, { clients: twins })).rejects.toThrow(
      'profiles acme and again belong to the same client',
    );
  });

  test('are named in errors of one of them', async () => {
    const broken = client('brava', true, { baseUrl: 'http://reports.example.com/v2/reporting' });
    await expect(planOf({}, { clients: [client('acme', true), broken] })).rejects.toThrow(
      'profile brava: the base URL',
    );
  });
});

describe('the output file', () => {
  test('has its placeholders filled', async () => {
    const { document } = await planOf({ output: '{profile}-{report}-{from}-{to}.json' });
    expect(document).toMatchObject({
      output: 'acme-revenue-2026-01-01-2026-01-31.json',
      format: 'json',
      makesDirectories: true,
    });
  });

  test('rejects credentials of another client under the name of a profile', async () => {
    const foreign = { ...ACME.credentials!, token: { value: TOKEN, source: 'REPORTING_API_TOKEN' } };
    const clients = [{ ...ACME, credentials: foreign }];
    await expect(planOf({ output: '{profile}.csv' }, { clients })).rejects.toThrow(
      'REPORTING_API_TOKEN may belong to another client than profile acme',
    );
  });
});

describe('errors', () => {
  test('of the range come before those of an unreadable token file', async () => {
    const failure = new Error('no such token file');
    const clients = [{ ...ACME, tokenFailure: failure as never }];
    await expect(planOf({ from: '2026-02-30' }, { clients })).rejects.toThrow('2026-02-30');
    await expect(planOf({}, { clients })).rejects.toThrow('no such token file');
  });

  test('name a missing credential', async () => {
    const credentials = { ...ACME.credentials!, token: undefined };
    const clients = [{ ...ACME, credentials }];
    await expect(planOf({}, { clients })).rejects.toThrow('not signed in: there is no API token');
  });
});
