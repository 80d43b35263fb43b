/** For people: aligned, fitted to the terminal, and never silent about what it leaves out. */

import { countOf } from '../core/count.ts';
import { toVisibleText } from '../core/visible-text.ts';
import { type Cell, cellText, isNumber } from '../segments/cell.ts';
import type { Dataset } from '../segments/dataset.ts';
import { createRowReader } from '../segments/row-reader.ts';
import { columnsToShow } from './columns.ts';
import type { Encoder, EncoderInput } from './format.ts';
import { layOutTable, type MeasuredColumn } from './table-layout.ts';
import { createTableRenderer } from './table-renderer.ts';
import { textWidth } from './text-width.ts';

/** cli-table3 takes time by the square of the rows: so many at once. */
const BLOCK_ROWS = 200;

export const table: Encoder = {
  async *encode(input) {
    const { dataset, maxRows } = input;
    const columns = columnsToShow(input);
    if (dataset.recordCount === 0 || columns.length === 0) {
      yield dataset.recordCount === 0 ? 'no records\n' : 'no columns\n';
      return;
    }
    const readRow = createRowReader(columns);
    const rowCount = Math.min(dataset.recordCount, maxRows);
    const names = columns.map((column) => toVisibleText(column.name));
    const measured = await measure(names, readBlocks(dataset, readRow, rowCount));
    const { widths } = layOutTable(measured, input.terminalWidth);

    const render = createTableRenderer(
      widths.map((width, index) => ({ name: names[index]!, width, isNumeric: measured[index]!.isNumeric })),
      { color: input.color },
    );
    yield render.head();
    for await (const block of readBlocks(dataset, readRow, rowCount)) {
      yield render.rows(block.map((row) => row.slice(0, widths.length).map(showCell)));
    }
    tellWhatIsMissing(input, names.slice(widths.length), dataset.recordCount - rowCount);
  },
};

function showCell(cell: Cell): string {
  return toVisibleText(cellText(cell));
}

/** The first `rowCount` rows, in blocks. */
async function* readBlocks(
  dataset: Dataset,
  readRow: (record: string) => Cell[],
  rowCount: number,
): AsyncGenerator<readonly Cell[][]> {
  let left = rowCount;
  for await (const records of dataset.records()) {
    for (let start = 0; start < records.length && left > 0; start += BLOCK_ROWS) {
      const block = records.slice(start, start + Math.min(BLOCK_ROWS, left));
      left -= block.length;
      yield block.map(readRow);
    }
    if (left === 0) return;
  }
}

async function measure(
  names: readonly string[],
  blocks: AsyncIterable<readonly Cell[][]>,
): Promise<MeasuredColumn[]> {
  const columns = names.map((name) => ({
    name,
    nameWidth: textWidth(name),
    cellWidth: 0,
    numbers: 0,
    texts: 0,
  }));
  for await (const block of blocks) {
    for (const row of block) {
      row.forEach((cell, index) => {
        const text = showCell(cell);
        if (text === '') return;
        const column = columns[index]!;
        column.cellWidth = Math.max(column.cellWidth, textWidth(text));
        if (isNumber(cell!)) column.numbers++;
        else column.texts++;
      });
    }
  }
  return columns.map(({ numbers, texts, ...column }) => ({
    ...column,
    isNumeric: numbers > 0 && texts === 0,
  }));
}

function tellWhatIsMissing({ onNote }: EncoderInput, columns: readonly string[], rows: number): void {
  if (columns.length > 0) {
    const which = columns.length === 1 ? 'a column' : `${columns.length} columns`;
    onNote(
      `the terminal is too narrow for ${which}: ${columns.join(', ')} (choose with --columns, or take --format csv)`,
    );
  }
  if (rows > 0) {
    const which = `${countOf(rows, 'more record')} ${rows === 1 ? 'is' : 'are'}`;
    onNote(`${which} not shown (--max-rows 0 shows all; --format csv -o <file> keeps all)`);
  }
}
