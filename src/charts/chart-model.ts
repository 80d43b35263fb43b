/**
 * Lines over time as data. The scale is left to the drawing: `axes.ts` chooses ticks for the room that a drawing has.
 */

import type { ShownCell } from '../core/tone.ts';
import type { TimeSpan } from '../dates/calendar.ts';

/** Lines over consecutive units of time. */
export interface LineChart {
  readonly title: string;
  readonly span: TimeSpan;
  /** The units of the range, and of the compared range: it may begin before the range, or be longer. */
  readonly sides: readonly [now: UnitRun, before?: UnitRun | undefined];
  /** The most important first. */
  readonly lines: readonly Line[];
  /** True if a unit of either range is incomplete. */
  readonly hasIncomplete: boolean;
  /** How the days of the earlier range are moved, in words; undefined if they are not. */
  readonly shift?: string | undefined;
  /** The currency of the numbers, if the report has several: they have no common axis. */
  readonly currency?: string | undefined;
}

/** The consecutive units of a range. */
export interface UnitRun {
  /** The position of the first one. */
  readonly first: number;
  /** `2026-01-31`, `2026-W05`. */
  readonly names: readonly string[];
  /** Those that the range holds in part, or that are not over. */
  readonly incomplete: readonly string[];
}

/** The name of the unit at a position, with a star if it is incomplete; undefined outside of the run. */
export function unitAt({ first, names, incomplete }: UnitRun, position: number): string | undefined {
  const name = names[position - first];
  return name !== undefined && incomplete.includes(name) ? `${name}*` : name;
}

/** One line, or the sum of all lines that are not shown. */
export interface Line {
  /** Empty for one line alone that needs no name. */
  readonly name: string;
  /** The name of its group, without that of its range; undefined for a line of no group. */
  readonly group?: string | undefined;
  /** Place among the names, for a colour. The line of an earlier range shares it with that of the range itself. */
  readonly place: number;
  readonly isOther: boolean;
  /** True for the range that the chart compares with. */
  readonly isComparison: boolean;
  /** The exact sum of all points; undefined if they cannot be added up. */
  readonly total: ShownCell | undefined;
  /** The change of the total from that of the earlier range: `+7.3 %`. */
  readonly change?: string | undefined;
  /** The points by position, ascending. A position without a number has no point. */
  readonly points: readonly Point[];
}

/** The number of one unit of time. */
export interface Point {
  readonly position: number;
  /** The name of the unit of time: `2026-01-31`, `2026-W05`. */
  readonly label: string;
  /** The number for the drawing. */
  readonly value: number;
  /** The exact number. */
  readonly shown: ShownCell;
  /** True for a unit of which the range holds only some days: its number is low for that reason. */
  readonly isIncomplete: boolean;
}

/** The lines of the compared range, and then the others, the most important last: it covers the others. */
export function inDrawingOrder(lines: readonly Line[]): readonly Line[] {
  return [...lines].reverse().sort((one, other) => Number(other.isComparison) - Number(one.isComparison));
}

/** The parts of a line: complete points at one position after the other. Incomplete points are beside the line. */
export function strokesOf(points: readonly Point[]): readonly (readonly Point[])[] {
  const strokes: Point[][] = [];
  let next: number | undefined;
  for (const point of points) {
    if (point.isIncomplete) continue;
    if (point.position === next) strokes.at(-1)!.push(point);
    else strokes.push([point]);
    next = point.position + 1;
  }
  return strokes;
}

/** The largest and the smallest number of the complete units, or of all units if none is complete. At least one point. */
function extremesOf(points: readonly Point[]): { readonly highest: Point; readonly lowest: Point } {
  const complete = points.filter(({ isIncomplete }) => !isIncomplete);
  const compared = complete.length > 0 ? complete : points;
  return {
    highest: compared.reduce((most, point) => (point.value > most.value ? point : most)),
    lowest: compared.reduce((least, point) => (point.value < least.value ? point : least)),
  };
}

/** The numbers of a line that readers look for, in words. */
export function factsOf({ points, total }: Line): readonly string[] {
  if (points.length === 0) return [];
  const { highest, lowest } = extremesOf(points);
  const fact = (word: string, { shown, label }: Point): string => `${word} ${shown.text} (${label})`;
  const sum = total === undefined ? [] : [`total ${total.text}`];
  return [...sum, fact('highest', highest), fact('lowest', lowest)];
}
