/** Turns the rows of a report into lines over time. Memory holds one number for each line and unit of time. */

import { type ChartMark, type Line, type LineChart, sharesOf } from '../charts/chart-model.ts';
import { toDrawnNumber } from '../charts/value-axis.ts';
import { isSameColumn } from '../core/columns.ts';
import {
  addDecimals,
  type Decimal,
  formatDecimal,
  parseDecimal,
  percentText,
  subtractDecimals,
  ZERO,
} from '../core/decimal.ts';
import { countOf } from '../core/text.ts';
import type { ShownCell } from '../core/tone.ts';
import { finishedDays, incompleteUnits, type ReportRange } from '../dates/incomplete-units.ts';
import { formatRange } from '../dates/range.ts';
import { dayAt, positionOf, spanOf, type TimeSpan } from '../dates/time-span.ts';
import { createCellShower } from '../document/display-cells.ts';
import { signed } from '../document/per-day.ts';
import { listIncomplete } from '../document/unit-marks.ts';
import { averageOf, meanText } from '../findings/findings.ts';
import { type DayValue, findOddDays } from '../findings/odd-days.ts';
import { shortDay } from '../findings/phrases.ts';
import { Numbers as NumberSums } from '../frame/states.ts';
import { isNameOfOthers, nameOthers } from '../records/row-keys.ts';
import { rankLabels } from './chart-labels.ts';
import { createPlacer, type Place } from './chart-places.ts';
import {
  type ChartSource,
  currencyOf,
  firstLabel,
  labelNames,
  numberIn,
  rangeName,
  readChartRows,
  readLabel,
  reportOmitted,
  sumError,
  titleOf,
} from './chart-rows.ts';
import type { EncoderInput } from './format.ts';

/** Numbers by position: those of the range, and those of the earlier one. */
interface LineSums {
  readonly label: string;
  readonly isOther: boolean;
  readonly now: Map<number, PointSum>;
  readonly comparison: Map<number, PointSum>;
}

/** The numbers of one unit of time. */
interface PointSum {
  readonly label: string;
  /** The place of their sum in `PointSums`. */
  readonly place: number;
}

interface PointSums {
  readonly sums: NumberSums;
  count: number;
}

/**
 * The line chart of the rows. Undefined if they are of one unit of time, if they have no dates, and for sums of more groups than
 * `room`, unless the user chose a limit: `room` is then the number of groups with that of all others.
 */
export async function readLines(given: ChartSource, room: number): Promise<LineChart | undefined> {
  const labels = lineLabels(given);
  const source = { ...given, chosen: { ...given.chosen, labels } };
  const { columns, schemas, chosen, input } = source;
  const { time, canTotal } = chosen;
  if (time === undefined) return undefined;
  const { range, comparedRange } = isOfRange(source) ? input : { range: undefined, comparedRange: undefined };
  const known = range && spanOf(range.from, range.to, time);
  if (known?.count === 1) return undefined;

  const areNamed = labels.length > 0;
  const sums = await startLines(source, areNamed, room);
  if (sums === undefined) return undefined;
  const points: PointSums = { sums: new NumberSums(), count: 0 };
  const others = sums.find(({ isOther }) => isOther);
  const named = sums.filter((each) => each !== others);
  const byLabel = new Map(named.map((each) => [each.label, each]));
  const placer = createPlacer(known, comparedRange && spanOf(comparedRange.from, comparedRange.to, time), time);
  const error = sumError(source);
  let [undated, unplaced] = [0, 0];
  for await (const rows of readChartRows(source)) {
    for (const row of rows) {
      const line = areNamed ? (byLabel.get(row.label) ?? (canTotal ? others : undefined)) : sums[0];
      const places = placer.place(row);
      if (places === undefined) undated++;
      else if (line !== undefined) {
        addPoint(line.now, places.now, row.number, { points, error });
        addPoint(line.comparison, places.comparison, row.comparison, { points, error });
        if (places.comparison === undefined && row.comparison !== undefined) unplaced++;
      }
    }
  }

  const positions = sums.flatMap(({ now, comparison }) => [...now.keys(), ...comparison.keys()]);
  if (positions.length === 0) return undefined;
  const low = positions.reduce((least, each) => Math.min(least, each), known === undefined ? Infinity : 0);
  const high = positions.reduce(
    (most, each) => Math.max(most, each),
    known === undefined ? -Infinity : known.count - 1,
  );
  if (low === high) return undefined;
  if (undated > 0) reportUndated(input, undated);
  if (unplaced > 0) reportUnplaced(input, unplaced);
  if (others !== undefined && !canTotal) reportOmitted(source, named.length, 'line');
  const anchor = placer.anchor();
  const span = { ...anchor, first: dayAt(low, anchor), count: high - low + 1 };
  const showCell = createCellShower(columns, schemas, input);
  const show = (number: string): ShownCell => showCell(number, chosen.measure);
  const incomplete = new Set(range === undefined ? [] : incompleteUnits(range, time).names);
  const days = range ?? { from: span.first, to: dayAt(span.count - 1, span) };
  const numbersOf = (line: LineSums['now']): Numbers =>
    Array.from(line, ([position, { label, place }]) => {
      return { position: position - low, label, number: points.sums.textOf(place) };
    });
  return {
    // The caption has the days of the report. The dates of another column have days of their own.
    title:
      titleOf(source, [...(areNamed ? labelNames(source) : []), time.unit]) +
      (range === undefined ? `, ${formatRange(days)}` : ''),
    span,
    lines: createLines(
      sums.filter(({ isOther }) => canTotal || !isOther),
      {
        ...{ source, areNamed, incomplete, numbersOf, show },
        averageIn: (numbers) =>
          averageIn(numbers, { span, days, incomplete, keepsDigits: input.roundsNumbers === true }),
      },
    ),
    comparison: comparedRange && rangeName(comparedRange),
    incomplete: listIncomplete(incomplete, time.unit),
    marks: areNamed || !chosen.canAdd ? [] : oddDayMarks(numbersOf(sums[0]!.now), { span, range, show }),
  };
}

/** The columns with the names of lines: records have a line for each currency. */
export function lineLabels({ chosen, input: { keys } }: ChartSource): readonly number[] {
  return keys?.areGroups === true ? chosen.labels : chosen.currencies;
}

/** True if the dates of the rows are those of the report's range, and not of any column of dates. */
function isOfRange({ chosen: { time }, columns, input: { keys } }: ChartSource): boolean {
  return isSameColumn(columns[time!.index]!, keys?.time?.column);
}

/** The lines of the largest groups, and one for all others if there are more. Undefined as in `readLines`. */
async function startLines(
  source: ChartSource,
  areNamed: boolean,
  room: number,
): Promise<readonly LineSums[] | undefined> {
  const start = (label: string, isOther = false): LineSums => ({
    label,
    isOther,
    now: new Map(),
    comparison: new Map(),
  });
  if (!areNamed) return [start('')];
  const { chosen, input } = source;
  const limit = input.isLimitChosen === true ? Math.min(room, input.maxRows) : room;
  // A change or a share ranks its group by the sum that it comes from.
  const hasRank = chosen.ranked !== undefined;
  const measure = chosen.ranked ?? chosen.measure;
  const rankedBy = { measure, comparison: undefined, canAdd: hasRank, canTotal: false };
  const ranked = { ...source, chosen: { ...chosen, ...rankedBy } };
  const { top, others } = await rankLabels(ranked, { limit: limit + 1, isOrdered: !hasRank });
  const labels = top.map(({ label }) => label);
  const areAll = others === undefined && labels.length <= limit + (limit < room ? 1 : 0);
  if (areAll) return labels.map((label) => start(label));
  if (input.isLimitChosen !== true && chosen.canAdd) return undefined;
  // Without a sum, all others have no chart.
  const kept = chosen.canTotal ? Math.min(limit, room - 1) : limit;
  const isTaken = labels.some((label) => isNameOfOthers(firstLabel(label)));
  return [...labels.slice(0, kept).map((label) => start(label)), start(others?.label ?? nameOthers(isTaken), true)];
}

function addPoint(
  points: Map<number, PointSum>,
  place: Place | undefined,
  number: string | undefined,
  { points: all, error }: { readonly points: PointSums; readonly error: ReturnType<typeof sumError> },
): void {
  if (place === undefined || number === undefined) return;
  let point = points.get(place.position);
  if (point === undefined) {
    point = { label: place.label, place: all.count++ };
    points.set(place.position, point);
  } else if (error !== undefined) throw error(place.label);
  all.sums.addCell(point.place, number);
}

/** The numbers of one line. Position 0 is the first of the chart. */
type Numbers = readonly { readonly position: number; readonly label: string; readonly number: string }[];

/** The average a day of the range, or that of its complete weeks or months: they count with or without numbers. */
function averageIn(
  numbers: Numbers,
  {
    span: { unit, count: unitCount },
    days,
    incomplete,
    keepsDigits,
  }: {
    readonly span: TimeSpan;
    readonly days: ReportRange;
    readonly incomplete: ReadonlySet<string>;
    readonly keepsDigits: boolean;
  },
): LineAverage | undefined {
  const complete = numbers.filter(({ label }) => !incomplete.has(label));
  const decimals = complete.map(({ number }) => parseDecimal(number));
  if (decimals.length === 0 || decimals.includes(undefined)) return undefined;
  const sum = (decimals as readonly Decimal[]).reduce(addDecimals, ZERO);
  const count = unitCount - incomplete.size;
  const number = unit === 'day' ? averageOf(sum, days, keepsDigits)?.number : meanText(sum, count, keepsDigits);
  const label = complete.length === count ? '' : `over ${countOf(count, unit)}`;
  return number === undefined ? undefined : { number, label };
}

interface LineAverage {
  readonly number: string;
  readonly label: string;
}

interface LineOptions {
  readonly source: ChartSource;
  readonly areNamed: boolean;
  readonly incomplete: ReadonlySet<string>;
  readonly numbersOf: (points: LineSums['now']) => Numbers;
  readonly averageIn: (numbers: Numbers) => LineAverage | undefined;
  readonly show: (number: string) => ShownCell;
}

/** The lines with their totals, averages, changes and shares. */
function createLines(
  sums: readonly LineSums[],
  { source: { input, chosen }, areNamed, incomplete, numbersOf, averageIn: averageOfLine, show }: LineOptions,
): readonly Line[] {
  const all = sums.flatMap(({ label, isOther, now, comparison }, place) => {
    const group = areNamed ? readLabel(label) : undefined;
    const currency = currencyOf(label, chosen);
    const lineOf = (points: LineSums['now'], isComparison: boolean) => {
      const range = isComparison ? input.comparedRange : input.range;
      const name = [group, comparison.size > 0 ? rangeName(range) : ''].filter(Boolean).join(' ');
      const numbers = numbersOf(points);
      const total = totalOf(numbers, chosen.canAdd);
      return { place, isOther, isComparison, name, currency, numbers, total };
    };
    const line = lineOf(now, false);
    if (comparison.size === 0) return [line];
    const before = lineOf(comparison, true);
    return [{ ...line, change: changeText(line.total, before.total) }, before];
  });
  const sides = [false, true].map((side) => all.filter(({ isComparison }) => isComparison === side));
  const shares = new Map(
    sides.flatMap((side) => {
      const found = chosen.canTotal && side.length > 1 ? sharesOf(side.map(({ total }) => total)) : [];
      return side.map((line, index) => [line, found[index]] as const);
    }),
  );
  return all.map((line) => {
    const { numbers, total, isComparison, ...facts } = line;
    const average = isComparison || !chosen.canAdd ? undefined : averageOfLine(numbers);
    const points = numbers.map(({ position, label, number }) => ({
      position,
      label,
      value: toDrawnNumber(number),
      shown: show(number),
      isIncomplete: !isComparison && incomplete.has(label),
    }));
    return {
      ...{ ...facts, isComparison, share: shares.get(line) },
      total: total === undefined ? undefined : show(total),
      average: average && {
        label: average.label,
        value: toDrawnNumber(average.number),
        shown: show(average.number),
      },
      points: points.sort((one, other) => one.position - other.position),
    };
  });
}

/** The exact sum; undefined if it means nothing. */
function totalOf(numbers: Numbers, canAdd: boolean): string | undefined {
  const total = new NumberSums();
  if (canAdd) for (const { number } of numbers) total.addCell(0, number);
  return numberIn(total.textOf(0));
}

/** `+7.3 %`; undefined without both totals, and unless the earlier one is above zero. */
function changeText(now: string | undefined, before: string | undefined): string | undefined {
  const [total, comparison] = [now, before].map((number) => (number === undefined ? undefined : parseDecimal(number)));
  if (total === undefined || comparison === undefined) return undefined;
  const percent = percentText(subtractDecimals(total, comparison), comparison);
  return percent === undefined ? undefined : `${signed(percent)}%`;
}

/** The day that is farthest from the other days of its weekday; none for other units of time. */
function oddDayMarks(
  numbers: Numbers,
  { span, range, show }: Pick<LineOptions, 'show'> & { span: TimeSpan; range: EncoderInput['range'] },
): readonly ChartMark[] {
  const finished = range && finishedDays(range);
  if (finished === undefined || span.unit !== 'day') return [];
  const days = numbers.map(({ position, number }) => ({
    day: dayAt(position, span),
    value: parseDecimal(number),
  }));
  // Days beyond the digits of a sum are not judged, and neither are the others then.
  if (days.some(({ value }) => value === undefined)) return [];
  const [odd] = findOddDays(
    (days as readonly DayValue[]).filter(({ day }) => day >= finished.from && day <= finished.to),
  );
  if (odd === undefined) return [];
  const percent = percentText(odd.change, odd.usual)!;
  const text = `${signed(percent).replace(/\.0$/, '')}%`;
  const number = show(formatDecimal(odd.value)).text;
  return [{ position: positionOf(odd.day, span), text: `${shortDay(odd.day)} ${number}, ${text}` }];
}

function reportUndated({ onTruncation, keys }: EncoderInput, count: number): void {
  const what = countOf(count, keys?.areGroups === true ? 'row' : 'record');
  onTruncation(`${what} without a date ${count === 1 ? 'is' : 'are'} not in the chart`);
}

function reportUnplaced({ onTruncation }: EncoderInput, count: number): void {
  const what = countOf(count, 'row');
  onTruncation(
    `${what} of the compared range ${count === 1 ? 'has' : 'have'} no date in the range and ${count === 1 ? 'is' : 'are'} not in the chart`,
  );
}
