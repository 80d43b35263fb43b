// Packs the files of the executable: a tarball, and for Windows a zip file. The same files give the same bytes on every system: times
// and owners are fixed, and files are in the order of their names. The options of the systems' own programs differ.

import { gzipSync } from 'node:zlib';
import { ZipFile } from 'yazl';

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
export async function zip(files) {
  const file = new ZipFile();
  // yazl writes local times.
  const mtime = new Date(1985, 9, 26, 8, 15);
  for (const { name, bytes, isProgram } of inOrder(files))
    file.addBuffer(bytes, name, { mtime, mode: 0o100000 | modeOf(isProgram), forceDosTimestamp: true });
  file.end();
  return Buffer.concat(await file.outputStream.toArray());
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
