/** The tiles of a page: each main figure, its change, and its change a day. */

import { type Column, columnKey } from '../core/columns.ts';
import { formatDecimal, percentText, signOf } from '../core/decimal.ts';
import { signed } from '../core/text.ts';
import type { ShownCell } from '../core/tone.ts';
import type { EncoderInput } from '../formats/format.ts';
import { numberIn } from '../frame/arithmetic.ts';
import { comparedColumns } from '../frame/measures.ts';
import type { Summaries } from '../frame/summaries.ts';
import type { Cell } from '../records/cells.ts';
import { toneOfChange } from './change-tone.ts';
import { createCellShower } from './display-cells.ts';
import { groupThousands } from './display-number.ts';
import type { Tiles } from './document.ts';
import { percentPerDay } from './per-day.ts';
import { unitsOf } from './read-findings.ts';
import { visibleName } from './short-cell.ts';

const MAX_TILES = 6;

export function tilesOf({ measures, totals }: Summaries, input: EncoderInput): Tiles {
  const show = createCellShower([], [], {});
  const tiles = measures.slice(0, MAX_TILES).map((column) => {
    const [total, before, change] = comparedColumns(column).map(({ path }) => totals.get(columnKey(path)));
    const shown = show(total, 0);
    // A total of several currencies is a text, and has no change.
    const isCompared = change !== undefined && total?.startsWith('"') !== true;
    return {
      name: visibleName(column, input.renames),
      unit: unitsOf(column, input)[0],
      total: { ...shown, text: groupThousands(shown.text || 'no data') },
      changes: isCompared ? changesOf(column, [before, change], input) : [],
    };
  });
  return { kind: 'tiles', tiles };
}

/** The change in percent with its colour, the change in all, and that a day for ranges of different numbers of days. */
function changesOf(column: Column, cells: readonly Cell[], input: EncoderInput): readonly ShownCell[] {
  const [before, change] = cells.map(numberIn);
  const plain = (text: string): ShownCell => ({ text, tone: 'plain' });
  const from = `from ${before === undefined ? 'no data' : groupThousands(formatDecimal(before))}`;
  if (change === undefined) return [plain(from)];
  const amount = groupThousands(signed(formatDecimal(change)));
  const percent = before && percentText(change, before);
  // A small part of a large sum has no percent to show.
  const isAmount = percent === undefined || (signOf(change) !== 0 && /^[0.]+$/.test(percent));
  const [first, second] = isAmount ? [amount, from] : [`${signed(percent)}%`, `${amount} ${from}`];
  const daily = percentPerDay(column, input);
  const tone = toneOfChange(signOf(change), column);
  return [{ text: first, tone }, plain(second), ...(daily === undefined ? [] : [plain(`a day: ${signed(daily)}%`)])];
}
