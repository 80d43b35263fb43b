/** Reads rows for formats for people, and shows their cells as visible text with the tone of a number. */

import { MINUS } from '../core/bytes.ts';
import { type Column, columnKey } from '../core/columns.ts';
import type { ShownCell } from '../core/tone.ts';
import { frameOf, shownCellOf } from '../frame/frame.ts';
import { type Cell, isNumber, visibleText } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import { isChange } from '../records/row-keys.ts';
import { scanRows } from '../records/scanned-rows.ts';
import { type ColumnSchema, createSchemaSurvey } from '../records/schema.ts';
import { toneOfChange } from './change-tone.ts';
import { createNumberShower } from './display-number.ts';
import type { EncoderInput } from './format.ts';
import { type CellCutter, createCellCutter } from './short-cell.ts';

/** A digit other than zero before the exponent. */
const NOT_ZERO = /^[-.0]*[1-9]/;
const BLOCK_ROWS = 500;
/** A block of rows with many columns has fewer rows. */
const BLOCK_CELLS = 50_000;

type CellShower = (cell: Cell, index: number) => ShownCell;

/** A function that gives the visible text of a cell, and the tone of its own sign. `index` is that of its column. */
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
  const absentCell: ShownCell = { text: absent, tone: 'plain' };
  /** The measure of each column of changes. */
  const measures = columns.map((column) =>
    isChange(keys, column) ? keys?.derived?.get(columnKey(column.path))?.measure : undefined,
  );
  const showNumber = schemas.map((schema) => createNumberShower(schema, input));
  return (cell, index) => {
    if (cell === undefined || cell === 'null') return absentCell;
    if (!isNumber(cell)) return { text: visibleText(cell), tone: 'plain' };
    const text = showNumber[index]?.(cell) ?? cell;
    const sign = signOfNumber(cell);
    const measure = measures[index];
    if (measure === undefined) return { text, tone: sign < 0 ? 'loss' : 'plain' };
    return {
      text,
      tone: toneOfChange(sign, measure),
      direction: sign === 0 ? undefined : sign < 0 ? 'fall' : 'rise',
    };
  };
}

/** -1, 0 or 1. Zero in any spelling has no sign. */
function signOfNumber(token: string): number {
  if (!NOT_ZERO.test(token)) return 0;
  return token.charCodeAt(0) === MINUS ? -1 : 1;
}

/** The kinds of `columns` in the first `rowCount` records. `cutter` counts long texts. */
export async function surveyRows(
  recordSet: RecordSet,
  columns: readonly Column[],
  rowCount: number,
  cutter?: CellCutter,
): Promise<readonly ColumnSchema[]> {
  const survey = createSchemaSurvey(columns);
  for await (const rows of readRowBlocks(recordSet, columns, rowCount, cutter)) rows.forEach(survey.add);
  return survey.schemas();
}

/** The cells of `columns` of the first `rowCount` records, in blocks of rows. `cutter` cuts long texts. */
export async function* readRowBlocks(
  recordSet: RecordSet,
  columns: readonly Column[],
  rowCount: number,
  cutter: CellCutter = createCellCutter(),
): AsyncGenerator<readonly (readonly Cell[])[]> {
  const blockRows = Math.max(1, Math.min(BLOCK_ROWS, Math.floor(BLOCK_CELLS / columns.length)));
  const frame = frameOf(recordSet);
  if (frame !== undefined) {
    const cells = columns.map((column) => shownCellOf(frame, column));
    for (let from = 0; from < rowCount; from += blockRows) {
      const groups = frame.rows.slice(from, Math.min(from + blockRows, rowCount));
      yield groups.map((group) => cells.map((cellOf) => cutter.cut(cellOf(group))));
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
