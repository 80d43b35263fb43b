import { describe, expect, test } from 'vitest';
import type { ReportOptions } from '../../../src/commands/report/options.ts';
import { parseRequest } from '../../../src/commands/report/parse-request.ts';
import type { StoredClient, StoredConfig } from '../../../src/config/stored.ts';
import { type CalendarDate, calendarDateAt } from '../../../src/core/calendar-date.ts';
import type { Profile } from '../../../src/profiles/profile.ts';
import { planReport } from '../../../src/report/plan.ts';

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
    clients: [ACME],
    ...stored,
  };
}

function requestOf(options: Partial<ReportOptions>, env: StoredConfig['env'] = {}) {
  const defaults = { retryFor: 45_000, timeout: 60_000, pager: true, trend: true };
  return parseRequest({ name: 'revenue' }, { ...JANUARY, ...defaults, ...options }, env);
}

async function planOf(options: Partial<ReportOptions> = {}, stored: Partial<StoredConfig> = {}) {
  const config = storedWith(stored);
  const today = (zone: string | undefined): CalendarDate => calendarDateAt(NOON, zone ?? 'UTC');
  return planReport(requestOf(options, config.env), config, { today });
}

describe('a plan', () => {
  test('is data: JSON keeps all of it', async () => {
    const plan = await planOf({ where: ['revenue>100'], rename: ['a=b'], limit: 3, excel: true });
    expect(JSON.parse(JSON.stringify(plan))).toEqual(plan);
  });

  test('has no token, but says where it comes from', async () => {
    const plan = await planOf();
    expect(JSON.stringify(plan)).not.toContain(TOKEN);
    expect(plan.clients[0]!.token).toEqual({ value: '…rses', source: 'profile acme' });
  });

  test('has the defaults of everything that was left open', async () => {
    expect(await planOf()).toMatchObject({
      output: '-',
      format: 'csv',
      csvDialect: undefined,
      profileColumn: false,
      display: { maxRows: 1000, isMaxRowsChosen: false },
      checks: { strict: false, failEmpty: false, failGaps: false },
      requests: { concurrency: 4, retryForMs: 45_000, timeoutMs: 60_000, resume: false },
    });
  });

  test.each([
    [{}, {}, 4],
    [{}, { concurrency: '7' }, 7],
    [{ concurrency: 2 }, { concurrency: '7' }, 2],
  ])('takes the concurrency of %j before that of %j', async (options, defaults, concurrency) => {
    expect((await planOf(options, { defaults })).requests.concurrency).toBe(concurrency);
  });

  test.each([
    [{}, { strict: 'true' }, true],
    [{ strict: false }, { strict: 'true' }, false],
    [{ strict: true }, {}, true],
  ])('takes --strict of %j before that of %j', async (options, defaults, strict) => {
    expect((await planOf(options, { defaults })).checks.strict).toBe(strict);
  });

  test('does not take an invalid default', async () => {
    await expect(planOf({}, { defaults: { concurrency: '99' } })).rejects.toThrow(
      'the default concurrency (config) is no good',
    );
  });
});

describe('windows', () => {
  test('cover the range, then the compared range, each with the request that asks for it', async () => {
    const plan = await planOf({ compare: 'previous', groupBy: ['campaign'] });
    const urlOf = (from: string, to: string) =>
      `${BASE_URL}/revenue?start_date=${from}&end_date=${to}&format=json`;
    expect(plan.clients[0]!.windows).toEqual([
      { ...JANUARY, requested: JANUARY, url: urlOf('2026-01-01', '2026-01-31') },
      {
        from: '2025-12-01',
        to: '2025-12-31',
        isCompared: true,
        requested: { from: '2025-12-01', to: '2025-12-31' },
        url: urlOf('2025-12-01', '2025-12-31'),
      },
    ]);
  });

  test('are requested with the day after their last where the profile says so', async () => {
    const clients = [client('acme', false, { endDate: 'exclusive' })];
    const [first] = (await planOf({ windowDays: 7 }, { clients })).clients[0]!.windows;
    expect(first).toMatchObject({
      to: '2026-01-07',
      requested: { from: '2026-01-01', to: '2026-01-08' },
    });
  });

  test('of a relative range end yesterday, in the time zone of the client', async () => {
    const clients = [client('acme', false, { timeZone: 'Pacific/Kiritimati' })];
    const plan = await planOf({ from: '3d', to: 'yesterday' }, { clients });
    expect(plan).toMatchObject({ range: { from: '2026-06-13', to: '2026-06-15' } });
    expect(plan.clients[0]).toMatchObject({
      timeZone: 'Pacific/Kiritimati',
      notes: [
        '--from 3d --to yesterday is 2026-06-13..2026-06-15 (3 days; today is 2026-06-16 in Pacific/Kiritimati)',
      ],
    });
  });

  test('of an absolute range need no time zone that exists', async () => {
    const clients = [client('acme', false, { timeZone: 'Mars/Olympus' })];
    expect((await planOf({}, { clients })).range).toEqual(JANUARY);
    await expect(planOf({ from: '3d', to: 'yesterday' }, { clients })).rejects.toThrow('Mars/Olympus');
  });
});

describe('several clients', () => {
  const clients = [client('acme', true), client('brava', true)];

  test('are told apart by the profile', async () => {
    const plan = await planOf({}, { clients });
    expect(plan.profileColumn).toBe(true);
    expect(plan.clients.map(({ profile }) => profile)).toEqual(['acme', 'brava']);
  });

  test('have one range', async () => {
    const zones = [client('acme', true), client('brava', true, { timeZone: 'Pacific/Kiritimati' })];
    await expect(planOf({ from: 'yesterday', to: 'yesterday' }, { clients: zones })).rejects.toThrow(
      'their time zones differ',
    );
  });

  test('are different ones', async () => {
    const twins = [client('acme', true), { ...client('acme', true), profile: 'again' }];
    await expect(planOf({}, { clients: twins })).rejects.toThrow(
      'profiles acme and again are of the same client',
    );
  });

  test('are named in what is wrong with one of them', async () => {
    const broken = client('brava', true, { baseUrl: 'http://reports.example.com/v2/reporting' });
    await expect(planOf({}, { clients: [client('acme', true), broken] })).rejects.toThrow(
      'profile brava: the base URL',
    );
  });
});

describe('the output file', () => {
  test('has its placeholders filled', async () => {
    const plan = await planOf({ output: '{profile}-{report}-{from}-{to}.json' });
    expect(plan).toMatchObject({
      output: 'acme-revenue-2026-01-01-2026-01-31.json',
      format: 'json',
      makesDirectories: true,
    });
  });

  test("has no other client's figures under a profile's name", async () => {
    const foreign = { ...ACME.credentials!, token: { value: TOKEN, source: 'REPORTING_API_TOKEN' } };
    const clients = [{ ...ACME, credentials: foreign }];
    await expect(planOf({ output: '{profile}.csv' }, { clients })).rejects.toThrow(
      "REPORTING_API_TOKEN may be another client's than profile acme",
    );
  });
});

describe('what is wrong', () => {
  test('with the range is reported before a token file that cannot be read', async () => {
    const failure = new Error('no such token file');
    const clients = [{ ...ACME, tokenFailure: failure as never }];
    await expect(planOf({ from: '2026-02-30' }, { clients })).rejects.toThrow('2026-02-30');
    await expect(planOf({}, { clients })).rejects.toThrow('no such token file');
  });

  test('with the credentials is a value that is missing', async () => {
    const credentials = { ...ACME.credentials!, token: undefined };
    const clients = [{ ...ACME, credentials }];
    await expect(planOf({}, { clients })).rejects.toThrow('not signed in: there is no API token');
    expect((await planOf({ explain: 'sh' }, { clients })).clients[0]!.token).toBeUndefined();
  });
});
