/** ZIP and gzip files as streams. The same pieces give the same bytes with the same version of zlib, at any time. */

import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { ZipFile } from 'yazl';

/** The pieces of a document, or of a part of it. Bytes are valid until the next piece is requested. */
export type Pieces = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** A file in a ZIP archive. */
export interface ZipEntry {
  /** ASCII, with `/` between folders. */
  readonly name: string;
  /** Called when the entries before it are written. */
  readonly pieces: () => Pieces;
  /** True if it may have 4 GiB or more: Excel wants the version of ZIP64 in its header then. */
  readonly isLarge?: boolean;
}

/** Level 6 takes five times as long, and makes a large workbook a fifth smaller. */
const LEVEL = 2;

/** The bytes of an archive with these entries, in order. */
export async function* encodeZip(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  // yazl pipes into a PassThrough.
  const output = zip.outputStream as Readable;
  let open: Readable | undefined;
  for (const { name, pieces, isLarge = false } of entries) {
    const options = {
      mtime: new Date(1980, 0, 1),
      forceDosTimestamp: true,
      compressionLevel: LEVEL,
      forceZip64Format: isLarge,
    };
    zip.addReadStreamLazy(name, options, (done) => {
      if (output.destroyed) return;
      open = streamOf(pieces());
      open.on('error', (error) => output.destroy(error));
      done(null, open);
    });
  }
  zip.end();
  try {
    yield* output;
  } finally {
    open?.destroy();
  }
}

/** The pieces as a gzip file without a time and a name. */
export async function* gzip(pieces: Pieces): AsyncGenerator<Uint8Array> {
  const compressed = createGzip({ level: LEVEL });
  // A failure reaches the loop of the reader, too.
  pipeline(streamOf(pieces), compressed, () => undefined);
  yield* compressed;
}

/** A stream reads ahead, so it gets copies. */
function streamOf(pieces: Pieces): Readable {
  async function* copies(): AsyncGenerator<Buffer> {
    for await (const piece of pieces) yield Buffer.from(piece as string);
  }
  return Readable.from(copies(), { objectMode: false });
}
