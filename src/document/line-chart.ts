/** Lines over time. Each point is the measure of the merged groups of its unit. */

import { toDrawnNumber } from '../charts/axes.ts';
import type { Line, LineChart, Point, UnitRun } from '../charts/chart-model.ts';
import { type Charted, labelAt } from '../charts/charted.ts';
import {
  addDecimals,
  type Decimal,
  formatDecimal,
  parseDecimal,
  percentText,
  subtractDecimals,
} from '../core/decimal.ts';
import { countOf, signed } from '../core/text.ts';
import {
  dayAt,
  parseSpanStart,
  positionOf,
  type ReportRange,
  spanOf,
  type TimeSpan,
  unitName,
  unitStart,
  weekdayOf,
} from '../dates/calendar.ts';
import type { CalendarDate } from '../dates/date.ts';
import { countDays, type DateRange, formatRange } from '../dates/range.ts';
import type { EncoderInput } from '../formats/format.ts';
import type { Frame } from '../frame/frame.ts';
import type { GroupTable } from '../frame/group-table.ts';
import { KeyColumn } from '../frame/key-column.ts';
import type { Measure } from '../frame/measures.ts';
import { mergeByKeys, mergeRows, sortBySize } from '../frame/steps.ts';
import { dateIn } from '../json/date-values.ts';
import { cellText } from '../records/cells.ts';
import { firstGroups, numberAt, type ShownGroups } from './bar-chart.ts';
import { createCellShower, visibleName } from './display-cells.ts';
import { incompleteIn } from './unit-marks.ts';

/** As many days or more are drawn by week, if they can be added up. */
const YEAR = 365;
/** Fewer days are not moved to the weekdays of others: little of both ranges would be left below each other. */
const MIN_SHIFTED = 14;

/** The measure of one range, and the day of a row, or the first day of its unit. */
interface Side {
  readonly measure: Measure;
  readonly dayOf: (row: number) => CalendarDate | undefined;
}

/** A number of a day, or of the unit that begins on it. */
interface DayNumber {
  readonly day: CalendarDate;
  readonly number: string;
}

/** The numbers of a line: those of the range, and those of the compared range. */
type LineNumbers = readonly (readonly DayNumber[])[];

/**
 * A line chart for each currency, or one. Undefined for one unit of time, for groups without dates, and for sums of more groups than
 * `most`, unless the user chose the number of lines besides that of all others.
 */
export async function lineCharts(
  charted: Charted,
  input: EncoderInput,
  most: number,
  chosen: number | undefined,
): Promise<readonly LineChart[] | undefined> {
  const { frame, measure, comparison, labels, time, canAdd } = charted;
  const { range, comparedRange } = input;
  if (time === undefined || range === undefined || spanOf(range.from, range.to, time).count === 1) return undefined;
  const sides = [measure, comparison].flatMap((own, side): readonly Side[] =>
    own === undefined ? [] : [{ measure: own, dayOf: createDayReader(frame.table, time.keys[side]) }],
  );
  const dated = { ...frame, rows: frame.rows.filter((row) => sides.some(({ dayOf }) => dayOf(row) !== undefined)) };
  const groups = await mergeByKeys(dated, labels);
  if (chosen === undefined && canAdd && groups.rows.length > most) return undefined;
  const sorted = await sortBySize(groups, measure.column);
  const named = await firstGroups(charted, sorted, chosen ?? most, input);
  const isLong = time.unit === 'day' && canAdd && countDays(range) >= YEAR;
  const units = { unit: isLong ? 'week' : time.unit, weekStart: time.weekStart } as const;
  const numbers = await numbersByUnit(dated, sides, labels, { groups, named }, units);
  if (numbers.every((line) => line.every(({ length }) => length === 0))) return undefined;
  reportMissing(frame, sides, input);
  const hasComparison = numbers.some(([, before = []]) => before.length > 0);
  const ranges = [range, hasComparison ? comparedRange : undefined] as const;
  const axis = createAxis(ranges, units);
  const lines = createLines(numbers, charted, named, axis, input);
  const names = labels.map((key) => visibleName(frame.table.keys[key]!.column, input.renames));
  const title = `${visibleName(measure.column, input.renames)} by ${[...names, units.unit].join(', ')}`;
  const codeKeys = charted.currencies.map((place) => labels.indexOf(place));
  const codes = named.rows.map((row) => (codeKeys.length > 0 ? labelAt(named.table, codeKeys, row) : undefined));
  return [...new Set(codes)].map((currency) => {
    const own = lines.filter(({ place }) => codes[place] === currency);
    const places = [...new Set(own.map(({ place }) => place))];
    return {
      ...axis.facts,
      title,
      currency,
      lines: own.map((line) => ({ ...line, place: places.indexOf(line.place) })),
    };
  });
}

function createDayReader(table: GroupTable, place: number | undefined): Side['dayOf'] {
  if (place === undefined) return () => undefined;
  const days = table.keys[place]!.cells.map((cell) => dateIn(cell) ?? parseSpanStart(cellText(cell)));
  return (row) => days[table.numberAt(place, row)];
}

/** The numbers of each shown line by unit of time, on each side. */
async function numbersByUnit(
  dated: Frame,
  sides: readonly Side[],
  labels: readonly number[],
  { groups, named }: { readonly groups: Frame; readonly named: ShownGroups },
  { unit, weekStart }: Pick<TimeSpan, 'unit' | 'weekStart'>,
): Promise<readonly LineNumbers[]> {
  const places = new Map(named.rows.map((group, place) => [group, place]));
  const others = named.otherCount > 0 ? named.rows.length - 1 : undefined;
  const lines = named.rows.map(() => sides.map((): DayNumber[] => []));
  for (const [side, { measure, dayOf }] of sides.entries()) {
    const [line, day] = ['line', 'day'].map((name) => new KeyColumn({ column: measure.column, name }));
    const units = await mergeRows(dated, [line!, day!], (row) => {
      const group = groups.table.groupOf(labels.map((place) => dated.table.numberAt(place, row)));
      const [place, date] = [places.get(group) ?? others, dayOf(row)];
      if (place === undefined || date === undefined) return undefined;
      return [place, day!.add(JSON.stringify(unitStart(date, unit, weekStart)))];
    });
    for (const row of units.rows) {
      const number = numberAt(measure, units, row);
      const date = cellText(units.table.keyAt(1, row)) as CalendarDate;
      if (number !== undefined) lines[units.table.numberAt(0, row)]![side]!.push({ day: date, number });
    }
  }
  const byTime = (one: DayNumber, other: DayNumber): number => (one.day < other.day ? -1 : 1);
  return lines.map((line) => line.map((days) => days.sort(byTime)));
}

/** Reports the records of both ranges that the chart does not have. */
function reportMissing({ table, rows }: Frame, sides: readonly Side[], { onTruncation }: EncoderInput): void {
  const counts = sides.flatMap(({ dayOf }, side) => {
    const undated = rows.filter((row) => dayOf(row) === undefined && table.hasRecords(row, side));
    return undated.map((row) => table.parts[side]!.records.countOf(row));
  });
  const count = counts.reduce((sum, each) => sum + each, 0);
  if (count > 0)
    onTruncation(`${countOf(count, 'record')} without a date ${count === 1 ? 'is' : 'are'} not in the chart`);
}

type Axis = ReturnType<typeof createAxis>;

/** The units of both ranges. Position 0 is the first of the drawing. */
function createAxis(
  [range, comparedRange]: readonly [ReportRange, ReportRange | undefined],
  { unit, weekStart }: Pick<TimeSpan, 'unit' | 'weekStart'>,
) {
  const own = spanOf(range.from, range.to, { unit, weekStart });
  const compared = comparedRange && spanOf(comparedRange.from, comparedRange.to, { unit, weekStart });
  const shift = comparedRange && unit === 'day' ? shiftBetween(range, comparedRange) : 0;
  const low = Math.min(0, shift);
  const count = Math.max(own.count, shift + (compared?.count ?? 0)) - low;
  const runOf = (days: ReportRange, span: TimeSpan, first: number): UnitRun => {
    const names = Array.from({ length: span.count }, (_, index) => unitName(dayAt(index, span), unit, weekStart));
    return { first, names, incomplete: names.filter(incompleteIn(days, span)) };
  };
  const sides = [
    runOf(range, own, -low),
    compared === undefined ? undefined : runOf(comparedRange!, compared, shift - low),
  ] as const;
  return {
    facts: {
      span: { ...own, first: dayAt(low, own), count },
      sides,
      hasIncomplete: sides.some((run) => (run?.incomplete ?? []).length > 0),
      shift: shift === 0 ? undefined : `compared days shifted by ${Math.abs(shift)} to match weekdays`,
    },
    pointOf(day: CalendarDate, side: number): Pick<Point, 'position' | 'label' | 'isIncomplete'> {
      const label = unitName(day, unit, weekStart);
      const { first, incomplete } = sides[side]!;
      const position = positionOf(day, side === 0 ? own : compared!) + first;
      return { position, label, isIncomplete: incomplete.includes(label) };
    },
  };
}

/** How many days the earlier range is moved so that its weekdays lie over those of the range: at most three either way. */
function shiftBetween(range: DateRange, compared: DateRange): number {
  if (countDays(range) < MIN_SHIFTED) return 0;
  return ((weekdayOf(compared.from) - weekdayOf(range.from) + 10) % 7) - 3;
}

/** The lines with their totals, and their changes. */
function createLines(
  drawn: readonly LineNumbers[],
  { measure, schema, canAdd, labels }: Charted,
  { table, rows, otherCount }: ShownGroups,
  axis: Axis,
  input: EncoderInput,
): readonly Line[] {
  const shower = createCellShower([measure.column], [schema], input);
  const show = (number: string) => shower(number, 0);
  return drawn.flatMap((line, place) => {
    const group = labels.length > 0 ? labelAt(table, [...labels.keys()], rows[place]!) : undefined;
    const sides = line.filter((numbers, side) => side === 0 || numbers.length > 0);
    const totals = sides.map((numbers) => (canAdd ? sumOf(numbers) : undefined));
    return sides.map((numbers, side): Line => {
      const days = side === 0 ? input.range : input.comparedRange;
      const total = totals[side];
      return {
        ...{ place, group, isOther: otherCount > 0 && place === rows.length - 1, isComparison: side === 1 },
        name: [group, sides.length > 1 && days !== undefined ? formatRange(days) : ''].filter(Boolean).join(' '),
        total: total && show(formatDecimal(total)),
        change: side === 0 ? changeText(total, totals[1]) : undefined,
        points: numbers.map(({ day, number }) => {
          return { ...axis.pointOf(day, side), value: toDrawnNumber(number), shown: show(number) };
        }),
      };
    });
  });
}

/** The exact sum; undefined without a number. */
function sumOf(numbers: readonly DayNumber[]): Decimal | undefined {
  const [first, ...others] = numbers.flatMap(({ number }) => parseDecimal(number) ?? []);
  return first && others.reduce(addDecimals, first);
}

/** `+7.3%`; undefined without both numbers, and unless the earlier one is above zero. */
function changeText(now: Decimal | undefined, before: Decimal | undefined): string | undefined {
  const percent = now && before && percentText(subtractDecimals(now, before), before);
  return percent && `${signed(percent)}%`;
}
