/**
 * Adds columns that depend on earlier units of time to grouped rows. The figures are sorted by group and time, the new
 * cells are computed in that order, and then sorted back into the order of the rows. All of this is on disk, so memory does not
 * grow with the rows.
 */

import { type Column, createColumn } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import { flagOf } from '../core/option-names.ts';
import { type DateUnit, parseCalendarDate } from '../dates/date.ts';
import { unitsBetween } from '../dates/time-span.ts';
import { parseSpanStart } from '../dates/unit-names.ts';
import { type Cell, cellText, figureIn, isEmpty } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import type { RowKeys } from '../records/row-keys.ts';
import { openCursor, readRows, storeRows } from '../records/rows.ts';
import { identityOf } from './group-key.ts';
import type { OverTime } from './over-time.ts';
import { createUnits, type Series } from './series.ts';
import { sortRows } from './sort.ts';

const [GROUP, PLACE, INDEX, MEMBERS] = ['group', 'place', 'index', 'members'].map((name) =>
  createColumn([name]),
) as [Column, Column, Column, Column];

/** The first unit of each kind begins on this day. */
const FIRST_DAY = parseCalendarDate('0001-01-01')!;

interface OverTimeOptions {
  readonly keys: Pick<RowKeys, 'groups' | 'time'>;
  /** Path of a new file in the spool. */
  readonly newFile: () => string;
}

/** The rows with the columns `added` at their ends. Throws a usage error for a figure that is a text. */
export async function addOverTime(
  rows: RecordSet,
  added: readonly OverTime[],
  { keys, newFile }: OverTimeOptions,
): Promise<RecordSet> {
  if (added.length === 0) return rows;
  const { figures, places } = await storeFigures(rows, added, { keys, newFile });
  const limit = Number.POSITIVE_INFINITY;
  const byTime = [GROUP, PLACE].map((column) => ({ column, isDescending: false }));
  const inTime = await sortRows(figures, { keys: byTime, limit, newFile });
  const members = await storeMembers(inTime, added, places, newFile());
  const inOrder = await sortRows(members, {
    keys: [{ column: INDEX, isDescending: false }],
    limit,
    newFile,
  });
  return appendMembers(rows, inOrder, added, newFile());
}

/** A record for each row: its group, the place of its unit, its index among the rows, and the figures to follow. */
async function storeFigures(
  rows: RecordSet,
  added: readonly OverTime[],
  { keys: { groups, time }, newFile }: OverTimeOptions,
): Promise<{ readonly figures: RecordSet; readonly places: ReadonlySet<number> }> {
  const placeOf = placeReader(time!.unit);
  const groupKeys = groups.map((column) => ({ column, name: column.name }));
  const places = new Set<number>();
  const first = groups.length + 1;
  let index = 0;
  const columns = [GROUP, PLACE, INDEX, ...added.map((_, at) => figureColumn(at))];
  const cellsOf = [...groups, time!.column, ...added.map(({ figure }) => figure)];
  const figures = await storeRows(newFile(), { columns }, async (stored) => {
    for await (const batch of readRows(rows, cellsOf)) {
      for (const { cells } of batch) {
        const place = placeOf(cells[groups.length]);
        if (place !== undefined) places.add(place);
        const members = added.map((each, at) => {
          const cell = cells[first + at];
          assertFigure(cell, each);
          return `,"${figureColumn(at).name}":${cell ?? 'null'}`;
        });
        const group = JSON.stringify(identityOf(cells, { keys: groupKeys, side: 0 }));
        stored.addText(`{"group":${group},"place":${place ?? 'null'},"index":${index++}${members.join('')}}`);
      }
      await stored.flush();
    }
  });
  return { figures, places };
}

/** A record for each of the sorted `figures`: the index of its row, and the row's new members as one text. */
function storeMembers(
  figures: RecordSet,
  added: readonly OverTime[],
  places: ReadonlySet<number>,
  file: string,
): Promise<RecordSet> {
  const units = createUnits(places);
  const names = added.map(({ columns }) => columns.map(({ name }) => JSON.stringify(name)));
  const columns = [GROUP, PLACE, INDEX, ...added.map((_, at) => figureColumn(at))];
  let lastGroup: Cell;
  let series: readonly Series[] = [];
  return storeRows(file, { columns: [INDEX, MEMBERS] }, async (stored) => {
    for await (const batch of readRows(figures, columns)) {
      for (const { cells } of batch) {
        const [group, place, index] = cells;
        if (group !== lastGroup) {
          lastGroup = group;
          series = added.map(({ createSeries }) => createSeries(units));
        }
        const members = names.flatMap((own, at) => {
          // A row without a unit has no place in time.
          const values = isEmpty(place) ? undefined : series[at]!(Number(place), cells[3 + at]);
          return own.map((name, which) => `${name}:${values?.[which] ?? 'null'}`);
        });
        stored.addText(`{"index":${index!},"members":${JSON.stringify(members.join(','))}}`);
      }
      await stored.flush();
    }
  });
}

async function appendMembers(
  rows: RecordSet,
  members: RecordSet,
  added: readonly OverTime[],
  file: string,
): Promise<RecordSet> {
  const cursor = openCursor(members, [MEMBERS]);
  const columns = [...rows.columns, ...added.flatMap((each) => each.columns)];
  try {
    return await storeRows(file, { columns, hasMoreColumns: rows.hasMoreColumns }, async (stored) => {
      for await (const batch of readRows(rows, [])) {
        for (const { block, start, end } of batch) {
          const own = cursor.take() ?? (await cursor.takeMore());
          stored.addText(`${block.toString('utf8', start, end - 1)},${cellText(own!.cells[0])}}`);
        }
        await stored.flush();
      }
    });
  } finally {
    await cursor.close();
  }
}

function figureColumn(at: number): Column {
  return createColumn([`figure${at}`]);
}

/** A function that gives the number of the unit that a cell names; undefined for an empty cell. */
function placeReader(unit: DateUnit): (cell: Cell) => number | undefined {
  const known = new Map<Cell, number>();
  return (cell) => {
    if (isEmpty(cell)) return undefined;
    const place = known.get(cell) ?? unitsBetween(FIRST_DAY, parseSpanStart(cellText(cell))!, unit);
    known.set(cell, place);
    return place;
  };
}

/** Throws a usage error for a text: an empty result would look like the result of an empty figure. */
function assertFigure(cell: Cell, { kind, figure }: OverTime): void {
  if (isEmpty(cell) || figureIn(cell) !== undefined) return;
  throw new ReportingError(
    'E-not-a-number',
    `${flagOf(kind)} ${figure.name}: a group has ${cell!.slice(0, 60)}, which is not a number`,
    { hint: `name a column of numbers: ${flagOf(kind)} revenue` },
  );
}
