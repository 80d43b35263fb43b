import { accessSync, constants, rmSync, statfsSync, writeFileSync } from 'node:fs';

const DIRECTORY = '/dev/shm';
/** More than all files of the tests that run at the same time. Docker gives a container 64 MB unless told otherwise. */
const NEEDED_BYTES = 2 ** 30;

/**
 * The environment in which tests write their files to memory: half of the time of `sync` is the wait for the disk. Empty with
 * TMPDIR set, and on a system without a directory in memory that is large enough and lets programs start.
 */
export function memoryDisk(): { readonly TMPDIR?: string } {
  if (process.env.TMPDIR !== undefined) return {};
  const program = `${DIRECTORY}/reporting-test-${process.pid}`;
  try {
    const { bavail, bsize } = statfsSync(DIRECTORY);
    if (bavail * bsize < NEEDED_BYTES) return {};
    writeFileSync(program, '', { mode: 0o700 });
    accessSync(program, constants.X_OK);
    return { TMPDIR: DIRECTORY };
  } catch {
    return {};
  } finally {
    rmSync(program, { force: true });
  }
}
