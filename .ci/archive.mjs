// Packs the files of the executable: a tarball, and for Windows a zip file. The same files give the same bytes on every system: times
// and owners are fixed, and files are in the order of their names. The options of the systems' own programs differ.

import { crc32, deflateRawSync, gzipSync } from 'node:zlib';

/** The time of every file, as in packages of npm. */
const TIME = new Date('1985-10-26T08:15:00Z');
const BLOCK = 512;

/**
 * A gzipped tarball in the format ustar. Each file has a `name` with slashes, its `bytes`, and `isProgram` if it has the permission
 * to run.
 */
export function tarball(files) {
  const blocks = inOrder(files).flatMap((file) => [
    tarHeader(file),
    file.bytes,
    Buffer.alloc(-file.bytes.length & (BLOCK - 1)),
  ]);
  const zipped = gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]));
  // zlib names the operating system here (RFC 1952, 2.3.1). 255 is unknown.
  zipped[9] = 255;
  return zipped;
}

/** A zip file of the same files. */
export function zip(files) {
  const [entries, directory] = [[], []];
  let offset = 0;
  for (const { name, bytes, isProgram } of inOrder(files)) {
    const packed = deflateRawSync(bytes);
    const names = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0); // The version of the format that can unpack it: 2.0.
    common.writeUInt16LE(1 << 11, 2); // The name is UTF-8.
    common.writeUInt16LE(8, 4); // Deflated.
    common.writeUInt16LE((TIME.getUTCHours() << 11) | (TIME.getUTCMinutes() << 5), 6);
    const months = (TIME.getUTCFullYear() - 1980) * 16 + TIME.getUTCMonth() + 1;
    common.writeUInt16LE((months << 5) | TIME.getUTCDate(), 8);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(names.length, 22);

    const central = Buffer.alloc(14);
    central.writeUInt32LE(modeOf(isProgram) * 2 ** 16 + 0o100000 * 2 ** 16, 6);
    central.writeUInt32LE(offset, 10);
    // 0x314: made on Unix, so the entry has permissions.
    directory.push(Buffer.from('PK\x01\x02\x14\x03'), common, central, names);
    const entry = Buffer.concat([Buffer.from('PK\x03\x04'), common, names, packed]);
    entries.push(entry);
    offset += entry.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...entries, listing, end]);
}

const modeOf = (isProgram) => (isProgram ? 0o755 : 0o644);

function inOrder(files) {
  return files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function tarHeader({ name, bytes, isProgram }) {
  if (Buffer.byteLength(name) > 100) throw new Error(`the name is too long for a tarball: ${name}`);
  const header = Buffer.alloc(BLOCK);
  const writeOctal = (value, at, length) => header.write(value.toString(8).padStart(length - 1, '0'), at);
  header.write(name);
  writeOctal(modeOf(isProgram), 100, 8);
  writeOctal(0, 108, 8);
  writeOctal(0, 116, 8);
  writeOctal(bytes.length, 124, 12);
  writeOctal(TIME.getTime() / 1000, 136, 12);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  // The sum is that of a header with spaces in its place.
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}
