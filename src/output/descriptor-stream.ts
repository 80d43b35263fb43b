import { write } from 'node:fs';
import { Writable } from 'node:stream';

const RETRY_MS = 10;

/**
 * A stream that writes to a file descriptor without holding up the process. Node's own stdout does hold it up where it
 * is a pipe: while a reader does not read, no signal is handled (documentation of process.stdout, "A note on process I/O").
 */
export function createDescriptorStream(descriptor: number): Writable {
  return new Writable({
    decodeStrings: true,
    write(chunk: Buffer, _encoding, done) {
      writeAll(descriptor, chunk, 0, done);
    },
  });
}

function writeAll(
  descriptor: number,
  bytes: Buffer,
  offset: number,
  done: (error?: Error | null) => void,
): void {
  write(descriptor, bytes, offset, bytes.length - offset, null, (error, written) => {
    // Someone else made the pipe non-blocking, and it is full.
    if (error?.code === 'EAGAIN') setTimeout(writeAll, RETRY_MS, descriptor, bytes, offset, done);
    else if (error !== null) done(error);
    else if (offset + written < bytes.length) writeAll(descriptor, bytes, offset + written, done);
    else done();
  });
}
