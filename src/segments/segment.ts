/** A segment is one window's response, whole and checked: its records in a spool file, one minified record a line. */

import { open } from 'node:fs/promises';
import { ReportingError } from '../core/reporting-error.ts';
import type { Window } from '../core/windows.ts';
import { createLineWriter } from './line-writer.ts';
import { createRecordReader } from './record-reader.ts';
import type { Survey } from './record-survey.ts';
import { openSpoolFile, spoolError } from './spool.ts';

export interface Segment extends Survey {
  readonly window: Window;
  readonly file: string;
  /** Bytes of the body, decoded. */
  readonly sizeBytes: number;
  /** Bytes of the file. */
  readonly spoolBytes: number;
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

const READ_BYTES = 256 * 1024;
const LINE_FEED = 0x0a;

/**
 * Receives a body into `file`, replacing what an earlier attempt left there. Throws a malformed error for a body that
 * breaks the interface's promises, and an unavailable one, to be retried, for one that may have been cut off.
 */
export async function receiveSegment(body: Body, window: Window, options: SegmentOptions): Promise<Segment> {
  const handle = await openSpoolFile(options.file);
  try {
    const writer = createLineWriter(handle, options.file);
    const otherMembers: { name: string; value: string }[] = [];
    const reader = createRecordReader(window, options.recordsMember, {
      lines: writer.add,
      member: (name, value) => otherMembers.push({ name, value }),
    });

    let sizeBytes = 0;
    for await (const chunk of body.chunks) {
      sizeBytes += chunk.length;
      reader.write(chunk);
      await writer.flushWhenFull();
      options.onBytes?.(chunk.length);
    }
    if (!reader.end()) throw unfinished(body, sizeBytes);
    const spoolBytes = await writer.finish();
    return { window, file: options.file, sizeBytes, spoolBytes, otherMembers, ...reader.survey() };
  } finally {
    await handle.close();
  }
}

/**
 * The segment's records as the file holds them, in order, in blocks of whole lines, each ending in a line feed. A block is
 * valid until the next is asked for. Throws if the file is not what was written.
 */
export async function* readLines(segment: Segment): AsyncGenerator<Buffer> {
  let left = segment.spoolBytes;
  const handle = await open(segment.file).catch((error: unknown) => {
    throw spoolError(segment.file, error);
  });
  try {
    let buffer = Buffer.allocUnsafe(Math.max(1, Math.min(READ_BYTES, left)));
    /** Bytes at the beginning of the buffer: a line whose end is not read yet. */
    let held = 0;
    while (left > 0) {
      if (held === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2);
      const { bytesRead } = await handle.read(buffer, held, buffer.length - held).catch((error: unknown) => {
        throw spoolError(segment.file, error);
      });
      if (bytesRead === 0) break;
      left -= bytesRead;
      const end = buffer.subarray(0, held + bytesRead).lastIndexOf(LINE_FEED) + 1;
      if (end > 0) yield buffer.subarray(0, end);
      buffer.copyWithin(0, end, held + bytesRead);
      held += bytesRead - end;
    }
    if (left !== 0 || held !== 0 || (await handle.read(buffer, 0, 1)).bytesRead !== 0) {
      throw new Error(`the spool of a window is not the ${segment.spoolBytes} bytes that were written`);
    }
  } finally {
    await handle.close();
  }
}

/** The lines of a block, without their line feeds. */
export function splitLines(block: Buffer): readonly string[] {
  return block.toString('utf8', 0, block.length - 1).split('\n');
}

function unfinished(body: Body, sizeBytes: number): ReportingError {
  const message = `the body ends in the middle of its JSON, after ${sizeBytes} bytes`;
  return body.endIsKnown
    ? new ReportingError('malformed', message)
    : new ReportingError('unavailable', message, { retry: {} });
}
