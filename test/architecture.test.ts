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

/** The top folder of a file, or the name of a file at the top of src. */
function folderOf(file: string): string {
  return file.includes(path.sep) ? file.split(path.sep)[0]! : path.basename(file, '.ts');
}

/** The folders and top files that each may import code from. Imports of types are only checked for cycles. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  cli: ['run-process', 'fs', 'version'],
  'run-process': ['main', 'context', 'output', 'core'],
  index: ['library', 'core'],
  library: [
    'report',
    'config',
    'transform',
    'records',
    'json',
    'service',
    'api',
    'dates',
    'fs',
    'core',
    'version',
  ],
  main: ['program', 'commands', 'services', 'formats', 'help', 'output', 'core'],
  program: ['commands', 'help', 'api', 'core', 'version'],
  services: [
    'recording',
    'records',
    'service',
    'config',
    'dates',
    'output',
    'sandbox',
    'fs',
    'core',
    'version',
  ],
  context: ['core'],
  version: [],
  commands: [
    ...['report', 'raw', 'sync', 'config', 'doctor', 'transform', 'formats', 'sandbox', 'help', 'completion'],
    ...['dates', 'api', 'core'],
  ],
  doctor: ['raw', 'report', 'config', 'formats', 'records', 'json', 'service', 'dates', 'api', 'core'],
  sync: [
    ...['report', 'recording', 'config', 'service', 'transform', 'formats', 'parquet', 'records', 'json'],
    ...['dates', 'api', 'fs', 'core'],
  ],
  raw: ['report', 'config', 'recording', 'records', 'json', 'dates', 'api', 'core'],
  report: [
    'recording',
    'config',
    'service',
    'transform',
    'records',
    'json',
    'formats',
    'dates',
    'api',
    'core',
  ],
  man: ['program', 'completion', 'help', 'core', 'version'],
  completion: ['formats', 'sandbox', 'api', 'dates', 'core'],
  help: ['report', 'formats', 'api', 'dates', 'core'],
  config: ['formats', 'api', 'dates', 'fs', 'core'],
  transform: ['records', 'json', 'dates', 'core'],
  formats: ['parquet', 'charts', 'records', 'json', 'dates', 'core'],
  charts: ['records', 'json', 'dates', 'core'],
  parquet: ['records', 'json', 'dates', 'core'],
  records: ['json', 'fs', 'dates', 'core'],
  recording: ['fs', 'dates', 'api', 'core'],
  json: ['dates', 'core'],
  service: ['api', 'dates', 'core'],
  sandbox: ['api'],
  output: ['fs', 'core'],
  fs: ['dates', 'core'],
  api: ['dates', 'core'],
  dates: ['core'],
  core: [],
};

/** The files that may import each library. */
const LIBRARIES: Readonly<Record<string, RegExp>> = {
  commander: /^(program|main|commands\/.*)\.ts$/,
  ora: /^output\/progress-line\.ts$/,
  'd3-array': /^charts\/value-axis\.ts$/,
  'cli-table3': /^formats\/text-table\.ts$/,
  'csv-stringify': /^formats\/csv\.ts$/,
  conf: /^config\/store\.ts$/,
  got: /^service\/client\.ts$/,
  'hyparquet-writer': /^parquet\/(parquet-encoder|column-chunk)\.ts$/,
  hpagent: /^service\/tunnel\.ts$/,
  'string-width': /^formats\/text-width\.ts$/,
};

const isOwn = ({ to }: Import): boolean => to.endsWith('.ts');

test('every folder is in the list', () => {
  expect([...new Set(files.map(folderOf))].sort()).toEqual(Object.keys(ALLOWED).sort());
});

describe('code is imported downwards only', () => {
  test.each(Object.entries(ALLOWED))('%s', (folder, allowed) => {
    const upward = imports.filter(
      (each) =>
        folderOf(each.from) === folder &&
        isOwn(each) &&
        !each.isType &&
        ![folder, ...allowed].includes(folderOf(each.to)),
    );
    expect(upward).toEqual([]);
  });
});

test('no folder imports from one that imports from it', () => {
  const loops = Object.entries(ALLOWED).flatMap(([folder, allowed]) =>
    allowed.filter((other) => ALLOWED[other]!.includes(folder)).map((other) => `${folder} ⇄ ${other}`),
  );
  expect(loops).toEqual([]);
});

test('there are no cycles of files, not even of types', () => {
  const next = (file: string) =>
    imports.filter((each) => each.from === file && isOwn(each)).map(({ to }) => to);
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

test('no file name appears twice', () => {
  const names = files.map((file) => path.basename(file));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('only the listed files import each library', () => {
  const foreign = imports.filter((each) => !isOwn(each) && !each.to.startsWith('node:') && !each.isType);
  const unexpected = foreign.filter(({ from, to }) => !LIBRARIES[to.split('/')[0]!]?.test(from));
  expect(unexpected).toEqual([]);
  expect(new Set(foreign.map(({ to }) => to.split('/')[0]))).toEqual(new Set(Object.keys(LIBRARIES)));
});

test('records/ imports neither formats/ nor transform/, not even their types', () => {
  const imported = new Set(
    imports.filter((each) => isOwn(each) && folderOf(each.from) === 'records').map(({ to }) => folderOf(to)),
  );
  expect([...imported].filter((folder) => !['records', ...ALLOWED.records!].includes(folder))).toEqual([]);
});

test('pure code uses no file, network or clock', () => {
  const isPure = (file: string) =>
    ['core', 'api', 'dates', 'charts'].includes(folderOf(file)) ||
    /^records.(schema|name-kind)\.ts$/.test(file);
  const impure = imports.filter(
    ({ from, to }) => isPure(from) && to.startsWith('node:') && to !== 'node:events',
  );
  expect(impure).toEqual([]);
  for (const file of files.filter(isPure)) {
    expect(readFileSync(path.join(SRC, file), 'utf8')).not.toMatch(
      /new Date\(\)|Date\.now|process\.|Math\.random/,
    );
  }
});

test('dates are synchronous', () => {
  const dateFiles = files.filter((file) => folderOf(file) === 'dates');
  expect(dateFiles).toHaveLength(11);
  for (const file of dateFiles) {
    expect(readFileSync(path.join(SRC, file), 'utf8'), file).not.toMatch(/\basync\b|\bPromise\b|\bimport\(/);
  }
});

test('no code ends the process, or prints past the context', () => {
  for (const file of files) {
    expect(readFileSync(path.join(SRC, file), 'utf8'), file).not.toMatch(/process\.exit\(|console\./);
  }
});

/** Code that may spell options: code for the command line, and a script with the flags of curl; and custom properties of styles. */
const SPELLS_FLAGS =
  /^(commands|completion|doctor|help|man|sandbox)\/|^(cli|context|main|program)\.ts$|^output\/messages\.ts$|^report\/(curl-script|repeat-command)\.ts$|^(charts|formats)\/\w+-style\.ts$/;
/** Comments and literals. */
const COMMENT_OR_LITERAL =
  /\/\*[\s\S]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`/g;

function flagsIn(source: string): readonly string[] {
  const code = source.replace(COMMENT_OR_LITERAL, (found) => (found.startsWith('/') ? '' : found));
  // A decrement such as `[--index]` is not an option.
  return code.match(/(?<![\w[-])--[a-z][a-z-]+/g) ?? [];
}

describe('messages below the commands name options by reference, not by flag', () => {
  test.each([
    ["throw new Error('add --by-day')", 1],
    ['hint: "it\'s --by-day"', 1],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source
    ["phrase`a ${phrase`it's --by-day`}`", 1],
    ["// it's --by-day\nconst x = 1;", 0],
    ['/** For `--by-day`. */ const x = `a`;', 0],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source
    ["phrase`https://${host} ${option('byDay')} 7`; left--right", 0],
  ])('%s', (source, count) => {
    expect(flagsIn(source)).toHaveLength(count);
  });

  test('in all files', () => {
    const below = files.filter((file) => !SPELLS_FLAGS.test(file.replaceAll(path.sep, '/')));
    const spelled = below.map((file) => [file, flagsIn(readFileSync(path.join(SRC, file), 'utf8'))]);
    expect(spelled.filter(([, flags]) => flags!.length > 0)).toEqual([]);
  });
});
