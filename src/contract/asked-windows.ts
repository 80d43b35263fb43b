import type { DateRange } from '../core/date-range.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { splitIntoWindows, type Window } from '../core/windows.ts';
import { type EndDate, maxWindowDays } from './end-date.ts';

export interface WindowChoice {
  /** Undefined for as many as the service allows. */
  readonly windowDays: number | undefined;
  readonly byDay: boolean;
  readonly endDate: EndDate;
  /** Where the way to ask for the last day comes from, in words to show. */
  readonly endDateSource: string;
}

const LAST_DATE = '9999-12-31';

/** The windows to ask for. Throws a usage error for windows that are too long for the way to ask, or a last day that it cannot ask for. */
export function askedWindows(range: DateRange, choice: WindowChoice): readonly Window[] {
  const { endDate, endDateSource } = choice;
  const most = maxWindowDays(endDate);
  const days = choice.byDay ? 1 : (choice.windowDays ?? most);
  if (days > most) {
    throw new ReportingError(
      'usage',
      `--window-days ${days} is too long for an exclusive end date (${endDateSource}): the day after counts too`,
      { hint: `--window-days takes ${most} at most with it` },
    );
  }
  if (endDate === 'exclusive' && range.to === LAST_DATE) {
    throw new ReportingError('usage', `there is no day after ${range.to} to end an exclusive range with`);
  }
  return splitIntoWindows(range, days);
}
