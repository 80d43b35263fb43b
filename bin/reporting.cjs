#!/usr/bin/env node
// Old versions of Node must be able to parse this file. With `engines` in package.json alone, npm only prints a warning.
const version = process.versions.node;
const [major, minor] = version.split('.').map(Number);
if (major > 20 || (major === 20 && minor >= 12)) {
  require('../dist/cli.cjs').start(process);
} else {
  process.stderr.write(`error: reporting needs Node 20.12 or later; this is Node ${version}\n`);
  process.exitCode = 2;
}
