/** The rows of a report of groups, in memory. A step is a function from a frame to a frame, and reads no record. */

import { type EndTurn, inTurns } from '../core/async.ts';
import { type Column, columnKey, createColumn, isSameColumn } from '../core/columns.ts';
import type { Cell } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import type { DerivedColumn, RowKeys } from '../records/row-keys.ts';
import { type ColumnSchema, createSchemaSurvey, mainMeasure } from '../records/schema.ts';
import type { Quotient } from './arithmetic.ts';
import { type MixedAmount, mixedIn } from './currencies.ts';
import { GroupTable } from './group-table.ts';
import { isMixedAt, type Measure } from './measures.ts';
import type { Usual } from './usual.ts';

export interface Frame {
  readonly table: GroupTable;
  readonly measures: readonly Measure[];
  /** The groups in the order of the rows. */
  readonly rows: readonly number[];
  /** True if the user chose their order. */
  readonly isOrdered?: true;
  /** The number of sides: two or more for a comparison. */
  readonly sides: number;
  /** Groups without records on any side, which are no rows: a total has their weeks. */
  readonly unseen?: readonly number[];
  /** The name of the main measure, if the user named it. */
  readonly named?: string | undefined;
  /** Undefined unless the rows are compared with the weeks before. */
  readonly usual?: Usual | undefined;
  /** The name of the pivoted key, and the columns of pivoted units of time. */
  readonly pivot?: { readonly name: string; readonly units: RowKeys['pivotedUnits'] } | undefined;
  readonly endTurn: EndTurn;
  /** The form of quotients in the document. */
  readonly form: keyof Quotient;
}

/** The frame behind a record set; undefined for records in the spool. */
export function frameOf(recordSet: RecordSet): Frame | undefined {
  return (recordSet as { readonly frame?: Frame }).frame;
}

/** The size of a block of lines. */
const BLOCK_LENGTH = 64 * 1024;

/** The frame as a record set, for the writers of records. Its lines are made as they are read. */
export function recordsOfFrame(frame: Frame): RecordSet & { readonly frame: Frame } {
  const columns = columnsOf(frame);
  return {
    frame,
    columns,
    recordCount: frame.rows.length,
    hasMoreColumns: false,
    async *lines() {
      const names = columns.map(({ name }, index) => `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`);
      const cells = columns.map((column) => cellOf(frame, column, frame.form));
      let text = '';
      for (const row of frame.rows) {
        if (names.length === 0) text += '{';
        for (let index = 0; index < names.length; index++) text += names[index]! + (cells[index]!(row) ?? 'null');
        text += '}\n';
        if (text.length <= BLOCK_LENGTH) continue;
        yield Buffer.from(text);
        text = '';
        await frame.endTurn();
      }
      if (text !== '') yield Buffer.from(text);
    },
  };
}

/** The keys, and then the measures. */
export function columnsOf({ table, measures }: Frame): readonly Column[] {
  return [...table.keys, ...measures].map(({ column }) => column);
}

/** A function that gives the cell of a column in a row. */
export function cellOf(frame: Frame, column: Column, form?: keyof Quotient): (group: number) => Cell {
  const at = columnAt(frame, column);
  return (group) => at(frame.table.spotOf(group), form);
}

/** A function that gives the cell of a key or a measure at a spot, which may be merged or pivoted. */
export function columnAt(frame: Frame, column: Column): Measure['at'] {
  const key = frame.table.keys.find((each) => isSameColumn(each.column, column));
  if (key === undefined) return measureNamed(frame, column)?.at ?? (() => undefined);
  return ({ table, group, pivoted }) => {
    if (pivoted?.key === key) return key.cells[pivoted.number];
    const index = table.keys.indexOf(key);
    return index === -1 ? undefined : table.keyAt(index, group);
  };
}

export function measureNamed({ measures }: Frame, named: Column): Measure | undefined {
  return measures.find(({ column }) => isSameColumn(column, named));
}

/** The aggregations; in pivoted rows those of the totals. */
export function ownMeasures({ measures }: Frame): readonly Measure[] {
  return measures.filter(({ aggregation, isOfValue }) => aggregation !== undefined && isOfValue !== true);
}

/** The sums and numbers of records. */
export function sumsIn(frame: Frame): readonly Measure[] {
  return ownMeasures(frame).filter(({ isAdded }) => isAdded);
}

/** The named one of the `measures`, or else the main one by their cells in the rows, or else the first one. */
export async function chooseMeasure(frame: Frame, measures = ownMeasures(frame)): Promise<Measure> {
  const { named } = frame;
  const own = measures.length === 1 ? measures[0] : measures.find(({ column }) => column.name === named);
  if (own !== undefined) return own;
  const main = mainMeasure(await surveyMeasures(frame, measures), true)?.column;
  return measures.find(({ column }) => column === main) ?? measures[0]!;
}

/** The schemas of these measures in the rows. */
export async function surveyMeasures(
  { table, rows, endTurn }: Frame,
  measures: readonly Measure[],
): Promise<readonly ColumnSchema[]> {
  const survey = createSchemaSurvey(measures.map(({ column }) => column));
  await inTurns(rows.length, endTurn, (index) => {
    const spot = table.spotOf(rows[index]!);
    survey.add(measures.map(({ at }) => at(spot, 'rounded')));
  });
  return survey.schemas();
}

/** True for a measure whose numbers can be added up over several rows. */
export function isAddable({ isAdded, role }: Measure, { usual }: Frame): boolean {
  // Medians are not added.
  return isAdded === true && !(role === 'percent' || role === 'usual' || (usual !== undefined && role === 'change'));
}

/** The same rows, and the measures with the currencies of their amounts in these rows, which may be fewer than all. */
export function stillMixed(frame: Frame): Frame {
  const measures = frame.measures.map((measure) => ({
    ...measure,
    amount: measure.amount && mixedIn(frame.table, frame.rows, measure.amount),
  }));
  return { ...frame, measures };
}

/** The amounts that combine several currencies in any of the `rows`, by the names of their aggregations. */
export function combinedIn(
  { table, sides }: Frame,
  rows: readonly number[],
  measures: readonly Measure[],
): ReadonlyMap<string, MixedAmount> {
  const combined = new Map<string, MixedAmount>();
  for (const { aggregation, part = 0 } of measures) {
    if (aggregation?.amount === undefined) continue;
    const isMixed = (row: number): boolean => isMixedAt(aggregation, { ...table.spotOf(row), part }, sides);
    if (rows.some(isMixed)) combined.set(aggregation.name, aggregation.amount);
  }
  return combined;
}

/** The column whose name a pivoted one ends with. */
function unpivoted(column: Column): Column {
  return column.meaning === undefined ? column : createColumn(column.meaning);
}

/** What formats need to know of the columns. */
export function rowKeysOf(frame: Frame): RowKeys {
  const { table, measures, pivot } = frame;
  const times = table.keys.filter(({ key }) => key.unit !== undefined);
  const [time, comparison] = times;
  const derived = measures.filter(({ role, aggregation }) => aggregation === undefined && role !== 'ratio');
  return {
    areGroups: true,
    groups: table.keys.filter((key) => !times.includes(key)).map(({ column }) => column),
    time: time && { ...time.key.unit!, column: time.column, comparison: comparison?.column },
    comparison: new Map(
      derived
        .filter(({ role }) => role === 'before' || role === 'usual')
        .map(({ column, of: [measure] }) => [columnKey(measure!.path), column]),
    ),
    derived: new Map(
      derived.map(({ column, of: [measure], role }) => [
        columnKey(unpivoted(column).path),
        { measure: unpivoted(measure!), part: role as DerivedColumn['part'] },
      ]),
    ),
    addable: new Set(measures.filter((each) => isAddable(each, frame)).map(({ column }) => columnKey(column.path))),
    totals: pivot && measures.filter(({ isOfValue }) => isOfValue !== true).map(({ column }) => column),
    pivotedUnits: pivot?.units,
  };
}

/** A function that gives a measure of all rows together, as the document shows it. */
export async function atAllRows(frame: Frame): Promise<(measure: Measure) => Cell> {
  const { table, rows, unseen = [], endTurn, form } = frame;
  const all = new GroupTable([], table.sources);
  const [group, groups] = [all.groupOf([]), [...rows, ...unseen]];
  await inTurns(groups.length, endTurn, (index) => all.mergeAll(group, table, groups[index]!));
  return ({ at }) => at(all.spotOf(group), form);
}

/** Figures about all records that meet the conditions. They do not depend on the rows of the report. */
export interface Summaries {
  /** Number of these records in the range. */
  readonly recordCount: number;
  /** Number of these records in the compared range; undefined without one. */
  readonly comparedCount: number | undefined;
  /** Sums, or else averages and extremes that the user asked for, the number of records, and ratios of sums: the main one first. */
  readonly measures: readonly Measure[];
  /** The figures of all records together, and those that compare them, as JSON values, by `columnKey`. */
  readonly totals: ReadonlyMap<string, string>;
  /** One row for each unit of time; undefined if no column is known to hold the date. */
  readonly byTime: Frame | undefined;
  /** The main figure by unit of time and currency; undefined unless it has several currencies. */
  readonly byCurrency: Frame | undefined;
  /** The main figure by the keys of the report's groups; undefined without groups. */
  readonly byGroup: Frame | undefined;
}

/** The change a day of sums of two ranges: more days have larger sums for that reason alone. */
export interface ChangePerDay {
  /** The main sum. */
  readonly measure: Column;
  /** The number of days of the range, and of the compared range. They differ. */
  readonly days: readonly [range: number, compared: number];
  /** The change in percent of each sum of one currency, as a JSON value, by `columnKey`. */
  readonly percents: ReadonlyMap<string, string>;
}

/** Numbers of rows that a report leaves out. */
export interface HiddenRows {
  /** By `--having` and `--alert`. */
  readonly byConditions: number;
  readonly byLimit: number;
}

export const NOTHING_HIDDEN: HiddenRows = { byConditions: 0, byLimit: 0 };
