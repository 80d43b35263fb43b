// Adds the package, its list of components (SBOM), the files for Homebrew and Scoop, and SHA256SUMS to the directory of a release,
// which has the executables: `node .ci/release-files.mjs <directory>`.

import { execSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { manifest, repository } from './release-notes.mjs';

const directory = process.argv[2];
const { name, version } = manifest;
const inDirectory = (file) => path.join(directory, file);
const sha256 = (file) =>
  createHash('sha256')
    .update(readFileSync(inDirectory(file)))
    .digest('hex');

execSync(`npm pack --silent --pack-destination "${directory}"`);
writeFileSync(inDirectory(`${name}-${version}.cdx.json`), `${JSON.stringify(components(), null, 2)}\n`);
const values = { version, repository, description: manifest.description };
for (const target of ['linux-arm64', 'linux-x64', 'macos-arm64', 'macos-x64', 'windows-x64'])
  values[target] = sha256(`reporting-${version}-${target}.tar.gz`);
for (const file of readdirSync('packaging')) {
  const text = readFileSync(path.join('packaging', file), 'utf8').replaceAll(/\{\{(.+?)\}\}/g, (_, key) => {
    if (values[key] === undefined) throw new Error(`packaging/${file} has an unknown place: ${key}`);
    return values[key];
  });
  writeFileSync(inDirectory(file), text);
}
const sums = readdirSync(directory).map((file) => `${sha256(file)}  ${file}\n`);
writeFileSync(inDirectory('SHA256SUMS'), sums.join(''));

/**
 * The packages in the bundle, and the Node in the executables, in the form CycloneDX. npm lists all packages that the sources need;
 * the licences in dist name those in the bundle. The same commit gives the same list: without a time, or a random number.
 */
function components() {
  const licences = readFileSync('dist/THIRD-PARTY-LICENSES.txt', 'utf8').split(`\n${'-'.repeat(80)}\n\n`);
  const bundled = new Set(licences.map((text) => /^(\S+) (\S+) \(/.exec(text).slice(1, 3).join('@')));
  const bom = JSON.parse(execSync('npm sbom --sbom-format cyclonedx --package-lock-only', { encoding: 'utf8' }));
  const found = bom.components.filter((each) => bundled.delete(each['bom-ref']));
  if (bundled.size > 0) throw new Error(`package-lock.json does not have ${[...bundled].join(', ')}`);
  const node = readFileSync('.ci/executable-node-version', 'utf8').trim();
  const platform = { 'bom-ref': `node@${node}`, type: 'platform', name: 'node', version: node, scope: 'optional' };
  return {
    ...{ ...bom, serialNumber: undefined },
    // npm takes the name of the directory.
    metadata: { component: { ...bom.metadata.component, name } },
    components: [...found.map((each) => ({ ...each, scope: 'required', properties: [] })), platform],
    dependencies: undefined,
  };
}
