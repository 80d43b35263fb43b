// Writes the repository on GitHub into package.json: `npm run set-repository -- owner/name`. Relative links of the README work on npm
// only with it, and a release needs it.

import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const FILE = 'package.json';
/** `owner/name` as GitHub accepts it. */
export const SLUG = /^[A-Za-z\d](?:-?[A-Za-z\d]){0,38}\/(?!\.{1,2}$)(?!.*\.git$)[\w.-]{1,100}$/;

/** The members of package.json that name the repository `owner/name`. */
export function repositoryMembers(slug) {
  const url = `https://github.com/${slug}`;
  return {
    homepage: `${url}#readme`,
    bugs: { url: `${url}/issues` },
    repository: { type: 'git', url: `git+${url}.git` },
  };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const slug = process.argv[2] ?? '';
  if (SLUG.test(slug)) {
    const members = Object.entries(JSON.parse(readFileSync(FILE, 'utf8')));
    const added = repositoryMembers(slug);
    const others = members.filter(([name]) => !Object.hasOwn(added, name));
    // Before the licence, as npm's own documentation has them.
    const at = others.findIndex(([name]) => name === 'license');
    const manifest = Object.fromEntries([...others.slice(0, at), ...Object.entries(added), ...others.slice(at)]);
    writeFileSync(FILE, `${JSON.stringify(manifest, null, 2)}\n`);
    process.stdout.write(`package.json now names ${added.repository.url}\n`);
  } else {
    process.stderr.write(`error: "${slug}" is not a repository on GitHub; write owner/name\n`);
    process.exitCode = 2;
  }
}
