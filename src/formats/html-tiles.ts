/** The tiles of a page: each main figure, its change a day, and its change in all. */

import type { Column } from '../core/columns.ts';
import { formatDecimal, percentText, signOf, ZERO } from '../core/decimal.ts';
import { type Markup, markup } from '../core/markup.ts';
import { countOf } from '../core/text.ts';
import { toneOfChange } from '../document/change-tone.ts';
import { createCellShower } from '../document/display-cells.ts';
import { groupThousands } from '../document/display-number.ts';
import { percentPerDay, signed } from '../document/per-day.ts';
import { visibleName } from '../document/short-cell.ts';
import { changeADay } from '../findings/findings.ts';
import { numberIn } from '../frame/arithmetic.ts';
import type { MeasureSummary } from '../records/summaries.ts';
import type { EncoderInput } from './format.ts';
import { unitsOf } from './html-findings.ts';
import { isolated, TONE_CLASSES } from './html-text.ts';

/** One tile. */
export function tile({ column, total, compared }: MeasureSummary, input: EncoderInput): Markup {
  const shown = createCellShower([], [], {})(total, 0);
  const unit = unitsOf(column, input).map((code) => markup` <small>${code}</small>`);
  const figures = [
    markup`<dd class="total ${TONE_CLASSES[shown.tone]}">${groupThousands(shown.text || 'no data')}</dd>`,
    compared && changeOf(column, total, compared, input),
  ];
  return markup`<div class="tile"><dt>${isolated(visibleName(column, input.renames))}${unit}</dt>${figures}</div>\n`;
}

/**
 * The change in percent, a day for ranges of different numbers of days, and below it the change in all. The first one has the
 * colour of its own sign.
 */
function changeOf(
  column: Column,
  total: MeasureSummary['total'],
  compared: NonNullable<MeasureSummary['compared']>,
  input: EncoderInput,
): Markup {
  const [now, before, change] = [total, compared.before, compared.change].map(numberIn);
  const from = markup`from ${before === undefined ? 'no data' : groupThousands(formatDecimal(before))}`;
  if (change === undefined) return markup`<dd>${from}</dd>`;
  const amount = groupThousands(signed(formatDecimal(change)));
  const percent = before && percentText(change, before);
  const head = (text: string | Markup, sign: number): Markup =>
    markup`<dd><b class="${TONE_CLASSES[toneOfChange(sign, column)]}">${arrow(sign)}${text}</b></dd>`;
  if (percentPerDay(column, input) !== undefined) {
    const [days, daysBefore] = input.changePerDay!.days;
    const daily = changeADay(now ?? ZERO, before ?? ZERO, [days, daysBefore]);
    const inAll = percent === undefined ? '' : ` (${signed(percent)}%)`;
    return markup`${head(`${signed(daily.percent!)}% a day`, daily.sign)}<dd>${amount}${inAll} in all, ${countOf(days, 'day')} against ${daysBefore}</dd>`;
  }
  // A small part of a large sum has no percent to show.
  if (percent === undefined || (signOf(change) !== 0 && /^[0.]+$/.test(percent)))
    return markup`${head(amount, signOf(change))}<dd>${from}</dd>`;
  return markup`${head(`${signed(percent)}%`, signOf(change))}<dd>${amount} ${from}</dd>`;
}

/** The sign of a change, for readers who do not see its colour. */
export function arrow(sign: number): Markup | undefined {
  return sign === 0 ? undefined : markup`<span aria-hidden="true">${sign < 0 ? '▼' : '▲'} </span>`;
}
