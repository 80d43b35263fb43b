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

/** The places of sums by the first days of their units; by no day for bars. */
export type Side = Map<CalendarDate | undefined, number>;

export interface DayNumber {
  readonly day: CalendarDate;
  readonly number: string;
}

/** A label with its numbers: those of the range, and those of the earlier one. */
export interface ChartGroup {
  readonly label: string;
  readonly isOther: boolean;
  readonly sides: readonly [now: Side, comparison: Side];
  /** The mark of a group of a comparison with usual figures. */
  readonly mark?: ReturnType<typeof markOf>;
}

/** The sums of all groups. */
export class ChartSums extends Numbers {
  private count = 0;

  /** False for a number that was added to another one. */
  addTo(side: Side, day: CalendarDate | undefined, number: string): boolean {
    const place = side.get(day);
    if (place === undefined) side.set(day, this.count);
    this.addCell(place ?? this.count++, number);
    return place === undefined;
  }

  byDay(side: Side): readonly DayNumber[] {
    return Array.from(side).flatMap(([day, place]) => (day === undefined ? [] : [{ day, number: this.textOf(place) }]));
  }

  /** The sum of a side without days. */
  sumAt(side: Side): string | undefined {
    const place = side.get(undefined);
    return place === undefined ? undefined : this.textOf(place);
  }
}

interface ReadOptions {
  readonly isByDay: boolean;
  /** The most groups without a sum of others, and the number of groups beside such a sum. */
  readonly most: number;
  readonly kept: number;
  /** False for no more groups than `most`. */
  readonly isCut: boolean;
  /** True to keep the first groups, in order of appearance, and not the largest. */
  readonly isOrdered: boolean;
}

interface ReadGroups {
  readonly groups: readonly ChartGroup[];
  /** The sums of all other groups, empty where they mean nothing, and their number; undefined if there is none. */
  readonly others: (ChartGroup & { readonly count: number }) | undefined;
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
  const groups = new Map<string, ChartGroup & { readonly rank: number }>();
  const [readDay, readComparedDay] = [createDayReader(), createDayReader()];
  let [rowCount, undated, unplaced] = [0, 0, 0];
  if (isByDay && labels.length === 0) groups.set('', { ...start(''), rank: 0 });
  const all = pair === undefined ? used : [...used, pair];
  // Texts that differ at their ends only are different labels.
  for await (const rows of readRowBlocks(recordSet, all, recordSet.recordCount, createCellCutter(Infinity))) {
    for (const [now, before, rank, day, ...names] of rows) {
      rowCount++;
      const ofRow = names.slice(0, labels.length).map(visibleText).join(SEPARATOR);
      const label = labels.length > 0 || isByDay ? ofRow : String(rowCount);
      let group = groups.get(label);
      if (group === undefined) {
        if (groups.size === most && !isCut) return undefined;
        group = { ...start(label, isUsual ? markOf(now, before) : undefined), rank: groups.size };
        groups.set(label, group);
        assertGroups(groups.size);
      }
      ranks.addCell(group.rank, rank);
      const numbers = [numberIn(now), comparison === undefined ? undefined : numberIn(before)];
      const days = isByDay ? [readDay(day), readComparedDay(names[labels.length])] : [undefined, undefined];
      for (const [side, number] of numbers.entries()) {
        if (number === undefined || (isByDay && days[side] === undefined)) continue;
        const isFirst = sums.addTo(group.sides[side]!, days[side], number);
        if (!isFirst && error !== undefined) throw error(isByDay ? cellText(day) : label);
      }
      if (!isByDay) continue;
      if (days[0] === undefined && days[1] === undefined) undated++;
      else if (days[1] === undefined && numbers[1] !== undefined) unplaced++;
    }
  }

  const found = [...groups.values()];
  const sizeOf = ({ rank }: { readonly rank: number }): string | undefined => numberIn(ranks.textOf(rank));
  if (!isOrdered) found.sort((one, other) => compareSizes(sizeOf(one), sizeOf(other)));
  if (found.length <= most) return { groups: found, others: undefined, sums, undated, unplaced };
  const rest = found.splice(kept);
  const isTaken = [...groups.keys()].some((label) => isNameOfOthers(firstLabel(label)));
  const others = { ...start(nameOthers(isTaken)), isOther: true, count: rest.length };
  for (const { sides } of canTotal ? rest : []) {
    for (const [index, side] of sides.entries()) {
      for (const [day, place] of side) sums.addTo(others.sides[index]!, day, sums.textOf(place));
    }
  }
  return { groups: found, others, sums, undated, unplaced };
}

/** The labels of bars: besides the sum of all others `limit` ones, or one more if there is only one other label. */
export async function rankLabels(source: ChartSource, limit: number, isOrdered: boolean) {
  const ofMeasure = { ...source, chosen: { ...source.chosen, ranked: undefined } };
  const options = { isByDay: false, most: limit + 1, kept: limit, isCut: true, isOrdered };
  const { groups, others, sums } = (await readGroups(ofMeasure, options))!;
  const barOf = ({ label, mark, sides: [now, before] }: ChartGroup) => {
    return { label, mark, number: sums.sumAt(now), comparison: sums.sumAt(before) };
  };
  return { top: groups.map(barOf), others: others && { ...barOf(others), count: others.count } };
}

function start(label: string, mark?: ChartGroup['mark']): ChartGroup {
  return { label, isOther: false, sides: [new Map(), new Map()], mark };
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
function compareSizes(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  return compareNumbers(other.replace(/^-/, ''), one.replace(/^-/, ''));
}
