// Bundles src into dist: one entry, split where the code imports lazily, so that a run loads only what it needs.
// With the bundle goes the text of the licences of what is in it.

import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';

const outdir = 'dist';
await rm(outdir, { recursive: true, force: true });

const { version } = JSON.parse(await readFile('package.json', 'utf8'));

// What the libraries bring for options that are never set here, and would load at every start: HTTP/2, a cache of responses
// and one of names in got, the JSON Schema validator in conf. Whoever sets such an option is told that it is not there.
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
};
const withoutUnused = {
  name: 'without-unused',
  setup(builder) {
    builder.onResolve({ filter: /^[^./]/ }, ({ path: name }) =>
      Object.hasOwn(UNUSED, name) ? { path: name, namespace: 'unused' } : undefined,
    );
    builder.onLoad({ filter: /.*/, namespace: 'unused' }, ({ path: name }) => ({ contents: UNUSED[name] }));
  },
};

const { metafile } = await build({
  entryPoints: ['src/cli.ts'],
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  chunkNames: 'chunks/[name]-[hash]',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  metafile: true,
  plugins: [withoutUnused],
  logLevel: 'warning',
  define: { __VERSION__: JSON.stringify(version) },
  // CommonJS packages inside an ES module still ask for Node's own modules with require.
  banner: {
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
  },
});

await writeFile(path.join(outdir, 'THIRD-PARTY-LICENSES.txt'), await licences(metafile));

async function licences({ outputs }) {
  const inputs = Object.values(outputs).flatMap((output) => Object.keys(output.inputs));
  const folders = new Set(
    inputs.map((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]).filter(Boolean),
  );
  const texts = [];
  for (const folder of [...folders].sort()) {
    const { name, version, license } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
    const file = ['LICENSE', 'license', 'LICENSE.md', 'LICENSE.txt', 'license.md', 'LICENCE'];
    const text = await firstOf(file.map((candidate) => path.join(folder, candidate)));
    texts.push(`${name} ${version} (${license})\n\n${text ?? 'No licence file in the package.\n'}`);
  }
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}

async function firstOf(files) {
  for (const file of files) {
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text !== undefined) return text;
  }
  return undefined;
}
