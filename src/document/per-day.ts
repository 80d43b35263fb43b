/** What documents for people show of the change a day: words for the caption, and a row below the totals. */

import { type Column, columnKey } from '../core/columns.ts';
import { countOf, signed } from '../core/text.ts';
import type { EncoderInput } from '../formats/format.ts';
import type { Cell } from '../records/cells.ts';
import type { PART_HEADINGS } from '../records/row-keys.ts';
import type { ChangePerDay } from '../records/summaries.ts';
import { round } from './display-number.ts';
import { visibleName } from './short-cell.ts';

/** The change a day of the main sum: `revenue per day +3.20%, 31 days against 28`; undefined if the ranges have as many days. */
export function mainChangePerDay({ changePerDay, renames, hidden }: EncoderInput): string | undefined {
  if (changePerDay === undefined) return undefined;
  const { measure, days } = changePerDay;
  const percent = percentOf(measure, changePerDay);
  if (percent === undefined) return undefined;
  // A condition on groups leaves others out of these totals.
  const which = (hidden?.byConditions ?? 0) > 0 ? ' in these groups' : '';
  return `${visibleName(measure, renames)} per day ${signed(percent)}%${which}, ${countOf(days[0], 'day')} against ${days[1]}`;
}

/** The change a day of a sum of all records in percent, without its sign for a gain; undefined if it is not known. */
export function percentPerDay(sum: Column, { changePerDay, hidden }: EncoderInput): string | undefined {
  // Groups that a condition leaves out are among all records.
  return changePerDay === undefined || hidden?.byConditions !== 0 ? undefined : percentOf(sum, changePerDay);
}

function percentOf(sum: Column, { totals }: ChangePerDay): string | undefined {
  const percent = totals.get(partKey(sum, 'percent'));
  return percent === undefined || percent === 'null' ? undefined : round(percent, 1, true);
}

/** The cells of a row below the totals: the sums a day. Undefined without totals, without room for its name, and if the ranges have as many days. */
export function perDayRow(
  { totals, changePerDay }: EncoderInput,
  columns: readonly Column[],
): readonly Cell[] | undefined {
  if (totals === undefined || changePerDay === undefined) return undefined;
  const cells = columns.map(({ path }): Cell => changePerDay.totals.get(columnKey(path)));
  if (cells.every((cell) => cell === undefined) || cells[0] !== undefined) return undefined;
  cells[0] = '"per day"';
  return cells;
}

function partKey({ name }: Column, part: keyof typeof PART_HEADINGS): string {
  return columnKey([`${name}_${part}`]);
}
