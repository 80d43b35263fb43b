import { addDays, type CalendarDate, calendarDateAt } from '../dates/date.ts';
import type { Services } from '../services.ts';
import type { Dataset } from './dataset.ts';
import type { PlanClock } from './sync-plan.ts';

/** The present in the zone of the dataset. */
export function clockOf({ timeZone }: Dataset, services: Pick<Services, 'now' | 'today'>): PlanClock {
  return {
    now: services.now(),
    yesterday: addDays(services.today(timeZone), -1),
    dayOf: createDayOf(timeZone),
  };
}

/** Zones change their offset only at whole quarters of an hour. */
const QUARTER_MS = 15 * 60 * 1000;

/** The day of a time. A dataset has many records of few runs, and a date in a zone takes long to compute. */
function createDayOf(timeZone: string): (time: Date) => CalendarDate {
  const known = new Map<number, CalendarDate>();
  return (time) => {
    const quarter = Math.floor(time.getTime() / QUARTER_MS);
    const day = known.get(quarter) ?? calendarDateAt(new Date(quarter * QUARTER_MS), timeZone);
    known.set(quarter, day);
    return day;
  };
}
