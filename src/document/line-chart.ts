/** Lines over time. Each point is the measure of the merged groups of its unit. */

import { type ChartMark, type Line, type LineChart, type Point, sharesOf } from '../charts/chart-model.ts';
import { toDrawnNumber } from '../charts/value-axis.ts';
import { addDecimals, formatDecimal, parseDecimal, percentText, subtractDecimals } from '../core/decimal.ts';
import { countOf, signed } from '../core/text.ts';
import type { ShownCell } from '../core/tone.ts';
import { unitStart, weekdayOf } from '../dates/calendar.ts';
import type { CalendarDate, Weekday } from '../dates/date.ts';
import { finishedDays, incompleteUnits, type ReportRange } from '../dates/incomplete-units.ts';
import { countDays, type DateRange, formatRange } from '../dates/range.ts';
import { dayAt, positionOf, spanOf, type TimeSpan } from '../dates/time-span.ts';
import { parseSpanStart, unitName } from '../dates/unit-names.ts';
import { averageOf, meanText } from '../findings/findings.ts';
import { type DayValue, findOddDays } from '../findings/odd-days.ts';
import { shortDay } from '../findings/phrases.ts';
import { type Charted, labelAt } from '../frame/charted.ts';
import type { Frame } from '../frame/frame.ts';
import { GroupTable } from '../frame/group-table.ts';
import { KeyColumn } from '../frame/key-column.ts';
import type { Measure } from '../frame/measures.ts';
import { mergeByKeys, sortBySize } from '../frame/steps.ts';
import { inTurns } from '../frame/turns.ts';
import { dateSpelling } from '../json/date-values.ts';
import { cellText } from '../records/cells.ts';
import {
  type ChartInput,
  createChartShower,
  firstGroups,
  nameOf,
  numberAt,
  reportOmitted,
  type ShownGroups,
} from './chart-labels.ts';
import { listIncomplete } from './unit-marks.ts';

/** As many days or more are drawn by week, if they can be added up. */
const YEAR = 365;
/** Fewer days are not moved to the weekdays of others: little of both ranges would be left below each other. */
const MIN_SHIFTED = 14;

/** The most lines, without a chosen number; and the number of lines besides that of all others, if the user chose it. */
interface LineLimit {
  readonly most: number;
  readonly chosen: number | undefined;
}

/**
 * The line chart; undefined if its groups are of one unit of time, if they have no dates, and for sums of too many groups, unless the
 * user chose their number.
 */
export async function lineChart(
  charted: Charted,
  input: ChartInput,
  { most, chosen }: LineLimit,
): Promise<LineChart | undefined> {
  const { measure, comparison, labels, time, canAdd } = charted;
  if (time === undefined) return undefined;
  const { table } = charted.frame;
  // Only the dates of the report are in its range: those of any other column are not.
  const { range, comparedRange } = time.isOfRange ? input : {};
  if (range && spanOf(range.from, range.to, time).count === 1) return undefined;
  const sides = [measure, comparison].flatMap((own, side): readonly Side[] =>
    own === undefined ? [] : [{ measure: own, dayOf: createDayReader(table, time.keys[side]) }],
  );
  const dated = charted.frame.rows.filter((row) => sides.some(({ dayOf }) => dayOf(row) !== undefined));
  const frame = { ...charted.frame, rows: dated };
  const groups = await mergeByKeys(frame, labels);
  if (groups.rows.length > most && chosen === undefined && canAdd) return undefined;
  const sorted = await sortBySize(groups, measure.column);
  const named = await firstGroups(charted, sorted, chosen ?? most);
  const rowsOf = rowsByGroup(frame, groups, labels, named);
  const daily: (readonly DayNumber[])[][] = [];
  for (const rows of rowsOf) {
    const line: (readonly DayNumber[])[] = [];
    for (const side of sides) line.push(await numbersByDay({ ...frame, rows }, side));
    daily.push(line);
  }
  const days = daily.flatMap(([now]) => now!.map(({ day }) => day)).sort();
  const ends = range ?? (days.length === 0 ? undefined : { from: days[0]!, to: days.at(-1)! });
  if (ends === undefined || daily.every((line) => line.every(({ length }) => length === 0))) return undefined;
  const isLong = time.unit === 'day' && canAdd && countDays(ends) >= YEAR;
  const units = isLong ? { ...time, unit: 'week' as const } : time;
  const own = spanOf(ends.from, ends.to, units);
  const compared = comparedRange && spanOf(comparedRange.from, comparedRange.to, units);
  const shift = comparedRange && units.unit === 'day' ? shiftBetween(ends, comparedRange) : 0;
  const unfinished = [range, comparedRange].map((each) => incompleteIn(each, units));
  const drawn = daily.map((line) =>
    line.map((numbers, side) =>
      (isLong ? byWeek(numbers, time.weekStart) : numbers)
        .map(({ day, number }): Numbered => {
          const position = side === 0 ? positionOf(day, own) : positionOf(day, compared ?? own) + shift;
          const label = unitName(day, units.unit, units.weekStart);
          return { position, label, number, isIncomplete: unfinished[side]!.includes(label) };
        })
        .sort((one, other) => one.position - other.position),
    ),
  );
  const positions = drawn.flat(2).map(({ position }) => position);
  const low = positions.reduce((least, each) => Math.min(least, each), 0);
  const high = positions.reduce((most, each) => Math.max(most, each), own.count - 1);
  if (low === high) return undefined;
  reportMissing(charted.frame, sides, input);
  reportOmitted(charted, groups.rows.length - named.rows.length, named.rows.length, 'line', input);
  const span = { ...own, first: dayAt(low, own), count: high - low + 1 };
  const show = createChartShower(charted, input);
  const hasComparison = drawn.some(([, before = []]) => before.length > 0);
  const whole = own.count - unfinished[0]!.length;
  const names = labels.map((place) => nameOf(table.keys[place]!, input));
  // The caption has the days of the report. The dates of another column have days of their own.
  const ofDays = range === undefined ? `, ${formatRange({ from: span.first, to: dayAt(span.count - 1, span) })}` : '';
  return {
    title: `${nameOf(measure, input)} by ${[...names, units.unit].join(', ')}${ofDays}`,
    span,
    own: [-low, own.count],
    compared: compared && [shift - low, compared.count],
    lines: createLines(drawn, charted, named, {
      ...{ input, low, show },
      averageIn: (numbers) => averageIn(numbers, whole, range, own, input.roundsNumbers === true),
    }),
    incomplete: listIncomplete(
      new Set(
        unfinished
          .slice(0, hasComparison ? 2 : 1)
          .flat()
          .sort(),
      ),
      units.unit,
    ),
    shift: hasComparison && shift !== 0 ? `compared days shifted by ${Math.abs(shift)} to match weekdays` : undefined,
    marks: names.length > 0 || !canAdd || time.unit !== 'day' ? [] : oddDayMarks(daily[0]![0]!, { span, range, show }),
  };
}

/** The measure of one range, and the day of a row, or the first day of its unit. */
interface Side {
  readonly measure: Measure;
  readonly dayOf: (row: number) => CalendarDate | undefined;
}

function createDayReader(table: GroupTable, place: number | undefined): Side['dayOf'] {
  if (place === undefined) return () => undefined;
  const days = table.keys[place]!.cells.map((cell) => dateSpelling(cell)?.date ?? parseSpanStart(cellText(cell)));
  return (row) => days[table.numberAt(place, row)];
}

/** The rows of each group, in their order, and of all others if there is a row for them. */
function rowsByGroup(
  { table, rows }: Frame,
  groups: Frame,
  labels: readonly number[],
  named: ShownGroups,
): readonly (readonly number[])[] {
  const places = new Map(named.rows.map((group, place) => [group, place]));
  const found = named.rows.map((): number[] => []);
  for (const row of rows) {
    const group = groups.table.groupOf(labels.map((place) => table.numberAt(place, row)));
    const place = places.get(group) ?? (named.otherCount > 0 ? found.length - 1 : undefined);
    if (place !== undefined) found[place]!.push(row);
  }
  return found;
}

interface DayNumber {
  readonly day: CalendarDate;
  readonly number: string;
}

/** The measure of the rows of each day. */
async function numbersByDay(
  { table, rows, endTurn, form }: Frame,
  { measure, dayOf }: Side,
): Promise<readonly DayNumber[]> {
  const key = new KeyColumn({ column: measure.column, name: 'day' });
  const units = new GroupTable([key], table.sources);
  await inTurns(rows.length, endTurn, (index) => {
    const day = dayOf(rows[index]!);
    if (day !== undefined) units.mergeAll(units.groupOf([key.add(JSON.stringify(day))]), table, rows[index]!);
  });
  return units.allGroups().flatMap((group) => {
    const number = numberAt(measure, { table: units, form }, group);
    return number === undefined ? [] : [{ day: cellText(units.keyAt(0, group)) as CalendarDate, number }];
  });
}

/** The sums of weeks from those of days. */
function byWeek(days: readonly DayNumber[], weekStart: Weekday): readonly DayNumber[] {
  const weeks = new Map<CalendarDate, DayNumber[]>();
  for (const each of days) {
    const week = unitStart(each.day, 'week', weekStart);
    weeks.set(week, [...(weeks.get(week) ?? []), each]);
  }
  return Array.from(weeks, ([day, own]) => ({ day, number: totalOf(own) ?? '' }));
}

/** Reports the records that the chart does not have. */
function reportMissing({ table, rows, sides: sideCount }: Frame, sides: readonly Side[], input: ChartInput): void {
  const report = (
    missing: readonly number[],
    from: number,
    what: string,
    [one, several]: readonly [string, string],
  ) => {
    let count = 0;
    for (let side = from; side < sideCount; side++)
      for (const row of missing) count += table.parts[side]?.records.countOf(row) ?? 0;
    if (count > 0)
      input.onTruncation(`${countOf(count, 'record')} ${what} ${count === 1 ? one : several} not in the chart`);
  };
  const [now, before] = sides.map(
    ({ dayOf }) =>
      (row: number) =>
        dayOf(row) !== undefined,
  );
  report(
    rows.filter((row) => !now!(row) && before?.(row) !== true),
    0,
    'without a date',
    ['is', 'are'],
  );
  if (before === undefined) return;
  const unplaced = rows.filter((row) => now!(row) && !before(row));
  report(unplaced, 1, 'of the compared range', [
    'has no date in the range and is',
    'have no date in the range and are',
  ]);
}

/** The units of a range that are not whole; also today, which is not over. */
function incompleteIn(range: ReportRange | undefined, units: Pick<TimeSpan, 'unit' | 'weekStart'>): readonly string[] {
  if (range === undefined) return [];
  if (units.unit === 'day') return range.today === undefined ? [] : [range.today];
  return incompleteUnits(range, units).names;
}

/** How many days the earlier range is moved so that its weekdays lie over those of the range: at most three either way. */
function shiftBetween(range: DateRange, compared: DateRange): number {
  if (countDays(range) < MIN_SHIFTED) return 0;
  return ((weekdayOf(compared.from) - weekdayOf(range.from) + 10) % 7) - 3;
}

/** The number of a unit. Position 0 is the first of the range. */
interface Numbered {
  readonly position: number;
  readonly label: string;
  readonly number: string;
  readonly isIncomplete: boolean;
}

interface LineOptions {
  readonly input: ChartInput;
  /** The position of the first unit of the drawing. */
  readonly low: number;
  /** The average of the numbers of a line. */
  readonly averageIn: (numbers: readonly Numbered[]) => Pick<Numbered, 'number' | 'label'> | undefined;
  readonly show: (number: string) => ShownCell;
}

/** The lines with their totals, averages, changes and shares. */
function createLines(
  drawn: readonly (readonly (readonly Numbered[])[])[],
  { canAdd, canTotal, labels, currencies }: Charted,
  { table, rows, otherCount }: ShownGroups,
  { input, low, averageIn: averageOfLine, show }: LineOptions,
): readonly Line[] {
  const totals = drawn.map((sides) => sides.map((numbers) => (canAdd ? totalOf(numbers) : undefined)));
  const shares = [0, 1].map((side) => sharesOf(canTotal && drawn.length > 1 ? totals.map((each) => each[side]) : []));
  const codePlaces = currencies.map((place) => labels.indexOf(place));
  return drawn.flatMap(([now, before = []], place): readonly Line[] => {
    const group = labels.length > 0 ? labelAt(table, [...labels.keys()], rows[place]!) : undefined;
    const isCompared = before.length > 0;
    const line = (numbers: readonly Numbered[], side: 0 | 1): Line => {
      const range = side === 0 ? input.range : input.comparedRange;
      const total = totals[place]![side];
      const average = side === 0 && canAdd ? averageOfLine(numbers) : undefined;
      return {
        ...{ place, group, isOther: otherCount > 0 && place === rows.length - 1, isComparison: side === 1 },
        currency: codePlaces.length > 0 ? labelAt(table, codePlaces, rows[place]!) : undefined,
        name: [group, isCompared && range !== undefined ? formatRange(range) : ''].filter(Boolean).join(' '),
        total: total === undefined ? undefined : show(total),
        share: shares[side]![place],
        change: side === 0 && isCompared ? changeText(total, totals[place]![1]) : undefined,
        average: average && {
          label: average.label,
          value: toDrawnNumber(average.number),
          shown: show(average.number),
        },
        points: numbers.map(({ position, number, ...facts }): Point => {
          return { ...facts, position: position - low, value: toDrawnNumber(number), shown: show(number) };
        }),
      };
    };
    return isCompared ? [line(now!, 0), line(before, 1)] : [line(now!, 0)];
  });
}

/** The exact sum; undefined without a number. */
function totalOf(numbers: readonly Pick<Numbered, 'number'>[]): string | undefined {
  const [first, ...others] = numbers.flatMap(({ number }) => parseDecimal(number) ?? []);
  return first && formatDecimal(others.reduce(addDecimals, first));
}

/** The average a day of the range, or that of its complete weeks or months: they count with or without numbers. */
function averageIn(
  numbers: readonly Numbered[],
  count: number,
  days: ReportRange | undefined,
  { unit }: TimeSpan,
  keepsDigits: boolean,
): Pick<Numbered, 'number' | 'label'> | undefined {
  const complete = numbers.filter(({ isIncomplete }) => !isIncomplete);
  const sum = parseDecimal(totalOf(complete) ?? '');
  if (sum === undefined) return undefined;
  const number = unit === 'day' && days ? averageOf(sum, days, keepsDigits)?.number : meanText(sum, count, keepsDigits);
  const label = complete.length === count ? '' : `over ${countOf(count, unit)}`;
  return number === undefined ? undefined : { number, label };
}

/** `+7.3%`; undefined without both totals, and unless the earlier one is above zero. */
function changeText(now: string | undefined, before: string | undefined): string | undefined {
  const [total, comparison] = [now, before].map((number) => (number === undefined ? undefined : parseDecimal(number)));
  if (total === undefined || comparison === undefined) return undefined;
  const percent = percentText(subtractDecimals(total, comparison), comparison);
  return percent === undefined ? undefined : `${signed(percent)}%`;
}

/** The day that is farthest from the other days of its weekday. */
function oddDayMarks(
  days: readonly DayNumber[],
  { span, range, show }: Pick<LineOptions, 'show'> & { span: TimeSpan; range: ReportRange | undefined },
): readonly ChartMark[] {
  const finished = range && finishedDays(range);
  if (finished === undefined) return [];
  const values = days.flatMap(({ day, number }): readonly DayValue[] => {
    const value = parseDecimal(number);
    return value === undefined || day < finished.from || day > finished.to ? [] : [{ day, value }];
  });
  const [odd] = findOddDays(values);
  if (odd === undefined) return [];
  const percent = percentText(odd.change, odd.usual)!;
  const text = `${signed(percent).replace(/\.0$/, '')}%`;
  const number = show(formatDecimal(odd.value)).text;
  return [{ position: positionOf(odd.day, span), text: `${shortDay(odd.day)} ${number}, ${text}` }];
}
