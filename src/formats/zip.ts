/**
 * Writes a ZIP file as a stream (APPNOTE.TXT 6.3.10 of PKWARE). The sizes of an entry follow its data (section 4.3.9), because they
 * are not known before. All times are the first one of the format, so the same entries give the same file.
 */

import { type DeflateFacts, deflate, type Pieces } from './deflate.ts';

/** A file in the archive. */
export interface ZipEntry {
  /** ASCII, with `/` between folders. */
  readonly name: string;
  readonly pieces: Pieces;
  /** True if it may have 4 GiB or more: Excel wants the version of ZIP64 in its header then. */
  readonly isLarge?: boolean;
}

interface WrittenEntry extends DeflateFacts {
  readonly name: Buffer;
  readonly version: number;
  readonly offset: number;
  compressedBytes: number;
}

const VERSION = 20;
const ZIP64_VERSION = 45;
/** Sizes follow the data; names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** 1980-01-01, 00:00. */
const TIME = 0;
const DATE = 0x0021;
const MAX_32 = 0xffffffff;

/** The bytes of an archive with these entries, in order. */
export async function* encodeZip(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
  zip64From = MAX_32,
): AsyncGenerator<Uint8Array> {
  const written: WrittenEntry[] = [];
  let offset = 0;
  for await (const { name, pieces, isLarge = false } of entries) {
    const entry: WrittenEntry = {
      name: Buffer.from(name),
      version: isLarge ? ZIP64_VERSION : VERSION,
      offset,
      crc: 0,
      sizeBytes: 0,
      compressedBytes: 0,
    };
    written.push(entry);
    const head = localHeader(entry);
    yield head;
    for await (const piece of deflate(pieces, entry)) {
      entry.compressedBytes += piece.length;
      yield piece;
    }
    const descriptor = dataDescriptor(entry, zip64From);
    yield descriptor;
    offset += head.length + entry.compressedBytes + descriptor.length;
  }
  const directory = Buffer.concat(written.map((entry) => directoryHeader(entry, zip64From)));
  yield directory;
  yield endOfArchive({ count: written.length, size: directory.length, offset }, zip64From);
}

/** Section 4.3.7. */
function localHeader({ name, version }: WrittenEntry): Buffer {
  return Buffer.concat([
    fields([4, 0x04034b50], [2, version], ...commonFields, [4, 0], [4, 0], [4, 0]),
    fields([2, name.length], [2, 0]),
    name,
  ]);
}

const commonFields: readonly Field[] = [
  [2, FLAGS],
  [2, DEFLATED],
  [2, TIME],
  [2, DATE],
];

/** Section 4.3.9: sizes have eight bytes in ZIP64. */
function dataDescriptor(entry: WrittenEntry, zip64From: number): Buffer {
  const { crc, sizeBytes, compressedBytes } = entry;
  const width = Math.max(sizeBytes, compressedBytes) >= zip64From ? 8 : 4;
  return fields([4, 0x08074b50], [4, crc], [width, compressedBytes], [width, sizeBytes]);
}

/** Section 4.3.12. */
function directoryHeader(entry: WrittenEntry, zip64From: number): Buffer {
  const { name, crc, sizeBytes, compressedBytes, offset } = entry;
  const isZip64 = Math.max(sizeBytes, compressedBytes, offset) >= zip64From;
  const version = isZip64 ? ZIP64_VERSION : entry.version;
  const extra = isZip64
    ? fields([2, 0x0001], [2, 24], [8, sizeBytes], [8, compressedBytes], [8, offset])
    : Buffer.alloc(0);
  const [size, compressed, at] = isZip64 ? [MAX_32, MAX_32, MAX_32] : [sizeBytes, compressedBytes, offset];
  return Buffer.concat([
    fields([4, 0x02014b50], [2, version], [2, version], ...commonFields, [4, crc]),
    fields([4, compressed], [4, size], [2, name.length], [2, extra.length], [2, 0], [2, 0], [2, 0]),
    fields([4, 0], [4, at]),
    name,
    extra,
  ]);
}

interface Directory {
  readonly count: number;
  readonly size: number;
  readonly offset: number;
}

/** Sections 4.3.14 to 4.3.16. */
function endOfArchive({ count, size, offset }: Directory, zip64From: number): Buffer {
  const isZip64 = offset + size >= zip64From;
  const large = fields(
    [4, 0x06064b50],
    [8, 44],
    [2, ZIP64_VERSION],
    [2, ZIP64_VERSION],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, size],
    [8, offset],
    // The place of this record.
    [4, 0x07064b50],
    [4, 0],
    [8, offset + size],
    [4, 1],
  );
  const end = fields(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, size],
    [4, isZip64 ? MAX_32 : offset],
    [2, 0],
  );
  return isZip64 ? Buffer.concat([large, end]) : end;
}

type Field = readonly [bytes: 2 | 4 | 8, value: number];

/** Little-endian numbers. */
function fields(...values: readonly Field[]): Buffer {
  const bytes = Buffer.alloc(values.reduce((sum, [width]) => sum + width, 0));
  let at = 0;
  for (const [width, value] of values) {
    if (width === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUIntLE(value, at, width);
    at += width;
  }
  return bytes;
}
