// Bundles src into dist: what every run needs in one file, what a report needs in another, and the rest split where the
// code imports lazily, so that a run loads only what it needs, in few files. With it go the text of the licences and the
// library's declarations.

import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { writeDeclarations } from './declarations.mjs';

const outdir = 'dist';
await rm(outdir, { recursive: true, force: true });

const { version } = JSON.parse(await readFile('package.json', 'utf8'));

// What the libraries bring for options that are never set here, and would load at every start: HTTP/2, a cache of responses
// and one of names in got, the JSON Schema validator and migrations in conf, subcommands that are programs of their own in commander. Whoever sets such an option is told that it is not there.
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
  semver: ABSENT,
  'node:child_process': ABSENT,
};
/** Who has no use for it, of those that import it. */
const USELESS_TO = { 'node:child_process': /node_modules\/commander\// };
const PREFIX = '\0unused:';
const withoutUnused = {
  name: 'without-unused',
  resolveId: (name, importer = '') =>
    Object.hasOwn(UNUSED, name) && (USELESS_TO[name]?.test(importer) ?? true) ? PREFIX + name : undefined,
  load: (id) => (id.startsWith(PREFIX) ? UNUSED[id.slice(PREFIX.length)] : undefined),
};

// Each file costs a start about a millisecond, and a bundler left alone makes dozens of small ones.
// What every start loads, and the library before anything is pulled.
const BASE = ['src/version.ts', 'src/core/reporting-error.ts'].map((file) => path.resolve(file));
const SHARES = {
  start: path.resolve('src/run-process.ts'),
  report: path.resolve('src/commands/report/parse-request.ts'),
};
const reached = new Map();

function shareOf(id, graph) {
  if (BASE.includes(id)) return 'base';
  return Object.keys(SHARES).find((share) => reachedBy(SHARES[share], graph).has(id)) ?? null;
}

/** The modules that `root` imports, and they in turn, but for what is imported lazily. */
function reachedBy(root, graph) {
  if (reached.has(root)) return reached.get(root);
  const ids = new Set([root]);
  for (const id of ids) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) ids.add(imported);
  reached.set(root, ids);
  return ids;
}

const bundle = await rolldown({
  input: ['src/cli.ts', 'src/index.ts'],
  preserveEntrySignatures: 'allow-extension',
  platform: 'node',
  transform: { target: 'node20', define: { __VERSION__: JSON.stringify(version) } },
  plugins: [withoutUnused],
});
const { output } = await bundle.write({
  dir: outdir,
  format: 'esm',
  chunkFileNames: 'chunks/[name]-[hash].js',
  comments: { legal: false },
  // Names stay, for whoever reads a stack.
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: [{ name: shareOf, debugName: 'share' }],
  },
});
await bundle.close();

const modules = output.flatMap((chunk) => chunk.moduleIds ?? []);
await writeFile(path.join(outdir, 'THIRD-PARTY-LICENSES.txt'), await licences(modules));
await writeDeclarations(path.join(outdir, 'types'));

await writeFile(path.join(outdir, 'reporting.1'), await manPage());

/** Made by code that is bundled for the purpose, and not shipped. */
async function manPage() {
  const dir = path.resolve('node_modules/.cache/man');
  await rm(dir, { recursive: true, force: true });
  const page = await rolldown({
    input: 'src/man/reporting-1.ts',
    platform: 'node',
    external: /^[^./]/,
    transform: { define: { __VERSION__: JSON.stringify(version) } },
  });
  await page.write({ dir, format: 'esm' });
  await page.close();
  const { reportingManPage } = await import(pathToFileURL(path.join(dir, 'reporting-1.js')));
  return reportingManPage();
}

async function licences(inputs) {
  const folders = new Set(
    inputs.map((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]).filter(Boolean),
  );
  const texts = new Set();
  for (const folder of [...folders].sort()) {
    const { name, version, license } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
    if (file === undefined) throw new Error(`${name} has no licence text to go with it`);
    texts.add(`${name} ${version} (${license})\n\n${await readFile(path.join(folder, file), 'utf8')}`);
  }
  return [...texts].join(`\n${'-'.repeat(80)}\n\n`);
}
