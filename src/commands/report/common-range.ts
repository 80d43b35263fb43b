import { type DateRange, formatRange } from '../../core/date-range.ts';
import { ReportingError } from '../../core/reporting-error.ts';
import type { PreparedClient } from './clients.ts';
import type { ReportOptions } from './options.ts';

/**
 * The range of a report of several clients. Throws a usage error where their time zones make different days of the same
 * words: one document is of one range.
 */
export function commonRange(
  clients: readonly PreparedClient[],
  { from, to, period }: Pick<ReportOptions, 'from' | 'to' | 'period'>,
): DateRange {
  const [first, ...others] = clients as [PreparedClient, ...PreparedClient[]];
  const other = others.find((client) => describe(client) !== describe(first));
  if (other === undefined) return first.ranges.range;
  const words = period ?? [from, to].filter(Boolean).join(' to ');
  throw new ReportingError(
    'usage',
    `${words} is ${describe(first)} for ${first.name}, and ${describe(other)} for ${other.name}: their time zones differ`,
    { hint: "name one with --timezone, name the dates, or make a file for each: -o '{profile}.csv'" },
  );
}

function describe({ ranges: { range, compared } }: PreparedClient): string {
  return formatRange(range) + (compared === undefined ? '' : ` (compared with ${formatRange(compared)})`);
}
