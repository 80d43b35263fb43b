import type { DateRange } from '../core/date-range.ts';
import type { Report } from './report.ts';
import { PARAMETERS } from './wire.ts';

/** The address at which a report is asked for, from `asked.from` to `asked.to` as the service is told (the interface, part 4). */
export function requestUrl(baseUrl: string, report: Report, asked: DateRange): string {
  const query = new URLSearchParams({
    [PARAMETERS.startDate]: asked.from,
    [PARAMETERS.endDate]: asked.to,
    [PARAMETERS.format]: 'json',
  });
  return `${baseUrl}${report.path}?${query}`;
}
