import { isoWeekName, unitAround } from '../core/calendar.ts';
import { type CalendarDate, parseCalendarDate } from '../core/calendar-date.ts';
import type { DateUnit } from '../core/date-units.ts';
import type { Weekday } from '../core/weekday.ts';
import type { Cell } from '../segments/cell.ts';
import { dateSpelling } from '../segments/date-spelling.ts';

const MONDAY: Weekday = 1;

/**
 * What a cell of dates falls into, as a JSON value that sorts by time: `"2026-01-31"`, `"2026-W05"`, `"2026-01"`,
 * `"2026-Q1"`, `"2026"`. Weeks that do not begin on a Monday have no number, and are called by their first day. `null`
 * for a cell without a date.
 */
export function createUnitOf(unit: DateUnit, weekStart: Weekday): (cell: Cell) => string {
  const known = new Map<string, string>();

  function nameOf(day: CalendarDate): string {
    if (unit === 'day') return day;
    if (unit === 'year') return day.slice(0, 4);
    if (unit === 'month') return day.slice(0, 7);
    if (unit === 'quarter') return `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
    return weekStart === MONDAY ? isoWeekName(day) : unitAround(day, 'week', weekStart).from;
  }

  return (cell) => {
    const spelled = cell === undefined ? undefined : dateSpelling(cell)?.date;
    if (spelled === undefined) return 'null';
    let name = known.get(spelled);
    if (name === undefined) {
      const day = parseCalendarDate(spelled);
      name = day === undefined ? 'null' : JSON.stringify(nameOf(day));
      known.set(spelled, name);
    }
    return name;
  };
}
