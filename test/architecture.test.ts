import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const SRC = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '../src');

interface Import {
  readonly from: string;
  readonly to: string;
  readonly isType: boolean;
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const imports: readonly Import[] = files.flatMap((from) => {
  const text = readFileSync(path.join(SRC, from), 'utf8');
  const found = [
    ...text.matchAll(/(?:^import (type )?(?:[^'";]*? from )?|^export [^'";]*? from |\bimport\()'([^']+)'/gms),
  ];
  return found.map(([, type, to]) => ({ from, to: resolveImport(from, to!), isType: type !== undefined }));
});

function resolveImport(from: string, to: string): string {
  return to.startsWith('.') ? path.join(path.dirname(from), to) : to;
}

/** The folder of a file, or the name of a file at the top. */
function roomOf(file: string): string {
  return file.includes(path.sep) ? file.split(path.sep)[0]! : path.basename(file, '.ts');
}

/** Who may import code from whom. Types cross anywhere: they leave nothing behind. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  cli: ['run-process', 'version'],
  'run-process': ['main', 'context', 'output', 'core'],
  index: ['library', 'core'],
  library: [
    ...[
      'report',
      'config',
      'pipeline',
      'profiles',
      'shaping',
      'segments',
      'service',
      'reports',
      'disk',
      'core',
    ],
    ...['contract', 'core', 'version'],
  ],
  main: ['program', 'ports', 'early-options', 'help', 'output', 'core'],
  program: ['commands', 'reports', 'core', 'version'],
  ports: ['segments', 'service', 'pipeline', 'profiles', 'output', 'sandbox', 'disk', 'core', 'version'],
  context: ['young-heap', 'core'],
  'young-heap': [],
  'early-options': [],
  version: [],
  commands: [
    ...['report', 'config', 'pipeline', 'shaping', 'reports', 'formats', 'profiles', 'sandbox', 'help'],
    ...['completion', 'contract', 'core'],
  ],
  report: ['config', 'pipeline', 'shaping', 'segments', 'formats', 'profiles', 'reports', 'contract', 'core'],
  config: ['profiles', 'formats', 'reports', 'contract', 'core'],
  completion: ['sandbox', 'core'],
  help: ['formats', 'contract', 'core'],
  man: ['program', 'help', 'version'],
  pipeline: ['shaping', 'segments', 'core'],
  shaping: ['records', 'segments', 'core'],
  formats: ['records', 'segments', 'core'],
  records: ['segments', 'core'],
  segments: ['disk', 'core'],
  service: ['contract', 'core'],
  reports: ['contract', 'core'],
  sandbox: ['contract'],
  output: ['disk', 'core'],
  profiles: ['disk', 'core'],
  disk: ['core'],
  contract: ['core'],
  core: [],
};

/** Each library is known to one file; commander, which every command speaks, to the commands. */
const LIBRARIES: Readonly<Record<string, RegExp>> = {
  commander: /^(program|main|commands\/.*)\.ts$/,
  ora: /^output\/progress\.ts$/,
  'cli-table3': /^formats\/table-renderer\.ts$/,
  'csv-stringify': /^formats\/delimited\.ts$/,
  conf: /^profiles\/store\.ts$/,
  got: /^service\/client\.ts$/,
  hpagent: /^service\/tunnel\.ts$/,
  'string-width': /^formats\/text-width\.ts$/,
};

const isOwn = ({ to }: Import): boolean => to.endsWith('.ts');

test('every room is on the plan', () => {
  expect([...new Set(files.map(roomOf))].sort()).toEqual(Object.keys(ALLOWED).sort());
});

describe('code is imported downwards only', () => {
  test.each(Object.entries(ALLOWED))('%s', (room, allowed) => {
    const upward = imports.filter(
      (each) =>
        roomOf(each.from) === room &&
        isOwn(each) &&
        !each.isType &&
        ![room, ...allowed].includes(roomOf(each.to)),
    );
    expect(upward).toEqual([]);
  });
});

test('no import leads back to where it came from', () => {
  const next = (file: string) =>
    imports.filter((each) => each.from === file && isOwn(each) && !each.isType).map(({ to }) => to);
  const done = new Set<string>();
  function visit(file: string, trail: readonly string[]): void {
    expect(trail, `${[...trail, file].join(' → ')}`).not.toContain(file);
    if (done.has(file)) return;
    for (const to of next(file)) visit(to, [...trail, file]);
    done.add(file);
  }
  for (const file of files) visit(file, []);
  expect(done.size).toBe(files.length);
});

test('each library is known to one file', () => {
  const foreign = imports.filter((each) => !isOwn(each) && !each.to.startsWith('node:') && !each.isType);
  const astray = foreign.filter(({ from, to }) => !LIBRARIES[to.split('/')[0]!]?.test(from));
  expect(astray).toEqual([]);
  expect(new Set(foreign.map(({ to }) => to.split('/')[0]))).toEqual(new Set(Object.keys(LIBRARIES)));
});

test('records knows neither what shows it nor what transforms it, not even their types', () => {
  const known = new Set(imports.filter(({ from }) => roomOf(from) === 'records').map(({ to }) => roomOf(to)));
  expect([...known].filter((room) => !['records', ...ALLOWED.records!].includes(room))).toEqual([]);
});

test('pure rooms touch no file, network or clock', () => {
  const pure = ['core', 'contract', 'reports', 'records'];
  const touching = imports.filter(({ from, to }) => pure.includes(roomOf(from)) && to.startsWith('node:'));
  expect(touching).toEqual([]);
  for (const file of files.filter((each) => pure.includes(roomOf(each)))) {
    expect(readFileSync(path.join(SRC, file), 'utf8')).not.toMatch(
      /new Date\(\)|Date\.now|process\.|Math\.random/,
    );
  }
});

test('dates are synchronous', () => {
  const ofDates =
    /^core\/(calendar.*|compared-range|date-.*|day-list|period|resolve-range|time-zone|unreadable-date|weekday|windows)\.ts$/;
  const dateFiles = files.filter((each) => ofDates.test(each));
  expect(dateFiles).toContain('core/calendar.ts');
  for (const file of dateFiles) {
    expect(readFileSync(path.join(SRC, file), 'utf8'), file).not.toMatch(/\basync\b|\bPromise\b|\bimport\(/);
  }
});

test("nobody ends the process, or prints behind the context's back", () => {
  for (const file of files) {
    expect(readFileSync(path.join(SRC, file), 'utf8'), file).not.toMatch(/process\.exit\(|console\./);
  }
});
