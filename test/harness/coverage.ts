import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect } from 'vitest';

/** For `npm run mutate`: writes the functions of the compiled sources that each test file runs into the directory COVERAGE. */
const { COVERAGE: directory, COMPILED_SOURCES: sources } = process.env;

if (directory !== undefined && sources !== undefined) {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

  afterAll(async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    session.disconnect();
    const functions = result.flatMap(({ url, functions: all }) => {
      const file = url.startsWith('file:') ? path.relative(sources, fileURLToPath(url)) : '..';
      if (file.startsWith('..')) return [];
      const ran = all.map(({ ranges }) => ranges[0]!).filter(({ count }) => count > 0);
      return ran.map(({ startOffset, endOffset }) => `${file} ${startOffset} ${endOffset}`);
    });
    const test = path.relative('.', expect.getState().testPath!);
    writeFileSync(path.join(directory, `${randomUUID()}.json`), JSON.stringify({ test, functions }));
  });
}
