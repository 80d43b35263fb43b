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
  const { wire } = options;
  // Without slashes at its end.
  const output = options.output?.replace(/(?<=.)[\\/]+$/, '') ?? STDOUT;
  if (isStdout(output)) {
    throw new ReportingError('E-recording', 'raw needs a directory for the responses: --output', {
      hint: `for example: --output ${report.name}-archive`,
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
