import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { SHELLS } from '../../src/completion/scripts.ts';
import { allCommands, flagsOf, offerFor, optionsOf, pathOf } from '../../src/options/declare-flags.ts';
import { OFFERS, STORED, VALUES } from '../harness/completion-cases.ts';
import { storeProfiles } from '../harness/profiles.ts';
import { declaredCommands } from '../harness/program.ts';
import { createHome, type Home, runCli } from '../harness/run-cli.ts';

const SHIPPED = path.resolve(path.dirname(new URL(import.meta.url).pathname), '../../completions');
const FILES = Object.entries(SHELLS).map(([shell, { file }]) => [shell, file] as const);
const SHELL_NAMES = FILES.map(([shell]) => shell);

const commands = allCommands(declaredCommands()[0]!.command);
const options = commands.flatMap((command) =>
  optionsOf(command).map((option) => ({
    of: pathOf(command),
    flags: flagsOf(option),
    takesValue: option.required,
    offers: offerFor(option),
  })),
);

const scripts = new Map<string, string>();

async function scriptFor(shell: string): Promise<string> {
  const known = scripts.get(shell);
  if (known !== undefined) return known;
  const { stdout, stderr, exitCode } = await runCli(['completion', shell]);
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  scripts.set(shell, stdout);
  return stdout;
}

describe('the scripts', () => {
  test.each(FILES)('for %s is up to date in %s; `npm run generate` updates it', async (shell, file) => {
    expect(readFileSync(path.join(SHIPPED, file), 'utf8')).toBe(await scriptFor(shell));
  });

  test('no other file is shipped', () => {
    expect(readdirSync(SHIPPED).sort()).toEqual(FILES.map(([, file]) => file).sort());
  });

  test.each(SHELL_NAMES)('for %s is ASCII, knows every command and flag, and no version', async (shell) => {
    const script = await scriptFor(shell);
    expect(script).toMatch(/^[\n\x20-\x7e]+$/);
    const words = new Set(script.match(/[\w-]+/g));
    const names = [...commands.map((command) => command.name()), ...options.flatMap(({ flags }) => flags)];
    expect(names.filter((name) => !words.has(name))).toEqual([]);
    expect(script).not.toContain('0.0.0-test');
  });
});

describe('the end of a line', () => {
  function homeWithProfiles(): Home {
    const home = createHome();
    storeProfiles(home, Object.fromEntries(STORED.map((name) => [name, {}])));
    return home;
  }

  test.each([...OFFERS, ...VALUES])('%s', async (line, offered) => {
    const { stdout, stderr, exitCode } = await runCli(['__complete', line], { home: homeWithProfiles() });
    const [, ...words] = stdout.split('\n').slice(0, -1);
    const found = words.map((word) => word.replace(/^.*,/, ''));
    expect({ found: found.sort(), stderr, exitCode }).toEqual({ found: [...offered].sort(), stderr: '', exitCode: 0 });
  });

  test.each([
    ['reporting revenue -o my', 'file\tmy'],
    ['reporting revenue --input=o', 'directory\to'],
    ['reporting verify o', 'directory\to'],
    ['reporting sync revenue ~/', 'directory\t~/'],
    ['reporting verify sales\\ ', 'directory\tsales\\ '],
    ['reporting revenue --profile=acme,b', 'list\tacme,b\nacme,beta'],
    ['reporting revenue -fcs', 'words\tcs\ncsv'],
  ])('%s: what the shells read', async (line, shown) => {
    expect(await runCli(['__complete', line], { home: homeWithProfiles() })).toPrint(`${shown}\n`);
  });
});

/** The options beside an offered word: a report of a few days, unless the word needs others. */
const DAYS = ['--sandbox', '--from', '2026-06-01', '--to', '2026-06-07'];
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  '--from': ['--sandbox'],
  '--to': ['--sandbox', '--from', '2026-06-01'],
  '--period': ['--sandbox'],
  '--compare': [...DAYS, '--group-by', 'campaign', '--sum', 'revenue'],
  '--pivot': [...DAYS, '--group-by', 'day,week,month,quarter,year'],
  '--delimiter': [...DAYS, '--format', 'csv'],
};

describe('every offered word is valid', () => {
  const offered = options.filter(({ of }) => of === 'reporting revenue');
  const cases = offered.flatMap(({ flags, offers }) =>
    (Array.isArray(offers) ? offers : []).map((word: string) => [flags.at(-1)!, word] as const),
  );

  test('offers more than 50 words', () => expect(cases.length).toBeGreaterThan(50));

  test.each(cases)('%s %s', async (flag, word) => {
    const argv = ['revenue', '--dry-run', ...(BESIDE[flag] ?? DAYS), flag, word];
    const { exitCode, stderr } = await runCli(argv, { now: '2026-06-17T12:00:00Z' });
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  });

  test('words need no quoting in any shell', () => {
    const all = [
      ...options.map(({ offers }) => offers),
      ...commands.flatMap((each) => each.registeredArguments.map(offerFor)),
    ];
    const words = all.flatMap((offers): readonly string[] => (Array.isArray(offers) ? offers : []));
    expect(words.filter((word) => !/^[\w.+-]+$/.test(word))).toEqual([]);
  });
});

test('a flag takes a value in all commands or in none', () => {
  const taking = new Set(options.filter(({ takesValue }) => takesValue).flatMap(({ flags }) => flags));
  const bare = options.filter(({ takesValue }) => !takesValue).flatMap(({ flags }) => flags);
  expect(bare.filter((flag) => taking.has(flag))).toEqual([]);
});

test('brackets in the PowerShell script are balanced', async () => {
  const open: string[] = [];
  const code = (await scriptFor('powershell')).replaceAll(/'(?:[^']|'')*'|"[^"`]*"|#.*/g, '');
  expect(code).not.toMatch(/['"`]/);
  const pairs: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
  for (const bracket of code.replaceAll(/[^()[\]{}]/g, '')) {
    if (pairs[bracket] === undefined) open.push(bracket);
    else expect(open.pop()).toBe(pairs[bracket]);
  }
  expect(open).toEqual([]);
});
