// Bundles the benchmarks, which are TypeScript, to where they find the packages, and runs them with the arguments given.

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const outdir = path.resolve('node_modules/.cache/bench');

await build({
  entryPoints: ['test/bench/main.ts', 'test/bench/server.ts'],
  outdir,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  outExtension: { '.js': '.mjs' },
  logLevel: 'warning',
});

await import(pathToFileURL(path.join(outdir, 'main.mjs')));
