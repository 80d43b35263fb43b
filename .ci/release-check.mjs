// Checks that a release can begin, before anything is published: `node .ci/release-check.mjs v1.2.3`. Without a tag, for
// `npm publish` in a checkout, the tag is that of package.json.

import { readFileSync } from 'node:fs';
import { notesOf } from './release-notes.mjs';
import { repositoryMembers } from './set-repository.mjs';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const tag = process.argv[2] ?? `v${manifest.version}`;
const [, slug] = /^git\+https:\/\/github\.com\/(.+)\.git$/.exec(manifest.repository?.url) ?? [];
const hint = `run npm run set-repository -- ${process.env.GITHUB_REPOSITORY ?? 'owner/name'}, and commit package.json`;

const problems = [];
if (!/^v\d+\.\d+\.\d+$/.test(tag)) problems.push(`the tag must be like v1.2.3, not "${tag}"`);
else if (tag !== `v${manifest.version}`) problems.push(`the tag is ${tag}, but package.json has ${manifest.version}`);
if (notesOf(readFileSync('CHANGELOG.md', 'utf8'), manifest.version) === undefined)
  problems.push(`CHANGELOG.md has no section "## ${manifest.version} - <date>" with text`);
if (slug === undefined) problems.push(`package.json names no repository: ${hint}`);
else {
  // npm refuses the provenance of a package that names another repository.
  const expected = process.env.GITHUB_REPOSITORY ?? slug;
  if (slug !== expected) problems.push(`package.json names the repository ${slug}, not ${expected}: ${hint}`);
  for (const [name, value] of Object.entries(repositoryMembers(slug))) {
    if (JSON.stringify(manifest[name]) !== JSON.stringify(value))
      problems.push(`"${name}" in package.json is not that of ${slug}: ${hint}`);
  }
}

for (const problem of problems) process.stderr.write(`error: ${problem}\n`);
if (problems.length > 0) process.exitCode = 1;
else process.stdout.write(`ready to release ${tag} of ${slug}\n`);
