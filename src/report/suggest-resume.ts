import { countOf } from '../core/count.ts';
import type { ReportingError } from '../core/reporting-error.ts';

/**
 * The error of a run without `--resume`, with a hint at it: if the same command can succeed later, and some of its windows were
 * finished.
 */
export function suggestResume(
  error: ReportingError,
  { finished, all }: { readonly finished: number; readonly all: number },
): ReportingError {
  if (finished === 0 || !canSucceedLater(error)) return error;
  const were = finished === 1 ? 'was' : 'were';
  const lost = `${finished} of ${countOf(all, 'window')} ${were} finished but not kept`;
  return withHint(error, `${lost}: add --resume to keep them next time`);
}

/** As `suggestResume`, for the interruption of several runs. */
export function suggestResumeForAll(error: ReportingError): ReportingError {
  return withHint(
    error,
    'windows of other reports were finished but not kept: add --resume to keep them next time',
  );
}

function canSucceedLater({ kind }: ReportingError): boolean {
  return kind === 'unavailable' || kind === 'interrupted';
}

function withHint(error: ReportingError, hint: string): ReportingError {
  return error.with({}, { hint: error.hint === undefined ? hint : `${error.hint}; ${hint}` });
}
