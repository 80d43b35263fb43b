/** The numbers of a chart by label, and by day for lines: one pass over the rows, in which memory holds a number for each. */

import { compareNumbers } from '../core/decimal.ts';
import type { CalendarDate } from '../dates/date.ts';
import { parseSpanStart } from '../dates/unit-names.ts';
import { markOf, readRowBlocks } from '../document/display-cells.ts';
import { createCellCutter } from '../document/short-cell.ts';
import { assertGroups } from '../frame/memory-limits.ts';
import { Numbers } from '../frame/states.ts';
import { dateSpelling } from '../json/date-values.ts';
import { type Cell, cellText, visibleText } from '../records/cells.ts';
import { isNameOfOthers, nameOthers, partOf } from '../records/row-keys.ts';
import { type ChartSource, firstLabel, numberIn, SEPARATOR, sumError } from './chart-rows.ts';

/** The places of sums by the first days of their units. */
export type Side = Map<CalendarDate, number>;

/** A label with its numbers: those of the range, and those of the earlier one. */
export interface ChartGroup {
  readonly label: string;
  readonly isOther: boolean;
  /** Empty for bars. */
  readonly sides: readonly [now: Side, comparison: Side];
}

/** The sums of all groups. */
export class ChartSums extends Numbers {
  private count = 0;

  /** False for a number that was added to another one. */
  addTo(side: Side, day: CalendarDate, number: string): boolean {
    const place = side.get(day);
    if (place === undefined) side.set(day, this.count);
    this.addCell(place ?? this.count++, number);
    return place === undefined;
  }
}

interface ReadOptions {
  /** False for one sum of all rows of a label. */
  readonly isByDay: boolean;
  /** The most groups without a sum of others, and the number of groups beside such a sum. */
  readonly most: number;
  readonly kept: number;
  /** False for no more groups than `most`. */
  readonly isCut: boolean;
  /** True to keep the first groups, in order of appearance, and not the largest. */
  readonly isOrdered: boolean;
}

type OwnGroup = ChartGroup & Bar;

/** The sums of bars, and the mark of a group of a comparison with usual figures. */
interface Bar {
  readonly number: string | undefined;
  readonly comparison: string | undefined;
  readonly mark?: ReturnType<typeof markOf>;
}

interface ReadGroups {
  readonly groups: readonly OwnGroup[];
  /** The sums of all other groups, empty where they mean nothing, and their number; undefined if there is none. */
  readonly others: (OwnGroup & { readonly count: number }) | undefined;
  readonly sums: ChartSums;
  /** The numbers of rows without a date, and of those whose earlier number has none. */
  readonly undated: number;
  readonly unplaced: number;
}

/** Undefined for too many groups. Throws a usage error for numbers that would be added up where a sum means nothing. */
export async function readGroups(source: ChartSource, options: ReadOptions): Promise<ReadGroups | undefined> {
  const { columns, chosen, input } = source;
  const { measure, comparison, ranked = measure, labels, time, canTotal } = chosen;
  const { recordSet, keys } = input;
  const { isByDay, most, kept, isCut, isOrdered } = options;
  const pair = comparison === undefined || !isByDay ? undefined : keys?.time?.comparison;
  const used = [measure, comparison ?? measure, ranked, time?.index ?? measure, ...labels].map((at) => columns[at]!);
  const isUsual = comparison !== undefined && partOf(keys, columns[comparison]!) === 'usual';
  const error = sumError(source);
  const sums = new ChartSums();
  const ranks = new Numbers();
  const places = new Map<string, number>();
  const sides: ChartGroup['sides'][] = [];
  const marks: Bar['mark'][] = [];
  const addLabel = (label: string): number => {
    const place = places.size;
    places.set(label, place);
    if (isByDay) sides.push([new Map(), new Map()]);
    assertGroups(place + 1);
    return place;
  };
  const [readDay, readComparedDay] = [createDayReader(), createDayReader()];
  let [rowCount, undated, unplaced] = [0, 0, 0];
  if (isByDay && labels.length === 0) addLabel('');
  const all = pair === undefined ? used : [...used, pair];
  // Texts that differ at their ends only are different labels.
  for await (const rows of readRowBlocks(recordSet, all, recordSet.recordCount, createCellCutter(Infinity))) {
    for (const [now, before, rank, day, ...names] of rows) {
      rowCount++;
      const ofRow = names.slice(0, labels.length).map(visibleText).join(SEPARATOR);
      const label = labels.length > 0 || isByDay ? ofRow : String(rowCount);
      if (!places.has(label) && places.size === most && !isCut) return undefined;
      const place = places.get(label) ?? addLabel(label);
      ranks.addCell(place, rank);
      const numbers = [numberIn(now), comparison === undefined ? undefined : numberIn(before)];
      if (!isByDay) {
        if (isUsual) marks[place] = markOf(now, before);
        for (const [side, number] of numbers.entries()) {
          if (error !== undefined && number !== undefined && sums.countOf(2 * place + side) > 0) throw error(label);
          sums.addCell(2 * place + side, number);
        }
        continue;
      }
      const days = [readDay(day), readComparedDay(names[labels.length])];
      for (const [side, number] of numbers.entries()) {
        if (number === undefined || days[side] === undefined) continue;
        const isFirst = sums.addTo(sides[place]![side]!, days[side], number);
        if (!isFirst && error !== undefined) throw error(cellText(day));
      }
      if (days[0] === undefined && days[1] === undefined) undated++;
      else if (days[1] === undefined && numbers[1] !== undefined) unplaced++;
    }
  }

  const names = [...places.keys()];
  const groupAt = (place: number, label = names[place]!): OwnGroup => ({
    ...{ label, isOther: false, sides: sides[place] ?? [new Map(), new Map()], mark: marks[place] },
    ...{ number: numberIn(sums.textOf(2 * place)), comparison: numberIn(sums.textOf(2 * place + 1)) },
  });
  const order = Uint32Array.from(names.keys());
  if (!isOrdered) sortBySize(order, ranks);
  const isWhole = names.length <= most;
  const groups = Array.from(order.subarray(0, isWhole ? names.length : kept), (place) => groupAt(place));
  if (isWhole) return { groups, others: undefined, sums, undated, unplaced };
  const other = addLabel('');
  for (const place of canTotal ? order.subarray(kept) : []) {
    for (const side of [0, 1] as const) {
      if (!isByDay) sums.addCell(2 * other + side, sums.textOf(2 * place + side));
      else
        for (const { day, number } of daysOf(sides[place]![side], sums)) sums.addTo(sides[other]![side], day, number);
    }
  }
  const name = nameOthers(names.some((label) => isNameOfOthers(firstLabel(label))));
  const others = { ...groupAt(other, name), isOther: true, count: names.length - kept };
  return { groups, others, sums, undated, unplaced };
}

/** The numbers of a side. */
export function daysOf(side: Side, sums: ChartSums): readonly DayNumber[] {
  return Array.from(side, ([day, place]) => ({ day, number: sums.textOf(place) }));
}

interface DayNumber {
  readonly day: CalendarDate;
  readonly number: string;
}

/** The labels of bars: besides the sum of all others `limit` ones, or one more if there is only one other label. */
export async function rankLabels(source: ChartSource, limit: number, isOrdered: boolean) {
  const ofMeasure = { ...source, chosen: { ...source.chosen, ranked: undefined } };
  const { groups, others } = (await readGroups(ofMeasure, {
    ...{ isByDay: false, most: limit + 1, kept: limit, isCut: true, isOrdered },
  }))!;
  return { top: groups, others };
}

/** The day in a cell, or the first day of the unit that it names. Many rows in sequence have the same. */
function createDayReader(): (cell: Cell) => CalendarDate | undefined {
  let [last, day]: [Cell, CalendarDate | undefined] = [undefined, undefined];
  return (cell) => {
    if (cell === last) return day;
    last = cell;
    day = cell === undefined ? undefined : (dateSpelling(cell)?.date ?? parseSpanStart(cellText(cell)));
    return day;
  };
}

/** Sorts the largest number first, whatever its sign. Nothing is less than any number. */
function sortBySize(places: Uint32Array, numbers: Numbers): void {
  const sizeAt = (place: number): string | undefined => numberIn(numbers.textOf(place))?.replace(/^-/, '');
  // Different doubles are in the order of the numbers, and faster.
  const doubles = Float64Array.from(places, (place) => Number(sizeAt(place) ?? -1));
  places.sort((one, other) => {
    const difference = doubles[other]! - doubles[one]!;
    if (difference > 0 || difference < 0 || doubles[one] === -1) return difference;
    return compareNumbers(sizeAt(other)!, sizeAt(one)!) || one - other;
  });
}
