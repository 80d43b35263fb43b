import type { Report } from '../api/wire.ts';
import { type ConfigSources, loadConfig } from '../config/load-config.ts';
import { ReportingError } from '../core/errors.ts';
import { STDOUT } from '../core/sink.ts';
import type { RawOptions } from '../options/report-table.ts';
import { isStdout, parseOutput } from '../plan/destination.ts';
import { wordOption } from '../plan/repeat-command.ts';
import { assertRange, parseFetch } from '../plan/request.ts';
import { planRaw, pullRaw } from '../raw/pull-raw.ts';
import { type JobServices, startJob } from '../report/start.ts';

/** Records the responses for a report. */
export async function runRawCommand(
  report: Report,
  options: RawOptions,
  services: ConfigSources & JobServices & Parameters<typeof pullRaw>[2],
): Promise<void> {
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
  const mode = options.dryRun === true ? 'dry-run' : 'run';
  const request = { fetch, output: parseOutput(output) };
  const stored = await loadConfig(fetch, services);
  if (stored.clients.length > 1 && !request.output.placeholders.includes('profile')) {
    throw new ReportingError('E-recording', 'several profiles need {profile} in --output', {
      hint: `write one recording for each: --output '{profile}-{from}-{to}'`,
    });
  }
  return startJob(
    { mode, output: request.output, plan: (own) => planRaw(request, own, services), pull: pullRaw },
    stored,
    services,
  );
}

/** The directory without slashes at its end. A directory named `-` is not stdout. */
function withoutSlashes(name: string | undefined): string | undefined {
  const short = name?.replace(/(?<=.)[\\/]+$/, '');
  return short === STDOUT && name !== STDOUT ? './-' : short;
}
