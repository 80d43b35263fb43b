import type { CliResult } from './run-cli.ts';

const GAPS = /^(?:warning: |\{"warning":\{"message":")no records for \d+ of \d+ days: .*\n/m;

/** The result without the warning about gaps, for tests of other features that use few days. */
export function withoutGaps(result: CliResult): CliResult {
  return { ...result, stderr: result.stderr.replace(GAPS, '') };
}
