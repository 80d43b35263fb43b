// Bundles the simulator into node_modules/.cache, where it finds the packages, and runs it with the arguments.

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { rawText } from './raw-text.mjs';

const file = path.resolve(`node_modules/.cache/simulate/main-${process.pid}.mjs`);
const bundle = await rolldown({
  input: 'test/simulate/main.ts',
  platform: 'node',
  plugins: [rawText],
  // All packages but the bundler's own helpers.
  external: (name) => /^[^./\0]/.test(name) && !name.startsWith('@oxc-project/'),
  transform: { define: { __VERSION__: '"simulated"' } },
});
await bundle.write({ file, format: 'esm', codeSplitting: false });
await bundle.close();

await import(pathToFileURL(file));
