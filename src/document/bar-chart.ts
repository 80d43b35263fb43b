/** Groups as bars, and sums of few units of time, as a table with exact numbers. */

import { type Line, type LineChart, sharesOf, unitAt } from '../charts/chart-model.ts';
import { type Charted, labelAt } from '../charts/charted.ts';
import { toDrawnNumber } from '../charts/value-axis.ts';
import { toVisibleLine } from '../core/text.ts';
import type { ShownCell } from '../core/tone.ts';
import { mergeByKeys, sortBySize } from '../frame/steps.ts';
import { isEmpty, visibleText } from '../records/cells.ts';
import { listCodes } from '../records/currency.ts';
import { PART_HEADINGS } from '../records/row-keys.ts';
import { type ChartInput, createChartShower, firstGroups, numberAt } from './chart-labels.ts';
import { markOf } from './display-cells.ts';
import type { Table, TableColumn } from './document.ts';
import { visibleName } from './short-cell.ts';
import { createUnitMarks, pairedLabel } from './unit-marks.ts';

/** Characters of a label. */
const MAX_LABEL = 80;
/** More units of time are a line. */
const MAX_UNITS = 12;

/** The largest `limit` groups, or the first ones if the user chose an order. The last bar adds up `otherCount` groups. */
export async function barChart(
  charted: Charted,
  input: ChartInput,
  limit: number,
): Promise<{ readonly table: Table; readonly otherCount: number }> {
  const { frame, measure, comparison, labels, time, canTotal } = charted;
  // Groups without other keys are units of time, each with that of the compared range.
  const units = labels.length === 0 ? time : undefined;
  const places = units?.keys ?? labels;
  const merged = await mergeByKeys(frame, places);
  const sorted = frame.isOrdered === true ? merged : await sortBySize(merged, measure.column);
  const isMixed = measure.amount !== undefined;
  const options = { count: limit, noun: isMixed ? 'number' : 'bar', input };
  const { table, rows, otherCount } = await firstGroups(charted, sorted, options);
  const marks = createUnitMarks([table.keys[0]!.column], input);
  const drawn = (number: string | undefined, mark: string | undefined): BarNumber => ({
    value: number === undefined || isMixed ? undefined : toDrawnNumber(number),
    shown: mark === undefined ? show(number) : { text: mark, tone: 'plain' },
  });
  const numbers = rows.map((row) => numberAt(measure, merged, row));
  const earlierNumbers = rows.map((row) => comparison && numberAt(comparison, merged, row));
  const show = createChartShower(charted, input, [...numbers, ...earlierNumbers]);
  const shares = canTotal ? sharesOf(numbers) : [];
  const bars = rows.map((row, index): BarRow => {
    const [now, before] = [measure, comparison].map((each) => each?.at(table.spotOf(row)));
    const mark = comparison?.role === 'usual' ? markOf(now, before) : undefined;
    const earlier = units && table.keys.length > 1 ? visibleText(table.keyAt(1, row)) : '';
    const isAlone = earlier !== '' && isEmpty(table.keyAt(0, row));
    const named = units === undefined ? [...table.keys.keys()] : [0];
    const text = isAlone ? '' : toVisibleLine(labelAt(table, named, row), MAX_LABEL);
    const own = drawn(numbers[index], mark === 'gone' ? mark : undefined);
    return {
      label: marks.cell({ text, tone: 'plain' }, 0, earlier).text,
      numbers: comparison ? [own, drawn(earlierNumbers[index], mark === 'new' ? mark : undefined)] : [own],
      share: shares[index],
      isOther: otherCount > 0 && index === rows.length - 1,
    };
  });
  const noBars = measure.amount && `no bars: amounts in ${listCodes(measure.amount.codes)} have no common scale`;
  const name = visibleName(measure.column, input.renames);
  const named = units === undefined ? table.keys : table.keys.slice(0, 1);
  const keys = named.map(({ column }) => visibleName(column, input.renames)).join(', ');
  const compared = comparison && PART_HEADINGS[comparison.role === 'usual' ? 'usual' : 'before'];
  const notes = [noBars, marks.legend()].filter((text) => text !== undefined);
  return { otherCount, table: barsTable(`${name} by ${keys}`, [keys, name, compared], bars, notes) };
}

/** True for one line of sums of few units longer than a day, also with its earlier range: no line leads from one sum to the next. */
export function areBarsOfUnits({ lines, span }: LineChart): boolean {
  const areOne = lines.every(({ place, total }) => place === lines[0]!.place && total !== undefined);
  return areOne && span.unit !== 'day' && span.count <= MAX_UNITS;
}

/** A bar for each of the first `limit` units, in the order of time. */
export function barsOfUnits(
  { title, lines, span, sides, incomplete }: LineChart,
  number: string,
  limit: number,
): Table {
  const [now, before] = [false, true].map((side) => lines.find(({ isComparison }) => isComparison === side));
  const points = [now, before].flatMap((line?: Line) =>
    line === undefined ? [] : [new Map(line.points.map((point) => [point.position, point]))],
  );
  const bars = Array.from({ length: Math.min(limit, span.count) }, (_, position): BarRow => {
    const [own, earlier] = sides.map((run) => run && unitAt(run, position));
    return {
      label: pairedLabel(own ?? '', earlier ?? ''),
      numbers: points.map((side) => side.get(position) ?? { value: undefined, shown: BLANK }),
    };
  });
  const change = now?.change === undefined ? '' : ` (${now.change})`;
  const total = now && before && `total ${now.total!.text}, before ${before.total!.text}${change}`;
  const legend = incomplete === undefined ? undefined : `* incomplete: ${incomplete}`;
  const notes = [total, legend].filter((text) => text !== undefined);
  return barsTable(title, [span.unit, number, before && PART_HEADINGS.before], bars, notes);
}

/** A number in two forms: for its bar, and exact. `value` is undefined without a number, or without a common scale. */
interface BarNumber {
  readonly value: number | undefined;
  readonly shown: ShownCell;
}

export interface BarRow {
  readonly label: string;
  /** The number, and that of the compared range. */
  readonly numbers: readonly BarNumber[];
  /** Percent of all bars: `12.5%`. */
  readonly share?: string | undefined;
  readonly isOther?: boolean;
}

const BLANK: ShownCell = { text: '', tone: 'plain' };

/** One row for each bar, which is as long as its part of the largest number, whatever its sign. */
export function barsTable(
  title: string,
  [label, number, comparison]: readonly [label: string, number: string, comparison?: string | undefined],
  bars: readonly BarRow[],
  notes: readonly string[],
): Table {
  const values = bars.flatMap(({ numbers }) => numbers.map(({ value = 0 }) => value));
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  const sides = values.some((value) => value < 0) ? '│' : '';
  const compared: TableColumn = { heading: comparison ?? '', kind: 'number', importance: 3 };
  const share: TableColumn = { heading: 'share', kind: 'number', importance: 1 };
  const bar: TableColumn = { heading: sides, kind: 'bar', importance: 2 };
  const hasShares = bars.some((each) => each.share !== undefined);
  const hasBars = bars.some(({ numbers }) => numbers[0]!.value !== undefined);
  return {
    ...{ kind: 'table', id: 'bars', title },
    columns: [
      { heading: label, kind: 'key', importance: 11 },
      { heading: number, kind: 'number', importance: 12 },
      ...(comparison === undefined ? [] : [compared]),
      ...(hasShares ? [share] : []),
      ...(hasBars ? [bar] : []),
    ],
    rowCount: bars.length,
    rows: [
      bars.map(({ numbers, isOther = false, ...own }) => ({
        isOther,
        cells: [
          { ...BLANK, text: own.label },
          ...numbers.map(({ shown }) => shown),
          ...(hasShares ? [{ ...BLANK, text: own.share ?? '' }] : []),
          ...(hasBars
            ? [{ ...BLANK, tone: numbers[0]!.shown.tone, bar: numbers.map(({ value = 0 }) => value / largest) }]
            : []),
        ],
      })),
    ],
    notes: () => notes,
  };
}
