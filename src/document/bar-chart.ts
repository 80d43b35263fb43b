/** The groups that a chart names; and groups as bars, and sums of few units of time, as a table with exact numbers. */

import { toDrawnNumber } from '../charts/axes.ts';
import { type LineChart, sharesOf, unitAt } from '../charts/chart-model.ts';
import { type Charted, labelAt } from '../charts/charted.ts';
import { addDecimals, formatDecimal, parseDecimal, percentText, subtractDecimals } from '../core/decimal.ts';
import { countOf, signed, toVisibleLine } from '../core/text.ts';
import { plainCell, type ShownCell } from '../core/tone.ts';
import type { EncoderInput } from '../formats/format.ts';
import type { Frame } from '../frame/frame.ts';
import type { Measure } from '../frame/measures.ts';
import { mergeByKeys, mergeOthers, sortBySize } from '../frame/steps.ts';
import { isNumber } from '../records/cells.ts';
import { listCodes } from '../records/currency.ts';
import { createCellShower, markOf, toneOfChange, visibleName } from './display-cells.ts';
import { decimalsOfRatio } from './display-number.ts';
import type { Table, TableColumn, TableRow } from './document.ts';
import { createUnitMarks } from './unit-marks.ts';

/** Characters of a label. */
const MAX_LABEL = 80;
/** More units of time are a line. */
const MAX_UNITS = 12;

export type ChartInput = Pick<
  EncoderInput,
  'keys' | 'renames' | 'roundsNumbers' | 'range' | 'comparedRange' | 'onTruncation'
>;

export interface ShownGroups extends Pick<Frame, 'table' | 'rows'> {
  /** The number of groups that its last row stands for; 0 if there is no such row. */
  readonly otherCount: number;
}

/** The first `count` groups, and one of all others, or a message about them if their sum means nothing. */
export async function firstGroups(
  { measure, canTotal }: Charted,
  groups: Frame,
  { count, noun, input }: { readonly count: number; readonly noun: string; readonly input: ChartInput },
): Promise<ShownGroups> {
  const { table, rows } = groups;
  if (canTotal) {
    const frame = await mergeOthers(groups, count);
    return { table, rows: frame.rows, otherCount: frame === groups ? 0 : rows.length - count };
  }
  if (rows.length > count) {
    input.onTruncation(
      `only ${countOf(count, noun)} ${count === 1 ? 'is' : 'are'} shown: a sum of ${visibleName(measure.column, input.renames)} for all others would mean nothing (--format csv -o <file> keeps all)`,
    );
  }
  return { table, rows: rows.slice(0, count), otherCount: 0 };
}

/** The number of a measure in a row; undefined without one. */
export function numberAt(
  { at }: Measure,
  { table, form }: Pick<Frame, 'table' | 'form'>,
  row: number,
): string | undefined {
  const cell = at(table.spotOf(row), form);
  return cell !== undefined && isNumber(cell) ? cell : undefined;
}

/** A function that shows these numbers of a chart, and sums of them. */
export function createChartShower(
  { measure, schema }: Charted,
  input: ChartInput,
  numbers: readonly (string | undefined)[],
): (number: string | undefined) => ShownCell {
  const ratioDecimals = [numbers.reduce((most, each) => Math.max(most, decimalsOfRatio(each)), 0)];
  const show = createCellShower([measure.column], [schema], { ...input, ratioDecimals });
  return (number) => show(number, 0);
}

/** The largest `limit` groups, or the first ones if the user chose an order. The last bar adds up `otherCount` groups. */
export async function barChart(
  charted: Charted,
  input: ChartInput,
  limit: number,
): Promise<{ readonly table: Table; readonly otherCount: number }> {
  const { frame, measure, comparison, labels, time, canTotal } = charted;
  // Medians do not add up, and a condition on groups leaves others out.
  const isWhole = canTotal && comparison?.role === 'before' && frame.rows.length === frame.table.size;
  const merged = await mergeByKeys(frame, labels.length > 0 ? labels : (time?.keys ?? []));
  const sorted = frame.isOrdered === true ? merged : await sortBySize(merged, measure.column);
  const isMixed = measure.amount !== undefined;
  const options = { count: limit, noun: isMixed ? 'number' : 'bar', input };
  const { table, rows, otherCount } = await firstGroups(charted, sorted, options);
  const marks = createUnitMarks([table.keys[0]!.column], input);
  const numbers = [measure, ...(comparison ? [comparison] : [])].map((each) =>
    rows.map((row) => numberAt(each, merged, row)),
  );
  const show = createChartShower(charted, input, numbers.flat());
  const shares = canTotal && comparison === undefined ? sharesOf(numbers[0]!) : [];
  const hasShares = shares.some((share) => share !== undefined);
  const totals = isWhole ? numbers.map(sumOf) : [];
  const drawn = rows.map((row, index): TableRow => {
    const [now, before] = [measure, comparison].map((each) => each?.at(table.spotOf(row)));
    const mark = comparison?.role === 'usual' ? markOf(now, before) : undefined;
    const label = plainCell(toVisibleLine(labelAt(table, [...table.keys.keys()], row), MAX_LABEL));
    const cells = numbers.map((side, at) =>
      mark === (at === 0 ? 'gone' : 'new') ? plainCell(mark) : show(side[index]),
    );
    const change = changeText(numbers[0]![index], numbers[1]?.[index]) ?? '';
    const tone = toneOfChange(/[1-9]/.test(change) ? Number(`${change[0]}1`) : 0, measure.column);
    const last = comparison ? [{ text: change, tone }] : hasShares ? [plainCell(shares[index])] : [];
    return { isOther: otherCount > 0 && index === rows.length - 1, cells: [marks.cell(label, 0), ...cells, ...last] };
  });
  const noBars = measure.amount && `no bars: amounts in ${listCodes(measure.amount.codes)} have no common scale`;
  const name = visibleName(measure.column, input.renames);
  const keys = table.keys.map(({ column }) => visibleName(column, input.renames)).join(', ');
  const columns: TableColumn[] = [
    { heading: keys, kind: 'key', importance: 11 },
    numberColumn(name, 12),
    ...(comparison ? [numberColumn(comparison.role === 'usual' ? 'usual' : 'before', 3), numberColumn('%', 4)] : []),
    ...(hasShares ? [numberColumn('share', 1)] : []),
  ];
  const total = totalNote(show(totals[0]), show(totals[1]), changeText(totals[0], totals[1]));
  const notes = [total, noBars, marks.legend()].filter((text) => text !== undefined);
  const bars = rows.map((_, index) => numbers.map((side) => (isMixed ? undefined : side[index])));
  return { otherCount, table: withBars({ title: `${name} by ${keys}`, columns, notes }, drawn, bars) };
}

/** `total 4,771.54, before 4,967.72 (-3.9%)`; undefined without both. */
function totalNote(now?: ShownCell, before?: ShownCell, change?: string): string | undefined {
  if (!now?.text || !before?.text) return undefined;
  return `total ${now.text}, before ${before.text}${change === undefined ? '' : ` (${change})`}`;
}

/** The exact sum; undefined without a number. */
export function sumOf(numbers: readonly (string | undefined)[]): string | undefined {
  const [first, ...others] = numbers.flatMap((number) => parseDecimal(number ?? '') ?? []);
  return first && formatDecimal(others.reduce(addDecimals, first));
}

/** `+7.3%`; undefined without both numbers, and unless the earlier one is above zero. */
export function changeText(now: string | undefined, before: string | undefined): string | undefined {
  const [number, comparison] = [now, before].map((each) => parseDecimal(each ?? ''));
  const percent = number && comparison && percentText(subtractDecimals(number, comparison), comparison);
  return percent && `${signed(percent)}%`;
}

function numberColumn(heading: string, importance: number): TableColumn {
  return { heading, kind: 'number', importance };
}

/** True for sums of few units longer than a day, and for one unit: no line leads from one sum to the next. */
export function areBarsOfUnits({ lines, span }: LineChart): boolean {
  const areOne = lines.every(({ place, total }) => place === lines[0]!.place && total !== undefined);
  return span.count === 1 || (areOne && span.unit !== 'day' && span.count <= MAX_UNITS);
}

/** A row for each unit of a line, and of its earlier range. A cell is empty outside of its range, and `no data` for a missing unit in it. */
export function unitsTable({ title, lines, span, sides, incomplete }: LineChart, name: string) {
  const points = lines.map((line) => new Map(line.points.map((point) => [point.position, point])));
  const columns: readonly TableColumn[] = [
    { heading: span.unit, kind: 'key', importance: 11 },
    numberColumn(name, 12),
    { heading: `compared ${span.unit}`, kind: 'key', importance: 1 },
    numberColumn('before', 3),
  ];
  const rows = Array.from({ length: span.count }, (_, position): TableRow => {
    const cells = points.map((side, at) => {
      const label = unitAt(sides[at]!, position);
      return [plainCell(label), side.get(position)?.shown ?? plainCell(label && 'no data')];
    });
    return { cells: cells.flat() };
  });
  const notes = incomplete === undefined ? [] : [`* incomplete: ${incomplete}`];
  return { title, columns: columns.slice(0, 2 * lines.length), rows, notes };
}

/** A bar for each of the first `limit` units, in the order of time. */
export function barsOfUnits(chart: LineChart, name: string, limit: number): Table {
  const { rows, notes, ...table } = unitsTable(chart, name);
  const [now, before] = chart.lines;
  const total = totalNote(now?.total, before?.total, now?.change);
  const bars = rows.map(({ cells }) => cells.filter((_, index) => index % 2 === 1).map(({ exact }) => exact));
  return withBars({ ...table, notes: [...(total ? [total] : []), ...notes] }, rows.slice(0, limit), bars);
}

/** A table with a bar for the numbers of each row, which is as long as its part of the largest one, whatever its sign. */
export function withBars(
  { title, columns, notes }: Omit<ReturnType<typeof unitsTable>, 'rows'>,
  rows: readonly TableRow[],
  numbers: readonly (readonly (string | undefined)[])[],
): Table {
  const bars = numbers.slice(0, rows.length).map((own) => own.map((number) => toDrawnNumber(number ?? '0')));
  const largest = bars.flat().reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  const hasBars = numbers.some(([own]) => own !== undefined);
  const heading = bars.flat().some((value) => value < 0) ? '│' : '';
  return {
    ...{ kind: 'table', id: 'bars', title, rowCount: rows.length, notes: () => notes },
    columns: hasBars ? [...columns, { heading, kind: 'bar', importance: 2 }] : columns,
    rows: [
      rows.map(({ cells, isOther = false }, index) => {
        const bar = { ...plainCell(), tone: cells[1]!.tone, bar: bars[index]!.map((value) => value / largest) };
        return { isOther, cells: hasBars ? [...cells, bar] : cells };
      }),
    ],
  };
}
