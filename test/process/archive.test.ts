import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { needs } from '../harness/needs.ts';
import { ROOT } from '../harness/pages.ts';
import { createHome } from '../harness/run-cli.ts';

const MODULE = pathToFileURL(path.join(ROOT, '.ci/archive.mjs')).href;

/** Writes `folder.tar.gz` and `folder.zip` with these files, in this order. */
const WRITE = `
  import { writeFileSync } from 'node:fs';
  const { tarball, zip } = await import('${MODULE}');
  const files = [
    { name: 'folder/bin/program', bytes: Buffer.alloc(70_000, 'abc'), isProgram: true },
    { name: 'folder/empty', bytes: Buffer.alloc(0), isProgram: false },
    { name: 'folder/block', bytes: Buffer.alloc(512, 7), isProgram: false },
  ];
  if (process.argv[1] === 'reverse') files.reverse();
  writeFileSync('folder.tar.gz', tarball(files));
  writeFileSync('folder.zip', await zip(files));`;

const UNPACK = { tar: ['-xzf', 'folder.tar.gz'], unzip: ['-q', 'folder.zip'] } as const;

/** Makes both archives in a new directory, and gives it. */
function writeArchives(order: string, env: NodeJS.ProcessEnv = {}): string {
  const { work } = createHome();
  execFileSync(process.execPath, ['--input-type=module', '--eval', WRITE, order], {
    cwd: work,
    env: { ...process.env, ...env },
  });
  return work;
}

const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

for (const program of ['tar', 'unzip'] as const) {
  const { test } = needs(program);

  test(`${program} unpacks the archive of an executable`, () => {
    const work = writeArchives('as given');
    execFileSync(program, UNPACK[program], { cwd: work, env: { ...process.env, TZ: 'UTC' } });
    const folder = path.join(work, 'folder');
    const files = ['bin/program', 'block', 'empty'].map((name) => {
      const { mode, size, mtime } = statSync(path.join(folder, name));
      return [name, mode & 0o777, size, mtime.toISOString()];
    });
    const time = '1985-10-26T08:15:00.000Z';
    expect(files).toEqual([
      ['bin/program', 0o755, 70_000, time],
      ['block', 0o644, 512, time],
      ['empty', 0o644, 0, time],
    ]);
    expect(readdirSync(folder).toSorted()).toEqual(['bin', 'block', 'empty']);
    expect(readFileSync(path.join(folder, 'bin/program'), 'utf8')).toBe('abc'.repeat(70_000).slice(0, 70_000));
    expect(readFileSync(path.join(folder, 'block'))).toEqual(Buffer.alloc(512, 7));
  });

  test(`${program} finds the same bytes in archives of the same files in any order, in another time zone`, () => {
    const [one, other] = [writeArchives('as given'), writeArchives('reverse', { TZ: 'Asia/Kathmandu' })];
    const [, name] = UNPACK[program];
    expect(hashOf(path.join(one, name))).toBe(hashOf(path.join(other, name)));
  });
}
