/** The rows of a page as a table: all digits, and thousands with commas. */

import type { Column } from '../core/columns.ts';
import { createCellShower, readRowBlocks } from '../document/display-cells.ts';
import type { TableRow } from '../document/document.ts';
import { describeCuts, isLongText, MAX_SHOWN_BYTES, visibleName } from '../document/short-cell.ts';
import { createUnitMarks } from '../document/unit-marks.ts';
import type { PrintedTable } from '../html/print-style.ts';
import type { Cell } from '../records/cells.ts';
import { scanRows } from '../records/scanned-rows.ts';
import { createSchemaSurvey } from '../records/schema.ts';
import type { EncoderInput } from './format.ts';

/** Reads the first rows for the kinds and the widths of the columns. */
export async function readPageRows(
  input: EncoderInput,
  columns: readonly Column[],
  rowCount: number,
): Promise<PrintedTable> {
  const { recordSet, totals } = input;
  const survey = createSchemaSurvey(columns);
  const lengths = columns.map(() => 0);
  let [remaining, longTexts] = [rowCount, 0];
  // Their bytes are enough, and faster.
  for await (const rows of scanRows(recordSet, columns)) {
    const { block, starts, ends } = rows;
    while (remaining > 0 && rows.next()) {
      remaining--;
      survey.addRow(rows);
      for (let index = 0; index < lengths.length; index++) {
        const length = ends[index]! - starts[index]!;
        if (length > lengths[index]!) lengths[index] = length;
        if (isLongText(block, starts[index]!, ends[index]!, MAX_SHOWN_BYTES)) longTexts++;
      }
    }
    if (remaining === 0) break;
  }
  const schemas = survey.schemas();
  const show = createCellShower(columns, schemas, input);
  const marks = createUnitMarks(columns, input);
  const rowOf = (cells: readonly Cell[]): TableRow => ({
    cells: cells.map((cell, index) => marks.cell(show(cell, index, cells), index)),
  });
  async function* blocks(): AsyncGenerator<readonly TableRow[]> {
    for await (const rows of readRowBlocks(recordSet, columns, rowCount)) yield rows.map(rowOf);
  }
  return {
    ...{ kind: 'table', id: 'rows', title: undefined, rowCount },
    columns: columns.map((column, index) => ({
      heading: marks.heading(visibleName(column), index),
      name: visibleName(column),
      kind: schemas[index]!.isNumeric ? 'number' : 'text',
      importance: 1,
    })),
    // With the commas of a number.
    lengths: lengths.map((length, index) => (schemas[index]!.isNumeric ? Math.floor((4 * length) / 3) : length)),
    rows: { [Symbol.asyncIterator]: blocks },
    foot: totals === undefined ? [] : [rowOf(totals)],
    notes: () => [marks.legend()].filter((text) => text !== undefined),
    truncation: () => describeCuts(longTexts, MAX_SHOWN_BYTES),
  };
}
