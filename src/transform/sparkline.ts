/** The column of a trend: sparklines, which show each group over time with one bar per unit of time, in order. */

import { createColumn } from '../core/columns.ts';
import { type Decimal, formatDecimal } from '../core/decimal.ts';
import { cellText } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import { openCursor, readRows, storeRows } from '../records/rows.ts';
import { numberIn } from './aggregate.ts';
import { groupLists, groupRows, MAX_GROUPS } from './group.ts';
import { assertUniqueNames, type Grouping, measureColumns } from './group-table.ts';

const BARS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/** Stands for a unit in which the group has no number. */
const NO_BAR = ' ';

const POINT = createColumn(['point']);

/** The place of each unit of time in a sparkline. */
export type Units = ReadonlyMap<string, number>;

interface TrendOptions {
  /** Path of a new file in the spool. */
  readonly newFile: () => string;
  /** The place of the measure to draw among those of the grouping. */
  readonly measure: number;
  /** The units to draw, each with its place; without them, all units in which any group has a number. */
  readonly units?: Units;
  /** The order of the units; without it, they sort by name. */
  readonly compareUnits?: ((left: string, right: string) => number) | undefined;
  /** Approximate number of points to hold in memory at once. */
  readonly maxPoints?: number;
}

/** Rows with sparklines, and the units that these show. */
interface Trend {
  readonly recordSet: RecordSet;
  readonly units: Units;
}

/** A point takes less than a hundred bytes. */
const MAX_POINTS = 250_000;

/**
 * The rows of `groups` with a last column: the sparkline of one measure. The groups must be in order of first appearance
 * in `records`. `grouping` is the grouping of `groups` with a unit of time as an additional last key. The bars
 * of a group scale from its smallest number, or zero if that is smaller, to its largest. Throws a usage error if the name of
 * the new column is taken.
 */
export async function addTrend(
  groups: RecordSet,
  records: RecordSet,
  grouping: Grouping,
  { newFile, measure, maxPoints = MAX_POINTS, compareUnits, ...given }: TrendOptions,
): Promise<Trend> {
  const column = createColumn([`${measureColumns(grouping)[measure]!.name}_trend`]);
  const columns = [...groups.columns, column];
  assertUniqueNames(columns, undefined, 'remove --trend, or choose the columns: --sum revenue');
  const { lists, found } = await listPoints(records, onlyMeasure(grouping, measure), newFile, maxPoints);
  const { units = new Map([...found].sort(compareUnits).map((unit, index) => [unit, index])) } = given;
  const member = JSON.stringify(column.name);
  const cursor = openCursor(lists, [POINT]);
  try {
    const recordSet = await storeRows(newFile(), { columns }, async (stored) => {
      for await (const rows of readRows(groups, [])) {
        for (const { block, start, end } of rows) {
          // Groups that occur only in the comparison range come last, and have no list.
          const list = cursor.take() ?? (await cursor.takeMore());
          const head = block.toString('utf8', start, end - 1);
          stored.addText(`${head},${member}:${bars(list?.cells[0] ?? '[]', units)}}`);
          if (stored.isHalfFull()) await stored.flush();
        }
      }
    });
    return { recordSet, units };
  } finally {
    await cursor.close();
  }
}

function onlyMeasure(grouping: Grouping, measure: number): Grouping {
  const aggregations = grouping.aggregations.slice(measure, measure + 1);
  // The count comes after the aggregations.
  return { ...grouping, aggregations, withCount: aggregations.length === 0 };
}

/** A list of points of the only measure for each group, in order, and all units in which any group has a number. */
async function listPoints(
  records: RecordSet,
  grouping: Grouping,
  newFile: () => string,
  maxPoints: number,
): Promise<{ readonly lists: RecordSet; readonly found: ReadonlySet<string> }> {
  const found = new Set<string>();
  const groupKeys = grouping.keys.slice(0, -1).map((_, index) => createColumn([`key${index}`]));
  const points = await groupRows([records], grouping, {
    newFile,
    columns: [...groupKeys, POINT],
    valuesOf({ keys: values, sides: [figures] }) {
      const unit = cellText(values.at(-1));
      const number = unit === '' ? undefined : numberIn(figures![0]);
      if (number !== undefined) found.add(unit);
      const point = number === undefined ? 'null' : JSON.stringify([unit, toHeight(number)]);
      return [...values.slice(0, -1), point];
    },
  });
  const lists = await groupLists(points, groupKeys, POINT, {
    newFile,
    columns: [POINT],
    valuesOf: (list) => [list],
    maxGroups: Math.min(MAX_GROUPS, Math.ceil(maxPoints / (found.size + 1))),
  });
  return { lists, found };
}

/** The height of a bar, at most half of the largest double, so that the difference of two heights is finite. */
function toHeight(number: Decimal): number {
  const limit = Number.MAX_VALUE / 2;
  return Math.min(limit, Math.max(-limit, Number(formatDecimal(number))));
}

/** The sparkline of a list of points, as a JSON value; `null` for an empty list. */
function bars(list: string, units: Units): string {
  const points = JSON.parse(list) as readonly (readonly [unit: string, height: number])[];
  if (points.length === 0) return 'null';
  const heights = points.map(([, height]) => height);
  const least = heights.reduce((one, other) => Math.min(one, other), 0);
  const span = heights.reduce((one, other) => Math.max(one, other), 0) - least;
  const row = Array.from({ length: units.size }, () => NO_BAR);
  for (const [unit, height] of points) {
    const share = span === 0 ? 0 : (height - least) / span;
    row[units.get(unit)!] = BARS[Math.round(share * (BARS.length - 1))]!;
  }
  return JSON.stringify(row.join(''));
}
