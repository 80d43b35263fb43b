/** Turns the rows of a report into bars. Memory holds one number for each bar. */

import { type BarChart, createBars } from '../charts/chart-model.ts';
import { createTopSums, NumberSum } from '../charts/top-sums.ts';
import {
  type ChartSource,
  labelNames,
  rangeName,
  rankLabels,
  readChartRows,
  readLabel,
  reportOmitted,
  sumError,
  titleOf,
} from './chart-rows.ts';
import { createCellShower } from './display-cells.ts';
import { createUnitMarks } from './unit-marks.ts';

/** Bars of a chart, besides that of all others. */
const MAX_BARS = 20;
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
  const rows = isUnit
    ? { ...source, chosen: { ...chosen, labels: [chosen.time!.index], time: undefined } }
    : source;
  const limit =
    input.isMaxRowsChosen === true ? input.maxRows : barsThatFit(screenLines, chosen.earlier !== undefined);
  const areUnique = labelsAreUnique(rows);
  const sums = createTopSums({ limit, isOrdered, areUnique, sumError: sumError(rows) });
  const otherLabel = await rankLabels(rows, sums, true);
  const top = sums.top();
  const others = sums.others();
  if (others !== undefined && !chosen.canTotal) reportOmitted(source, `${top.length} bars`);
  const earlier =
    chosen.earlier === undefined
      ? undefined
      : await readEarlier(
          rows,
          top.map(({ label }) => label),
        );
  const show = createCellShower(columns, schemas, input);
  const marks = createUnitMarks(columns, input);
  const labelIndex = isUnit ? chosen.time!.index : undefined;
  const shownLabel = (label: string): string => {
    const text = readLabel(label);
    return labelIndex === undefined ? text : marks.cell({ text, tone: 'plain' }, labelIndex).text;
  };
  return {
    title: titleOf(source, labelNames(rows)),
    ranges: earlier && { now: rangeName(input.range), earlier: rangeName(input.comparedRange) },
    bars: createBars({
      top: top.map(({ label, number }) => ({ label: shownLabel(label), number })),
      others: chosen.canTotal && others !== undefined ? { label: otherLabel, ...others } : undefined,
      earlier,
      canAdd: chosen.canTotal,
      show: (number) => show(number, chosen.measure),
    }),
    legend: marks.legend(),
  };
}

/** The number of bars that fit on a screen with the title, which names the measure. */
function barsThatFit(screenLines: number | undefined, isCompared: boolean): number {
  if (screenLines === undefined) return MAX_BARS;
  const lines = screenLines - OTHER_LINES;
  const bars = isCompared ? Math.floor((lines - LEGEND_LINES - 1) / 2) : lines;
  return Math.max(MIN_BARS, Math.min(MAX_BARS, bars));
}

/** True if the labels are all keys of the groups, or the numbers of the records. */
function labelsAreUnique({ chosen: { labels }, input: { keys } }: ChartSource): boolean {
  if (labels.length === 0) return true;
  const keyCount = (keys?.groups.length ?? 0) + (keys?.time === undefined ? 0 : 1);
  return keys?.areGroups === true && labels.length === keyCount;
}

/** The sums of the earlier range, for each label in order, then for all others. */
async function readEarlier(
  source: ChartSource,
  labels: readonly string[],
): Promise<readonly (string | undefined)[]> {
  const sums = new Map(labels.map((label) => [label, new NumberSum()]));
  const others = new NumberSum();
  for await (const rows of readChartRows(source)) {
    for (const { label, earlier } of rows) {
      const sum = sums.get(label) ?? (source.chosen.canTotal ? others : undefined);
      if (earlier !== undefined) sum?.add(earlier);
    }
  }
  return [...sums.values(), others].map((sum) => sum.result());
}
