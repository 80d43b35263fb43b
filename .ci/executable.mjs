// Builds the command line as one file that runs without Node, for the platform of this machine, and a tarball of it with the man
// page, the completion scripts and the licences. The file is Node's own executable with the program inside.
//
// `npm run build:executable [-- <directory>]`: the directory of an official Node to embed. On Linux, npm downloads one by default.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { inject } from 'postject';

const OUTDIR = 'dist';
const { version: VERSION } = JSON.parse(readFileSync('package.json', 'utf8'));
/** Node 26 needs libatomic, which small Linux systems lack. */
const NODE_VERSION = '24.21.0';
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

const run = (file, args) => execFileSync(file, args, { stdio: ['ignore', 'ignore', 'inherit'] });

rmSync(scratch, { recursive: true, force: true });
mkdirSync(scratch, { recursive: true });
const node = process.argv[2] ?? installNode();
const nodeExecutable = ['bin/node', 'node.exe'].map((file) => path.join(node, file)).find(existsSync);
const executable = path.join(OUTDIR, `reporting-${target}${extension}`);
writeProgram();
await writeExecutable();
writeTarball();

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
  const [config, blob] = [scratchFile('config.json'), scratchFile('program.blob')];
  const settings = { disableExperimentalSEAWarning: true, useCodeCache: true };
  writeFileSync(config, JSON.stringify({ main: scratchFile('program.cjs'), output: blob, ...settings }));
  run(nodeExecutable, ['--experimental-sea-config', config]);
  copyFileSync(nodeExecutable, executable);
  chmodSync(executable, 0o755);
  if (platform === 'darwin') run('codesign', ['--remove-signature', executable]);
  await inject(executable, 'NODE_SEA_BLOB', readFileSync(blob), {
    sentinelFuse: FUSE,
    ...(platform === 'darwin' && { machoSegmentName: 'NODE_SEA' }),
  });
  if (platform === 'darwin') run('codesign', ['--sign', '-', executable]);
}

/** Writes the tarball and its checksum. Its folders are those of a prefix such as ~/.local. */
function writeTarball() {
  const folder = `reporting-${VERSION}-${target}`;
  const files = {
    [`bin/reporting${extension}`]: executable,
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
  for (const [to, from] of Object.entries(files)) cpSync(from, path.join(scratch, folder, to));
  const tarball = `${folder}.tar.gz`;
  run('tar', ['-czf', path.join(OUTDIR, tarball), '-C', scratch, folder]);
  const hash = createHash('sha256')
    .update(readFileSync(path.join(OUTDIR, tarball)))
    .digest('hex');
  writeFileSync(path.join(OUTDIR, `${tarball}.sha256`), `${hash}  ${tarball}\n`);
  process.stdout.write(`Wrote ${executable}, ${OUTDIR}/${tarball} and ${tarball}.sha256\n`);
}
