import { execFileSync } from 'node:child_process';

/** Builds the program once, before the tests that run it. */
export default function setup(): void {
  execFileSync(process.execPath, ['.ci/build.mjs'], { stdio: 'inherit' });
}
