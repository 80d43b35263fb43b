/** The change a day of the sums of a comparison, in the words of documents for people. */

import { type Column, columnKey } from '../core/columns.ts';
import { countOf, signed } from '../core/text.ts';
import type { EncoderInput } from '../formats/format.ts';
import type { ChangePerDay } from '../frame/summaries.ts';
import { round } from './display-number.ts';
import { visibleName } from './short-cell.ts';

/** The change a day of the main sum: `revenue a day: +3.2%, 31 days against 28`; undefined if the ranges have as many days. */
export function mainChangePerDay({ changePerDay, renames, hidden }: EncoderInput): string | undefined {
  if (changePerDay === undefined) return undefined;
  const { measure, days } = changePerDay;
  const percent = percentOf(measure, changePerDay);
  if (percent === undefined) return undefined;
  // A condition on groups leaves others out of these totals.
  const which = (hidden?.byConditions ?? 0) > 0 ? ' in these groups' : '';
  return `${visibleName(measure, renames)} a day: ${signed(percent)}%${which}, ${countOf(days[0], 'day')} against ${days[1]}`;
}

/** The change a day of a sum of all records in percent, without its sign for a gain; undefined if it is not known. */
export function percentPerDay(sum: Column, { changePerDay, hidden }: EncoderInput): string | undefined {
  // Groups that a condition leaves out are among all records.
  return changePerDay === undefined || hidden?.byConditions !== 0 ? undefined : percentOf(sum, changePerDay);
}

function percentOf({ path }: Column, { percents }: ChangePerDay): string | undefined {
  const percent = percents.get(columnKey(path));
  return percent === undefined || percent === 'null' ? undefined : round(percent, 1, true);
}
