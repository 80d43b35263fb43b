import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A directory for what the runs write, on the disk that the tool's own spool would be on. */
export interface Scratch {
  file(name: string): string;
  /** All that a run sees: a path, a home and a temporary directory of its own, as a cron job. */
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
