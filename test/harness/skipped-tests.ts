import type { Reporter, TestModule } from 'vitest/node';

const NEEDED = /\[needs ([^\]]*)\]/;

/**
 * Prints a line for each program that skipped tests need. With NO_SKIPPED_TESTS=1 in the environment, any skipped test
 * fails the run, except those that need a program in MAY_SKIP, a list with commas.
 */
export class SkippedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap(({ children }) => [...children.allTests('skipped')]);
    const counts = new Map<string, number>();
    for (const { fullName } of skipped) {
      const programs = NEEDED.exec(fullName)?.[1];
      if (programs !== undefined) counts.set(programs, (counts.get(programs) ?? 0) + 1);
    }
    for (const [programs, count] of counts) print(`${tests(count)} skipped: ${programs} not installed`);
    const mayBeAbsent = (process.env.MAY_SKIP ?? '').split(',');
    const unexpected = skipped.filter(({ fullName }) => {
      const programs = NEEDED.exec(fullName)?.[1]?.split(', ') ?? [''];
      return !programs.every((program) => program !== '' && mayBeAbsent.includes(program));
    });
    if (process.env.NO_SKIPPED_TESTS !== '1' || unexpected.length === 0) return;
    for (const { fullName } of unexpected) print(`skipped: ${fullName}`);
    print(`NO_SKIPPED_TESTS=1, and ${tests(unexpected.length)} skipped`);
    process.exitCode = 1;
  }
}

function print(line: string): void {
  process.stderr.write(`${line}\n`);
}

function tests(count: number): string {
  return count === 1 ? '1 test' : `${count} tests`;
}
