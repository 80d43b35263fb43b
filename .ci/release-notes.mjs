// Prints the section of a version from CHANGELOG.md: the notes of its release. `node .ci/release-notes.mjs 1.2.3`

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
    process.stdout.write(`${notes}\n`);
  }
}
