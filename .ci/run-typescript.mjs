// Bundles TypeScript programs into node_modules/.cache, where they find the packages, and runs the first with the other arguments:
// `node .ci/run-typescript.mjs test/simulate/main.ts --seed 7`.

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'rolldown';
import { rawText } from './raw-text.mjs';

const [main, ...others] = process.argv.slice(2).filter((argument) => argument.endsWith('.ts'));
process.argv.splice(2, 1 + others.length);
const dir = path.resolve(`node_modules/.cache/run-${process.pid}`);
await build({
  input: [main, ...others],
  platform: 'node',
  plugins: [rawText],
  // All packages but the bundler's own helpers.
  external: (name) => /^[^./\0]/.test(name) && !name.startsWith('@oxc-project/'),
  transform: { define: { __VERSION__: '"0.0.0"' } },
  output: { dir, format: 'esm', entryFileNames: '[name].mjs' },
});
await import(pathToFileURL(path.join(dir, path.basename(main).replace('.ts', '.mjs'))));
