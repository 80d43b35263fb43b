/** A segment is one window's response, whole and checked: its records in a spool file, one minified record a line. */

import { createReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { ReportingError } from '../core/reporting-error.ts';
import type { Window } from '../core/windows.ts';
import { createBodyCheck } from './body-check.ts';
import { createRecordSurvey, type Survey } from './record-survey.ts';
import { openSpoolFile, spoolError } from './spool.ts';

export interface Segment extends Survey {
  readonly window: Window;
  readonly file: string;
  /** Bytes of the body, decoded. */
  readonly sizeBytes: number;
  /** Members of the body beside the records, with the beginning of each value. */
  readonly otherMembers: readonly { readonly name: string; readonly value: string }[];
}

export interface Body {
  /** The body's bytes, decoded, in chunks cut anywhere. */
  readonly chunks: AsyncIterable<Buffer>;
  /** True if the transport says where the body ends, so that one that arrived was not cut off. */
  readonly endIsKnown: boolean;
}

export interface SegmentOptions {
  readonly file: string;
  /** The body's member that holds the records. */
  readonly recordsMember: string;
  /** Told the size of each chunk. */
  readonly onBytes?: (sizeBytes: number) => void;
}

const WRITE_BYTES = 256 * 1024;
const READ_BYTES = 256 * 1024;
const NEWLINE = 0x0a;

/**
 * Receives a body into `file`, replacing what an earlier attempt left there. Throws a malformed error for a body that
 * breaks the interface's promises, and an unavailable one, to be retried, for one that may have been cut off.
 */
export async function receiveSegment(body: Body, window: Window, options: SegmentOptions): Promise<Segment> {
  const handle = await openSpoolFile(options.file);
  try {
    const writer = createLineWriter(handle, options.file);
    const survey = createRecordSurvey(window);
    const otherMembers: { name: string; value: string }[] = [];
    const check = createBodyCheck(options.recordsMember, {
      record(bytes) {
        survey.add(bytes.toString());
        writer.add(bytes);
      },
      member: (name, value) => otherMembers.push({ name, value }),
    });

    let sizeBytes = 0;
    for await (const chunk of body.chunks) {
      sizeBytes += chunk.length;
      check.write(chunk);
      await writer.flushWhenFull();
      options.onBytes?.(chunk.length);
    }
    if (!check.end()) throw unfinished(body, sizeBytes);
    await writer.flush();
    return { window, file: options.file, sizeBytes, otherMembers, ...survey.result() };
  } finally {
    await handle.close();
  }
}

/** The segment's records, in order, in batches of a few thousand at most. Throws if the file does not hold as many. */
export async function* readRecords(segment: Segment): AsyncGenerator<readonly string[]> {
  let rest: Buffer[] = [];
  let count = 0;
  try {
    for await (const chunk of createReadStream(segment.file, {
      highWaterMark: READ_BYTES,
    }) as AsyncIterable<Buffer>) {
      const end = chunk.lastIndexOf(NEWLINE);
      if (end === -1) {
        rest.push(chunk);
        continue;
      }
      const lines = Buffer.concat([...rest, chunk.subarray(0, end)])
        .toString()
        .split('\n');
      rest = end + 1 < chunk.length ? [chunk.subarray(end + 1)] : [];
      count += lines.length;
      yield lines;
    }
  } catch (error) {
    throw isSystemError(error) ? spoolError(segment.file, error) : error;
  }
  if (count !== segment.recordCount || rest.length > 0) {
    throw new Error(`the spool holds ${count} records of a window that had ${segment.recordCount}`);
  }
}

function unfinished(body: Body, sizeBytes: number): ReportingError {
  const message = `the body ends in the middle of its JSON, after ${sizeBytes} bytes`;
  return body.endIsKnown
    ? new ReportingError('malformed', message)
    : new ReportingError('unavailable', message, { retry: {} });
}

/** Gathers lines, so that a record does not cost a write. */
function createLineWriter(handle: FileHandle, file: string) {
  let pieces: Buffer[] = [];
  let sizeBytes = 0;
  const newline = Buffer.from('\n');

  async function flush(): Promise<void> {
    const bytes = Buffer.concat(pieces, sizeBytes);
    pieces = [];
    sizeBytes = 0;
    await handle.appendFile(bytes).catch((error: unknown) => {
      throw spoolError(file, error);
    });
  }

  return {
    add(line: Buffer): void {
      pieces.push(Buffer.from(line), newline);
      sizeBytes += line.length + 1;
    },
    flush,
    async flushWhenFull(): Promise<void> {
      if (sizeBytes >= WRITE_BYTES) await flush();
    },
  };
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
