import { afterEach, expect, test, vi } from 'vitest';
import type { TestModule } from 'vitest/node';
import { SkippedTests } from '../../harness/skipped-tests.ts';

const exitCode = process.exitCode;
afterEach(() => {
  process.exitCode = exitCode;
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test.each([
  ['no test', [], '', undefined],
  ['a program that is missing', ['a [needs jq]'], '', 1],
  ['a program that may be missing', ['a [needs unshare]'], 'unshare', undefined],
  ['two programs, and one may be missing', ['a [needs unshare, jq]'], 'unshare', 1],
  ['another reason', ['a'], 'unshare,', 1],
])('with NO_SKIPPED_TESTS, tests skipped for %s', (_what, names, mayBeMissing, expected) => {
  vi.stubEnv('NO_SKIPPED_TESTS', '1');
  vi.stubEnv('MAY_SKIP', mayBeMissing);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  process.exitCode = undefined;
  const skipped = names.map((fullName) => ({ fullName }));
  const module = { children: { allTests: () => skipped } } as unknown as TestModule;
  new SkippedTests().onTestRunEnd([module]);
  expect(process.exitCode).toBe(expected);
});
