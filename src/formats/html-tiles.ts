/** The tiles of a page: each main figure, its change a day, and its change in all. */

import { type Column, columnKey } from '../core/columns.ts';
import { formatDecimal, percentText, signOf } from '../core/decimal.ts';
import { type Markup, markup } from '../core/markup.ts';
import { signed } from '../core/text.ts';
import { toneOfChange } from '../document/change-tone.ts';
import { createCellShower } from '../document/display-cells.ts';
import { groupThousands } from '../document/display-number.ts';
import { percentPerDay } from '../document/per-day.ts';
import { unitsOf } from '../document/read-findings.ts';
import { visibleName } from '../document/short-cell.ts';
import { numberIn } from '../frame/arithmetic.ts';
import { comparedColumns } from '../frame/measures.ts';
import type { Summaries } from '../frame/summaries.ts';
import type { Cell } from '../records/cells.ts';
import type { EncoderInput } from './format.ts';
import { isolated } from './html-text.ts';

/** The tile of a measure. */
export function tile(column: Column, { totals }: Summaries, input: EncoderInput): Markup {
  const [total, before, change] = comparedColumns(column).map(({ path }) => totals.get(columnKey(path)));
  const shown = createCellShower([], [], {})(total, 0);
  const unit = unitsOf(column, input).map((code) => markup` <small>${code}</small>`);
  const figures = [
    markup`<dd class="total ${shown.tone}">${groupThousands(shown.text || 'no data')}</dd>`,
    // A total of several currencies is a text, and has no change.
    change === undefined || total?.startsWith('"') ? undefined : changeOf(column, [before, change], input),
  ];
  return markup`<div class="tile"><dt>${isolated(visibleName(column, input.renames))}${unit}</dt>${figures}</div>\n`;
}

/** The change in percent with its colour, the change in all, and in grey that a day for ranges of different numbers of days. */
function changeOf(column: Column, cells: readonly Cell[], input: EncoderInput): Markup {
  const [before, change] = cells.map(numberIn);
  const from = markup`from ${before === undefined ? 'no data' : groupThousands(formatDecimal(before))}`;
  if (change === undefined) return markup`<dd>${from}</dd>`;
  const amount = groupThousands(signed(formatDecimal(change)));
  const percent = before && percentText(change, before);
  // A small part of a large sum has no percent to show.
  const isAmount = percent === undefined || (signOf(change) !== 0 && /^[0.]+$/.test(percent));
  const [first, second] = isAmount ? [amount, from] : [`${signed(percent)}%`, markup`${amount} ${from}`];
  const daily = percentPerDay(column, input);
  const tone = toneOfChange(signOf(change), column);
  return markup`<dd><b class="${tone}">${first}</b></dd><dd>${second}</dd>${daily && markup`<dd>a day: ${signed(daily)}%</dd>`}`;
}
