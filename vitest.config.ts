import { defineConfig } from 'vitest/config';
import { memoryDisk } from './test/harness/memory-disk.ts';
import { SkippedTests } from './test/harness/skipped-tests.ts';

const PROPERTY = ['test/**/*.property.test.ts'];
/** Runs of the whole command line, and of the library, in the process of the test. */
const CLI = ['test/{cli,commands,library}/**/*.test.ts'];
/** Tests of the built program: they run it as a process, or read what a build writes. */
const E2E = ['test/process/**/*.test.ts', 'test/package.test.ts'];

// Files share a module registry where they run in the same process or thread: no test leaves state in a module, and
// loading the sources anew for each file costs more than the tests.
const inThreads = { pool: 'threads', isolate: false } as const;
const inProcesses = { pool: 'forks', isolate: false } as const;

export default defineConfig({
  define: { __VERSION__: JSON.stringify('0.0.0-test') },
  test: {
    // The projects, and later runs, share compiled sources. Their keys are the sources and this file.
    experimental: { fsModuleCache: true },
    // One file a core. The default leaves one core free, which is half of two.
    maxWorkers: '100%',
    env: { ...memoryDisk() },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    setupFiles: ['test/harness/property-seed.ts'],
    reporters: ['default', new SkippedTests()],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [...PROPERTY, ...CLI, ...E2E],
          ...inThreads,
        },
      },
      { extends: true, test: { name: 'property', include: PROPERTY, testTimeout: 300_000, ...inThreads } },
      { extends: true, test: { name: 'cli', include: CLI, exclude: PROPERTY, ...inProcesses } },
      {
        extends: true,
        test: { name: 'e2e', include: E2E, globalSetup: 'test/harness/build.ts', ...inProcesses },
      },
    ],
  },
});
