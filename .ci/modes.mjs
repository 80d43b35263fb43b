// Gives every file of the package its usual permissions before npm packs it: npm keeps those of the checkout, which depend on the umask.

import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const { files, bin } = JSON.parse(readFileSync('package.json', 'utf8'));
const programs = Object.values(bin).map((file) => path.normalize(file));
const names = [...files, 'package.json', 'README.md', 'LICENSE'].filter((name) => existsSync(name));
for (const name of names) {
  const within = statSync(name).isDirectory() ? readdirSync(name, { recursive: true }) : [''];
  for (const file of within.map((each) => path.join(name, each))) {
    if (statSync(file).isFile()) chmodSync(file, programs.includes(file) ? 0o755 : 0o644);
  }
}
