// Writes the declaration files of the library: those that src/index.ts imports, directly or through others.

import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const ALL = path.resolve('node_modules/.cache/types');
const IMPORT = /(from|import\()( ?['"])(\.[^'"]*)\.ts(['"])/g;

export async function writeDeclarations(outdir) {
  await rm(ALL, { recursive: true, force: true });
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.ci/types.json'], {
    stdio: 'inherit',
  });
  const names = new Set(['index']);
  for (const name of names) {
    const text = await readFile(path.join(ALL, `${name}.d.ts`), 'utf8');
    for (const [, , , to] of text.matchAll(IMPORT)) names.add(path.join(path.dirname(name), to));
    const file = path.join(outdir, `${name}.d.ts`);
    await mkdir(path.dirname(file), { recursive: true });
    // The package has no .ts files. TypeScript finds a declaration file by the name of its JavaScript file.
    await writeFile(file, text.replaceAll(IMPORT, '$1$2$3.js$4'));
  }
}
