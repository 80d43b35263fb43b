import { describe, expect, test } from 'vitest';
import { captionOf } from '../harness/caption.ts';
import { factsOf } from '../harness/html-page.ts';
import { clientProfile, storeProfiles } from '../harness/profiles.ts';
import { type CliOptions, createHome, type Home, runCli } from '../harness/run-cli.ts';
import { CLIENT_ID, startRecordService, type TestService, TOKEN } from '../harness/service.ts';

const RANGE = 'revenue --from 2026-02-01 --to 2026-02-01 --date-column none';
const OTHER_ID = '3f2a6c1e-58b7-4d09-a2c4-6e1f0d9b7a35';
const DAY = 'revenue 2026-02-01';
const PEOPLE = ['table', 'chart', 'markdown'] as const;

const start = (): Promise<TestService> => startRecordService(() => ['{"campaign":"a","revenue":1}']);

/** A home with the default profile `acme`, and `brava`. */
async function signedIn(): Promise<{ home: Home; env: Readonly<Record<string, string>> }> {
  const home = createHome();
  const { baseUrl } = await start();
  storeProfiles(
    home,
    { acme: { baseUrl, clientId: CLIENT_ID, token: TOKEN }, brava: { baseUrl, clientId: OTHER_ID, token: TOKEN } },
    { profile: 'acme' },
  );
  return { home, env: {} };
}

async function captionIn(line: string, options: CliOptions): Promise<string> {
  const { stdout, exitCode } = await runCli(`${RANGE} ${line}`, options);
  expect(exitCode).toBe(0);
  return captionOf(stdout).replaceAll('**', '');
}

/** A chart in a pipe has lines of 80 columns. */
const onOneLine = (caption: string): string => caption.replace(/\n(?!$)/g, ' · ');

describe.each(PEOPLE)('the caption of a %s', (format) => {
  test.each([
    ['the default profile', '', {}, 'profile acme'],
    ['a named profile', '--profile brava', {}, 'profile brava'],
    ['several profiles', '--profile acme,brava', {}, 'profiles acme, brava'],
    ['a variable over the profile', '', { REPORTING_CLIENT_ID: OTHER_ID }, `client ${OTHER_ID}`],
    ['the sandbox', '--sandbox', {}, 'sandbox'],
  ])('names the client of %s', async (_, args, env, whose) => {
    const { home } = await signedIn();
    const group = format === 'chart' ? '-g campaign' : '';
    expect(onOneLine(await captionIn(`-f ${format} ${group} ${args}`, { home, env }))).toBe(`${DAY} · ${whose}\n`);
  });
});

test('a page names the profile', async () => {
  const { home } = await signedIn();
  const { stdout } = await runCli(`${RANGE} -f html`, { home });
  expect(factsOf(stdout)).toMatchObject({ Client: 'acme', Range: '2026-02-01' });
});

test.each(['csv', 'tsv', 'json', 'ndjson'])('%s has no caption', async (format) => {
  const { home } = await signedIn();
  const { stdout } = await runCli(`${RANGE} -f ${format}`, { home, stdoutTty: true });
  expect(stdout).not.toContain('acme');
});

test('many profiles are counted', async () => {
  const home = createHome();
  const { baseUrl } = await start();
  const names = Array.from({ length: 10 }, (_, index) => `${index}-client`);
  storeProfiles(home, Object.fromEntries(names.map((name) => [name, clientProfile({ baseUrl }, name)])));
  expect(await captionIn('-f table --all-profiles', { home })).toBe(
    `${DAY} · profiles ${names.slice(0, 8).join(', ')} and 2 more\n`,
  );
});

describe('on a terminal, the caption', () => {
  test('breaks between its parts, and within a part that is wider than the terminal', async () => {
    const { home, env } = { ...(await signedIn()), env: { REPORTING_CLIENT_ID: OTHER_ID } };
    const at = (columns: number) => captionIn('', { home, env, stdoutTty: true, columns });
    expect(await at(64)).toBe(`${DAY} · client ${OTHER_ID}\n`);
    expect(await at(63)).toBe(`${DAY}\nclient ${OTHER_ID}\n`);
    expect(await at(42)).toBe(`${DAY} · client\n${OTHER_ID}\n`);
  });
});

// A progress line would be drawn over a slow test's output.
const env = { TERM: 'dumb' };

describe('the summary on a terminal', () => {
  test.each([
    ['', 'profile acme'],
    ['--profile brava', 'profile brava'],
    ['--profile acme,brava', 'profiles acme, brava'],
  ])('names the client with %j', async (args, whose) => {
    const { home } = await signedIn();
    const { stderr } = await runCli(`${RANGE} -f csv ${args}`, { home, env, stderrTty: true, columns: 200 });
    expect(stderr).toMatch(new RegExp(`^\\d records? of ${whose} from \\d windows? in 0\\.0 s\n$`));
  });
});
