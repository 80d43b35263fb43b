/** Runs the command that compares a day with its like days. */

import type { CheckRequest } from '../alerts/check-request.ts';
import { startCheck } from '../alerts/start-check.ts';
import type { Report } from '../api/reports.ts';
import { ReportingError } from '../core/errors.ts';
import { parseLikeDays } from '../dates/like-days.ts';
import type { CheckOptions } from '../options/check-table.ts';
import type { TypedOption } from '../options/flag.ts';
import { parseFetch } from '../plan/fetch-request.ts';
import type { Services } from '../services.ts';
import { IDENTITY } from '../transform/transform-request.ts';
import { parseCondition } from '../transform/where.ts';
import { assertWithoutRequests } from './parse-request.ts';

/** Checks a report. */
export async function runCheckCommand(
  report: Report,
  { options, typed }: { readonly options: CheckOptions; readonly typed: readonly TypedOption[] },
  services: Services,
): Promise<void> {
  assertWithoutRequests(options, typed);
  return startCheck(parseCheck(report, options, services), services);
}

/** The request as plain data. Throws a usage error for invalid values. */
function parseCheck(report: Report, options: CheckOptions, { env }: Services): CheckRequest {
  const { alert = [], min = [], against, state, format, ...rest } = options;
  if (alert.length === 0) {
    throw new ReportingError(
      'E-command-line',
      'check needs --alert: a condition that a group should not meet',
      {
        hint: "for example: --alert 'revenue_percent<-30'",
      },
    );
  }
  const repeated = alert.find((text, index) => alert.indexOf(text) !== index);
  if (repeated !== undefined) {
    throw new ReportingError('E-option-value', `--alert ${JSON.stringify(repeated)} is given twice`);
  }
  const likeDays = parseLikeDays(against);
  const { groupBy = [], where = [], sum = [], count = false, period = 'yesterday' } = rest;
  const fetch = parseFetch(report, { ...rest, period }, { wire: 'json', by: undefined, env });
  return {
    // An alert of a part of the data may be wrong, and its silence, too.
    fetch: { ...fetch, checks: { ...fetch.checks, strict: true }, compare: { likeDays } },
    against: likeDays,
    transform: {
      ...IDENTITY,
      where: where.map((text) => parseCondition(text)),
      groupBy,
      aggregations: sum.map((column) => ({ kind: 'sum', column })),
      count,
      isCompared: true,
      alerts: {
        conditions: alert.map((text) => parseCondition(text, 'alert')),
        minimum: min.map((text) => parseCondition(text, 'min')),
      },
    },
    alerts: alert,
    minimum: min,
    where,
    tellsNew: rest.new,
    tellsGone: rest.gone,
    format,
    state,
  };
}
