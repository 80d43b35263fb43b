/** Reads rows for formats for people, and shows their cells as visible text with the tone of a number. */

import { MINUS } from '../core/bytes.ts';
import { type Column, columnKey, isSameColumn } from '../core/columns.ts';
import { countOf, toVisibleText } from '../core/text.ts';
import { plainCell, type ShownCell, type Tone } from '../core/tone.ts';
import type { EncoderInput } from '../formats/format.ts';
import { cellOf, frameOf } from '../frame/frame.ts';
import { type Cell, cellAt, isEmpty, isNumber, visibleText } from '../records/cells.ts';
import { kindOfName } from '../records/name-kind.ts';
import type { RecordSet } from '../records/record-set.ts';
import { isChange, partOf } from '../records/row-keys.ts';
import { scanRows } from '../records/scanned-rows.ts';
import type { ColumnSchema, SchemaSurvey } from '../records/schema.ts';
import { createNumberShower } from './display-number.ts';

/** A digit other than zero before the exponent. */
const NOT_ZERO = /^[-.0]*[1-9]/;
/** A group without a name. */
const NONE: ShownCell = { text: '(none)', tone: 'dim' };
const BLOCK_ROWS = 500;
/** A block of rows with many columns has fewer rows. */
const BLOCK_CELLS = 50_000;

type CellShower = (cell: Cell, index: number, row?: readonly Cell[]) => ShownCell;

/**
 * A function that gives the visible text of a cell, and the tone of its own sign. `index` is that of its column. With the cells of its
 * `row`, a group of a comparison with usual figures has its mark in place of its percent.
 */
export function createCellShower(
  columns: readonly Column[],
  schemas: readonly ColumnSchema[],
  input: Pick<EncoderInput, 'roundsNumbers' | 'keys'> & {
    readonly onRounded?: () => void;
    /** The text of null and of a missing member. An empty text looks like them without it. */
    readonly absent?: string | undefined;
  },
): CellShower {
  const { keys, absent = '' } = input;
  const absentCell = plainCell(absent);
  const areKeys = columns.map(
    (column) => keys?.areGroups === true && keys.groups.some((key) => isSameColumn(key, column)),
  );
  /** The measure of each column of changes. */
  const measures = columns.map((column) =>
    isChange(keys, column) ? keys?.derived?.get(columnKey(column.path))?.measure : undefined,
  );
  const showNumber = schemas.map((schema) => createNumberShower(schema, input));
  /** The indexes of the measure of a percent and of its usual figure; undefined without both. */
  const marked = columns.map((column): readonly [number, number] | undefined => {
    const { measure, part } = keys?.derived?.get(columnKey(column.path)) ?? {};
    const usual = measure && keys?.comparison?.get(columnKey(measure.path));
    if (part !== 'percent' || usual === undefined || partOf(keys, usual) !== 'usual') return undefined;
    const [now, before] = [measure, usual].map((each) => columns.findIndex((own) => isSameColumn(own, each)));
    return now === -1 || before === -1 ? undefined : [now!, before!];
  });

  return (cell, index, row) => {
    const places = row && marked[index];
    const mark = places && markOf(row[places[0]], row[places[1]]);
    if (mark !== undefined) return plainCell(mark);
    if (areKeys[index] && isEmpty(cell)) return NONE;
    if (cell === undefined || cell === 'null') return absentCell;
    if (!isNumber(cell)) return plainCell(visibleText(cell));
    const text = showNumber[index]?.(cell) ?? cell;
    const sign = signOfNumber(cell);
    const measure = measures[index];
    const tone = measure === undefined ? (sign < 0 ? 'loss' : 'plain') : toneOfChange(sign, measure);
    return { text, tone, exact: schemas[index]?.kind === 'id' ? undefined : cell };
  };
}

/** The mark of a group by its figure and its usual one, if it has no percent, or no record in the range. */
function markOf(now: Cell, usual: Cell): 'new' | 'gone' | 'no base' | undefined {
  if (usual === undefined) return isEmpty(now) ? undefined : 'new';
  if (isEmpty(usual)) return undefined;
  if (isNumber(usual) && signOfNumber(usual) <= 0) return now !== undefined && isEmpty(now) ? undefined : 'no base';
  return now === undefined ? 'gone' : undefined;
}

/** A rise is good, and a fall is bad: one rule for terminals, pages and workbooks. The change of a cost is neither. */
export function toneOfChange(sign: number, { path }: Column): Tone {
  if (sign === 0 || kindOfName(path).isCost) return 'plain';
  return sign < 0 ? 'loss' : 'gain';
}

/** -1, 0 or 1. Zero in any spelling has no sign. */
function signOfNumber(token: string): number {
  if (!NOT_ZERO.test(token)) return 0;
  return token.charCodeAt(0) === MINUS ? -1 : 1;
}

/** The cells of `columns` of the first `rowCount` records, in blocks of rows. `cutter` cuts long texts, and `survey` gets each row. */
export async function* readRowBlocks(
  recordSet: RecordSet,
  columns: readonly Column[],
  rowCount: number,
  cutter: CellCutter = createCellCutter(),
  survey?: SchemaSurvey,
): AsyncGenerator<readonly (readonly Cell[])[]> {
  const blockRows = Math.max(1, Math.min(BLOCK_ROWS, Math.floor(BLOCK_CELLS / columns.length)));
  const frame = frameOf(recordSet);
  if (frame !== undefined) {
    const cells = columns.map((column) => cellOf(frame, column, frame.form));
    for (let from = 0; from < rowCount; from += blockRows) {
      const groups = frame.rows.slice(from, Math.min(from + blockRows, rowCount));
      const rows = groups.map((group) => cells.map((cellIn) => cutter.cut(cellIn(group))));
      if (survey !== undefined) rows.forEach(survey.add);
      yield rows;
      await frame.endTurn();
    }
    return;
  }
  let remaining = rowCount;
  if (remaining === 0) return;
  for await (const scanned of scanRows(recordSet, columns)) {
    let rows: Cell[][] = [];
    while (scanned.next()) {
      const { block, starts, ends } = scanned;
      survey?.addRow(scanned);
      rows.push(columns.map((_, index) => cutter.cellAt(block, starts[index]!, ends[index]!)));
      remaining--;
      if (remaining > 0 && rows.length < blockRows) continue;
      yield rows;
      if (remaining === 0) return;
      rows = [];
    }
    if (rows.length > 0) yield rows;
  }
}

export const ELLIPSIS = '…';

/** Maximum size of a text that is shown whole, in characters of JSON. */
const MAX_SHOWN = 10_000;
/** The most bytes of a character. */
const MAX_BYTES = 4;
/** Characters and escapes of JSON text, as far as they are whole. */
const WHOLE = /^(?:[^\\]|\\[^u]|\\u[\da-f]{4})*(?<![\ud800-\udbff])/i;

type CellCutter = ReturnType<typeof createCellCutter>;

/**
 * Cuts the cells of a report to `most` characters, and counts the cut ones. Nobody reads megabytes in a table, and drawing a text needs
 * many times its size in memory. Numbers are never cut.
 */
export function createCellCutter(most: number = MAX_SHOWN) {
  let count = 0;
  function cut(cell: Cell): Cell {
    if (cell === undefined || cell.length <= most || isNumber(cell[0]!)) return cell;
    count++;
    const quote = cell.startsWith('"') ? '"' : '';
    return cell.slice(0, quote.length) + WHOLE.exec(cell.slice(quote.length, most))![0] + ELLIPSIS + quote;
  }
  return {
    cut,
    /** The cell from `start` to `end` of a block. A text may be longer than a string can be. */
    cellAt(block: Buffer, start: number, end: number): Cell {
      const limit = start + MAX_BYTES * most;
      const isWhole = end <= limit || isNumber(block.toString('latin1', start, start + 1));
      return isWhole ? cut(cellAt(block, start, end)) : cut(block.toString('utf8', start, limit));
    },
    /** A message about the cut texts; undefined if there are none. */
    truncation(): string | undefined {
      if (count === 0) return undefined;
      const which = `${countOf(count, 'long text')} ${count === 1 ? 'is' : 'are'}`;
      return `${which} cut after ${most} characters (--format csv -o <file> keeps all)`;
    },
  };
}

/** The visible name of a column, or its beginning; a new one, if the user renamed it. */
export function visibleName({ name: given }: Pick<Column, 'name'>, renames?: EncoderInput['renames']): string {
  const name = renames?.get(given) ?? given;
  if (name.length <= MAX_SHOWN) return toVisibleText(name);
  return toVisibleText(name.slice(0, MAX_SHOWN).replace(/[\ud800-\udbff]$/, '')) + ELLIPSIS;
}
