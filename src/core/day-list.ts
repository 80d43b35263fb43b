import { addDays, type CalendarDate } from './calendar-date.ts';
import { countOf } from './count.ts';
import { countDays, type DateRange, formatRange } from './date-range.ts';

/** Most ranges that are written out. */
const MAX_RANGES = 10;

/** The runs of consecutive days among `days`, which ascend. */
export function rangesOf(days: readonly CalendarDate[]): readonly DateRange[] {
  const ranges: DateRange[] = [];
  for (const day of days) {
    const last = ranges.at(-1);
    if (last !== undefined && addDays(last.to, 1) === day) ranges[ranges.length - 1] = { ...last, to: day };
    else ranges.push({ from: day, to: day });
  }
  return ranges;
}

/** As people write days: `2026-02-10..2026-02-12, 2026-02-20`; after ten ranges, `and 17 more days`. */
export function formatDays(days: readonly CalendarDate[]): string {
  const ranges = rangesOf(days);
  const shown = ranges
    .slice(0, MAX_RANGES)
    .map(({ from, to }) => (from === to ? from : formatRange({ from, to })));
  const rest = ranges.slice(MAX_RANGES).reduce((sum, range) => sum + countDays(range), 0);
  return `${shown.join(', ')}${rest === 0 ? '' : ` and ${countOf(rest, 'more day')}`}`;
}
