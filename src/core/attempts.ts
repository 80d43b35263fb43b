import { formatDuration } from './duration.ts';
import type { ReportingError } from './reporting-error.ts';

/** ` (after 7 attempts in 46 s)`, to follow the message of a failure; empty after one attempt. */
export function attemptsSuffix({ facts }: ReportingError): string {
  const { attempts = 1, elapsedMs } = facts;
  if (attempts === 1) return '';
  return ` (after ${attempts} attempts${elapsedMs === undefined ? '' : ` in ${formatDuration(elapsedMs)}`})`;
}
