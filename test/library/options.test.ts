import { afterEach, describe, expect, test } from 'vitest';
import * as library from '../../src/index.ts';
import { optionsFor } from '../harness/pull.ts';
import { runCli } from '../harness/run-cli.ts';
import { TOKEN } from '../harness/service.ts';

const SERVICE = { baseUrl: 'http://127.0.0.1:9/v2/reporting' };
const DAY = { from: '2026-01-01', to: '2026-01-01' };

/** Errors for a caller without types. No request is sent, since there is no such service. */
async function refusal(options: unknown) {
  const pulled = library.pullReport(options as library.PullOptions);
  const error: unknown = await pulled[Symbol.asyncIterator]()
    .next()
    .then(
      () => undefined,
      (caught: unknown) => caught,
    );
  expect(error).toBeInstanceOf(library.ReportingError);
  const { kind, exitCode, message, hint } = error as library.ReportingError;
  return { kind, exitCode, text: hint === undefined ? message : `${message} (${hint})` };
}

const VALUES: readonly (readonly [Readonly<Record<string, unknown>>, string])[] = [
  [{ report: 'revnue' }, 'report takes revenue or domains, not "revnue"'],
  [{ report: undefined }, 'report takes revenue or domains, not undefined'],
  [{ windws: 3 }, 'unknown option "windws" (did you mean windows?)'],
  [{ from: new Date(0) }, 'from takes a string, not an object'],
  [{ from: null }, 'from takes a string, not null'],
  [{ from: '2026-02-30' }, 'from "2026-02-30" is not a calendar date (2026-02 has 28 days)'],
  [{ to: '2025-12-31' }, 'from 2026-01-01 is after to 2025-12-31 (swap them: from 2025-12-31 to 2026-01-01)'],
  [{ period: 'last-month' }, 'period cannot be used with from'],
  [{ period: 'last-month', from: undefined }, 'period cannot be used with to'],
  [{ includeToday: 'yes' }, 'includeToday takes true or false, not "yes"'],
  [
    { includeToday: true },
    'includeToday needs a range that runs up to the present (use period this-week, this-month, this-quarter, this-year, wtd, mtd, qtd, ytd, or from without to)',
  ],
  [{ weekStart: 'sunnyday' }, 'weekStart takes a day of the week, such as monday or sun, not "sunnyday"'],
  [
    { timeZone: 'Europe/Berln' },
    'timeZone: unknown time zone "Europe/Berln" (did you mean Europe/Berlin? a time zone is an IANA name, such as Europe/Berlin, America/New_York or UTC)',
  ],
  [{ endDate: 'exclusiv' }, 'endDate takes inclusive or exclusive, not "exclusiv"'],
  [{ windows: 32 }, 'windows takes days from 1 to 31, or month, not 32'],
  [{ windows: 1.5 }, 'windows takes days from 1 to 31, or month, not 1.5'],
  [{ windows: 'week' }, 'windows takes days from 1 to 31, or month, not "week"'],
  [
    { windows: 31, endDate: 'exclusive' },
    'windows 31 is too long for an exclusive end date (endDate), which adds a day to each request (use windows 30 or less)',
  ],
  [{ concurrency: 0 }, 'concurrency takes a whole number from 1 to 16, not 0'],
  [{ retries: Number.NaN }, 'retries takes a whole number from 0 to 20, not NaN'],
  [{ retryForMs: -1 }, 'retryForMs takes a whole number from 0 to 86400000, not -1'],
  [{ timeoutMs: 0 }, 'timeoutMs takes a whole number from 1 to 86400000, not 0'],
  [{ failEmpty: 1 }, 'failEmpty takes true or false, not 1'],
  [{ expectColumns: 'a,b' }, 'expectColumns takes a list of names, not "a,b"'],
  [{ expectColumns: ['a', ''] }, 'expectColumns takes a list of names, not a list'],
  [{ expectColumns: ['a', 'a'] }, 'expectColumns names "a" twice'],
  [{ dateColumn: '' }, 'dateColumn takes a string that is not empty, not ""'],
  [{ dateColumn: null }, 'dateColumn takes a string, not null'],
  [{ strict: 'true' }, 'strict takes true or false, not "true"'],
  [{ ignoreMembers: 'next' }, 'ignoreMembers takes a list of names, not "next"'],
  [{ ignoreMembers: ['next', 'next'] }, 'ignoreMembers names "next" twice'],
  [{ signal: {} }, 'signal takes an AbortSignal, not an object'],
  [{ env: 'process.env' }, 'env takes an object of variables, not "process.env"'],
  [{ env: { HTTPS_PROXY: 8080 } }, 'env.HTTPS_PROXY takes a string'],
  [{ temporaryDirectory: '' }, 'temporaryDirectory takes a string that is not empty, not ""'],
  [{ onWarning: true }, 'onWarning takes a function, not true'],
];

test.each(VALUES)('%o', async (options, text) => {
  expect(await refusal({ ...optionsFor(SERVICE, DAY), ...options })).toEqual({
    kind: 'usage',
    exitCode: 2,
    text,
  });
});

test.each([
  [undefined, 'pullReport takes an object of options, not undefined'],
  ['revenue', 'pullReport takes an object of options, not "revenue"'],
])('%o for options', async (options, text) => {
  expect(await refusal(options)).toEqual({ kind: 'usage', exitCode: 2, text });
});

test.each<[Partial<library.PullOptions>, string, string]>([
  [{ baseUrl: undefined }, 'auth', 'not signed in: there is no base URL (set the option baseUrl)'],
  [{ clientId: ' ' }, 'auth', 'not signed in: there is no client id (set the option clientId)'],
  [{ token: '' }, 'auth', 'not signed in: there is no API token (set the option token)'],
  ...[`${TOKEN}\n${TOKEN}`, `${TOKEN}\ud83d`].map((token): [Partial<library.PullOptions>, string, string] => [
    { token },
    'config',
    'the API token contains a space, a line break or a non-ASCII character (copy it again; only white space around it is ignored)',
  ]),
  [
    { clientId: TOKEN },
    'config',
    'the client id is not a UUID (a client id looks like 0b9c1d52-3f4e-4a6b-8c7d-9e0f1a2b3c4d)',
  ],
  [
    { clientId: '7' },
    'config',
    'the client id "7" is not a UUID (a client id looks like 0b9c1d52-3f4e-4a6b-8c7d-9e0f1a2b3c4d)',
  ],
  [
    { baseUrl: 'http://reports.example.com/v2/reporting' },
    'config',
    'the base URL http://reports.example.com/v2/reporting is plain http, which would show the token to the network (use https://reports.example.com/v2/reporting, or insecureHttp if the network is trusted)',
  ],
  [{ caFile: '/no/ca.pem' }, 'config', 'cannot read the CA file /no/ca.pem (caFile): it does not exist'],
  [
    { env: { HTTP_PROXY: 'socks5://proxy.example.com' } },
    'config',
    'HTTP_PROXY is not the address of a proxy: its scheme is socks5, not http or https (example: HTTP_PROXY=http://user:password@proxy.example.com:3128, user and password percent-encoded)',
  ],
])('%o', async (options, kind, text) => {
  const error = await refusal(optionsFor(SERVICE, { ...DAY, ...options }));
  expect({ kind: error.kind, text: error.text }).toEqual({ kind, text });
});

test('a token of the wrong type is in no message', async () => {
  const { text } = await refusal({ ...optionsFor(SERVICE, DAY), token: [TOKEN] });
  expect(text).toBe('token takes a string');
});

test('a message quotes the value as the caller wrote it', async () => {
  const { text } = await refusal(optionsFor(SERVICE, { from: '--to "--from"' }));
  expect(text).toMatch(/^from "--to \\"--from\\"" cannot be read as a date/);
});

describe('limits equal those of the command', () => {
  test.each([
    ['windows', '--windows', [0, 32]],
    ['concurrency', '--concurrency', [0, 17]],
    ['retries', '--retries', [21]],
  ] as const)('%s', async (option, flag, values) => {
    for (const value of values) {
      const { text } = await refusal(optionsFor(SERVICE, { ...DAY, [option]: value }));
      const { stderr } = await runCli(['revenue', '--from', '2026-01-01', flag, String(value)]);
      expect(`error: ${text}\n`).toBe(stderr.replace(flag, option).replaceAll('"', ''));
    }
  });
});

describe('the variable TZ of the process', () => {
  const { TZ } = process.env;
  afterEach(() => {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  });

  test('is an error for relative dates if it names no zone', async () => {
    process.env.TZ = 'Europe/Berln';
    const relative = { period: 'yesterday' };
    expect(await refusal(optionsFor(SERVICE, relative))).toEqual({
      kind: 'config',
      exitCode: 2,
      text:
        'TZ="Europe/Berln" is not a known time zone, so the current date is unknown (set timeZone; ' +
        'did you mean Europe/Berlin? a time zone is an IANA name, such as Europe/Berlin, America/New_York or UTC)',
    });
    const others = [{ ...relative, timeZone: 'UTC' }, DAY];
    for (const options of others) {
      expect(await refusal(optionsFor(SERVICE, { ...options, retries: 0 }))).toMatchObject({ exitCode: 6 });
    }
    process.env.TZ = 'Europe/Berlin';
    expect(await refusal(optionsFor(SERVICE, { ...relative, retries: 0 }))).toMatchObject({ exitCode: 6 });
  });
});

test('the library has no other exports', () => {
  expect(Object.keys(library).sort()).toEqual(['ExactNumber', 'ReportingError', 'pullReport']);
});
