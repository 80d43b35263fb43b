/** A warning about conditions that keep other days of a range than of the range that it is compared with. */

import { type Column, columnKey } from '../core/columns.ts';
import { joinMessages, type Message, option, phrase } from '../core/message.ts';
import { countOf } from '../core/text.ts';
import { type CalendarDate, MONDAY } from '../dates/date.ts';
import { type ComparedRanges, pairUnits } from '../dates/paired-units.ts';
import { countDays, type DateRange, daysOf, formatRange, rangesOf } from '../dates/range.ts';
import { createTest, type ResolvedCondition } from './condition-test.ts';
import { quoteCondition } from './where.ts';

/** The warning about the conditions on `dayColumn`, which holds the dates of the records; undefined if there is no reason. */
export function unevenDays(
  conditions: readonly ResolvedCondition[],
  dayColumn: Column | undefined,
  ranges: ComparedRanges,
): Message | undefined {
  const key = dayColumn && columnKey(dayColumn.path);
  const own = conditions.filter(({ column, read }) => read === undefined && columnKey(column.path) === key);
  if (own.length === 0) return undefined;
  const { range, compared } = ranges;
  const tests = own.map(createTest);
  const isKept = (day: string): boolean => tests.every(({ matches }) => matches(JSON.stringify(day)));
  const kept = daysOf(range).filter(isKept);
  const keptBefore = new Set(daysOf(compared).filter(isKept));
  if (kept.length === countDays(range) && keptBefore.size === countDays(compared)) return undefined;
  const { comparedDay } = pairUnits(ranges, { unit: 'day', weekStart: MONDAY });
  const isUneven = daysOf(range).some((day) => {
    const partner = comparedDay(day);
    return partner !== undefined && isKept(day) !== keptBefore.has(partner);
  });
  if (!isUneven) return undefined;
  const names = joinMessages(
    own.map(({ condition }) => quoteCondition(condition)),
    ' ',
  );
  const verb = own.length === 1 ? 'keeps' : 'keep';
  return phrase`${names} ${verb} ${kept.length} of ${countOf(countDays(range), 'day')} of ${formatRange(range)}, and ${keptBefore.size} of ${countDays(compared)} of ${formatRange(compared)}: ${advice(kept, kept.map(comparedDay), range)}`;
}

/** `partners` are the days that the `kept` days of the range are compared with. */
function advice(
  kept: readonly CalendarDate[],
  partners: readonly (CalendarDate | undefined)[],
  range: DateRange,
): Message {
  if (kept.length === countDays(range)) return 'leave the condition out to compare both ranges as a whole';
  if (rangesOf(kept).length !== 1 || partners.includes(undefined)) {
    return 'run the report once for each range, with dates of that range';
  }
  return phrase`to compare the same days, use ${option('from')} ${kept[0]!} ${option('to')} ${kept.at(-1)!} ${option('compare')} ${partners[0]!}..${partners.at(-1)!}`;
}
