/** The rows of a report as a table for people. Groups of a comparison have a bar for their change. */

import { type Column, columnKey, isAmong, isSameColumn } from '../core/columns.ts';
import { plainCell, type ShownCell } from '../core/tone.ts';
import type { MoverFinding } from '../findings/findings.ts';
import { idOf } from '../findings/movers.ts';
import { badgeOf } from '../findings/phrases.ts';
import type { EncoderInput } from '../formats/format.ts';
import { cellOf, frameOf } from '../frame/frame.ts';
import { type Cell, figureIn, isEmpty, visibleText } from '../records/cells.ts';
import { partOf } from '../records/row-keys.ts';
import { createSchemaSurvey, isQuantity } from '../records/schema.ts';
import {
  findKeys,
  haveSameMeaning,
  headingsOf,
  IMPORTANCE,
  importancesOf,
  isTotal,
  isUnit,
  mainColumn,
  readingOrder,
} from './column-roles.ts';
import { createCellCutter, createCellShower, readRowBlocks, visibleName } from './display-cells.ts';
import { decimalsOfRatio, ROUNDED } from './display-number.ts';
import type { Table, TableColumn, TableRow } from './document.ts';
import { columnsToShow } from './shown-columns.ts';
import { createUnitMarks } from './unit-marks.ts';

/** Null and a missing member on a terminal. */
const ABSENT = '—';
const BLANK = plainCell();
/** The line below pivoted rows on a narrow terminal names this many columns. */
const MAX_HIDDEN = 3;

/** The first rows of the report; undefined without columns. `movers` are groups that began or ended in the range. */
export async function rowsTable(input: EncoderInput, movers: readonly MoverFinding[] = []): Promise<Table | undefined> {
  const { recordSet, maxRows, keys, totals } = input;
  const all = columnsToShow(input);
  if (all.length === 0) return undefined;
  const rowCount = Math.min(recordSet.recordCount, maxRows);
  const cutter = createCellCutter();
  const survey = createSchemaSurvey(all);
  const lengths = all.map(() => 0);
  // The decimals of each column, if it has ratios: those of its longest number, also of its total.
  const decimals = all.map((_, index) => decimalsOfRatio(totals?.[index]));
  for await (const block of readRowBlocks(recordSet, all, rowCount, cutter, survey)) {
    for (const row of block) {
      for (let index = 0; index < lengths.length; index++) {
        lengths[index] = Math.max(lengths[index]!, row[index]?.length ?? 0);
        if (input.roundsNumbers !== 'thousands')
          decimals[index] = Math.max(decimals[index]!, decimalsOfRatio(row[index]));
      }
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
    ratioDecimals: order.map((index) => decimals[index]!),
    onRounded() {
      isRounded = true;
    },
  });
  const marks = createUnitMarks(columns, input);
  const earlierAt = hiddenUnits(columns, input);
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
  // A badge follows the name of a group: its last key.
  const nameEnd = areKeys.lastIndexOf(true);
  const states = new Map(keys?.groups.length === 0 ? [] : movers.map((mover) => [mover.id, mover]));
  const groups = (keys?.groups ?? []).map((column) => columns.findIndex((each) => isSameColumn(each, column)));

  async function* rows(): AsyncGenerator<readonly TableRow[]> {
    let position = 0;
    for await (const block of readRowBlocks(recordSet, columns, rowCount)) {
      yield block.map((row): TableRow => {
        // The row that `--top` makes of all other groups.
        const isOther = frame?.table.merged.has(frame.rows[position]!) === true;
        const earlier = earlierAt(position++);
        const cells = row.map((cell, index) => {
          // The row of all others has the first key alone.
          if (isOther && cell === 'null' && areKeys[index]) return BLANK;
          const isAlone = earlier !== '' && isEmpty(cell) && isSameColumn(columns[index]!, keys?.time?.column);
          return marks.cell(isAlone ? BLANK : show(cell, index, row), index, earlier);
        });
        const mover = states.size === 0 ? undefined : states.get(idOf(groups.map((index) => row[index])));
        const change = bars === undefined || isOther ? undefined : numberOf(row[bars.change]);
        const bar =
          change === undefined ? BLANK : { ...BLANK, tone: cells[bars!.change]!.tone, bar: bars!.barOf(change) };
        if (mover !== undefined && !isOther) cells[nameEnd] = { ...cells[nameEnd]!, badge: badgeOf(mover) };
        return { cells: insertBar(cells, bar), isOther };
      });
    }
  }

  const foot = (cells: readonly Cell[]): TableRow => {
    const shown = order.map((from, index): ShownCell => {
      const cell = cells[from];
      return cell === undefined && (areKeys[index]! || !isQuantity(schemas[index]!)) ? BLANK : show(cell, index);
    });
    const label = (cell: ShownCell): ShownCell =>
      cell.text.startsWith('total of ') ? { ...cell, short: 'total' } : cell;
    return { cells: insertBar(shown.map(label), BLANK) };
  };
  return {
    kind: 'table',
    id: 'rows',
    columns: insertBar(tableColumns, {
      ...{ heading: 'fell │ rose', kind: 'bar', importance: IMPORTANCE.bar },
    }),
    rowCount,
    rows: { [Symbol.asyncIterator]: rows },
    foot: totals === undefined ? [] : [foot(totals)],
    notes(shown) {
      const own = shown.map((index) => (bars !== undefined && index > bars.after ? index - 1 : index));
      const totalled = own.map((index) => columns[index]!).filter((column) => isTotal(column, input));
      const hidden = columns.filter(
        (column, index) =>
          !own.includes(index) && !isTotal(column, input) && totalled.some((total) => haveSameMeaning(column, total)),
      );
      const names = hidden.slice(0, MAX_HIDDEN).map((column) => visibleName(column, input.renames));
      const more = hidden.length > MAX_HIDDEN ? ` and ${hidden.length - MAX_HIDDEN} more` : '';
      const part = hidden.length > 0 ? `not shown, but in the total: ${names.join(', ')}${more}` : undefined;
      const notes = [marks.legend(own), isRounded ? ROUNDED : undefined, part];
      return notes.filter((text) => text !== undefined);
    },
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

function numberOf(cell: Cell): number | undefined {
  const figure = cell === undefined ? undefined : figureIn(cell);
  return figure === undefined ? undefined : Number(figure);
}

/** A function that gives the unit of the compared range in a row, if its figures have a column and its name has none; or else ''. */
function hiddenUnits(columns: readonly Column[], { keys, recordSet }: EncoderInput): (position: number) => string {
  const earlier = keys?.time?.comparison;
  const frame = frameOf(recordSet);
  const isCompared = columns.some((column) => (partOf(keys, column) ?? 'share') !== 'share');
  if (earlier === undefined || frame === undefined || !isCompared || isAmong(columns)(earlier)) return () => '';
  const nameOf = cellOf(frame, earlier);
  return (position) => visibleText(nameOf(frame.rows[position]!));
}

interface Bars {
  /** The column of the changes, and the last one of the main measure. */
  readonly change: number;
  readonly after: number;
  /** The length is rounded: the number beside it is exact. */
  readonly barOf: (change: number) => readonly [number];
}

/** The bars of the changes of the main measure; undefined for rows that are no comparison, and for fewer than two. */
function findBars(columns: readonly Column[], main: Column, rowCount: number, input: EncoderInput): Bars | undefined {
  const { keys, recordSet, currencies, showsBars } = input;
  const frame = frameOf(recordSet);
  // Amounts of several currencies have no common scale.
  const isMixed = currencies?.mixed.has(columnKey(main.path)) === true;
  const isOfMain = ({ path }: Column): boolean => isSameColumn(main, keys?.derived?.get(columnKey(path))?.measure);
  const change = columns.findIndex((column) => isOfMain(column) && partOf(keys, column) === 'change');
  if (showsBars !== true || frame === undefined || isMixed || change === -1 || rowCount < 2) return undefined;
  const changeOf = cellOf(frame, columns[change]!, frame.form);
  const own = frame.rows.slice(0, rowCount).filter((row) => !frame.table.merged.has(row));
  const largest = own.reduce((most, row) => Math.max(most, Math.abs(numberOf(changeOf(row)) ?? 0)), 0) || 1;
  // An exponent may exceed a double.
  const barOf = (number: number): readonly [number] => [
    largest === Number.POSITIVE_INFINITY ? Math.sign(number) : number / largest,
  ];
  return { change, after: columns.findLastIndex(isOfMain), barOf };
}
