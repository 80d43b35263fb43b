import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { manPage } from '../src/man/man-page.ts';
import { ROOT, readPage } from './harness/pages.ts';
import { runStep } from './harness/property-runs.ts';
import { createHome } from './harness/run-cli.ts';

const MODULES = path.join(ROOT, 'node_modules');
const readme = readPage('README.md').text;
const manifest = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));

const run = promisify(execFile);

/** Runs npm in the project without the build before packing, which would remove files that other tests run. */
async function npm(args: readonly string[]): Promise<void> {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--offline', '--loglevel', 'error'];
  await run('npm', [...args, ...quiet], { cwd: installed });
}

function filesBelow(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

/** The files of the installed package, by their paths in it, with their sizes. */
let packed: ReadonlyMap<string, number>;
/** A project in which npm has installed the package. */
let installed: string;
beforeAll(async () => {
  installed = mkdtempSync(path.join(os.tmpdir(), 'reporting-test-'));
  writeFileSync(path.join(installed, 'package.json'), '{"name":"consumer","private":true,"type":"module"}');
  // Packs the package, and installs it.
  await npm(['install', '--install-links', ROOT]);
  const folder = path.join(installed, 'node_modules', manifest.name);
  packed = new Map(filesBelow(folder).map((file) => [path.relative(folder, file), statSync(file).size]));
});
afterAll(() => rmSync(installed, { recursive: true, force: true }));

describe('the package', () => {
  test('contains the program and its documents, and no sources', () => {
    const names = [...packed.keys()];
    expect([...new Set(names.map((name) => name.split('/')[0]))].sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'bin',
      'completions',
      'dist',
      'docs',
      'package.json',
    ]);
    expect(names.filter((name) => name.startsWith('docs/') && !/^docs\/[\w-]+\.md$/.test(name))).toEqual([
      'docs/container/Dockerfile',
      'docs/container/cronjob.yaml',
      'docs/schedulers/airflow.py',
      'docs/schedulers/com.example.revenue.plist',
      'docs/schedulers/reporting.service',
      'docs/schedulers/reporting.timer',
      'docs/schemas/message.json',
    ]);
    const built = names.filter((name) => name.startsWith('dist/'));
    const kinds = /^dist\/(cli\.cjs|cli\/[^/]+\.cjs|reporting\.1|THIRD-PARTY-LICENSES\.txt)$/;
    expect(built.filter((name) => !kinds.test(name))).toEqual([]);
  });

  test('has the size and the dependencies stated in the README', () => {
    const [, megabytes] = /has no dependencies, and takes about ([\d.]+) MB unpacked/.exec(readme)!;
    expect(manifest.dependencies).toBeUndefined();
    const size = [...packed.values()].reduce((sum, each) => sum + each);
    expect(Math.abs(size / 1e6 - Number(megabytes))).toBeLessThan(0.15 * Number(megabytes));
  });

  test('contains the program that the manifest names', () => expect(packed.has(manifest.bin.reporting)).toBe(true));
});

const licences = readFileSync(path.join(ROOT, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8').split(
  `\n${'-'.repeat(80)}\n\n`,
);
/** The names and versions of the bundled packages. */
const licensed = licences.map((text) => /^(\S+ \S+) \(/.exec(text)?.[1] ?? '');

/** The hash of each file that a build in `project` writes, by its path in `dist`. */
async function buildIn(project: string, environment: Readonly<Record<string, string>>) {
  await run(process.execPath, ['.ci/build.mjs'], { cwd: project, env: { ...process.env, ...environment } });
  return hashesOf(path.join(project, 'dist'));
}

function hashesOf(directory: string): Record<string, string> {
  const hashed = filesBelow(directory).map((file) => [
    path.relative(directory, file),
    createHash('sha256').update(readFileSync(file)).digest('hex'),
  ]);
  return Object.fromEntries(hashed.sort());
}

test.runIf(runStep() === 1)(
  'a build in another directory, time zone and environment writes the same bytes',
  async () => {
    const { root } = createHome();
    const project = path.join(root, 'another directory');
    for (const name of ['.ci', 'src', 'docs', 'package.json', 'tsconfig.json'])
      cpSync(path.join(ROOT, name), path.join(project, name), { recursive: true });
    // Of the packages, only those that a bundle contains.
    mkdirSync(path.join(project, 'node_modules'));
    for (const name of readdirSync(MODULES).filter((each) => !each.startsWith('.'))) {
      const [from, to] = [path.join(MODULES, name), path.join(project, 'node_modules', name)];
      const isBundled = licensed.some((each) => each.split(/[ /]/)[0] === name);
      if (isBundled) cpSync(from, to, { recursive: true });
      else symlinkSync(from, to, 'junction');
    }
    const environment = {
      TMPDIR: root,
      TZ: 'Asia/Kathmandu',
      HOME: root,
      LANG: 'ja_JP.UTF-8',
      USER: 'someone',
    };
    // A build removes what earlier ones left.
    mkdirSync(path.join(project, 'dist'));
    writeFileSync(path.join(project, 'dist/old.cjs'), '');
    expect(await buildIn(project, environment)).toEqual(hashesOf(path.join(ROOT, 'dist')));
  },
);

test('the built manual page is up to date', async () => {
  const page = await manPage();
  const built = readFileSync(path.join(ROOT, 'dist/reporting.1'), 'utf8');
  expect(manifest.man).toEqual(['./dist/reporting.1']);
  const head = /^\.TH.*\n/;
  expect(built.replace(head, '')).toBe(page.replace(head, ''));
  expect(built).toContain(`"reporting ${manifest.version}"`);
});

/** Names of the files that are loaded before the code of `file` runs, without their content hashes. */
function loadedWith(file: string, seen = new Set<string>()): string[] {
  seen.add(file);
  const text = readFileSync(path.join(ROOT, 'dist', file), 'utf8');
  for (const [, to] of text.matchAll(/\b(?:from"|import"|(?<!=>)require\(")(\.[^"]+)"/g)) {
    const next = path.join(path.dirname(file), to!);
    if (!seen.has(next)) loadedWith(next, seen);
  }
  return [...seen].map((each) => each.replace(/-[\w-]{8}(\.c?js)$/, '$1')).sort();
}

describe('loading', () => {
  test('for the version: very few files', () =>
    expect(loadedWith('cli.cjs')).toEqual(['cli.cjs', 'cli/rolldown-runtime.cjs', 'cli/version.cjs']));

  test('for help: one more file', () => {
    const chunks = readdirSync(path.join(ROOT, 'dist/cli'));
    const start = chunks.find((name) => name.startsWith('start-'))!;
    expect(loadedWith(`cli/${start}`)).toEqual(['cli/rolldown-runtime.cjs', 'cli/start.cjs', 'cli/version.cjs']);
  });

  test('of the command line: strict code, and no loader of ESM', () => {
    for (const name of ['../cli.cjs', ...readdirSync(path.join(ROOT, 'dist/cli'))]) {
      const text = readFileSync(path.join(ROOT, 'dist/cli', name), 'utf8');
      expect([name, text.slice(0, 13)]).toEqual([name, '"use strict";']);
      expect([name, ...text.matchAll(/\bimport\s*\(.*/g)]).toEqual([name]);
    }
  });
});

describe('the licences of bundled packages', () => {
  test.runIf(runStep() === 1)('cover every bundled package, and no other', async () => {
    const stubs = [
      'http2-wrapper',
      'cacheable-lookup',
      'cacheable-request',
      'form-data-encoder',
      'ajv/dist/2020.js',
      'ajv-formats',
    ];
    const bundle = await rolldown({
      input: path.join(ROOT, 'src/cli.ts'),
      platform: 'node',
      external: [...stubs, /\?raw$/],
    });
    const { output } = await bundle.generate();
    const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? Object.keys(chunk.modules) : []));
    const folders = modules.map((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0]);
    const bundled = [...new Set(folders.filter((folder) => folder !== undefined))].map((folder) => {
      const { name, version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
      return `${name} ${version}`;
    });
    expect(bundled.length).toBeGreaterThan(20);
    expect([...new Set(bundled)].sort()).toEqual(licensed.toSorted());
  });

  test('allow bundling, and are included in full', () => {
    for (const section of licences) {
      expect(section).toMatch(/^\S+ \S+ \((MIT|ISC)\)\n\n/);
      expect(section).toMatch(/permission/i);
      expect(section).toMatch(/WARRANT/);
    }
  });
});

test('a project that installs it finds the command, and cannot import internal files', async () => {
  const bin = path.join(installed, 'node_modules/.bin/reporting');
  expect((await run(bin, ['--version'])).stdout).toBe(`${manifest.version}\n`);
  const code = `import manifest from 'reporting-cli/package.json' with { type: 'json' };
    const refused = await import('reporting-cli/dist/cli.cjs').catch((error) => error.code);
    process.stdout.write(manifest.name + ' ' + refused);`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], { cwd: installed });
  expect(stdout).toBe('reporting-cli ERR_PACKAGE_PATH_NOT_EXPORTED');
});
