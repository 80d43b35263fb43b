// Builds the command line as one file that runs without Node, for the platform of this machine, and an archive of it with the man
// page, the completion scripts and the licences. The file is Node's own executable with the program inside. The same sources give
// the same bytes, in any directory.
//
// `npm run build:executable [-- <directory>]`: the directory of an official Node to embed. On Linux, npm downloads one by default.

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { inject } from 'postject';
import { tarball, zip } from './archive.mjs';

const OUTDIR = 'dist';
const { version: VERSION } = JSON.parse(readFileSync('package.json', 'utf8'));
/** The version of Node to embed. Node 26 needs libatomic, which small Linux systems lack. */
const NODE_VERSION = readFileSync('.ci/executable-node-version', 'utf8').trim();
/** The mark in Node's executable that says whether it holds a program. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** Where shells look for their completion scripts. */
const COMPLETION_PLACES = {
  'reporting.bash': 'share/bash-completion/completions/reporting',
  _reporting: 'share/zsh/site-functions/_reporting',
  'reporting.fish': 'share/fish/vendor_completions.d/reporting.fish',
};

const { platform, arch } = process;
const extension = platform === 'win32' ? '.exe' : '';
const target = `${{ darwin: 'macos', win32: 'windows' }[platform] ?? platform}-${arch}`;
const scratch = path.resolve('node_modules/.cache/executable');
const scratchFile = (file) => path.join(scratch, file);

const run = (file, args, options) => execFileSync(file, args, { stdio: ['ignore', 'ignore', 'inherit'], ...options });

rmSync(scratch, { recursive: true, force: true });
mkdirSync(scratch, { recursive: true });
const node = process.argv[2] ?? installNode();
const nodeExecutable = ['bin/node', 'node.exe'].map((file) => path.join(node, file)).find(existsSync);
const embedded = execFileSync(nodeExecutable, ['--version'], { encoding: 'utf8' }).trim();
if (embedded !== `v${NODE_VERSION}`) throw new Error(`the executable needs Node ${NODE_VERSION}, not ${embedded}`);
const executable = path.join(OUTDIR, `reporting-${target}${extension}`);
// Those of earlier versions.
for (const name of readdirSync(OUTDIR)) {
  if (name.startsWith('reporting-')) rmSync(path.join(OUTDIR, name));
}
writeProgram();
await writeExecutable();
await writeArchive();

/** Installs the package that holds Node for this Linux, and returns its directory. */
function installNode() {
  const name = `node-${platform}-${arch}`;
  run('npm', ['install', '--silent', '--no-save', '--prefix', scratch, `${name}@${NODE_VERSION}`]);
  return path.join(scratch, 'node_modules', name);
}

/**
 * Writes the files of the built command line into one, each as a function that runs when another file requires it. So a run
 * executes only the code that it needs, as from the package.
 */
function writeProgram() {
  const files = ['cli.cjs', ...readdirSync(path.join(OUTDIR, 'cli')).map((file) => `cli/${file}`)];
  const functions = files.map((file) => {
    const text = readFileSync(path.join(OUTDIR, file), 'utf8');
    // In an executable, Node fails to import what the executable does not hold.
    if (/\bimport\s*\(/.test(text)) throw new Error(`${file} cannot contain import()`);
    return `${JSON.stringify(path.basename(file))}(exports, require, module) {${text}\n}`;
  });
  writeFileSync(
    scratchFile('program.cjs'),
    `'use strict';
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
`,
  );
}

/** Compiles the program and puts it into a copy of Node's executable. */
async function writeExecutable() {
  const settings = { disableExperimentalSEAWarning: true, useCodeCache: true };
  // Relative names: the executable holds that of the program.
  const [main, output] = ['program.cjs', 'program.blob'];
  writeFileSync(scratchFile('config.json'), JSON.stringify({ main, output, ...settings }));
  // The compiled code holds hashes of names. By default, V8 seeds them with random numbers.
  run(path.resolve(nodeExecutable), ['--random-seed=1', '--experimental-sea-config', 'config.json'], {
    cwd: scratch,
  });
  copyFileSync(nodeExecutable, executable);
  chmodSync(executable, 0o755);
  if (platform === 'darwin') run('codesign', ['--remove-signature', executable]);
  // Node writes executables itself only since 25.5 (`--build-sea`), and the version that writes one must be the embedded one.
  await inject(executable, 'NODE_SEA_BLOB', readFileSync(scratchFile(output)), {
    sentinelFuse: FUSE,
    ...(platform === 'darwin' && { machoSegmentName: 'NODE_SEA' }),
  });
  if (platform === 'darwin') run('codesign', ['--sign', '-', executable]);
}

/** Writes the archive. Its folders are those of a prefix such as ~/.local. */
async function writeArchive() {
  const folder = `reporting-${VERSION}-${target}`;
  const program = `bin/reporting${extension}`;
  const paths = {
    [program]: executable,
    'share/man/man1/reporting.1': path.join(OUTDIR, 'reporting.1'),
    ...Object.fromEntries(
      readdirSync('completions').map((file) => [
        COMPLETION_PLACES[file] ?? `share/doc/reporting/${file}`,
        path.join('completions', file),
      ]),
    ),
    'share/doc/reporting/LICENSE': 'LICENSE',
    'share/doc/reporting/THIRD-PARTY-LICENSES.txt': path.join(OUTDIR, 'THIRD-PARTY-LICENSES.txt'),
    'share/doc/reporting/NODE-LICENSE.txt': path.join(node, 'LICENSE'),
  };
  const files = Object.entries(paths).map(([to, from]) => ({
    name: `${folder}/${to}`,
    bytes: readFileSync(from),
    isProgram: to === program,
  }));
  const [archive, bytes] =
    platform === 'win32' ? [`${folder}.zip`, await zip(files)] : [`${folder}.tar.gz`, tarball(files)];
  writeFileSync(path.join(OUTDIR, archive), bytes);
  process.stdout.write(`Wrote ${executable} and ${OUTDIR}/${archive}\n`);
}
