import { type CliResult, runWithNotes as runCli } from './run-cli.ts';
import { startRecordService } from './service.ts';

const GAPS = /^(?:warning: |note: |\{"warning":\{"message":")no records (?:for \d+ of \d+ days: |on any ).*\n/gm;

/** The result without the messages about gaps, for tests of other features that use few days. */
export function withoutGaps(result: CliResult): CliResult {
  return { ...result, stderr: result.stderr.replace(GAPS, '') };
}

/** A report of January from a service with these records, without the warning about gaps. */
export async function pullJanuary(records: readonly string[], ...args: readonly string[]): Promise<CliResult> {
  const { env } = await startRecordService(() => records);
  const january = ['revenue', '--from', '2026-01-01', '--to', '2026-01-31'];
  return withoutGaps(await runCli([...january, ...args], { env }));
}
