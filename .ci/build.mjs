// Bundles src into dist, together with the licence texts and the man page. The same sources give the same bytes, in any directory.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'rolldown';
import { rawText } from './raw-text.mjs';

// Modules that libraries load at every start for options that this program never sets: HTTP/2, forms, and the caches of responses
// and DNS names in got, and the JSON Schema validator in conf. The bundle has a stub instead, which throws an error if such an
// option is set. Without the stubs, a week takes a quarter more CPU time (`npm run bench -- startup`).
const UNUSED = /^(http2-wrapper|cacheable-lookup|cacheable-request|form-data-encoder|ajv\/dist\/2020\.js|ajv-formats)$/;
const withoutUnused = {
  name: 'without-unused',
  resolveId: (name) => (UNUSED.test(name) ? '\0unused' : undefined),
  load: (id) =>
    id === '\0unused'
      ? `const fail = () => { throw new Error('this option of a library is not in the bundle'); };
        const absent = new Proxy(class {}, { get: fail, apply: fail, construct: fail });
        export class CacheError extends Error {}
        export { absent as default, absent as FormDataEncoder, absent as isFormData, absent as Ajv2020 };`
      : undefined,
};

// `@sindresorhus/is` (in got) builds two list formatters when it is loaded, for the words of an error. They take 34 ms of every
// start on Node 20. In the bundle, the error builds them.
const FORMATTER = /(?<== )new Intl\.ListFormat\([^)]*\)(?=;$)/gm;
const lazyFormatters = {
  name: 'lazy-formatters',
  transform: {
    filter: { id: /@sindresorhus[\\/]is[\\/]distribution[\\/]index\.js$/ },
    handler(code) {
      if (code.match(FORMATTER)?.length !== 2) throw new Error('@sindresorhus/is has changed: adapt lazyFormatters');
      return { code: code.replace(FORMATTER, '{ format: (list) => $&.format(list) }'), map: null };
    },
  },
};

// By default the bundler splits at every lazy import, into more than a hundred files. They take a tenth of a start (`npm run bench
// -- startup`: 4.7 times bare Node for a week instead of 4.1). Each of these chunks has the named modules and all that they import.
// Code that two reach is in the first. Help needs two chunks, a Tab three; reports from a dataset or a recording do without HTTP.
const CHUNKS = Object.entries({
  version: 'version|fs/compile-cache',
  start: 'run-process',
  services: 'services|config/config-file|fs/temporary-files|sandbox/sandbox-settings',
  report: 'report/start|plan/plan-document|formats/csv',
  client: 'service/(client|connection)',
}).map(([name, modules], i) => ({
  name,
  test: new RegExp(`[\\\\/]src[\\\\/](${modules.replaceAll('/', '[\\\\/]')})\\.ts$`),
  priority: 10 - i,
}));

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const shared = {
  platform: 'node',
  transform: { target: 'node20', define: { __VERSION__: JSON.stringify(version) } },
  // An import that is lazy for `start` may be static within a chunk that is loaded later.
  checks: { ineffectiveDynamicImport: false },
};
const { output } = await build({
  ...shared,
  input: 'src/cli.ts',
  preserveEntrySignatures: 'allow-extension',
  plugins: [withoutUnused, lazyFormatters, rawText],
  output: {
    dir: 'dist',
    cleanDir: true,
    // Node loads CommonJS faster than ESM.
    format: 'cjs',
    strict: true,
    entryFileNames: 'cli.cjs',
    chunkFileNames: 'cli/[name]-[hash].cjs',
    // An `import()` that stays would load the loader of ESM.
    dynamicImportInCjs: false,
    codeSplitting: { groups: CHUNKS },
    comments: { legal: false },
    // Node reads files of ASCII faster, and keeps them in half the memory.
    charset: 'ascii',
    // Keeps the names of functions and classes, for readable stack traces.
    minify: {
      compress: true,
      mangle: { toplevel: true, keepNames: { function: true, class: true } },
      codegen: { removeWhitespace: true },
    },
  },
});
writeFileSync('dist/THIRD-PARTY-LICENSES.txt', licences(output.flatMap(({ moduleIds }) => moduleIds ?? [])));

// The code that `generate` uses, and the man page. The package does not contain it.
const man = path.resolve('node_modules/.cache/man');
await build({
  ...shared,
  input: ['src/man/man-page.ts', 'src/man/cli-markdown.ts', 'src/completion/scripts.ts'],
  external: /^[^./]/,
  plugins: [rawText],
  output: { dir: man, cleanDir: true, format: 'esm' },
});
const { manPage } = await import(pathToFileURL(path.join(man, 'man-page.js')));
writeFileSync('dist/reporting.1', await manPage());

function licences(modules) {
  // The ids on Windows have backslashes.
  const folders = modules.map((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\\', '/'))?.[0]);
  const texts = [...new Set(folders.filter(Boolean))].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    if (file === undefined) throw new Error(`${name} has no licence text`);
    return `${name} ${version} (${license})\n\n${readFileSync(path.join(folder, file), 'utf8')}`;
  });
  return [...new Set(texts)].join(`\n${'-'.repeat(80)}\n\n`);
}
