/** Groups as bars, and sums of few units of time. */

import { type Line, type LineChart, sharesOf } from '../charts/chart-model.ts';
import { type Charted, labelAt } from '../charts/charted.ts';
import { toDrawnNumber } from '../charts/value-axis.ts';
import { toVisibleLine } from '../core/text.ts';
import { dayAt } from '../dates/time-span.ts';
import { unitName } from '../dates/unit-names.ts';
import { mergeByKeys, sortBySize } from '../frame/steps.ts';
import { listCodes } from '../records/currency.ts';
import { PART_HEADINGS } from '../records/row-keys.ts';
import { type BarRow, barsTable } from './bars-table.ts';
import { type ChartInput, createChartShower, firstGroups, nameOf, numberAt } from './chart-labels.ts';
import { markOf } from './display-cells.ts';
import type { Table } from './document.ts';
import { createUnitMarks } from './unit-marks.ts';

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

/** The largest `limit` groups, or the first ones if the user chose an order. */
export async function barChart(charted: Charted, input: ChartInput, limit: number): Promise<BarChart> {
  const { frame, measure, comparison, labels, time, canTotal } = charted;
  // Groups without other keys are units of time.
  const places = labels.length === 0 && time !== undefined ? time.keys.slice(0, 1) : labels;
  const merged = await mergeByKeys(frame, places);
  const sorted = frame.isOrdered === true ? merged : await sortBySize(merged, measure.column);
  const isMixed = measure.amount !== undefined;
  const options = { count: limit, noun: isMixed ? 'number' : 'bar', input };
  const { table, rows, otherCount } = await firstGroups(charted, sorted, options);
  const keys = table.keys.map((key) => nameOf(key, input)).join(', ');
  const title = `${nameOf(measure, input)} by ${keys}`;
  const marks = createUnitMarks([table.keys[0]!.column], input);
  const show = createChartShower(charted, input);
  const drawn = (number: string | undefined, mark: string | undefined): Pick<BarRow, 'value' | 'shown'> => ({
    value: number === undefined || isMixed ? undefined : toDrawnNumber(number),
    shown: mark === undefined ? show(number) : { text: mark, tone: 'plain' },
  });
  const numbers = rows.map((row) => numberAt(measure, merged, row));
  const shares = canTotal ? sharesOf(numbers) : [];
  const bars = rows.map((row, index): BarRow => {
    const [now, before] = [measure, comparison].map((each) => each?.at(table.spotOf(row)));
    const mark = comparison?.role === 'usual' ? markOf(now, before) : undefined;
    const text = toVisibleLine(labelAt(table, [...table.keys.keys()], row), MAX_LABEL);
    return {
      label: marks.cell({ text, tone: 'plain' }, 0).text,
      isOther: otherCount > 0 && index === rows.length - 1,
      ...drawn(numbers[index], mark === 'gone' ? mark : undefined),
      share: shares[index],
      comparison: comparison && drawn(numberAt(comparison, merged, row), mark === 'new' ? mark : undefined),
    };
  });
  const noBars = measure.amount && `no bars: amounts in ${listCodes(measure.amount.codes)} have no common scale`;
  return {
    title,
    otherCount,
    table: barsTable({
      ...{ title, label: keys, number: nameOf(measure, input), bars },
      comparison: comparison && PART_HEADINGS[comparison.role === 'usual' ? 'usual' : 'before'],
      notes: [noBars, marks.legend()].filter((text) => text !== undefined),
    }),
  };
}

/** True for one line of sums of few units longer than a day, also with its earlier range: no line leads from one sum to the next. */
export function areBarsOfUnits({ lines, span }: LineChart): boolean {
  const areOne = lines.every(({ place, total }) => place === lines[0]!.place && total !== undefined);
  return areOne && span.unit !== 'day' && span.count <= MAX_UNITS;
}

/** A bar for each of the first `limit` units, in the order of time. */
export function barsOfUnits({ title, lines, span, incomplete }: LineChart, number: string, limit: number): Table {
  const [now, before] = [false, true].map((side) => lines.find(({ isComparison }) => isComparison === side));
  const pointsOf = (line: Line | undefined) => line && new Map(line.points.map((point) => [point.position, point]));
  const [points, earlier] = [pointsOf(now), pointsOf(before)];
  const none = { value: undefined, shown: { text: '', tone: 'plain' }, isIncomplete: false } as const;
  const bars = Array.from({ length: Math.min(limit, span.count) }, (_, position): BarRow => {
    const name = unitName(dayAt(position, span), span.unit, span.weekStart);
    const { value, shown, isIncomplete } = points?.get(position) ?? none;
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
