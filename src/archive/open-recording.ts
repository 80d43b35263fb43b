/** Opens a recording, and checks that it has every file of its index unchanged, and no other file. */

import { createReadStream } from 'node:fs';
import { lstat, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ReportingError } from '../core/errors.ts';
import { ContentHash, hashOfChunks } from '../core/hash.ts';
import { codeOf, unreadable } from '../fs/paths.ts';
import { INDEX_FILE, parseIndex, type RecordedWindow, type RecordingIndex, SANDBOX_SCHEME } from './recording-index.ts';

/** Many times the size of an index with a window for each day of a century. */
const MAX_INDEX_BYTES = 256 * 1024 * 1024;

/** A recording whose files were those of its index when it was opened. */
export interface Recording extends RecordingIndex {
  readonly kind: 'recording';
  /** The directory, as the user named it. */
  readonly directory: string;
  /** Its absolute path. */
  readonly location: string;
  /** True if a sandbox gave the recorded responses. */
  readonly isSandbox: boolean;
}

/**
 * Reads the index and compares every file with it. Throws a configuration error for a broken index and a file that the index does
 * not name, and a malformed error for a file that is missing or has changed.
 */
export async function openRecording(location: string, directory: string): Promise<Recording> {
  const shown = (file: string): string => path.join(directory, file);
  const index = parseIndex(await readIndex(location, directory), shown(INDEX_FILE));
  const names = await readdir(location).catch((error: unknown) => {
    throw missingOrUnreadable(directory, error);
  });
  const known = new Set([INDEX_FILE, ...index.windows.map(({ file }) => file)]);
  const foreign = names.find((name) => !known.has(name));
  if (foreign !== undefined) {
    throw new ReportingError('E-recording-file', `${shown(foreign)} does not belong to the recording`, {
      hint: 'move it to another directory',
    });
  }
  for (const window of index.windows) await assertUnchanged(path.join(location, window.file), shown, window);
  return {
    kind: 'recording',
    ...index,
    directory,
    location,
    isSandbox: index.baseUrl.startsWith(SANDBOX_SCHEME),
  };
}

async function readIndex(location: string, directory: string): Promise<string> {
  const file = path.join(location, INDEX_FILE);
  try {
    const found = await lstat(file);
    if (!found.isFile()) throw notARecording(directory, `${INDEX_FILE} is not a regular file`);
    if (found.size > MAX_INDEX_BYTES) throw notARecording(directory, `${INDEX_FILE} is too large`);
    return await readFile(file, 'utf8');
  } catch (error) {
    throw error instanceof ReportingError ? error : missingOrUnreadable(path.join(directory, INDEX_FILE), error);
  }
}

function notARecording(directory: string, reason: string): ReportingError {
  return new ReportingError('E-recording-file', `${directory} is not a recording: ${reason}`, {
    hint: 'name a directory that `reporting raw` has written',
  });
}

async function assertUnchanged(
  file: string,
  shown: (file: string) => string,
  { file: name, bytes, sha256 }: RecordedWindow,
): Promise<void> {
  const found = await lstat(file).catch((error: unknown) => {
    throw missingOrUnreadable(shown(name), error);
  });
  if (!found.isFile()) throw damaged(`${shown(name)} is not a regular file`);
  if (found.size !== bytes) {
    throw damaged(`${shown(name)} has changed: it has ${found.size} bytes, and the index says ${bytes}`);
  }
  const hash = await hashOfChunks(createReadStream(file)).catch((error: unknown) => {
    throw missingOrUnreadable(shown(name), error);
  });
  if (hash !== sha256) throw changed(shown(name));
}

function changed(name: string): ReportingError {
  return damaged(`${name} has changed: its SHA-256 is not the one in the index`);
}

/** The error for a file of a recording, or for its directory. */
function missingOrUnreadable(name: string, error: unknown): ReportingError {
  if (codeOf(error) === 'ENOENT') return damaged(`${name} is missing`);
  return unreadable(name, error);
}

function damaged(message: string): ReportingError {
  return new ReportingError('E-recording-changed', message, {
    hint: 'restore the recording from a copy, or record it again',
  });
}

/** The bytes of a recorded body. Throws a malformed error at its end if the file has changed since the recording was opened. */
export async function* recordedChunks(
  { location, directory }: Pick<Recording, 'location' | 'directory'>,
  { file, sha256 }: Pick<RecordedWindow, 'file' | 'sha256'>,
): AsyncGenerator<Buffer> {
  const name = path.join(directory, file);
  const content = new ContentHash();
  try {
    for await (const chunk of createReadStream(path.join(location, file))) {
      content.add(chunk as Buffer);
      yield chunk as Buffer;
    }
  } catch (error) {
    throw missingOrUnreadable(name, error);
  }
  if (content.facts().sha256 !== sha256) throw changed(name);
}
