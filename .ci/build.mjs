// Bundles src into dist, together with the licence texts, the library's declarations and the man page: once for the command line
// and once for the library. Code that every run needs is in one file, code that every report needs is in another. The rest is
// split at lazy imports. So a run loads only what it needs, from few files.

import { promises } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { writeDeclarations } from './declarations.mjs';
import { compileEagerly } from './eager.mjs';

const outdir = 'dist';
await rm(outdir, { recursive: true, force: true });

const { version } = JSON.parse(await readFile('package.json', 'utf8'));

// Modules that libraries load at every start for options that this program never sets: HTTP/2 and the caches of responses and
// DNS names in got, the JSON Schema validator and migrations in conf, executable subcommands in commander. The bundle has a
// stub instead, which throws an error if such an option is set.
const ABSENT = `
  const fail = () => { throw new Error('this option of a library is not in the bundle'); };
  const absent = new Proxy(class {}, { get: fail, construct: fail });
  export default absent;`;
const UNUSED = {
  'http2-wrapper': ABSENT,
  'cacheable-lookup': ABSENT,
  'cacheable-request': `${ABSENT} export class CacheError extends Error {}`,
  'ajv/dist/2020.js': `${ABSENT} export { absent as Ajv2020 };`,
  'ajv-formats': ABSENT,
  'debounce-fn': ABSENT,
  // Without defaults, Conf compares a file with a copy of itself.
  'node:assert': 'export default { deepEqual: () => undefined };',
  semver: ABSENT,
  'node:child_process': ABSENT,
  'form-data-encoder': `${ABSENT} export { absent as FormDataEncoder }; export const isFormData = () => false;`,
  './as-promise/index.js': ABSENT,
};
/** Importers that get the stub. For modules that are not listed here: all importers. */
const STUBBED_IN = {
  'node:child_process': /node_modules\/commander\//,
  './as-promise/index.js': /node_modules\/got\//,
};
const PREFIX = '\0unused:';
const withoutUnused = {
  name: 'without-unused',
  resolveId: (name, importer = '') =>
    Object.hasOwn(UNUSED, name) && (STUBBED_IN[name]?.test(importer) ?? true) ? PREFIX + name : undefined,
  load: (id) => (id.startsWith(PREFIX) ? UNUSED[id.slice(PREFIX.length)] : undefined),
};

// `@sindresorhus/is` (in got) builds two list formatters when it is loaded, for the words of an error. On Node 20 they take
// longer than the rest of got. In the bundle, the error builds them.
const FORMATTER = /(?<== )new Intl\.ListFormat\([^)]*\)(?=;$)/gm;
const lazyFormatters = {
  name: 'lazy-formatters',
  transform: {
    filter: { id: /@sindresorhus\/is\/distribution\/index\.js$/ },
    handler(code) {
      const { length } = code.match(FORMATTER) ?? [];
      if (length !== 2) throw new Error('@sindresorhus/is has changed: adapt or remove lazyFormatters');
      return { code: code.replace(FORMATTER, '{ format: (list) => $&.format(list) }'), map: null };
    },
  },
};

// `node:fs/promises` takes a millisecond to load, and a short run never calls it. In the bundle, the first call loads it.
const PROMISES = '\0lazy:fs/promises';
const lazyPromises = {
  name: 'lazy-promises',
  resolveId: (name) => (name === 'node:fs/promises' ? PROMISES : undefined),
  load(id) {
    if (id !== PROMISES) return undefined;
    const names = Object.keys(promises).filter((name) => typeof promises[name] === 'function');
    const calls = names.map((name) => `export const ${name} = (...args) => fs.promises.${name}(...args);`);
    return [`import fs from 'node:fs';`, ...calls].join('\n');
  },
};

// The bundler's runtime copies each member of a CommonJS module to an object, one by one, and `node:fs` alone has a hundred. In
// the bundle, the object inherits them.
const NAMESPACE = /(?<=export var __toESM = )[^;]*(?=;)/;
const inheritedNamespaces = {
  name: 'inherited-namespaces',
  transform: {
    filter: { id: /rolldown\/runtime\.js$/ },
    handler(code) {
      if (!NAMESPACE.test(code))
        throw new Error('the runtime of rolldown has changed: adapt or remove inheritedNamespaces');
      const namespace = `(mod, isNodeMode) => {
        const hasDefault = !isNodeMode && mod.__esModule && __hasOwnProp.call(mod, 'default');
        return __create(mod, hasDefault ? {} : { default: { value: mod, enumerable: true } });
      }`;
      return { code: code.replace(NAMESPACE, namespace), map: null };
    },
  },
};

// Each file adds about a millisecond to a start, and by default the bundler writes dozens of small files. Each chunk is listed
// with the files that lead to its code. Code that several of them reach is in the first; `entry` is the entry file itself.
const COMMAND_LINE = {
  entry: ['version', 'fs/compile-cache'],
  start: ['run-process'],
  options: ['commands/report', 'commands/columns-command'],
  datasets: ['commands/raw', 'commands/sync', 'commands/verify'],
  accounts: [
    'login',
    'logout',
    'whoami',
    'profiles',
    'config',
    'doctor',
    'sandbox',
    'completion',
    'help',
  ].map((name) => `commands/${name}`),
  services: [
    'services',
    'config/resolve-credentials',
    'config/verify-credentials',
    'config/settings',
    'report/format-choice',
    'dates/resolve-range',
  ],
  actions: ['commands/run-login', 'commands/run-profiles', 'commands/run-config', 'commands/run-whoami'],
  report: ['commands/parse-request', 'formats/json', 'output/file-sink'],
  modes: ['report/batch', 'report/curl-script', 'report/dry-run', 'report/replay'],
  service: ['service/client', 'service/connection'],
  rows: ['records/schema', 'records/rows', 'dates/time-span'],
  text: ['formats/table', 'formats/markdown', 'formats/chart', 'formats/text-table'],
  raw: ['commands/parse-raw'],
  doctor: ['commands/run-doctor', 'service/probes'],
  html: ['formats/html'],
  types: ['parquet/type-survey', 'parquet/type-list'],
  parquet: ['formats/parquet'],
};
const LIBRARY = {
  base: ['core/errors', 'library/exact-number'],
  pull: ['library/pull-records'],
  service: ['service/client', 'service/connection'],
};

/** A function that assigns modules to these chunks. */
function createChunkOf(chunks) {
  const reached = new Map();
  /** The modules that the files of a chunk import, and their imports in turn, without lazy imports. */
  function reachedBy(chunk, graph) {
    if (reached.has(chunk)) return reached.get(chunk);
    const ids = new Set(chunks[chunk].map((name) => path.resolve('src', `${name}.ts`)));
    for (const id of ids)
      for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) ids.add(imported);
    reached.set(chunk, ids);
    return ids;
  }
  return (id, graph) => {
    const chunk = Object.keys(chunks).find((name) => reachedBy(name, graph).has(id)) ?? 'entry';
    return chunk === 'entry' ? null : chunk;
  };
}

// An import that is lazy for `start` may be static within a chunk that is loaded later.
const CHECKS = { ineffectiveDynamicImport: false };

/** Writes the bundle of an entry file. Returns the ids of its modules. */
async function writeBundle(input, chunks, output) {
  const bundle = await rolldown({
    input,
    preserveEntrySignatures: 'allow-extension',
    platform: 'node',
    transform: { target: 'node20', define: { __VERSION__: JSON.stringify(version) } },
    plugins: [withoutUnused, lazyFormatters, lazyPromises, inheritedNamespaces],
    checks: CHECKS,
  });
  const written = await bundle.write({
    dir: outdir,
    comments: { legal: false },
    // Keeps the names of functions and classes, for readable stack traces.
    minify: {
      compress: true,
      mangle: { toplevel: true, keepNames: { function: true, class: true } },
      codegen: { removeWhitespace: true },
    },
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: createChunkOf(chunks), debugName: 'chunk' }],
    },
    ...output,
  });
  await bundle.close();
  return written.output.flatMap((chunk) => chunk.moduleIds ?? []);
}

// The command line is CommonJS, which Node loads faster. The library is ESM.
const modules = [
  ...(await writeBundle('src/cli.ts', COMMAND_LINE, {
    format: 'cjs',
    // As in ESM.
    strict: true,
    entryFileNames: 'cli.cjs',
    chunkFileNames: 'cli/[name]-[hash].cjs',
    // An `import()` that stays would load the loader of ESM.
    dynamicImportInCjs: false,
  })),
  ...(await writeBundle('src/index.ts', LIBRARY, {
    format: 'esm',
    chunkFileNames: 'chunks/[name]-[hash].js',
  })),
];
await inlineRuntime();
await escapeNonAscii();
compileEagerly(outdir);
await writeFile(path.join(outdir, 'THIRD-PARTY-LICENSES.txt'), await licences(modules));
await writeDeclarations(path.join(outdir, 'types'));

await writeFile(path.join(outdir, 'reporting.1'), await manPage());

/** Puts the bundler's runtime, a file of a few lines, into the files that need it: to load a file takes longer than its code. */
async function inlineRuntime() {
  const files = (await readdir(outdir, { recursive: true })).filter((name) => name.endsWith('.cjs'));
  const runtime = path.join(
    outdir,
    files.find((name) => /rolldown-runtime-/.test(name)),
  );
  const code = (await readFile(runtime, 'utf8')).replace('"use strict";', '');
  for (const name of files) {
    const file = path.join(outdir, name);
    const text = await readFile(file, 'utf8');
    const inlined = text.replace(
      /require\("\.\/(?:cli\/)?rolldown-runtime-[^"]*"\)/,
      () => `(()=>{const exports={};${code};return exports})()`,
    );
    if (inlined !== text) await writeFile(file, inlined);
  }
  await rm(runtime);
}

/** Escapes the other characters of the command line's files: Node decodes ASCII faster, and V8 reads half as many bytes of it. */
async function escapeNonAscii() {
  for (const name of await readdir(outdir, { recursive: true })) {
    if (!name.endsWith('.cjs')) continue;
    const file = path.join(outdir, name);
    const code = await readFile(file, 'utf8');
    // An escape in such a text would not be one.
    if (/String\.raw`[^`]*[^\0-\x7f]/.test(code)) continue;
    const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
    await writeFile(file, code.replace(/[^\0-\x7f]/g, escaped));
  }
}

/** Bundles the code that `generate` uses, and returns the man page. The package does not contain it. */
async function manPage() {
  const dir = path.resolve('node_modules/.cache/man');
  await rm(dir, { recursive: true, force: true });
  const pages = await rolldown({
    input: ['src/man/man-page.ts', 'src/man/cli-markdown.ts', 'src/completion/shells.ts'],
    platform: 'node',
    external: /^[^./]/,
    checks: CHECKS,
    transform: { define: { __VERSION__: JSON.stringify(version) } },
  });
  await pages.write({ dir, format: 'esm' });
  await pages.close();
  const { manPage: render } = await import(pathToFileURL(path.join(dir, 'man-page.js')));
  return render();
}

async function licences(inputs) {
  const folders = new Set(
    inputs.map((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]).filter(Boolean),
  );
  const texts = new Set();
  for (const folder of [...folders].sort()) {
    const { name, version, license } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
    if (file === undefined) throw new Error(`${name} has no licence text`);
    texts.add(`${name} ${version} (${license})\n\n${await readFile(path.join(folder, file), 'utf8')}`);
  }
  return [...texts].join(`\n${'-'.repeat(80)}\n\n`);
}
