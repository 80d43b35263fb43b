/** The Node versions whose start is measured: those that this machine has. */

import { execFileSync } from 'node:child_process';

export interface InstalledNode {
  /** `Node 24.21.0`. */
  readonly name: string;
  readonly major: number;
  /** The path of its executable. */
  readonly file: string;
}

/** The oldest supported version, the one in the executable, and the newest. */
const MAJORS = [20, 24, 26];

/** The Node that runs the bench, and the others that npm has in its cache. */
export function installedNodes(): readonly InstalledNode[] {
  const own = describe(process.execPath);
  const others = MAJORS.filter((major) => major !== own.major).flatMap((major) => cachedNode(major) ?? []);
  return [own, ...others];
}

function cachedNode(major: number): InstalledNode | undefined {
  const args = ['--yes', '--offline', '--package', `node@${major}`, 'node', '--print', 'process.execPath'];
  try {
    return describe(
      execFileSync('npx', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim(),
    );
  } catch {
    return undefined;
  }
}

function describe(file: string): InstalledNode {
  const version = execFileSync(file, ['--version'], { encoding: 'utf8' }).trim().slice(1);
  return { name: `Node ${version}`, major: Number.parseInt(version, 10), file };
}
