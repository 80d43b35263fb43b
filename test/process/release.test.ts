import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { needs } from '../harness/needs.ts';
import { ROOT } from '../harness/pages.ts';
import { runStep } from '../harness/property-runs.ts';
import { createHome } from '../harness/run-cli.ts';

const MANIFEST = { name: 'tool', version: '1.2.3', keywords: ['a'], license: 'MIT', type: 'module' };
const CHANGELOG = `# Changelog

## Unreleased

### Added

- Something new.

## 1.2.3 - 2026-01-02

### Fixed

- Something old.

## 1.2.30 - 2026-01-01

## 1.2.2 - 2025-12-31

- First version.
`;

const IN_REPOSITORY = { ...MANIFEST, repository: { type: 'git', url: 'git+https://github.com/a/b.git' } };

/** A directory with the files that a release reads. */
function createProject(manifest: object = MANIFEST): string {
  const { work } = createHome();
  writeFileSync(path.join(work, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(path.join(work, 'CHANGELOG.md'), CHANGELOG);
  return work;
}

function run(script: string, project: string, args: readonly string[], repository?: string) {
  const { GITHUB_REPOSITORY: _, ...others } = process.env;
  const env = repository === undefined ? others : { ...others, GITHUB_REPOSITORY: repository };
  const file = path.join(ROOT, '.ci', script);
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], {
    cwd: project,
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

const noRepository = (repository: string) =>
  `error: package.json must name the repository: npm pkg set repository.type=git repository.url=git+https://github.com/${repository}.git\n`;

const release = describe.runIf(runStep() === 1);

release('release-check', () => {
  test('passes with a repository, the tag of the version, and its notes', () => {
    const project = createProject(IN_REPOSITORY);
    const expected = { status: 0, stdout: 'ready to release v1.2.3 of a/b\n', stderr: '' };
    expect(run('release-check.mjs', project, ['v1.2.3'], 'a/b')).toEqual(expected);
    expect(run('release-check.mjs', project, [])).toEqual(expected);
  });

  test('names everything that is missing, with the command to type', () => {
    const project = createProject({ ...MANIFEST, version: '1.2.30' });
    expect(run('release-check.mjs', project, ['v1.2.3'])).toEqual({
      status: 1,
      stdout: '',
      stderr: `error: the tag is v1.2.3, but package.json has 1.2.30
error: CHANGELOG.md has no section "## 1.2.30 - <date>" with text
${noRepository('owner/name')}`,
    });
  });

  test.each(['', '1.2.3', 'v1.2.3-rc.1'])('refuses the tag "%s"', (tag) => {
    const project = createProject(IN_REPOSITORY);
    const expected = { status: 1, stderr: `error: the tag must be like v1.2.3, not "${tag}"\n` };
    expect(run('release-check.mjs', project, [tag])).toMatchObject(expected);
  });

  test('refuses the repository of a fork', () => {
    const project = createProject(IN_REPOSITORY);
    expect(run('release-check.mjs', project, ['v1.2.3'], 'fork/b').stderr).toBe(noRepository('fork/b'));
  });
});

release('release-notes', () => {
  test('are the section of the version, without its heading', () => {
    const expected = { status: 0, stdout: '### Fixed\n\n- Something old.\n', stderr: '' };
    expect(run('release-notes.mjs', createProject(), ['1.2.3'])).toEqual(expected);
  });

  test('have links to the files of the version in the repository', () => {
    const project = createProject(IN_REPOSITORY);
    const text = '- See [dates](docs/dates.md#weeks), [a site](https://example.com) and [more](#more).';
    writeFileSync(path.join(project, 'CHANGELOG.md'), `## 1.2.3 - 2026-01-02\n\n${text}\n`);
    const expected = text.replace('docs/', 'https://github.com/a/b/blob/v1.2.3/docs/');
    expect(run('release-notes.mjs', project, ['1.2.3']).stdout).toBe(`${expected}\n`);
  });

  test.each(['1.2.30', '1.2', '1x2.3', 'Unreleased'])('fail without the section or the text of %s', (version) => {
    const { status, stdout, stderr } = run('release-notes.mjs', createProject(), [version]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(`Error: CHANGELOG.md has no section "## ${version} - <date>" with text\n`);
  });
});

release('publish', () => {
  /** Runs the script with an npm that prints `integrity` for `npm view`, and the arguments of another command. */
  function publish(integrity: (tarball: Buffer) => string) {
    const { work } = createHome();
    for (const name of ['package', 'bin']) mkdirSync(path.join(work, name));
    writeFileSync(path.join(work, 'package/package.json'), JSON.stringify(MANIFEST));
    execFileSync('tar', ['-czf', 'tool.tgz', 'package'], { cwd: work });
    const published = integrity(readFileSync(path.join(work, 'tool.tgz')));
    const npm = `#!/bin/sh
if [ "$1" = publish ]; then echo "npm $*"; exit; fi
[ "$*" = 'view tool@1.2.3 dist.integrity' ] && [ -n '${published}' ] && echo '${published}'\n`;
    writeFileSync(path.join(work, 'bin/npm'), npm, { mode: 0o755 });
    const env = { ...process.env, PATH: `${path.join(work, 'bin')}:${process.env.PATH}` };
    const file = path.join(ROOT, '.ci/publish.sh');
    return spawnSync(file, ['tool.tgz', '--dry-run'], { cwd: work, env, encoding: 'utf8' });
  }
  const hashOf = (data: Buffer | string) => `sha512-${createHash('sha512').update(data).digest('base64')}`;
  const PUBLISHED = { status: 0, stdout: 'npm publish --access public tool.tgz --dry-run\n', stderr: '' };

  const { test } = needs('bash', 'tar');

  test('publishes a version that npm does not have', () => {
    expect(publish(() => '')).toMatchObject(PUBLISHED);
  });

  test('does nothing if npm has the same bytes', () => {
    const expected = { status: 0, stdout: 'tool@1.2.3 is already published\n', stderr: '' };
    expect(publish(hashOf)).toMatchObject(expected);
  });

  test('lets npm refuse other bytes of a version that it has', () => {
    expect(publish(() => hashOf('other'))).toMatchObject(PUBLISHED);
  });
});
