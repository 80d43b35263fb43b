import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { outputError } from '../fs/durable-files.ts';

/** The file of a body while it arrives. All methods throw output errors. */
export interface BodyFile {
  write(chunk: Buffer): Promise<void>;
  /** Forces the body to disk. */
  finish(): Promise<{ readonly bytes: number; readonly sha256: string }>;
  /** Removes the file. Never throws. */
  discard(): Promise<void>;
}

/** Opens an empty file for a body. `shown` names it in errors. */
export async function openBodyFile(location: string, shown: string): Promise<BodyFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  const guard = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw outputError(shown, error);
    }
  };
  let handle: FileHandle | undefined = await guard(() => open(location, 'w'));
  const opened = handle;
  return {
    async write(chunk) {
      hash.update(chunk);
      bytes += chunk.length;
      await guard(() => opened.appendFile(chunk));
    },
    finish: () =>
      guard(async () => {
        await opened.sync();
        await opened.close();
        handle = undefined;
        return { bytes, sha256: hash.digest('hex') };
      }),
    async discard() {
      await handle?.close().catch(() => undefined);
      await rm(location, { force: true }).catch(() => undefined);
    },
  };
}

/** The SHA-256 of a file. Throws the system's error. */
export async function hashOfFile(location: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(location)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
