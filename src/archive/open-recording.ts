/** Opens a recording, and checks that it has every file of its index unchanged, and no other file. */

import { createReadStream } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { ReportingError } from '../core/errors.ts';
import { ContentHash } from '../core/hash.ts';
import { codeOf, readRegularFile, unreadable } from '../fs/paths.ts';
import { INDEX_FILE, parseIndex, type RecordedWindow, type RecordingIndex, SANDBOX_SCHEME } from './recording-index.ts';

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
  const index = parseIndex(readIndex(location, directory), shown(INDEX_FILE));
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
  for (const window of index.windows) await assertUnchanged({ location, directory }, window);
  return {
    kind: 'recording',
    ...index,
    directory,
    location,
    isSandbox: index.baseUrl.startsWith(SANDBOX_SCHEME),
  };
}

function readIndex(location: string, directory: string): string {
  try {
    return readRegularFile(path.join(location, INDEX_FILE));
  } catch (error) {
    throw missingOrUnreadable(path.join(directory, INDEX_FILE), error);
  }
}

type Place = Pick<Recording, 'location' | 'directory'>;

async function assertUnchanged(place: Place, window: RecordedWindow): Promise<void> {
  const { file, bytes } = window;
  const name = path.join(place.directory, file);
  const found = await lstat(path.join(place.location, file)).catch((error: unknown) => {
    throw missingOrUnreadable(name, error);
  });
  if (!found.isFile()) throw damaged(`${name} is not a regular file`);
  if (found.size !== bytes)
    throw damaged(`${name} has changed: it has ${found.size} bytes, and the index says ${bytes}`);
  for await (const chunk of recordedChunks(place, window)) void chunk;
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
  { location, directory }: Place,
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
  if (content.facts().sha256 !== sha256) throw damaged(`${name} has changed: its SHA-256 is not the one in the index`);
}
