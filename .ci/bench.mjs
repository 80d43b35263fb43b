// Bundles the TypeScript benchmarks into node_modules/.cache, where they find the packages, and runs them with the arguments.

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const dir = path.resolve('node_modules/.cache/bench');

for (const name of ['main', 'server']) {
  const bundle = await rolldown({ input: `test/bench/${name}.ts`, platform: 'node', external: /^[^./]/ });
  await bundle.write({ file: path.join(dir, `${name}.mjs`), format: 'esm' });
  await bundle.close();
}

await import(pathToFileURL(path.join(dir, 'main.mjs')));
