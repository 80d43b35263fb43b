// Adds the package, the files for Homebrew and Scoop, and SHA256SUMS to the directory of a release, which has the executables:
// `node .ci/release-files.mjs <directory>`.

import { execSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { manifest, repository } from './release-notes.mjs';

const directory = process.argv[2];
const { version, description } = manifest;
const sha256 = (file) =>
  createHash('sha256')
    .update(readFileSync(path.join(directory, file)))
    .digest('hex');

const values = { version, repository, description };
for (const file of readdirSync(directory)) values[/([a-z]+-\w+)\.tar\.gz$/.exec(file)?.[1]] = sha256(file);
for (const file of readdirSync('packaging')) {
  const text = readFileSync(path.join('packaging', file), 'utf8').replaceAll(/\{\{(.+?)\}\}/g, (_, key) => {
    if (values[key] === undefined) throw new Error(`packaging/${file} needs ${key}, which the release does not have`);
    return values[key];
  });
  writeFileSync(path.join(directory, file), text);
}
execSync(`npm pack --silent --pack-destination "${directory}"`);
const sums = readdirSync(directory).map((file) => `${sha256(file)}  ${file}\n`);
writeFileSync(path.join(directory, 'SHA256SUMS'), sums.join(''));
