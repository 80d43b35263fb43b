import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A directory for the files of the runs, on the same disk as the tool's spool. */
export interface Scratch {
  file(name: string): string;
  /** The whole environment of a run, like that of a cron job: PATH, a home directory and a temporary directory. */
  readonly env: Readonly<Record<string, string>>;
  remove(): void;
}

export function createScratch(): Scratch {
  const root = mkdtempSync(path.join(os.tmpdir(), 'reporting-bench-'));
  const home = path.join(root, 'home');
  const temporary = path.join(root, 'tmp');
  for (const directory of [home, temporary]) mkdirSync(directory);
  return {
    file: (name) => path.join(root, name),
    env: { PATH: process.env.PATH ?? '', HOME: home, TMPDIR: temporary, LC_ALL: 'C.UTF-8' },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
