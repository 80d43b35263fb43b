/** Runs the commands of reports. */

import type { Report } from '../api/reports.ts';
import type { TypedOption } from '../options/flag.ts';
import type { ReportOptions } from '../options/report-table.ts';
import { startReport } from '../report/start.ts';
import type { Services } from '../services.ts';
import { hasRange, parseRequest } from './parse-request.ts';

/** The options of a command, parsed and as typed. */
interface GivenOptions {
  readonly options: ReportOptions;
  readonly typed: readonly TypedOption[];
}

/** Runs a report from its options. */
export async function runReportCommand(
  report: Report,
  { options, typed }: GivenOptions,
  services: Services,
): Promise<void> {
  return startReport(await parseRequest(report, options, services.env, typed), services);
}

/** Like `runReportCommand`, for a list of the report's columns. */
export async function runColumnsCommand(
  report: Report,
  { options, typed }: GivenOptions,
  services: Services,
): Promise<void> {
  const isRanged = hasRange(options);
  if (!isRanged) services.messages.note(`no dates are given, so these are the columns of ${COLUMNS_PERIOD}`);
  const ranged = isRanged ? options : { ...options, period: COLUMNS_PERIOD };
  const request = await parseRequest(report, ranged, services.env, typed, `columns ${report.name}`);
  const { document } = request;
  const transform = { ...document.transform, listsColumns: true as const };
  return startReport({ ...request, document: { ...document, transform } }, services);
}

/** The range of a list of columns without dates. */
const COLUMNS_PERIOD = 'last-7-days';
