#!/usr/bin/env node
// Old versions of Node must be able to parse this file. With `engines` in package.json alone, npm only prints a warning.
const version = process.versions.node;
if (Number.parseInt(version, 10) >= 20) {
  require('../dist/cli.cjs').start(process);
} else {
  process.stderr.write(`error: reporting needs Node 20 or later; this is Node ${version}\n`);
  process.exitCode = 2;
}
