/** The rows of a report as a table for people. Groups of a comparison have a bar for their change. */

import { toDrawnNumber } from '../charts/axes.ts';
import { type Column, columnKey, isSameColumn } from '../core/columns.ts';
import { plainCell, type ShownCell } from '../core/tone.ts';
import type { MoverFinding } from '../findings/findings.ts';
import { idOf } from '../findings/movers.ts';
import { moverState } from '../findings/phrases.ts';
import type { EncoderInput } from '../formats/format.ts';
import { cellOf, type Frame, frameOf, recordsOfFrame, rowKeysOf } from '../frame/frame.ts';
import { type Cell, figureIn } from '../records/cells.ts';
import { partOf } from '../records/row-keys.ts';
import { createSchemaSurvey, isQuantity } from '../records/schema.ts';
import { findKeys, headingsOf, IMPORTANCE, importancesOf, isUnit, mainColumn, readingOrder } from './column-roles.ts';
import { createCellCutter, createCellShower, readRowBlocks, visibleName } from './display-cells.ts';
import { ROUNDED } from './display-number.ts';
import type { Table, TableColumn, TableRow } from './document.ts';
import { columnsToShow } from './shown-columns.ts';
import { createUnitMarks } from './unit-marks.ts';

/** Null and a missing member on a terminal. */
const ABSENT = '—';
const BLANK = plainCell();

export interface FrameTable {
  /** The label of the totals, and the totals of the measures, in order; undefined without a row of totals. */
  readonly totals: readonly [label: string, ...Cell[]] | undefined;
  readonly showsBars?: boolean;
}

/** The rows of a frame, all of them and all columns. The first measure is the main one. */
export async function frameTable(
  frame: Frame,
  { totals, showsBars = true }: FrameTable,
  input: EncoderInput,
  movers?: readonly MoverFinding[],
): Promise<Table> {
  const [label, ...figures] = totals ?? [];
  const foot = totals && [JSON.stringify(label), ...frame.table.keys.slice(1).map(() => undefined), ...figures];
  const all = { chosen: undefined, currencies: undefined, comparison: undefined, maxRows: frame.rows.length };
  const requestedMeasures = [frame.measures[0]!.column.name];
  const own = { recordSet: recordsOfFrame(frame), keys: rowKeysOf(frame), totals: foot, showsBars };
  return (await rowsTable({ ...input, ...all, ...own, requestedMeasures }, movers))!;
}

/** The first rows of the report; undefined without columns. `movers` are groups that began or ended in the range. */
export async function rowsTable(input: EncoderInput, movers: readonly MoverFinding[] = []): Promise<Table | undefined> {
  const { recordSet, maxRows, keys, totals } = input;
  const all = columnsToShow(input);
  if (all.length === 0) return undefined;
  const rowCount = Math.min(recordSet.recordCount, maxRows);
  const cutter = createCellCutter();
  const survey = createSchemaSurvey(all);
  const lengths = all.map(() => 0);
  for await (const block of readRowBlocks(recordSet, all, rowCount, cutter, survey)) {
    for (const row of block) {
      for (const [index, cell = ''] of row.entries()) lengths[index] = Math.max(lengths[index]!, cell.length);
    }
  }
  // A column without a cell in the rows is that of its total.
  if (totals !== undefined)
    survey.add(survey.schemas().map(({ kind }, index) => (kind === 'empty' ? totals[index] : undefined)));
  const surveyed = survey.schemas();
  const main = mainColumn(surveyed, input)?.column;
  const order = readingOrder(all, main, input).filter(
    (index) => input.comparison?.showsMainOnly !== true || !isSumBesides(main, all[index]!, input),
  );
  const columns = order.map((index) => all[index]!);
  const schemas = order.map((index) => surveyed[index]!);

  let isRounded = false;
  const show = createCellShower(columns, schemas, {
    ...input,
    absent: input.roundsNumbers === 'thousands' ? undefined : ABSENT,
    onRounded() {
      isRounded = true;
    },
  });
  const marks = createUnitMarks(columns, input);
  const areKeys = findKeys(columns, input);
  const importances = importancesOf(schemas, input);
  const bars = main === undefined ? undefined : findBars(columns, main, rowCount, input);
  const tableColumns = headingsOf(columns, input).map((heading, index): TableColumn => {
    const column = columns[index]!;
    const { isNumeric, kind } = schemas[index]!;
    return {
      heading: marks.heading(visibleName({ name: heading }), index),
      name: visibleName(column),
      kind: isNumeric ? 'number' : kind === 'date' ? 'date' : areKeys[index] ? 'key' : 'text',
      importance: importances[index]!,
      length: lengths[order[index]!]!,
      isUnit: isUnit(column, input),
    };
  });
  const insertBar = <T>(cells: readonly T[], bar: T): readonly T[] =>
    bars === undefined ? cells : cells.toSpliced(bars.after + 1, 0, bar);
  const frame = frameOf(recordSet);
  // What is special about a group follows its name: its last key.
  const nameEnd = areKeys.lastIndexOf(true);
  const states = new Map(keys?.groups.length === 0 ? [] : movers.map((mover) => [mover.id, mover]));
  const groups = (keys?.groups ?? []).map((column) => columns.findIndex((each) => isSameColumn(each, column)));

  async function* rows(): AsyncGenerator<readonly TableRow[]> {
    let position = 0;
    for await (const block of readRowBlocks(recordSet, columns, rowCount)) {
      yield block.map((row): TableRow => {
        // The row that `--top` makes of all other groups.
        const isOther = frame?.table.merged.has(frame.rows[position++]!) === true;
        // The row of all others has the first key alone.
        const cells = row.map((cell, index) =>
          isOther && cell === 'null' && areKeys[index] ? BLANK : marks.cell(show(cell, index, row), index),
        );
        const mover = states.size === 0 ? undefined : states.get(idOf(groups.map((index) => row[index])));
        if (mover !== undefined && !isOther) {
          const { text, tone } = cells[nameEnd]!;
          cells[nameEnd] = { text: text + moverState(mover), tone };
        }
        const bar = isOther ? undefined : bars?.lengthOf(row[bars.of]);
        return { cells: insertBar(cells, bar === undefined ? BLANK : { ...cells[bars!.of]!, text: '', bar }), isOther };
      });
    }
  }

  const foot = (cells: readonly Cell[]): TableRow => {
    const shown = order.map((from, index): ShownCell => {
      const cell = cells[from];
      return cell === undefined && (areKeys[index]! || !isQuantity(schemas[index]!)) ? BLANK : show(cell, index);
    });
    return { cells: insertBar(shown, BLANK) };
  };
  return {
    kind: 'table',
    id: 'rows',
    columns: insertBar(tableColumns, { heading: bars?.heading ?? '', kind: 'bar', importance: IMPORTANCE.bar }),
    rowCount,
    rows: { [Symbol.asyncIterator]: rows },
    foot: totals === undefined ? [] : [foot(totals)],
    notes: () => [marks.legend(), isRounded ? ROUNDED : undefined].filter((text) => text !== undefined),
    truncation: cutter.truncation,
  };
}

/** True for a sum other than the main one, and for what is computed from it. */
function isSumBesides(main: Column | undefined, column: Column, { keys }: EncoderInput): boolean {
  const derived = keys?.derived?.get(columnKey(column.path));
  if (derived?.part === 'share') return false;
  const measure = derived?.measure ?? column;
  return !isSameColumn(measure, main) && keys?.addable?.has(columnKey(measure.path)) === true;
}

/** The bars of the changes of the main measure, or else of its numbers; undefined for rows that show none, and for fewer than two. */
function findBars(columns: readonly Column[], main: Column, rowCount: number, input: EncoderInput) {
  const { keys, recordSet, currencies, showsBars } = input;
  const frame = frameOf(recordSet);
  // Amounts of several currencies have no common scale.
  const isMixed = currencies?.mixed.has(columnKey(main.path)) === true;
  if (showsBars !== true || frame === undefined || isMixed || rowCount < 2) return undefined;
  const isOfMain = ({ path }: Column): boolean => isSameColumn(main, keys?.derived?.get(columnKey(path))?.measure);
  const change = columns.findIndex((column) => isOfMain(column) && partOf(keys, column) === 'change');
  // A table without the changes has no bars: the user left them out.
  if (change === -1 && input.comparison !== undefined) return undefined;
  const of = change === -1 ? columns.findIndex((column) => isSameColumn(column, main)) : change;
  const numberOf = (cell: Cell): number | undefined => {
    const figure = figureIn(cell);
    return figure === undefined ? undefined : toDrawnNumber(figure);
  };
  const cellIn = cellOf(frame, columns[of]!, frame.form);
  const own = frame.rows.slice(0, rowCount).filter((row) => !frame.table.merged.has(row));
  const numbers = own.map((row) => numberOf(cellIn(row)) ?? 0);
  const largest = numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0) || 1;
  return {
    /** The column of the numbers, and the last one of the main measure. */
    of,
    after: Math.max(of, columns.findLastIndex(isOfMain)),
    heading: change !== -1 ? 'fell │ rose' : numbers.some((number) => number < 0) ? '│' : '',
    /** From -1 to 1. It is rounded: the number beside it is exact. */
    lengthOf(cell: Cell): number | undefined {
      const number = numberOf(cell);
      return number === undefined ? undefined : number / largest;
    },
  };
}
