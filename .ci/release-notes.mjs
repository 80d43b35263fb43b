// Prints the section of a version from CHANGELOG.md: the notes of its release. `node .ci/release-notes.mjs 1.2.3`. Relative links get
// the address of the repository, since those of a release on GitHub do not lead to its files.

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** The section of `version` in the text of CHANGELOG.md, without its heading; undefined without a dated section, or if it is empty. */
export function notesOf(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((each) => /^(\S+) - \d{4}-\d\d-\d\d\n/.exec(each)?.[1] === version);
  return section?.slice(section.indexOf('\n')).trim() || undefined;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const version = process.argv[2];
  const notes = notesOf(readFileSync('CHANGELOG.md', 'utf8'), version);
  if (notes === undefined) {
    process.stderr.write(`error: CHANGELOG.md has no section "## ${version} - <date>" with text\n`);
    process.exitCode = 1;
  } else {
    const { homepage } = JSON.parse(readFileSync('package.json', 'utf8'));
    const files = homepage?.replace('#readme', `/blob/v${version}/`) ?? '';
    process.stdout.write(`${notes.replaceAll(/\]\((?![a-z]+:|#)/g, `](${files}`)}\n`);
  }
}
