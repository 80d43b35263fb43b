import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect } from 'vitest';
import { needs, oldNode } from '../harness/needs.ts';
import { ROOT } from '../harness/pages.ts';

const PROGRAM = path.join(ROOT, 'bin/reporting.cjs');

/** Versions that cannot run the program. Node 12 parses less of the language than the later ones. */
for (const version of [12, 16, 18]) {
  needs(`node@${version}`).test(`Node ${version} is refused with one line, before the program is loaded`, () => {
    const node = oldNode(version)!;
    const running = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim().slice(1);
    expect(running).toMatch(new RegExp(`^${version}\\.`));
    for (const args of [['--version'], ['revenue', '--sandbox']]) {
      const { status, stdout, stderr } = spawnSync(node, [PROGRAM, ...args], { encoding: 'utf8' });
      expect({ status, stdout, stderr }).toEqual({
        status: 2,
        stdout: '',
        stderr: `error: reporting needs Node 20.12 or later; this is Node ${running}\n`,
      });
    }
  });
}
