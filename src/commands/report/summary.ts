/** What is said of a report that is done. */

import type { EndDate } from '../../contract/end-date.ts';
import { countOf } from '../../core/count.ts';
import type { ReportResult } from '../../pipeline/run-report.ts';
import type { PreparedClient } from './clients.ts';

/** What there is to be said of records that are not there. */
export function emptyNotes(
  what: string,
  { recordCount, rowCount, emptyProfiles, emptyReasons }: ReportResult,
  clients: readonly PreparedClient[],
): readonly string[] {
  const [{ windows, endDate }] = clients as [PreparedClient];
  const reasons = emptyReasons.join('');
  if (recordCount === 0) return [`no records for ${what}${reasons}${endDoubt(windows, endDate)}`];
  if (rowCount === 0) return [`no record for ${what} meets --where`];
  return emptyProfiles.length === 0
    ? []
    : [`no records for ${what} of ${emptyProfiles.join(', ')}${reasons}`];
}

/** A service that leaves the end out of a range has nothing in a range of one day. */
function endDoubt(windows: PreparedClient['windows'], endDate: EndDate): string {
  if (endDate === 'exclusive' || windows.some(({ from, to }) => from !== to)) return '';
  return '; if that cannot be, `reporting doctor` finds out whether the service counts end_date';
}

/** One line for the person at the terminal. */
export function summaryOf(
  { pulledCount, rowCount, isShaped, windowCount }: ReportResult,
  elapsedMs: number,
  file: string | undefined,
): string {
  const where = file === undefined ? '' : `, in ${file}`;
  const seconds = (elapsedMs / 1000).toFixed(1);
  const rows = isShaped ? `${countOf(rowCount, 'row')} of ` : '';
  return `${rows}${countOf(pulledCount, 'record')} from ${countOf(windowCount, 'window')} in ${seconds} s${where}`;
}
