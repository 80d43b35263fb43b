/** A warning about conditions that keep other days of a range than of the range that it is compared with. */

import type { Column } from '../core/columns.ts';
import { countOf } from '../core/text.ts';
import type { DataWarning } from '../core/warnings.ts';
import { type CalendarDate, MONDAY } from '../dates/date.ts';
import { type ComparedRanges, pairUnits } from '../dates/paired-units.ts';
import { countDays, type DateRange, daysOf, formatRange, rangesOf } from '../dates/range.ts';
import type { ResolvedCondition } from './condition-test.ts';
import { conditionsOnDays, createDayFilter } from './counted-days.ts';
import { quoteCondition } from './where.ts';

/** The warning about the conditions on `dayColumn`, which holds the dates of the records; undefined if there is no reason. */
export function unevenDays(
  conditions: readonly ResolvedCondition[],
  dayColumn: Column | undefined,
  ranges: ComparedRanges,
): DataWarning | undefined {
  const own = conditionsOnDays(conditions, dayColumn);
  if (own.length === 0) return undefined;
  const { range, compared } = ranges;
  const isKept = createDayFilter(own);
  const kept = daysOf(range).filter(isKept);
  const keptBefore = new Set(daysOf(compared).filter(isKept));
  if (kept.length === countDays(range) && keptBefore.size === countDays(compared)) return undefined;
  const { comparedDay } = pairUnits(ranges, { unit: 'day', weekStart: MONDAY });
  const isUneven = daysOf(range).some((day) => {
    const partner = comparedDay(day);
    return partner !== undefined && isKept(day) !== keptBefore.has(partner);
  });
  if (!isUneven) return undefined;
  const names = own.map(({ condition }) => quoteCondition(condition)).join(' ');
  const verb = own.length === 1 ? 'keeps' : 'keep';
  const text = `${names} ${verb} ${kept.length} of ${countOf(countDays(range), 'day')} of ${formatRange(range)}, and ${keptBefore.size} of ${countDays(compared)} of ${formatRange(compared)}: ${advice(kept, kept.map(comparedDay), range)}`;
  return { name: 'comparison', text };
}

/** `partners` are the days that the `kept` days of the range are compared with. */
function advice(
  kept: readonly CalendarDate[],
  partners: readonly (CalendarDate | undefined)[],
  range: DateRange,
): string {
  if (kept.length === countDays(range)) return 'leave the condition out to compare both ranges as a whole';
  if (rangesOf(kept).length !== 1 || partners.includes(undefined)) {
    return 'run the report once for each range, with dates of that range';
  }
  return `to compare the same days, use --from ${kept[0]!} --to ${kept.at(-1)!} --compare ${partners[0]!}..${partners.at(-1)!}`;
}
