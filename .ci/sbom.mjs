// Prints the list of components (SBOM, in the form CycloneDX) of the built package: the packages in its bundles, and the Node in its
// executables. npm lists all packages that the sources need; the licences in dist name those that the bundles contain.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const licences = readFileSync('dist/THIRD-PARTY-LICENSES.txt', 'utf8').split(`\n${'-'.repeat(80)}\n\n`);
const bundled = new Set(licences.map((text) => /^(\S+) (\S+) \(/.exec(text).slice(1, 3).join('@')));

const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
// On Windows, npm is a script that only a shell can run.
const bom = JSON.parse(execFileSync('npm', args, { encoding: 'utf8', shell: process.platform === 'win32' }));
const root = bom.metadata.component;
// npm takes the name of the directory.
root.name = JSON.parse(readFileSync('package.json', 'utf8')).name;

const components = bom.components.filter((each) => bundled.delete(each['bom-ref']));
if (bundled.size > 0) throw new Error(`package-lock.json does not have ${[...bundled].join(', ')}`);
for (const component of components) {
  component.scope = 'required';
  component.properties = [];
}
const node = readFileSync('.ci/executable-node-version', 'utf8').trim();
components.push({
  'bom-ref': `node@${node}`,
  type: 'platform',
  name: 'node',
  version: node,
  scope: 'optional',
  description: 'In the executables only',
  purl: `pkg:generic/node@${node}`,
});

const kept = new Set(components.map((each) => each['bom-ref']));
const dependencies = [
  { ref: root['bom-ref'], dependsOn: [...kept] },
  ...bom.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => kept.has(each)) })),
];
// Without the time and the random number of this run, the same commit gives the same list.
delete bom.serialNumber;
delete bom.metadata.timestamp;
process.stdout.write(`${JSON.stringify({ ...bom, components, dependencies }, null, 2)}\n`);
