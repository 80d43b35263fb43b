// Bundles src into dist, together with the licence texts and the man page. The same sources give the same bytes, in any directory.

import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { rawText } from './raw-text.mjs';

const outdir = 'dist';
await mkdir(outdir, { recursive: true });
for (const name of await readdir(outdir)) {
  // Executables (executable.mjs) stay: they take longer than a build, and packing builds.
  if (!name.startsWith('reporting-')) await rm(path.join(outdir, name), { recursive: true });
}

const { version } = JSON.parse(await readFile('package.json', 'utf8'));

// Modules that libraries load at every start for options that this program never sets: HTTP/2, forms, and the caches of responses
// and DNS names in got, and the JSON Schema validator in conf. The bundle has a stub instead, which throws an error if such an
// option is set. Without the stubs, a week takes a quarter more CPU time (`npm run bench -- startup`).
const ABSENT = `
  const fail = () => { throw new Error('this option of a library is not in the bundle'); };
  const absent = new Proxy(class {}, { get: fail, apply: fail, construct: fail });
  export default absent;`;
const UNUSED = {
  'http2-wrapper': ABSENT,
  'cacheable-lookup': ABSENT,
  'cacheable-request': `${ABSENT} export class CacheError extends Error {}`,
  'form-data-encoder': `${ABSENT} export { absent as FormDataEncoder, absent as isFormData };`,
  'ajv/dist/2020.js': `${ABSENT} export { absent as Ajv2020 };`,
  'ajv-formats': ABSENT,
};
const PREFIX = '\0unused:';
/** The stubs and the change of code below that the bundle contains. */
const applied = new Set();
const withoutUnused = {
  name: 'without-unused',
  resolveId: (name) => (Object.hasOwn(UNUSED, name) ? PREFIX + name : undefined),
  load(id) {
    if (!id.startsWith(PREFIX)) return undefined;
    const name = id.slice(PREFIX.length);
    applied.add(name);
    return UNUSED[name];
  },
};

// `@sindresorhus/is` (in got) builds two list formatters when it is loaded, for the words of an error. On Node 20 they take
// longer than the rest of got. In the bundle, the error builds them.
const FORMATTER = /(?<== )new Intl\.ListFormat\([^)]*\)(?=;$)/gm;
const lazyFormatters = {
  name: 'lazy-formatters',
  transform: {
    filter: { id: /@sindresorhus[\\/]is[\\/]distribution[\\/]index\.js$/ },
    handler(code) {
      applied.add('lazy-formatters');
      const { length } = code.match(FORMATTER) ?? [];
      if (length !== 2) throw new Error('@sindresorhus/is has changed: adapt or remove lazyFormatters');
      return { code: code.replace(FORMATTER, '{ format: (list) => $&.format(list) }'), map: null };
    },
  },
};

// By default the bundler splits at every lazy import, into more than a hundred files. They take a tenth of a start (`npm run bench
// -- startup`: 4.7 times bare Node for a week instead of 4.1). So help is one file, the code that every command needs is another (a
// Tab loads these two), and the code that every report needs is a third.
// Each chunk is listed with the files that lead to its code. Code that both reach is in the first.
const ENTRY = ['version', 'fs/compile-cache'];
const CHUNKS = {
  start: ['run-process', 'commands/report'],
  services: ['services', 'config/config-file', 'fs/column-cache', 'fs/temporary-files', 'sandbox/record-options'],
  report: ['commands/run-report', 'plan/plan-document', 'formats/csv'],
  // Runs without a request do not need HTTP, a sixth of their time: reports from a dataset or a recording, and syncs of settled months.
  client: ['service/client', 'service/connection'],
};

const reached = new Map();
/** The modules that files of src import, and their imports in turn, without lazy imports. */
function reachedBy(names, graph) {
  if (!reached.has(names)) {
    const ids = new Set(names.map((name) => path.resolve('src', `${name}.ts`)));
    for (const id of ids) if (!graph.getModuleInfo(id)) throw new Error(`the bundle has no module ${id}`);
    // The loop also visits the ids that it adds.
    for (const id of ids) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) ids.add(imported);
    reached.set(names, ids);
  }
  return reached.get(names);
}

/** The chunk of a module; null for the bundler's choice. */
function chunkOf(id, graph) {
  if (reachedBy(ENTRY, graph).has(id)) return null;
  return Object.keys(CHUNKS).find((chunk) => reachedBy(CHUNKS[chunk], graph).has(id)) ?? null;
}

// An import that is lazy for `start` may be static within a chunk that is loaded later.
const CHECKS = { ineffectiveDynamicImport: false };

const bundle = await rolldown({
  input: 'src/cli.ts',
  preserveEntrySignatures: 'allow-extension',
  platform: 'node',
  transform: { target: 'node20', define: { __VERSION__: JSON.stringify(version) } },
  plugins: [withoutUnused, lazyFormatters, rawText],
  checks: CHECKS,
});
const written = await bundle.write({
  dir: outdir,
  // Node loads CommonJS faster than ESM.
  format: 'cjs',
  // As in ESM.
  strict: true,
  entryFileNames: 'cli.cjs',
  chunkFileNames: 'cli/[name]-[hash].cjs',
  // An `import()` that stays would load the loader of ESM.
  dynamicImportInCjs: false,
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: [{ name: chunkOf, debugName: 'chunk' }],
  },
  comments: { legal: false },
  // Node reads files of ASCII faster, and keeps them in half the memory.
  charset: 'ascii',
  // Keeps the names of functions and classes, for readable stack traces.
  minify: {
    compress: true,
    mangle: { toplevel: true, keepNames: { function: true, class: true } },
    codegen: { removeWhitespace: true },
  },
});
await bundle.close();
// The ids on Windows have backslashes.
const modules = written.output.flatMap((chunk) => chunk.moduleIds ?? []).map((id) => id.replaceAll('\\', '/'));
const unapplied = [...Object.keys(UNUSED), 'lazy-formatters'].filter((name) => !applied.has(name));
if (unapplied.length > 0) throw new Error(`the bundle has no use for ${unapplied.join(', ')}: adapt or remove it`);
await writeFile(path.join(outdir, 'THIRD-PARTY-LICENSES.txt'), await licences(modules));
await writeFile(path.join(outdir, 'reporting.1'), await manPage());

/** Bundles the code that `generate` uses, and returns the man page. The package does not contain it. */
async function manPage() {
  const dir = path.resolve('node_modules/.cache/man');
  await rm(dir, { recursive: true, force: true });
  const pages = await rolldown({
    input: ['src/man/man-page.ts', 'src/man/cli-markdown.ts', 'src/completion/shells.ts'],
    platform: 'node',
    external: /^[^./]/,
    plugins: [rawText],
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
    inputs.map((input) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]).filter(Boolean),
  );
  if (folders.size === 0) throw new Error('the licences of the bundled packages are missing');
  const texts = new Set();
  for (const folder of [...folders].sort()) {
    const { name, version, license } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
    if (file === undefined) throw new Error(`${name} has no licence text`);
    texts.add(`${name} ${version} (${license})\n\n${await readFile(path.join(folder, file), 'utf8')}`);
  }
  return [...texts].join(`\n${'-'.repeat(80)}\n\n`);
}
