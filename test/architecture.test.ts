import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { declaredCommands } from './harness/program.ts';

const SRC = path.resolve(fileURLToPath(import.meta.url), '../../src');

interface Import {
  readonly from: string;
  readonly to: string;
  readonly isType: boolean;
}

/** Below src, with slashes on every system. */
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replaceAll(path.sep, '/'));
const imports: readonly Import[] = files.flatMap((from) => {
  const text = readFileSync(path.join(SRC, from), 'utf8');
  const found = [
    ...text.matchAll(/(?:^import (type )?(?:[^'";]*? from )?|^export [^'";]*? from |\bimport\()'([^']+)'/gms),
  ];
  return found.map(([, type, to]) => ({ from, to: resolveImport(from, to!), isType: type !== undefined }));
});

function resolveImport(from: string, to: string): string {
  return to.startsWith('.') ? path.posix.join(path.posix.dirname(from), to) : to;
}

/** The top folder of a file, or the name of a file at the top of src. */
function folderOf(file: string): string {
  return file.includes('/') ? file.split('/')[0]! : path.basename(file, '.ts');
}

/** The folders and top files that each may import code from. Imports of types are only checked for cycles. */
const ALLOWED: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    cli: 'run-process fs version',
    'run-process': 'main context output core',
    main: 'program options commands services formats help output core',
    program: 'commands options help api core version',
    services: 'source archive records service config dates output sandbox fs core version',
    context: 'core',
    version: '',
    options: 'config formats sandbox api dates core',
    commands:
      'plan report raw sync config service doctor transform formats parquet terminal document sandbox help completion options dates api fs core',
    doctor: 'raw report config formats records json service dates api core',
    sync: 'plan report archive config service transform formats terminal parquet records json sandbox dates api fs core',
    source: 'sync archive parquet json dates fs core',
    raw: 'plan report config archive records json dates api fs core',
    plan: 'options config transform formats document dates api core',
    report:
      'plan source sandbox archive config service transform frame records json formats document fs dates api core',
    man: 'program options help core version',
    completion: 'options',
    help: 'plan options formats api dates core',
    config: 'formats api dates fs core',
    transform: 'charts frame records json dates core',
    frame: 'records json dates core',
    findings: 'frame records dates core',
    html: 'document charts dates core',
    xlsx: 'document terminal findings parquet frame records json dates fs core',
    formats: 'xlsx html document terminal findings frame parquet charts records json dates core',
    document: 'charts findings frame records json dates core',
    terminal: 'document charts records dates core',
    charts: 'frame records json dates core',
    parquet: 'records json dates core',
    records: 'json fs dates core',
    archive: 'fs dates api core',
    json: 'api dates core',
    service: 'json api dates core',
    sandbox: 'api',
    output: 'fs core',
    fs: 'dates core',
    api: 'dates core',
    dates: 'core',
    core: '',
  }).map(([folder, allowed]) => [folder, allowed.split(' ')]),
);

/** The files that may import each library, and text from outside src. */
const LIBRARIES: Readonly<Record<string, RegExp>> = {
  '..': /^help\/pages\.ts$/,
  commander: /^(program|main|options\/declare-flags|commands\/.*)\.ts$/,
  ora: /^output\/progress-line\.ts$/,
  'cli-table3': /^terminal\/table-renderer\.ts$/,
  'csv-parse': /^source\/csv-rows\.ts$/,
  'csv-stringify': /^formats\/(?:csv|html)\.ts$/,
  conf: /^config\/config-file\.ts$/,
  got: /^service\/client\.ts$/,
  hyparquet: /^parquet\/parquet-rows\.ts$/,
  'hyparquet-writer': /^parquet\/parquet-encoder\.ts$/,
  yazl: /^fs\/compress\.ts$/,
  'string-width': /^terminal\/text-width\.ts$/,
};

const isOwn = ({ to }: Import): boolean => to.endsWith('.ts');

test('every folder is in the list', () => {
  expect([...new Set(files.map(folderOf))].sort()).toEqual([...ALLOWED.keys()].sort());
});

test.each([...ALLOWED])('code is imported downwards only: %s', (folder, allowed) => {
  const upward = imports.filter(
    (each) =>
      folderOf(each.from) === folder &&
      isOwn(each) &&
      !each.isType &&
      ![folder, ...allowed].includes(folderOf(each.to)),
  );
  expect(upward).toEqual([]);
});

test('no folder imports from one that imports from it', () => {
  const loops = [...ALLOWED].flatMap(([folder, allowed]) =>
    allowed.filter((other) => ALLOWED.get(other)?.includes(folder)).map((other) => `${folder} ⇄ ${other}`),
  );
  expect(loops).toEqual([]);
});

test('there are no cycles of files, not even of types', () => {
  const next = (file: string) => imports.filter((each) => each.from === file && isOwn(each)).map(({ to }) => to);
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
  expect([...imported].filter((folder) => !['records', ...ALLOWED.get('records')!].includes(folder))).toEqual([]);
});

test('pure code uses no file, network or clock', () => {
  const isPure = (file: string) =>
    ['core', 'api', 'dates', 'charts', 'findings'].includes(folderOf(file)) ||
    /^records.(schema|name-kind)\.ts$/.test(file);
  const impure = imports.filter(
    ({ from, to }) =>
      isPure(from) && to.startsWith('node:') && !['node:events', 'node:crypto', 'node:util'].includes(to),
  );
  expect(impure).toEqual([]);
  for (const file of files.filter(isPure)) {
    expect(readFileSync(path.join(SRC, file), 'utf8')).not.toMatch(
      /new Date\(\)|Date\.now|process\.|Math\.random|\brandom[A-Z]/,
    );
  }
});

test('dates are synchronous', () => {
  const dateFiles = files.filter((file) => folderOf(file) === 'dates');
  expect(dateFiles.length).toBeGreaterThan(5);
  for (const file of dateFiles) {
    expect(readFileSync(path.join(SRC, file), 'utf8'), file).not.toMatch(/\basync\b|\bPromise\b|\bimport\(/);
  }
});

test('only a second signal ends the process, and no code prints past the context', () => {
  for (const file of files) {
    const ends = file === 'run-process.ts' ? /console\./ : /process\.exit\(|console\./;
    expect(readFileSync(path.join(SRC, file), 'utf8'), file).not.toMatch(ends);
  }
});

/** Plain objects with texts as keys. Their names come from this tool, its options or the names of profiles, never from the service. */
const PLAIN_OBJECTS: readonly string[] = ['sync/dataset.ts profiles', 'sync/resolve-dataset.ts dateColumns'];

/** The names in a source that have such an object as their type. */
function plainObjectsIn(source: string): readonly string[] {
  const types =
    /(?:([\w$]+\??):|\bas|\bsatisfies|[<|,])\s*(?:Readonly<|Partial<)*(?:Record<string\b|\{\s*(?:readonly )?\[\w+: string\])/g;
  return Array.from(source.matchAll(types), ([, name]) => name ?? '(no name)');
}

test('names from the service are keys of maps: an object has members such as "constructor"', () => {
  const found = files
    .filter((file) => ['sync', 'transform', 'records', 'parquet', 'json'].includes(folderOf(file)))
    .flatMap((file) => plainObjectsIn(readFileSync(path.join(SRC, file), 'utf8')).map((name) => `${file} ${name}`));
  expect(found.sort()).toEqual([...PLAIN_OBJECTS].sort());
});

/** Code with flags that people type by mistake, flags of other programs, of V8 and of shells, and custom properties of styles. */
const OTHER_FLAGS = /^(context|main)\.ts$|^help\/usage-error\.ts$|^completion\/|^html\/page-style\.ts$/;
/** Comments and literals. */
const COMMENT_OR_LITERAL = /\/\*[\s\S]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`/g;

function flagsIn(source: string): readonly string[] {
  const code = source.replace(COMMENT_OR_LITERAL, (found) => (found.startsWith('/') ? '' : found));
  // A decrement such as `[--index]` is not an option.
  return code.match(/(?<![\w[-])--[a-z]+(?:-[a-z]+)*(?![\w-])/g) ?? [];
}

test('flags in texts are options of a command', () => {
  const declared = ['--help', ...declaredCommands().flatMap(({ command }) => command.options.map(({ long }) => long))];
  const texts = files.filter((file) => !OTHER_FLAGS.test(file));
  const named = texts.map((file) => [file, flagsIn(readFileSync(path.join(SRC, file), 'utf8'))] as const);
  const unknown = named.map(([file, flags]) => [file, flags.filter((flag) => !declared.includes(flag))]);
  expect(unknown.filter(([, flags]) => flags!.length > 0)).toEqual([]);
});
