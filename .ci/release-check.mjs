// Checks that a release of the tag can begin: `node .ci/release-check.mjs v1.2.3`. `npm publish` checks that of package.json.

import { manifest, notesOf, repository } from './release-notes.mjs';

const tag = process.argv[2] ?? `v${manifest.version}`;
const expected = process.env.GITHUB_REPOSITORY ?? repository ?? 'owner/name';
const problems = [];
if (!/^v\d+\.\d+\.\d+$/.test(tag)) problems.push(`the tag must be like v1.2.3, not "${tag}"`);
else if (tag !== `v${manifest.version}`) problems.push(`the tag is ${tag}, but package.json has ${manifest.version}`);
if (notesOf(manifest.version) === undefined)
  problems.push(`CHANGELOG.md has no section "## ${manifest.version} - <date>" with text`);
// npm refuses the provenance of a package that names another repository.
if (repository !== expected) {
  const url = `git+https://github.com/${expected}.git`;
  problems.push(`package.json must name the repository: npm pkg set repository.type=git repository.url=${url}`);
}

for (const problem of problems) process.stderr.write(`error: ${problem}\n`);
if (problems.length > 0) process.exitCode = 1;
else process.stdout.write(`ready to release ${tag} of ${repository}\n`);
