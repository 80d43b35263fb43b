import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import type { Vite } from 'vitest/node';
// @ts-expect-error plain JavaScript
import { rawText } from '../../.ci/raw-text.mjs';

/** Below node_modules, so that vitest loads the files as Node does, and Node finds the packages that they import. */
const DIRECTORY = process.env.COMPILED_SOURCES ?? path.resolve('node_modules/.vite/sources');
const DEFINE = { __VERSION__: '"0.0.0-test"' };

/**
 * Compiles each file of src, and returns a plugin that lets tests import the results. Sources that vitest compiles while the tests
 * run call a function for each use of an import, which takes a tenth of the time of all tests. With `--watch`, vitest compiles them, and
 * so notices their changes.
 */
export async function compileSources(): Promise<Vite.Plugin> {
  const root = path.resolve('src');
  // `npm run mutate` has compiled them, and broken one.
  if (process.env.KEEP_SOURCES === undefined) await compile(root);
  let isWatching = false;
  return {
    name: 'compiled-sources',
    enforce: 'pre',
    config: () => ({ define: DEFINE }),
    configureVitest({ vitest }) {
      isWatching = vitest.config.watch;
    },
    resolveId(name, importer) {
      if (isWatching || importer === undefined || !/^\..*\.ts$/.test(name)) return undefined;
      const file = path.relative(root, path.resolve(path.dirname(importer), name));
      return file.startsWith('..') ? undefined : path.join(DIRECTORY, file.replace(/ts$/, 'mjs'));
    },
  };
}

async function compile(root: string): Promise<void> {
  const bundle = await rolldown({
    input: readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => path.join(root, name)),
    platform: 'node',
    // Packages. `\0` begins the names of the helpers of the compiler.
    external: (name) => !path.isAbsolute(name) && !/^[.\0]|^@oxc-project\//.test(name),
    treeshake: false,
    transform: { target: 'node20', define: DEFINE },
    plugins: [rawText],
  });
  const { output } = await bundle.generate({
    dir: DIRECTORY,
    format: 'es',
    preserveModules: true,
    preserveModulesRoot: root,
    entryFileNames: '[name].mjs',
    sourcemap: 'inline',
  });
  await bundle.close();
  for (const file of output) {
    if (file.type === 'chunk') writeChanged(path.join(DIRECTORY, file.fileName), file.code);
  }
}

/** Another run of tests in this directory may read the file at the same time. */
function writeChanged(file: string, text: string): void {
  try {
    if (readFileSync(file, 'utf8') === text) return;
  } catch {
    mkdirSync(path.dirname(file), { recursive: true });
  }
  writeFileSync(file, text);
}
