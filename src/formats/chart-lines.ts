/** Turns the rows of a report into lines over time. Memory holds one number for each line and unit of time. */

import { type ChartMark, type Line, type LineChart, sharesOf } from '../charts/chart-model.ts';
import { toDrawnNumber } from '../charts/value-axis.ts';
import { isSameColumn } from '../core/columns.ts';
import { formatDecimal, parseDecimal, percentText, subtractDecimals } from '../core/decimal.ts';
import { countOf, signed } from '../core/text.ts';
import type { ShownCell } from '../core/tone.ts';
import { unitStart, weekdayOf } from '../dates/calendar.ts';
import { finishedDays, incompleteUnits, type ReportRange } from '../dates/incomplete-units.ts';
import { countDays, type DateRange, formatRange } from '../dates/range.ts';
import { dayAt, positionOf, spanOf, type TimeSpan } from '../dates/time-span.ts';
import { unitName } from '../dates/unit-names.ts';
import { createCellShower } from '../document/display-cells.ts';
import { listIncomplete } from '../document/unit-marks.ts';
import { averageOf, meanText } from '../findings/findings.ts';
import { type DayValue, findOddDays } from '../findings/odd-days.ts';
import { shortDay } from '../findings/phrases.ts';
import { Numbers } from '../frame/states.ts';
import { type ChartGroup, type ChartSums, daysOf, readGroups, type Side } from './chart-labels.ts';
import {
  type ChartSource,
  currencyOf,
  labelNames,
  numberIn,
  rangeName,
  readLabel,
  reportOmitted,
  titleOf,
} from './chart-rows.ts';
import type { EncoderInput } from './format.ts';

/** As many days or more are drawn by week, if they can be added up. */
const YEAR = 365;
/** Fewer days are not moved to the weekdays of others: little of both ranges would be left below each other. */
const MIN_SHIFTED = 14;

/**
 * The line chart of the rows. Undefined if they are of one unit of time, if they have no dates, and for sums of more groups than
 * `room`, unless the user chose a limit: `room` is then the number of groups with that of all others.
 */
export async function readLines(given: ChartSource, room: number): Promise<LineChart | undefined> {
  const source = { ...given, chosen: { ...given.chosen, labels: lineLabels(given) } };
  const { columns, schemas, chosen, input } = source;
  const { time, canAdd, canTotal, labels } = chosen;
  if (time === undefined) return undefined;
  // Only the dates of the report are in its range: those of any other column are not.
  const isOfRange = isSameColumn(columns[time.index]!, input.keys?.time?.column);
  const { range, comparedRange } = isOfRange ? input : { range: undefined, comparedRange: undefined };
  if (range && spanOf(range.from, range.to, time).count === 1) return undefined;
  const limit = input.isLimitChosen === true ? Math.min(room, input.maxRows) : room;
  const read = await readGroups(source, {
    isByDay: true,
    most: Math.min(limit + 1, room),
    kept: canTotal ? Math.min(limit, room - 1) : limit,
    isCut: input.isLimitChosen === true || !canAdd,
    isOrdered: chosen.ranked === undefined,
  });
  if (read === undefined) return undefined;
  const { groups, others, sums } = read;
  const lines = [...groups, ...(others === undefined || !canTotal ? [] : [others])];
  const days = lines.flatMap(({ sides: [now] }) => daysOf(now, sums).map(({ day }) => day)).sort();
  const ends = range ?? (days.length === 0 ? undefined : { from: days[0]!, to: days.at(-1)! });
  if (ends === undefined || lines.every(({ sides }) => sides.every(({ size }) => size === 0))) return undefined;
  const isLong = time.unit === 'day' && canAdd && countDays(ends) >= YEAR;
  const units = isLong ? { ...time, unit: 'week' as const } : time;

  const own = spanOf(ends.from, ends.to, units);
  const compared = comparedRange && spanOf(comparedRange.from, comparedRange.to, units);
  const shift = comparedRange && units.unit === 'day' ? shiftBetween(ends, comparedRange) : 0;
  const unfinished = [incompleteIn(range, units), incompleteIn(comparedRange, units)] as const;
  const drawn = lines.map((line) => {
    const [now, comparison] = line.sides.map((side, index): readonly Numbered[] => {
      const numbers = daysOf(isLong ? byWeek(side, units, sums) : side, sums).map(({ day, number }) => {
        const position = index === 0 ? positionOf(day, own) : positionOf(day, compared ?? own) + shift;
        const label = unitName(day, units.unit, units.weekStart);
        return { position, label, number, isIncomplete: unfinished[index]!.includes(label) };
      });
      return numbers.sort((one, other) => one.position - other.position);
    });
    return { ...line, now: now!, comparison: comparison! };
  });
  const positions = drawn.flatMap(({ now, comparison }) => [...now, ...comparison].map(({ position }) => position));
  const low = positions.reduce((least, each) => Math.min(least, each), 0);
  const high = positions.reduce((most, each) => Math.max(most, each), own.count - 1);
  if (low === high) return undefined;
  reportMissing(input, read);
  if (others !== undefined && !canTotal) reportOmitted(source, groups.length, 'line');
  const span = { ...own, first: dayAt(low, own), count: high - low + 1 };
  const showCell = createCellShower(columns, schemas, input);
  const show = (number: string): ShownCell => showCell(number, chosen.measure);
  const areNamed = labels.length > 0;
  const hasComparison = drawn.some(({ comparison }) => comparison.length > 0);
  const ofDays = range ?? { from: span.first, to: dayAt(span.count - 1, span) };
  const whole = own.count - unfinished[0].length;
  const keepsDigits = input.roundsNumbers === true;
  const incomplete = hasComparison ? unfinished.flat() : unfinished[0];
  return {
    // The caption has the days of the report. The dates of another column have days of their own.
    title:
      titleOf(source, [...(areNamed ? labelNames(source) : []), units.unit]) +
      (range === undefined ? `, ${formatRange(ofDays)}` : ''),
    span,
    own: [-low, own.count],
    compared: compared && [shift - low, compared.count],
    lines: createLines(drawn, source, {
      low,
      show,
      averageIn: (each) => averageIn(each, whole, range, own, keepsDigits),
    }),
    incomplete: listIncomplete(new Set([...incomplete].sort()), units.unit),
    shift: hasComparison && shift !== 0 ? `compared days shifted by ${Math.abs(shift)} to match weekdays` : undefined,
    marks:
      areNamed || !canAdd || time.unit !== 'day' ? [] : oddDayMarks(lines[0]!.sides[0], sums, { span, range, show }),
  };
}

/** The columns with the names of lines: records have a line for each currency. */
function lineLabels({ chosen, input: { keys } }: ChartSource): readonly number[] {
  return keys?.areGroups === true ? chosen.labels : chosen.currencies;
}

/** Reports the rows that the chart does not have. */
function reportMissing(
  { keys, onTruncation }: EncoderInput,
  { undated, unplaced }: { readonly undated: number; readonly unplaced: number },
): void {
  const row = keys?.areGroups === true ? 'row' : 'record';
  const [is, has] = [
    undated === 1 ? 'is' : 'are',
    unplaced === 1 ? 'has no date in the range and is' : 'have no date in the range and are',
  ];
  if (undated > 0) onTruncation(`${countOf(undated, row)} without a date ${is} not in the chart`);
  if (unplaced > 0) onTruncation(`${countOf(unplaced, row)} of the compared range ${has} not in the chart`);
}

/** The sums of weeks from those of days. */
function byWeek(days: Side, { weekStart }: Pick<TimeSpan, 'weekStart'>, sums: ChartSums): Side {
  const weeks: Side = new Map();
  for (const { day, number } of daysOf(days, sums)) sums.addTo(weeks, unitStart(day, 'week', weekStart), number);
  return weeks;
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

interface DrawnLine extends ChartGroup {
  readonly now: readonly Numbered[];
  readonly comparison: readonly Numbered[];
}

interface LineOptions {
  /** The position of the first unit of the drawing. */
  readonly low: number;
  /** The average of the numbers of a line. */
  readonly averageIn: (numbers: readonly Numbered[]) => Pick<Numbered, 'number' | 'label'> | undefined;
  readonly show: (number: string) => ShownCell;
}

/** The lines with their totals, averages, changes and shares. */
function createLines(
  drawn: readonly DrawnLine[],
  { input, chosen }: ChartSource,
  { low, averageIn: averageOfLine, show }: LineOptions,
): readonly Line[] {
  const { canAdd, canTotal, labels } = chosen;
  const totals = drawn.map(({ now, comparison }) =>
    [now, comparison].map((each) => (canAdd ? totalOf(each) : undefined)),
  );
  const shares = [0, 1].map((side) => sharesOf(canTotal && drawn.length > 1 ? totals.map((each) => each[side]) : []));
  return drawn.flatMap(({ label, isOther, now, comparison }, place): readonly Line[] => {
    const group = labels.length > 0 ? readLabel(label) : undefined;
    const isCompared = comparison.length > 0;
    const line = (side: 0 | 1): Line => {
      const range = side === 0 ? input.range : input.comparedRange;
      const total = totals[place]![side];
      const average = side === 0 && canAdd ? averageOfLine(now) : undefined;
      return {
        ...{ place, isOther, isComparison: side === 1, group, currency: currencyOf(label, chosen) },
        name: [group, isCompared ? rangeName(range) : ''].filter(Boolean).join(' '),
        total: total === undefined ? undefined : show(total),
        share: shares[side]![place],
        change: side === 0 && isCompared ? changeText(total, totals[place]![1]) : undefined,
        average: average && {
          label: average.label,
          value: toDrawnNumber(average.number),
          shown: show(average.number),
        },
        points: [now, comparison][side]!.map(({ position, number, ...facts }) => {
          return { ...facts, position: position - low, value: toDrawnNumber(number), shown: show(number) };
        }),
      };
    };
    return isCompared ? [line(0), line(1)] : [line(0)];
  });
}

/** The exact sum. */
function totalOf(numbers: readonly Numbered[]): string | undefined {
  const total = new Numbers();
  for (const { number } of numbers) total.addCell(0, number);
  return numberIn(total.textOf(0));
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
  days: Side,
  sums: ChartSums,
  { span, range, show }: Pick<LineOptions, 'show'> & { span: TimeSpan; range: ReportRange | undefined },
): readonly ChartMark[] {
  const finished = range && finishedDays(range);
  if (finished === undefined) return [];
  const values = daysOf(days, sums).map(({ day, number }) => ({ day, value: parseDecimal(number) }));
  // Days beyond the digits of a sum are not judged, and neither are the others then.
  if (values.some(({ value }) => value === undefined)) return [];
  const [odd] = findOddDays(
    (values as readonly DayValue[]).filter(({ day }) => day >= finished.from && day <= finished.to),
  );
  if (odd === undefined) return [];
  const percent = percentText(odd.change, odd.usual)!;
  const text = `${signed(percent).replace(/\.0$/, '')}%`;
  const number = show(formatDecimal(odd.value)).text;
  return [{ position: positionOf(odd.day, span), text: `${shortDay(odd.day)} ${number}, ${text}` }];
}
