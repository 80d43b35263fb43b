// Prints the section of a version from CHANGELOG.md: the notes of its release. `node .ci/release-notes.mjs 1.2.3`. Relative links get
// the address of the repository, since those of a release on GitHub do not lead to its files.

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

export const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
/** The repository on GitHub, as `owner/name`. */
export const repository = /^git\+https:\/\/github\.com\/(.+)\.git$/.exec(manifest.repository?.url)?.[1];

/** The text below the dated heading of a version; undefined without one, or without text. */
export function notesOf(version) {
  const sections = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m);
  const section = sections.find((each) => /^(\S+) - \d{4}-\d\d-\d\d\n/.exec(each)?.[1] === version);
  return section?.slice(section.indexOf('\n')).trim() || undefined;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const version = process.argv[2];
  const notes = notesOf(version);
  if (notes === undefined) throw new Error(`CHANGELOG.md has no section "## ${version} - <date>" with text`);
  const files = `https://github.com/${repository}/blob/v${version}/`;
  process.stdout.write(`${notes.replaceAll(/\]\((?![a-z]+:|#)/g, `](${files}`)}\n`);
}
