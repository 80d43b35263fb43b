/**
 * Compresses the pieces of a document for ZIP and gzip files. Every block of bytes becomes whole blocks of one DEFLATE stream
 * (RFC 1951, section 3.2), so a thread of zlib compresses a block while the next one is made, and memory stays flat.
 */

import { promisify } from 'node:util';
import zlib from 'node:zlib';

/** The pieces of a document, or of a part of it. Bytes are valid until the next piece is requested. */
export type Pieces = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** Facts about the bytes before compression. They are complete after the last piece. */
export interface DeflateFacts {
  crc: number;
  sizeBytes: number;
}

const deflateRaw = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.deflateRaw);
const OPTIONS: zlib.ZlibOptions = {
  // Level 6 takes five times as long, and makes a large workbook a fifth smaller.
  level: 2,
  finishFlush: zlib.constants.Z_SYNC_FLUSH,
  chunkSize: 128 * 1024,
};
const BLOCK_BYTES = 512 * 1024;
/** The last block of a stream: it is empty. */
const LAST_BLOCK = Buffer.from([0x03, 0x00]);

/** Compresses `pieces`, and updates `facts`. */
export async function* deflate(pieces: Pieces, facts: DeflateFacts): AsyncGenerator<Uint8Array> {
  let pending: Promise<Buffer> | undefined;
  for await (const block of inBlocks(pieces)) {
    facts.crc = crc32(block, facts.crc);
    facts.sizeBytes += block.length;
    const before = await pending;
    pending = deflateRaw(block, OPTIONS);
    // A failure counts when it is awaited.
    pending.catch(() => undefined);
    if (before !== undefined) yield before;
  }
  if (pending !== undefined) yield await pending;
  yield LAST_BLOCK;
}

/** The bytes in blocks of one size. A block is valid until the second one after it is requested. */
async function* inBlocks(pieces: Pieces): AsyncGenerator<Buffer> {
  let block: Buffer = Buffer.allocUnsafe(BLOCK_BYTES);
  let other: Buffer | undefined;
  let length = 0;
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + BLOCK_BYTES - length);
      block.set(part, length);
      at += part.length;
      length += part.length;
      if (length < BLOCK_BYTES) continue;
      yield block;
      [block, other] = [other ?? Buffer.allocUnsafe(BLOCK_BYTES), block];
      length = 0;
    }
  }
  if (length > 0) yield block.subarray(0, length);
}

/** The header of a gzip file without a time and a name (RFC 1952, section 2.3). */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** The pieces as a gzip file. */
export async function* gzip(pieces: Pieces): AsyncGenerator<Uint8Array> {
  const facts: DeflateFacts = { crc: 0, sizeBytes: 0 };
  yield GZIP_HEADER;
  yield* deflate(pieces, facts);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(facts.crc, 0);
  trailer.writeUInt32LE(facts.sizeBytes % 2 ** 32, 4);
  yield trailer;
}

const CRC_TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** The CRC-32 (ISO 3309) of bytes whose CRC-32 is `before`, followed by `bytes`. */
export function ownCrc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before;
  for (let at = 0; at < bytes.length; at++) crc = (crc >>> 8) ^ CRC_TABLE[(crc ^ bytes[at]!) & 0xff]!;
  return ~crc >>> 0;
}

type Crc32 = typeof ownCrc32;

/** Node has it from 20.15 and 22.2 on. */
const crc32: Crc32 = (zlib as { readonly crc32?: Crc32 }).crc32 ?? ownCrc32;
