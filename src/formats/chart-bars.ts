/** Turns the rows of a report, or the sums of units of time, into bars. Memory holds one number for each bar. */

import { type LineChart, sharesOf } from '../charts/chart-model.ts';
import { toDrawnNumber } from '../charts/value-axis.ts';
import { columnKey } from '../core/columns.ts';
import { toVisibleLine, toVisibleText } from '../core/text.ts';
import { dayAt } from '../dates/time-span.ts';
import { unitName } from '../dates/unit-names.ts';
import { type BarRow, barsTable } from '../document/bars-table.ts';
import { createCellShower } from '../document/display-cells.ts';
import type { Table } from '../document/document.ts';
import { createUnitMarks } from '../document/unit-marks.ts';
import { listCodes } from '../records/currency.ts';
import { PART_HEADINGS, partOf } from '../records/row-keys.ts';
import { rankLabels } from './chart-labels.ts';
import { type ChartSource, labelNames, readLabel, reportOmitted, titleOf } from './chart-rows.ts';

/** Minimum number of bars: fewer say too little, so a small screen scrolls. */
const MIN_BARS = 5;
/** The title, the lines below it, the two of the heading, and the bar of all others. */
const OTHER_LINES = 5;
/** Characters of a label. */
const MAX_LABEL = 80;
/** More units of time are a line. */
const MAX_UNITS = 12;

/** Bars with exact numbers. */
interface BarChart {
  readonly title: string;
  readonly table: Table;
  /** The number of bars that one of them adds up. */
  readonly otherCount: number;
}

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
      : Math.max(MIN_BARS, Math.min(input.maxRows, screenLines - OTHER_LINES));
  const { top, others } = await rankLabels(rows, limit, isOrdered);
  const show = createCellShower(columns, schemas, input);
  const isMixed = input.currencies?.separators.has(columnKey(columns[chosen.measure]!.path)) === true;
  if (others !== undefined && !chosen.canTotal) reportOmitted(source, top.length, isMixed ? 'number' : 'bar');
  const drawn = (number: string | undefined, mark?: string): Pick<BarRow, 'value' | 'shown'> => ({
    value: number === undefined || isMixed ? undefined : toDrawnNumber(number),
    shown: mark === undefined ? show(number, chosen.measure) : { text: mark, tone: 'plain' },
  });
  const marks = createUnitMarks(columns, input);
  const labelIndex = isUnit ? chosen.time!.index : undefined;
  const shownLabel = (label: string): string => {
    const text = toVisibleLine(readLabel(label), MAX_LABEL);
    return labelIndex === undefined ? text : marks.cell({ text, tone: 'plain' }, labelIndex).text;
  };
  const all = [
    ...top.map((row) => ({ ...row, label: shownLabel(row.label), isOther: false })),
    ...(others !== undefined && chosen.canTotal ? [{ ...others, mark: undefined, isOther: true }] : []),
  ];
  const shares = chosen.canTotal ? sharesOf(all.map(({ number }) => number)) : [];
  const { comparison } = chosen;
  const title = titleOf(source, labelNames(rows));
  const noBars = isMixed ? `no bars: amounts in ${listCodes(input.currencies!.codes)} have no common scale` : undefined;
  const table = barsTable({
    title,
    label: labelNames(rows).join(', ') || 'record',
    number: toVisibleText(columns[chosen.measure]!.name),
    comparison: comparison === undefined ? undefined : headingOf(source, comparison),
    bars: all.map(({ label, isOther, number, comparison: before, mark }, index) => ({
      ...{ label, isOther, ...drawn(number, mark === 'gone' ? mark : undefined), share: shares[index] },
      comparison: comparison === undefined ? undefined : drawn(before, mark === 'new' ? mark : undefined),
    })),
    notes: [noBars, marks.legend()].filter((text) => text !== undefined),
  });
  return { title, table, otherCount: chosen.canTotal ? (others?.count ?? 0) : 0 };
}

function headingOf({ columns, input }: ChartSource, comparison: number): string {
  return partOf(input.keys, columns[comparison]!) === 'usual' ? PART_HEADINGS.usual : PART_HEADINGS.before;
}

/** True for one line of sums of few units longer than a day, also with its earlier range: no line leads from one sum to the next. */
export function areBarsOfUnits({ lines, span }: LineChart): boolean {
  const areOne = lines.every(({ place, total }) => place === lines[0]!.place && total !== undefined);
  return areOne && span.unit !== 'day' && span.count <= MAX_UNITS;
}

/** A bar for each of the first `limit` units, in the order of time. */
export function barsOfUnits({ title, lines, span, incomplete }: LineChart, number: string, limit: number): Table {
  const [now, before] = [false, true].map((side) => lines.find(({ isComparison }) => isComparison === side));
  const pointsOf = (line: LineChart['lines'][number] | undefined) =>
    line && new Map(line.points.map((point) => [point.position, point]));
  const [points, earlier] = [pointsOf(now), pointsOf(before)];
  const none = { value: undefined, shown: { text: '', tone: 'plain' } } as const;
  const bars = Array.from({ length: Math.min(limit, span.count) }, (_, position): BarRow => {
    const name = unitName(dayAt(position, span), span.unit, span.weekStart);
    const { value, shown, isIncomplete = false } = points?.get(position) ?? { ...none, isIncomplete: false };
    return {
      label: isIncomplete ? `${name}*` : name,
      ...{ value, shown, comparison: earlier && (earlier.get(position) ?? none) },
    };
  });
  const change = now?.change === undefined ? '' : ` (${now.change})`;
  const total = now && before && `total ${now.total!.text}, before ${before.total!.text}${change}`;
  const legend = incomplete === undefined ? undefined : `* incomplete: ${incomplete}`;
  const notes = [total, legend].filter((text) => text !== undefined);
  return barsTable({ title, label: span.unit, number, comparison: before && PART_HEADINGS.before, bars, notes });
}
