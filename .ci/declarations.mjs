// The declaration files of the library: of all that the compiler writes, what its entry leads to.

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
    // The files that the imports name are not in the package; what stands for them is found by its JavaScript name.
    await writeFile(file, text.replaceAll(IMPORT, '$1$2$3.js$4'));
  }
}
