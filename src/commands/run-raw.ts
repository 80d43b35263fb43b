import type { Report } from '../api/reports.ts';
import { ReportingError } from '../core/errors.ts';
import { STDOUT } from '../core/sink.ts';
import type { RawOptions } from '../options/report-table.ts';
import { isStdout, parseOutput } from '../plan/destination.ts';
import { wordOption } from '../plan/repeat-command.ts';
import { parseFetch } from '../plan/request.ts';
import { startRaw } from '../raw/start-raw.ts';
import type { Services } from '../services.ts';
import { assertRange } from './run-report.ts';

/** Records the responses for a report. */
export async function runRawCommand(report: Report, options: RawOptions, services: Services): Promise<void> {
  const { wire, resume } = options;
  const output = withoutSlashes(options.output);
  if (output === undefined) {
    throw new ReportingError('E-recording', '--output is missing: name a directory for the responses', {
      hint: `for example: --output ${report.name}-archive; --output - writes a single response to stdout`,
    });
  }
  if (isStdout(output) && resume === true) {
    throw new ReportingError('E-recording', '--resume needs a directory', {
      hint: 'name one with --output',
    });
  }
  const fetch = parseFetch(report, options, { wire, by: undefined, env: services.env });
  assertRange(options, [`raw ${report.name}`, wordOption({ flag: '--output', value: output })]);
  return startRaw(
    {
      mode: options.dryRun === true ? 'dry-run' : 'run',
      fetch,
      output: parseOutput(output),
    },
    services,
  );
}

/** The directory without slashes at its end. A directory named `-` is not stdout. */
function withoutSlashes(name: string | undefined): string | undefined {
  const short = name?.replace(/(?<=.)[\\/]+$/, '');
  return short === STDOUT && name !== STDOUT ? './-' : short;
}
