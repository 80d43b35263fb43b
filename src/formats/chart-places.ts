/** The places of rows in a chart over time: their units, counted from the first one. */

import type { CalendarDate } from '../dates/date.ts';
import { positionOf, spanOf, type TimeSpan } from '../dates/time-span.ts';
import { parseSpanStart } from '../dates/unit-names.ts';
import { dateSpelling } from '../json/date-values.ts';
import { type Cell, cellText, visibleText } from '../records/cells.ts';
import type { ChartRow } from './chart-rows.ts';

/** The unit of a row. */
export interface Place {
  readonly position: number;
  readonly label: string;
}

interface Placer {
  /** The places of a row's numbers; undefined for a row without a date. */
  place(row: ChartRow): { readonly now: Place | undefined; readonly comparison: Place | undefined } | undefined;
  /** The span that positions count from. */
  anchor(): TimeSpan;
}

/**
 * A number of the earlier range has the position of the unit that it is compared with. Earlier units after the last of those
 * follow them. Any other one has no position: 29 February, if the range has none.
 */
export function createPlacer(
  known: TimeSpan | undefined,
  compared: TimeSpan | undefined,
  unit: Pick<TimeSpan, 'unit' | 'weekStart'>,
): Placer {
  let anchor = known;
  let [lastCell, lastDay]: [Cell, CalendarDate | undefined] = [undefined, undefined];

  function dayOf(cell: Cell): CalendarDate | undefined {
    if (cell !== lastCell) [lastCell, lastDay] = [cell, dayIn(cell)];
    return lastDay;
  }

  function positionAfter(comparisonDay: CalendarDate, { count }: TimeSpan): number | undefined {
    const position = compared && positionOf(comparisonDay, compared);
    return position !== undefined && position >= count ? position : undefined;
  }

  const labelOf = (day: CalendarDate, cell: Cell): string => (unit.unit === 'day' ? day : visibleText(cell));
  function place({ time, comparisonTime }: ChartRow): ReturnType<Placer['place']> {
    const day = dayOf(time);
    const comparisonDay = dayIn(comparisonTime);
    const someDay = day ?? comparisonDay;
    if (someDay === undefined) return undefined;
    anchor ??= spanOf(someDay, someDay, unit);
    const now = day && { position: positionOf(day, anchor), label: labelOf(day, time) };
    if (comparisonDay === undefined) return { now, comparison: undefined };
    const position = now?.position ?? positionAfter(comparisonDay, anchor);
    const label = labelOf(comparisonDay, comparisonTime);
    return { now, comparison: position === undefined ? undefined : { position, label } };
  }
  return { place, anchor: () => anchor! };
}

function dayIn(cell: Cell): CalendarDate | undefined {
  if (cell === undefined) return undefined;
  return dateSpelling(cell)?.date ?? parseSpanStart(cellText(cell));
}
