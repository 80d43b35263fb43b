/**
 * Compresses pieces of a document, one after another, for ZIP and gzip files. Each piece becomes whole blocks of one DEFLATE stream
 * (RFC 1951, section 3.2), so a thread of zlib compresses a piece while the next one is made, and memory stays flat.
 */

import { promisify } from 'node:util';
import zlib from 'node:zlib';

/** Facts about the bytes before compression. They are complete after the last piece. */
export interface DeflateFacts {
  crc: number;
  sizeBytes: number;
}

const deflateRaw = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.deflateRaw);
const OPTIONS: zlib.ZlibOptions = {
  // Higher levels take much more time, and save little in tables, which repeat the same names.
  level: 3,
  finishFlush: zlib.constants.Z_SYNC_FLUSH,
  chunkSize: 128 * 1024,
};
/** The last block of a stream: it is empty. */
const LAST_BLOCK = Buffer.from([0x03, 0x00]);
/** Shorter pieces are compressed together. */
const LEAST_PIECE = 64 * 1024;

/** Compresses `pieces`, and updates `facts`. A piece must stay unchanged until the second piece after it is requested. */
export async function* deflate(
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  facts: DeflateFacts,
): AsyncGenerator<Uint8Array> {
  let pending: Promise<Buffer> | undefined;
  for await (const piece of inLargePieces(pieces)) {
    facts.crc = crc32(piece, facts.crc);
    facts.sizeBytes += piece.length;
    const before = await pending;
    pending = deflateRaw(piece, OPTIONS);
    // A failure counts when it is awaited.
    pending.catch(() => undefined);
    if (before !== undefined) yield before;
  }
  if (pending !== undefined) yield await pending;
  yield LAST_BLOCK;
}

async function* inLargePieces(
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let small: Uint8Array[] = [];
  let length = 0;
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    if (bytes.length < LEAST_PIECE) {
      // The caller may reuse the bytes.
      small.push(Uint8Array.from(bytes));
      length += bytes.length;
      if (length < LEAST_PIECE) continue;
    }
    if (length > 0) yield Buffer.concat(small);
    small = [];
    length = 0;
    if (bytes.length >= LEAST_PIECE) yield bytes;
  }
  if (length > 0) yield Buffer.concat(small);
}

const CRC_TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** The CRC-32 (ISO 3309) of the bytes before, whose CRC-32 is `before`, and of `bytes`. */
export function ownCrc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before;
  for (let at = 0; at < bytes.length; at++) crc = (crc >>> 8) ^ CRC_TABLE[(crc ^ bytes[at]!) & 0xff]!;
  return ~crc >>> 0;
}

type Crc32 = typeof ownCrc32;

/** Node has it from 20.15 and 22.2 on. */
const crc32: Crc32 = (zlib as { readonly crc32?: Crc32 }).crc32 ?? ownCrc32;
