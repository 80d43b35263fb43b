// Builds the command line as one file that runs without Node, for this platform, in a tarball with the man page, the completion
// scripts and the licences. The file is Node's own executable with the program inside. The same sources give the same bytes.
//
// `npm run build:executable [-- <directory>]`: the directory of an official Node to embed. On Linux, npm downloads one by default.

import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { create } from 'tar';

/** The version of Node to embed. Node 26 needs libatomic, which small Linux systems lack. */
const NODE_VERSION = readFileSync('.ci/executable-node-version', 'utf8').trim();
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
const { platform, arch } = process;
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const target = `${{ darwin: 'macos', win32: 'windows' }[platform] ?? platform}-${arch}`;
const name = `reporting-${version}-${target}`;
const program = platform === 'win32' ? 'bin/reporting.exe' : 'bin/reporting';
const scratch = path.resolve('node_modules/.cache/executable');
const executable = path.join(scratch, name, program);
// A failure has the output in its message.
const run = (file, args, options) => execFileSync(file, args, { stdio: 'pipe', ...options });

rmSync(scratch, { recursive: true, force: true });
const node = path.resolve(process.argv[2] ?? installNode());
const nodeExecutable = ['bin/node', 'node.exe'].map((file) => path.join(node, file)).find(existsSync);
const embedded = execFileSync(nodeExecutable, ['--version'], { encoding: 'utf8' }).trim();
if (embedded !== `v${NODE_VERSION}`) throw new Error(`the executable needs Node ${NODE_VERSION}, not ${embedded}`);

/** The files of the archive. Its folders are those of a prefix such as ~/.local. */
const files = {
  [program]: nodeExecutable,
  'share/man/man1/reporting.1': 'dist/reporting.1',
  'share/bash-completion/completions/reporting': 'completions/reporting.bash',
  'share/zsh/site-functions/_reporting': 'completions/_reporting',
  'share/fish/vendor_completions.d/reporting.fish': 'completions/reporting.fish',
  'share/doc/reporting/reporting.ps1': 'completions/reporting.ps1',
  'share/doc/reporting/LICENSE': 'LICENSE',
  'share/doc/reporting/THIRD-PARTY-LICENSES.txt': 'dist/THIRD-PARTY-LICENSES.txt',
  'share/doc/reporting/NODE-LICENSE.txt': path.join(node, 'LICENSE'),
};
for (const [to, from] of Object.entries(files)) {
  const copy = path.join(scratch, name, to);
  cpSync(from, copy);
  chmodSync(copy, to === program ? 0o755 : 0o644);
}
putProgramInside();

const archive = `${name}.tar.gz`;
const paths = Object.keys(files).map((file) => `${name}/${file}`);
// The time of files in packages of npm.
const mtime = new Date('1985-10-26T08:15:00Z');
await create({ file: archive, cwd: scratch, gzip: true, portable: true, mtime }, paths.sort());
process.stdout.write(`Wrote ${archive}\n`);

/** Installs the package that holds Node for this Linux, and returns its directory. */
function installNode() {
  const name = `node-${platform}-${arch}`;
  run('npm', ['install', '--no-save', '--prefix', scratch, `${name}@${NODE_VERSION}`]);
  return path.join(scratch, 'node_modules', name);
}

/** The files of the bundle as one, each a function that runs when another file requires it: as from the package. */
function programText() {
  const functions = ['cli.cjs', ...readdirSync('dist/cli').map((file) => `cli/${file}`)].map((file) => {
    const text = readFileSync(path.join('dist', file), 'utf8');
    return `${JSON.stringify(path.basename(file))}(exports, require, module) {${text}\n}`;
  });
  return `'use strict';
const files = {${functions.join(',\n')}};
const loaded = {};
function load(name) {
  if (!name.startsWith('.')) return require(name);
  const file = name.slice(name.lastIndexOf('/') + 1);
  if (loaded[file] === undefined) {
    loaded[file] = { exports: {} };
    files[file](loaded[file].exports, load, loaded[file]);
  }
  return loaded[file].exports;
}
load('./cli.cjs').start(process, { keepsCompiled: false });
`;
}

/** Compiles the program, and puts it into the copy of Node's executable. */
function putProgramInside() {
  // Relative names: the executable holds that of the program.
  const [main, output] = ['program.cjs', 'program.blob'];
  const config = { main, output, disableExperimentalSEAWarning: true, useCodeCache: true };
  writeFileSync(path.join(scratch, main), programText());
  writeFileSync(path.join(scratch, 'config.json'), JSON.stringify(config));
  // The compiled code holds hashes of names. By default, V8 seeds them with random numbers.
  run(nodeExecutable, ['--random-seed=1', '--experimental-sea-config', 'config.json'], { cwd: scratch });
  if (platform === 'darwin') run('codesign', ['--remove-signature', executable]);
  // Node writes executables itself only since 25.5 (`--build-sea`), and the version that writes one must be the embedded one.
  const inject = [executable, 'NODE_SEA_BLOB', path.join(scratch, output), '--sentinel-fuse', FUSE];
  if (platform === 'darwin') inject.push('--macho-segment-name', 'NODE_SEA');
  run(process.execPath, ['node_modules/postject/dist/cli.js', ...inject]);
  if (platform === 'darwin') run('codesign', ['--sign', '-', executable]);
}
