/** From commander's options to the request that they make, checked as far as nothing stored is needed. */

import { sharedByProfiles } from '../../config/stored.ts';
import type { Report } from '../../contract/report.ts';
import { isTemplate } from '../../core/file-template.ts';
import { ReportingError } from '../../core/reporting-error.ts';
import { MONDAY } from '../../core/weekday.ts';
import { likelyFormat } from '../../formats/likely-format.ts';
import type { Sourced } from '../../profiles/resolve-credentials.ts';
import { assertFormatOptions, namedFormat } from '../../report/format-choice.ts';
import { parseRequestedComparison, parseRequestedRange } from '../../report/ranges.ts';
import type { ClientsRequest, ReportRequest } from '../../report/request.ts';
import { startReport } from '../../report/start.ts';
import type { Ports } from '../ports.ts';
import { assertSandboxOptions, sandboxOptions } from '../sandbox-options.ts';
import type { ReportOptions } from './options.ts';
import { parseRenames, parseTransform } from './parse-transform.ts';

export async function runReportCommand(report: Report, options: ReportOptions, ports: Ports): Promise<void> {
  ports.messages.settleFormat(likelyFormat(options, ports.env));
  return startReport(parseRequest(report, options, ports.env), ports);
}

/** Throws a usage error for options that do not go together, and for values that nothing stored could make right. */
export function parseRequest(
  { name }: Pick<Report, 'name'>,
  options: ReportOptions,
  env: Ports['env'],
): ReportRequest {
  assertSandboxOptions(options);
  const transform = parseTransform(options);
  const { from, to, period, includeToday, output = '-', dryRun, explain } = options;
  // A placeholder may stand where the file's ending is: until it is filled, the environment does not count.
  const format = namedFormat(options.format, output, isTemplate(output) ? {} : env);
  const request: ReportRequest = {
    report: name,
    mode: explain !== undefined ? 'explain' : dryRun === true ? 'dry-run' : 'run',
    range: parseRequestedRange({ from, to, period, includeToday }, options.weekStart ?? MONDAY),
    compare: options.compare === undefined ? undefined : parseRequestedComparison(options.compare),
    timeZone: withSource(options.timezone, '--timezone'),
    endDate: withSource(options.endDate, '--end-date'),
    windows: {
      days: options.windowDays,
      byDay: options.byDay === true,
      columns: options.windowColumns === true,
    },
    clients: parseClients(options),
    network: {
      caFile: withSource(options.caFile, '--ca-file'),
      insecureHttp: options.insecureHttp === true,
    },
    output,
    format,
    csv: {
      excel: options.excel,
      delimiter: options.delimiter,
      decimalComma: options.decimalComma,
    },
    columns: options.columns,
    renames: parseRenames(options.rename ?? []),
    display: {
      maxRows: options.maxRows,
      human: options.human === true,
      wide: options.wide === true,
      pager: options.pager,
    },
    transform,
    checks: {
      failEmpty: options.failEmpty === true,
      failGaps: options.failGaps === true,
      strict: options.strict,
      expectedColumns: options.expectColumns,
      dateColumn: withSource(options.dateColumn, '--date-column'),
      ignoredMembers: options.ignoreMembers ?? [],
    },
    requests: {
      concurrency: options.concurrency,
      retryForMs: options.retryFor,
      retries: options.retries,
      timeoutMs: options.timeout,
      resume: options.resume === true,
    },
  };
  if (format !== undefined) assertFormatOptions(request, format);
  return request;
}

function withSource(value: string | undefined, source: string): Sourced | undefined {
  return value === undefined ? undefined : { value, source };
}

const ONE_CLIENT_OPTIONS = [
  { key: 'baseUrl', flag: '--base-url' },
  { key: 'clientId', flag: '--client-id' },
  { key: 'tokenFile', flag: '--token-file' },
] as const;

/** Throws a usage error for options that would make all profiles the same client. */
function parseClients(options: ReportOptions): ClientsRequest {
  if (options.explain !== undefined && options.sandbox === true) {
    throw new ReportingError(
      'usage',
      '--explain does not go with --sandbox, whose address is new each time',
      {
        hint: 'run `reporting sandbox` in another shell, and paste what it prints',
      },
    );
  }
  if (options.sandbox === true) return { kind: 'sandbox', sandbox: sandboxOptions(options) };
  const { profile: names = [], allProfiles = false, baseUrl, clientId, tokenFile } = options;
  if (names.length < 2 && !allProfiles) {
    return { kind: 'one', profile: names[0], baseUrl, clientId, tokenFile };
  }
  const shared = ONE_CLIENT_OPTIONS.find(({ key }) => options[key] !== undefined);
  if (shared !== undefined) throw sharedByProfiles(shared.flag, `leave out ${shared.flag}`);
  return allProfiles ? { kind: 'all-profiles' } : { kind: 'profiles', names };
}
