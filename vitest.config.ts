import { availableParallelism } from 'node:os';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { compileSources } from './test/harness/compile-sources.ts';
import { memoryDisk } from './test/harness/memory-disk.ts';
import { SkippedTests } from './test/harness/skipped-tests.ts';
import { SlowFirst } from './test/harness/slow-first.ts';

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
    // Ten times as long as the slowest test takes: machines can be busy.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    setupFiles: ['test/harness/property-seed.ts', 'test/harness/coverage.ts'],
  },
} as const satisfies ViteUserConfig;

export default defineConfig({
  test: {
    // Three files on two cores: tests of processes, terminals and time-outs wait half of their time.
    // A percentage would mean at most two.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    sequence: { sequencer: SlowFirst },
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
