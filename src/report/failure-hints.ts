/** Hints of failed runs: the options that keep a response or finished windows. */

import type { ReportingError } from '../core/errors.ts';
import { countOf } from '../core/text.ts';
import type { FetchPlan } from '../plan/report-plan.ts';

/** Adds a hint at `raw` for a response that the service has sent whole, and that no report can use. */
export function suggestRecording(error: ReportingError, { report, source }: FetchPlan): ReportingError {
  const hasBody = error.kind === 'malformed' && error.facts.window !== undefined && !error.lacksBody;
  if (source.kind !== 'service' || !hasBody) return error;
  return withHint(error, `\`reporting raw ${report} …\` keeps the response for a support ticket`);
}

/** Adds a hint at `resume` if the same command can succeed later, and some windows were finished. */
export function suggestResume(
  error: ReportingError,
  { finished, all }: { readonly finished: number; readonly all: number },
): ReportingError {
  const canSucceedLater = error.kind === 'unavailable' || error.kind === 'interrupted';
  if (finished === 0 || !canSucceedLater) return error;
  const were = finished === 1 ? 'was' : 'were';
  const lost = `${finished} of ${countOf(all, 'window')} ${were} finished but not stored`;
  return withHint(error, `${lost}: add --resume to store them next time`);
}

/** Adds a hint at the windows that a failed run has stored, if there are any. */
export function suggestStored(error: ReportingError, count: number, windowCount: number): ReportingError {
  if (count === 0) return error;
  const them = count === 1 ? 'it' : 'them';
  return withHint(
    error,
    `stored ${count} of ${countOf(windowCount, 'window')} for a day: the same command with --resume does not request ${them} again`,
  );
}

/** Adds the same hint to the interruption of several runs. */
export function suggestResumeForAll(error: ReportingError): ReportingError {
  return withHint(error, 'windows of other reports were finished but not stored: add --resume to store them next time');
}

/** Replaces a hint at requests for each day, which only the service can answer. */
export function suggestMonths(error: ReportingError, { source, windowUnit, clients }: FetchPlan): ReportingError {
  if (error.code !== 'E-date-column' || !('files' in source)) return error;
  const one = clients.length > 1 ? 'choose a client with --profile, ' : '';
  return error.with(
    {},
    {
      hint: `${one}name the column with --date-column${windowUnit === undefined ? '' : ', or group by month with --by month: the month of each record is known'}`,
    },
  );
}

/** Adds a sentence to the hint of an error. */
export function withHint(error: ReportingError, added: string): ReportingError {
  const { hint } = error;
  return error.with({}, { hint: hint === undefined ? added : `${hint}; ${added}` });
}
