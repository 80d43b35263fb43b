import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { compileSources } from './test/harness/compile-sources.ts';
import { memoryDisk } from './test/harness/memory-disk.ts';
import { runStep } from './test/harness/property-runs.ts';
import { SkippedTests } from './test/harness/skipped-tests.ts';

/** Tests of the built program: they run it as a process, or read what a build writes. */
const BUILT = ['test/process/**/*.test.ts', 'test/package.test.ts'];

const shared = {
  plugins: [await compileSources()],
  test: {
    // Files share the modules of their process: no test leaves state in a module, and loading the sources anew for each
    // file costs more than the tests.
    pool: 'forks',
    isolate: false,
    env: { ...memoryDisk() },
    testTimeout: runStep() === 1 ? 300_000 : 60_000,
    hookTimeout: 60_000,
    setupFiles: ['test/harness/property-seed.ts', 'test/harness/coverage.ts'],
  },
} as const satisfies ViteUserConfig;

export default defineConfig({
  test: {
    // One file a core. The default leaves one core free, which is half of two.
    maxWorkers: '100%',
    reporters: ['default', new SkippedTests()],
    projects: [
      { ...shared, test: { ...shared.test, name: 'source', include: ['test/**/*.test.ts'], exclude: BUILT } },
      {
        ...shared,
        test: { ...shared.test, name: 'built', include: BUILT, globalSetup: 'test/harness/build.ts' },
      },
    ],
  },
});
