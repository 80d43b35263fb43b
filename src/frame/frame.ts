/** The rows of a report of groups, in memory. A step is a function from a frame to a frame, and reads no record. */

import { type Column, columnKey, createColumn } from '../core/columns.ts';
import type { Cell } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import { GroupTable } from './group-table.ts';
import type { KeyColumn } from './key-column.ts';
import { type EndTurn, inTurns } from './turns.ts';

/** Where a measure is evaluated: a group of a table. In pivoted rows, the parts of a value begin at `part`. */
export interface Spot {
  readonly table: GroupTable;
  readonly group: number;
  readonly part: number;
  /** True for a group that stands for several rows: it leaves amounts of several currencies empty. */
  readonly isMerged: boolean;
  /** The pivoted key, and the number of its value. */
  readonly pivoted?: { readonly key: KeyColumn; readonly number: number } | undefined;
}

/** A column of figures. It follows from the states of a group, so it is right for merged groups, too. */
export interface Measure {
  readonly column: Column;
  /** Quotients have enough digits to compare them. */
  readonly at: (spot: Spot) => Cell;
  /** Quotients are rounded for data; undefined for other measures. */
  readonly roundedAt?: ((spot: Spot) => Cell) | undefined;
}

export interface Frame {
  readonly table: GroupTable;
  readonly measures: readonly Measure[];
  /** The groups in the order of the rows. */
  readonly rows: readonly number[];
  /** The number of sides: two or more for a comparison. */
  readonly sides: number;
  /** Groups without records on any side, which are no rows: a total has their weeks. */
  readonly unseen?: readonly number[];
  readonly endTurn: EndTurn;
  /** True for a document that rounds quotients itself. */
  readonly keepsDigits: boolean;
}

/** Rows of groups as a record set, whose lines are made as they are read. */
interface FrameRecords extends RecordSet {
  readonly frame: Frame;
}

/** The frame behind a record set; undefined for records in the spool. */
export function frameOf(recordSet: RecordSet): Frame | undefined {
  return (recordSet as Partial<FrameRecords>).frame;
}

/** The size of a block of lines, and the largest size of all lines to keep for a second reader. */
const [BLOCK_LENGTH, MAX_KEPT_LENGTH] = [64 * 1024, 4 * 1024 * 1024];

/** The frame as a record set. */
export function recordsOfFrame(frame: Frame): FrameRecords {
  const columns = columnsOf(frame);
  let kept: Buffer[] | undefined;
  return {
    frame,
    columns,
    recordCount: frame.rows.length,
    hasMoreColumns: false,
    async *lines() {
      if (kept !== undefined) {
        yield* kept;
        return;
      }
      const blocks: Buffer[] = [];
      let length = 0;
      for (const block of blocksOf(frame, columns)) {
        length += block.length;
        if (length <= MAX_KEPT_LENGTH) blocks.push(Buffer.from(block));
        yield block;
        await frame.endTurn();
      }
      if (length <= MAX_KEPT_LENGTH) kept = blocks;
    },
  };
}

function* blocksOf(frame: Frame, columns: readonly Column[]): Generator<Buffer> {
  const names = columns.map(({ name }, index) => `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`);
  const keyCount = frame.table.keys.length;
  const measures = frame.measures.map((measure) => shownAt(measure, frame.keepsDigits));
  const cells = columns.map((column, index) =>
    index < keyCount
      ? cellOf(frame, column)
      : (group: number) => measures[index - keyCount]!(spotOf(frame.table, group)),
  );
  let text = '';
  for (const row of frame.rows) {
    if (names.length === 0) text += '{';
    for (let index = 0; index < names.length; index++) text += names[index]! + (cells[index]!(row) ?? 'null');
    text += '}\n';
    if (text.length > BLOCK_LENGTH) {
      yield Buffer.from(text);
      text = '';
    }
  }
  if (text !== '') yield Buffer.from(text);
}

function columnsOf({ table, measures }: Frame): readonly Column[] {
  return [...table.keys.map(({ key }) => createColumn([key.name])), ...measures.map(({ column }) => column)];
}

/** Where the measures of a row are evaluated. */
export function spotOf(table: GroupTable, group: number): Spot {
  return { table, group, part: 0, isMerged: table.merged.has(group) };
}

/** A function that gives the cell of a column in a row. */
export function cellOf(frame: Frame, column: Column): (group: number) => Cell {
  const { table } = frame;
  const path = columnKey(column.path);
  const key = table.keys.findIndex((each) => columnKey([each.key.name]) === path);
  if (key !== -1) return (group) => table.keyAt(key, group);
  const measure = measureNamed(frame, column);
  return measure === undefined ? () => undefined : (group) => measure.at(spotOf(table, group));
}

/** A function that gives the cell of a key or a measure at a spot, which may be merged or pivoted. */
export function columnAt(frame: Frame, column: Column): (spot: Spot) => Cell {
  const path = columnKey(column.path);
  const key = frame.table.keys.find((each) => columnKey([each.key.name]) === path);
  if (key !== undefined) return (spot) => keyCell(spot, key);
  return measureNamed(frame, column)?.at ?? (() => undefined);
}

/** A measure as the document shows it. A quotient that rounds to zero is zero. */
function shownAt({ at, roundedAt }: Measure, keepsDigits: boolean): Measure['at'] {
  if (roundedAt === undefined) return at;
  if (!keepsDigits) return roundedAt;
  return (spot) => {
    const rounded = roundedAt(spot);
    return rounded !== undefined && /[1-9]/.test(rounded) ? at(spot) : rounded;
  };
}

function measureNamed({ measures }: Frame, { path }: Column): Measure | undefined {
  const key = columnKey(path);
  return measures.find(({ column }) => columnKey(column.path) === key);
}

/** The value of a key at a spot; undefined for a spot that has none. */
function keyCell({ table, group, pivoted }: Spot, key: KeyColumn): Cell {
  if (pivoted?.key === key) return key.cells[pivoted.number];
  const index = table.keys.indexOf(key);
  return index === -1 || table.merged.has(group) ? undefined : table.keyAt(index, group);
}

/** Merges rows by some of their keys, with all parts. The result has a group for each value of these keys. */
export async function mergeBy({ table, rows, endTurn }: Frame, keys: readonly number[]): Promise<GroupTable> {
  const merged = new GroupTable(
    keys.map((key) => table.keys[key]!),
    table.sources,
  );
  await inTurns(rows.length, endTurn, (index) => {
    const row = rows[index]!;
    const group = merged.groupOf(keys.map((key) => table.numberAt(key, row)));
    for (let part = 0; part < table.parts.length; part++) merged.merge(group, part, table, row, part);
  });
  return merged;
}

/** A function that gives a measure of all rows together, as the document shows it. */
export async function atAllRows(frame: Frame): Promise<(column: Column) => Cell> {
  const { rows, unseen = [] } = frame;
  const table = await mergeBy({ ...frame, rows: [...rows, ...unseen] }, []);
  const spot: Spot = { ...spotOf(table, 0), isMerged: false };
  return (column) => {
    const measure = measureNamed(frame, column);
    return table.size === 0 || measure === undefined ? undefined : shownAt(measure, frame.keepsDigits)(spot);
  };
}
