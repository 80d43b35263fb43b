import { mkdirSync, readdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ALL_OFFERS, LINES, STORED, TRAPS } from '../harness/completion-cases.ts';
import { BASH_COMPLETION, needs } from '../harness/needs.ts';
import { firstOf, runStep } from '../harness/property-runs.ts';
import type { Home } from '../harness/run-cli.ts';
import {
  callsOf,
  completeInFish,
  createShellHome,
  type InteractiveShell,
  openBash,
  openFish,
  openZsh,
  scriptOf,
  useAnswers,
  useStuckProgram,
} from '../harness/shells.ts';

interface Way {
  readonly name: string;
  readonly shell: 'bash' | 'zsh' | 'fish';
  /** Programs and files that the tests need. */
  readonly programs: readonly string[];
  readonly open: (home: Home) => InteractiveShell | Promise<InteractiveShell>;
}

const SOURCED: readonly Way[] = [
  { name: 'bash, sourced', shell: 'bash', programs: ['bash', 'script'], open: (home) => openBash(home) },
  { name: 'zsh, sourced', shell: 'zsh', programs: ['zsh', 'script'], open: (home) => openZsh(home) },
];
const FISH: Way = { name: 'fish', shell: 'fish', programs: ['fish'], open: openFish };
/** Other ways to load the same scripts. They complete lines; the rest is in the script. */
const LOADED: readonly Way[] = [
  {
    name: 'bash, loaded by bash-completion',
    shell: 'bash',
    programs: ['bash', 'bash-completion', 'script'],
    open: openBashWithPackage,
  },
  { name: 'zsh, out of fpath', shell: 'zsh', programs: ['zsh', 'script'], open: openZshWithFpath },
];

/** Outside `.ci/run`, each line is typed in one of the shells, and each payload stands in some positions. */
const typedIn = (at: number) => ALL_OFFERS.filter((_, index) => runStep() === 1 || index % 6 === at);
const TYPED_TRAPS = TRAPS.filter((_, index) => runStep() === 1 || index % 11 === 0);
/** Bash and zsh share the traps: each has all positions and payloads. */
const trapsIn = (at: number) => TYPED_TRAPS.filter((_, index) => (index + Math.floor(index / 12)) % 2 === at);

for (const [at, { name, shell, programs, open }] of [...SOURCED, FISH].entries()) {
  needs(...programs).describe(name, () => {
    test('offers words for commands, options and values', async () => {
      const home = await createShellHome(shell, STORED);
      const typed = await open(home);
      for (const [line, offered] of typedIn(at)) {
        const shown = (await typed.complete(line)).offered.map(lastPart);
        expect([line, shown.toSorted()]).toEqual([line, offered.toSorted()]);
      }
    });

    test('asks the program only for values, and hides its stderr', async () => {
      const home = await createShellHome(shell, STORED);
      const typed = await open(home);
      for (const line of ['reporting rev', 'reporting revenue --by', 'reporting config se']) {
        await typed.complete(line);
      }
      expect(callsOf(home)).toEqual([]);
      await typed.complete('reporting revenue --profile ac');
      expect(callsOf(home)).toEqual(['__complete reporting revenue --profile ac']);
      expect(typed.shown()).not.toContain('complaint');
    });

    test('offers stored profiles with valid names only', async () => {
      const home = await createShellHome(shell, STORED);
      const typed = await open(home);
      const { offered } = await typed.complete('reporting whoami --profile ');
      expect(offered).toEqual(['acme', 'acme-eu', 'beta']);
      await typed.complete('reporting logout --profile b');
      expect(everythingIn(home)).toEqual([]);
    });
  });
}

for (const [at, { name, shell, programs, open }] of [...SOURCED, ...firstOf(0, LOADED)].entries()) {
  const lines = LINES.filter((_, index) => runStep() === 1 || index % 4 === at);
  needs(...programs).describe(name, () => {
    test('completes the line', async () => {
      const home = await createShellHome(shell, STORED);
      const typed = await open(home);
      for (const [line, completed] of lines) {
        expect([line, (await typed.complete(line)).line]).toEqual([line, completed]);
      }
    });
  });
}

for (const [at, { name, shell, programs, open }] of SOURCED.entries()) {
  needs(...programs).test(`${name}: runs nothing in a typed line or in output of the program`, async () => {
    const home = await createShellHome(shell, []);
    useAnswers(home, STORED);
    const typed = await open(home);
    for (const line of trapsIn(at)) {
      await typed.complete(line);
      expect([line, everythingIn(home)]).toEqual([line, []]);
    }
  });
}

// Each takes three seconds.
for (const { name, shell, programs, open } of [...SOURCED, FISH]) {
  needs(...programs).test(`${name}: does not wait for a program that hangs`, async () => {
    const home = await createShellHome(shell, [], 3);
    useStuckProgram(home);
    const typed = await open(home);
    expect((await typed.complete('reporting logout --profile ')).offered).toEqual([]);
    expect(callsOf(home)).toEqual(['begun']);
  });
}

needs('fish').describe('fish', () => {
  test('runs nothing in a typed line or in output of the program', async () => {
    const home = await createShellHome('fish', []);
    useAnswers(home, STORED);
    expect(completeInFish(home, TYPED_TRAPS)).toHaveLength(TYPED_TRAPS.length);
    expect(everythingIn(home)).toEqual([]);
  });

  test('offers names of files', async () => {
    const home = await createShellHome('fish', STORED);
    const lines = [
      'reporting revenue -o my',
      'reporting revenue --output=my',
      'reporting login --token-file oth',
      'reporting revenue --input o',
      'reporting revenue --input=o',
      'reporting raw revenue -o o',
      'reporting verify o',
      'reporting verify ot',
    ];
    expect(completeInFish(home, lines)).toEqual([
      ['my report.csv'],
      ['--output=my report.csv'],
      ['other.json'],
      ['our recordings/'],
      ['--input=our recordings/'],
      ['our recordings/'],
      ['our recordings/'],
      [],
    ]);
  });
});

/** Puts the script where the package bash-completion finds it at the first Tab. */
function openBashWithPackage(home: Home): Promise<InteractiveShell> {
  const place = path.join(home.root, '.local/share/bash-completion/completions');
  mkdirSync(place, { recursive: true });
  renameSync(scriptOf(home), path.join(place, 'reporting'));
  return openBash(home, `source ${BASH_COMPLETION}`);
}

/** Puts the script where compinit finds it. */
function openZshWithFpath(home: Home): Promise<InteractiveShell> {
  const place = path.join(home.root, 'functions');
  mkdirSync(place);
  renameSync(scriptOf(home), path.join(place, '_reporting'));
  return openZsh(home, '', place);
}

/** `b` of `--profile=a,b`: shells differ in how much of the word a completion contains. */
function lastPart(word: string): string {
  return word.replace(/^(--[\w-]+=)?(.*,)?/, '');
}

/** Paths of files that traps have created. */
function everythingIn(home: Home): readonly string[] {
  return readdirSync(home.root, { recursive: true, encoding: 'utf8' }).filter((file) => file.includes('pwned'));
}
