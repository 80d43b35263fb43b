import type { CliResult } from './run-cli.ts';

const HOLES = /^(?:warning: |\{"warning":\{"message":")no records for \d+ of \d+ days: .*\n/m;

/** The result without what is said of days that have no records, for tests of other things with a few made-up ones. */
export function withoutHoles(result: CliResult): CliResult {
  return { ...result, stderr: result.stderr.replace(HOLES, '') };
}
