import { execFileSync } from 'node:child_process';

/** Spawned runs use what was built: build it anew before the tests. */
export default function setup(): void {
  execFileSync(process.execPath, ['.ci/build.mjs'], { stdio: 'inherit' });
}
