import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'vitest';

export interface Registrars {
  readonly test: typeof test;
  readonly describe: typeof describe;
}

/**
 * `test` and `describe` for tests that run these programs. If one is not installed, they skip their tests and name the
 * program in the title. A path is a file that must exist.
 */
export function needs(...programs: readonly string[]): Registrars {
  const missing = programs.filter((program) => !isInstalled(program));
  if (missing.length === 0) return { test, describe };
  const note = ` [needs ${missing.join(', ')}]`;
  return { test: skipping(test.skip, note), describe: skipping(describe.skip, note) };
}

/** The loader of the package bash-completion. */
export const BASH_COMPLETION = '/usr/share/bash-completion/bash_completion';

/** The folder of DuckDB's package, which is too large for every developer: below DUCKDB_HOME, or else among the others. */
export const DUCKDB_PACKAGE = path.resolve(process.env.DUCKDB_HOME ?? '.', 'node_modules/@duckdb/node-api');

/** Packages without a program, each with one of its files. */
const FILES: Readonly<Record<string, string>> = {
  'bash-completion': BASH_COMPLETION,
  duckdb: path.join(DUCKDB_PACKAGE, 'package.json'),
  openpyxl: '/usr/lib/python3/dist-packages/openpyxl/__init__.py',
};

const found = new Map<string, boolean>();

/** True if a program is on the PATH, or a path exists. */
function isInstalled(program: string): boolean {
  const known = found.get(program);
  if (known !== undefined) return known;
  const file = FILES[program] ?? program;
  const answer = path.isAbsolute(file) ? existsSync(file) : isOnPath(program) && isUsable(program);
  found.set(program, answer);
  return answer;
}

function isOnPath(program: string): boolean {
  const directories = (process.env.PATH ?? '').split(path.delimiter).filter((each) => each !== '');
  return directories.some((directory) => isExecutable(path.join(directory, program)));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The `--version` of programs whose BSD and busybox variants take other options. */
const VERSIONS: Readonly<Record<string, RegExp>> = { script: /util-linux/, less: /^less \d/ };

/** Arguments with which a program succeeds if this machine allows what tests do with it. */
const TRIALS: Readonly<Record<string, readonly string[]>> = {
  // Its package python3-yaml is separate.
  python3: ['-c', 'import yaml'],
  unshare: ['--map-root-user', '--mount', 'true'],
};

function isUsable(program: string): boolean {
  const trial = TRIALS[program];
  if (trial !== undefined) return spawnSync(program, trial, { stdio: 'ignore' }).status === 0;
  const version = VERSIONS[program];
  if (version === undefined) return true;
  return version.test(spawnSync(program, ['--version'], { encoding: 'utf8', input: '' }).stdout ?? '');
}

interface Skip {
  (name: string, ...rest: readonly never[]): void;
  each(...cases: readonly never[]): (name: string, ...rest: readonly never[]) => void;
}

/** An API of vitest that skips tests, and appends `note` to their titles. */
function skipping<Api>(skipApi: unknown, note: string): Api {
  const skip = skipApi as Skip;
  return Object.assign((name: string, ...rest: readonly never[]) => skip(`${name}${note}`, ...rest), {
    each:
      (...cases: readonly never[]) =>
      (name: string, ...rest: readonly never[]) =>
        skip.each(...cases)(`${name}${note}`, ...rest),
    runIf: () => skipping(skipApi, note),
  }) as Api;
}
