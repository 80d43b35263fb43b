/** Turns the rows of a report into bars. Memory holds one number for each bar. */

import { type Bar, type BarChart, sharesOf } from '../charts/chart-model.ts';
import { toDrawnNumber } from '../charts/value-axis.ts';
import { columnKey } from '../core/columns.ts';
import { createCellShower } from '../document/display-cells.ts';
import { createUnitMarks } from '../document/unit-marks.ts';
import { listCodes } from '../records/currency.ts';
import { PART_HEADINGS } from '../records/row-keys.ts';
import { rankLabels } from './chart-labels.ts';
import { type ChartSource, labelNames, rangeName, readLabel, reportOmitted, titleOf } from './chart-rows.ts';

/** Minimum number of bars: fewer say too little, so a small screen scrolls. */
const MIN_BARS = 5;
/** The title, the line below it, and the bar of all others. */
const OTHER_LINES = 3;
/** Below the bars of two ranges: an empty line, and the name of each. */
const LEGEND_LINES = 3;

/** `screenLines` is undefined without a terminal. */
export async function readBars(source: ChartSource, screenLines: number | undefined): Promise<BarChart> {
  const { columns, schemas, chosen, input } = source;
  const isOrdered = input.keys?.isOrdered === true && input.keys.areGroups;
  // A group without other keys is a unit of time.
  const isUnit = input.keys?.areGroups === true && chosen.labels.length === 0 && chosen.time !== undefined;
  const rows = isUnit ? { ...source, chosen: { ...chosen, labels: [chosen.time!.index], time: undefined } } : source;
  const limit =
    input.isLimitChosen === true || screenLines === undefined
      ? input.maxRows
      : barsThatFit(screenLines, { isCompared: chosen.comparison !== undefined, most: input.maxRows });
  const { top, others } = await rankLabels(rows, limit, isOrdered);
  const show = createCellShower(columns, schemas, input);
  const isMixed = input.currencies?.separators.has(columnKey(columns[chosen.measure]!.path)) === true;
  if (others !== undefined && !chosen.canTotal) reportOmitted(source, top.length, isMixed ? 'number' : 'bar');
  const drawn = (number: string | undefined, mark?: string): Pick<Bar, 'value' | 'shown'> => ({
    value: number === undefined || isMixed ? undefined : toDrawnNumber(number),
    shown: mark === undefined ? show(number, chosen.measure) : { text: mark, tone: 'plain' },
  });
  const marks = createUnitMarks(columns, input);
  const labelIndex = isUnit ? chosen.time!.index : undefined;
  const shownLabel = (label: string): string => {
    const text = readLabel(label);
    return labelIndex === undefined ? text : marks.cell({ text, tone: 'plain' }, labelIndex).text;
  };
  const all = [
    ...top.map((row) => ({ ...row, label: shownLabel(row.label), isOther: false })),
    ...(others !== undefined && chosen.canTotal ? [{ ...others, mark: undefined, isOther: true }] : []),
  ];
  const shares = chosen.canTotal ? sharesOf(all.map(({ number }) => number)) : [];
  const isCompared = chosen.comparison !== undefined;
  return {
    title: titleOf(source, labelNames(rows)),
    ranges: isCompared
      ? {
          now: rangeName(input.range),
          comparison: input.comparedRange?.weeks === undefined ? rangeName(input.comparedRange) : PART_HEADINGS.usual,
        }
      : undefined,
    bars: all.map(({ label, isOther, number, comparison, mark }, index) => ({
      ...{ label, isOther, ...drawn(number, mark === 'gone' ? mark : undefined), share: shares[index] },
      comparison: isCompared ? drawn(comparison, mark === 'new' ? mark : undefined) : undefined,
    })),
    noBars: isMixed ? `no bars: amounts in ${listCodes(input.currencies!.codes)} have no common scale` : undefined,
    legend: marks.legend(),
    otherCount: chosen.canTotal ? (others?.count ?? 0) : 0,
  };
}

/** The number of bars that fit on a screen with the title, which names the measure. */
function barsThatFit(
  screenLines: number,
  { isCompared, most }: { readonly isCompared: boolean; readonly most: number },
): number {
  const lines = screenLines - OTHER_LINES;
  const bars = isCompared ? Math.floor((lines - LEGEND_LINES - 1) / 2) : lines;
  return Math.max(MIN_BARS, Math.min(most, bars));
}
