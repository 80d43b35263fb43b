import type { Report } from '../api/reports.ts';
import { ReportingError } from '../core/errors.ts';
import { option, phrase } from '../core/message.ts';
import { STDOUT } from '../core/sink.ts';
import { startRaw } from '../raw/start-raw.ts';
import { isStdout } from '../report/file-template.ts';
import type { TypedOption } from '../report/request.ts';
import type { Services } from '../services.ts';
import type { RawOptions } from './options/raw-options.ts';
import { parseWithDefaults } from './parse-request.ts';

/** Records the answers for a report. */
export async function runRawCommand(
  report: Report,
  { options, typed }: { readonly options: RawOptions; readonly typed: readonly TypedOption[] },
  services: Services,
): Promise<void> {
  const { wire, unchecked = false, resume } = options;
  const output = withoutSlashes(options.output);
  if (output === undefined) {
    throw new ReportingError(
      'usage',
      phrase`${option('output')} is missing: name a directory for the answers`,
      {
        hint: phrase`for example: ${option('output')} ${report.name}-archive; ${option('output')} - writes a single answer to stdout`,
      },
    );
  }
  if (isStdout(output) && resume === true) {
    throw new ReportingError('usage', phrase`${option('resume')} needs a directory`, {
      hint: phrase`name one with ${option('output')}`,
    });
  }
  // The format is that of messages, and of warnings about records: neither JSON nor the extension of a directory.
  const asReport = { ...options, output, format: 'csv', pager: false } as const;
  const request = await parseWithDefaults(report, { options: asReport, typed }, services);
  // Each window is a file of its own.
  const checks = { ...request.checks, mixesWindows: true };
  return startRaw({ ...request, wire, checks }, { unchecked }, services);
}

/** The directory without slashes at its end. A directory named `-` is not stdout. */
function withoutSlashes(name: string | undefined): string | undefined {
  const short = name?.replace(/(?<=.)[\\/]+$/, '');
  return short === STDOUT && name !== STDOUT ? './-' : short;
}
