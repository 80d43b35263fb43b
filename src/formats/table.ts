/**
 * A table for people: aligned, and fitted to the terminal. A message names every column and row that it does not show.
 * cli-table3 draws tables of the usual size; the rows of larger tables are padded here.
 */

import { option, phrase } from '../core/message.ts';
import { isAscii, toVisibleText } from '../core/text.ts';
import { paint, type ShownCell } from '../core/tone.ts';
import { type Cell, visibleText } from '../records/cells.ts';
import { type ColumnSchema, createSchemaSurvey, isQuantity, mainMeasure } from '../records/schema.ts';
import { createCellShower, groupThousands, readRowBlocks } from './display-cells.ts';
import type { Encoder, EncoderInput } from './format.ts';
import { createCellCutter, shortName } from './short-cell.ts';
import { columnsToShow, reportCutText, reportHiddenRows } from './shown-columns.ts';
import { GAP, layOutTable } from './table-layout.ts';
import { drawTextLines, isDrawnExactly } from './text-table.ts';
import { createTextMeasure, ELLIPSIS, type TextMeasure } from './text-width.ts';

/** Maximum total width of the lines that are drawn at once: a number of millions of digits makes every line that wide. */
const PIECE_WIDTH = 1024 * 1024;

export const table: Encoder = {
  async *encode(input) {
    const { recordSet, maxRows, totals, human = false } = input;
    const columns = columnsToShow(input);
    if (recordSet.recordCount === 0 || columns.length === 0) {
      yield recordSet.recordCount === 0 ? 'no records\n' : 'no columns\n';
      return;
    }
    const rowCount = Math.min(recordSet.recordCount, maxRows);
    const measure = createTextMeasure();
    const names = columns.map((column) => toVisibleText(shortName(column.name)));

    const survey = createSchemaSurvey(columns);
    const widths = createWidthSurvey(measure);
    const cutter = createCellCutter();
    for await (const block of readRowBlocks(recordSet, columns, rowCount, cutter)) {
      block.forEach(survey.add);
      await widths.add(block);
    }
    const schemas = survey.schemas();
    if (totals !== undefined) await widths.add([totals]);
    await measure.prepare(names);
    const importances = importancesOf(schemas, input);
    const layout = layOutTable(
      names.map((name, index) => ({
        name,
        nameWidth: measure.width(name),
        cellWidth: widths.of(index, human && isQuantity(schemas[index]!)),
        isNumeric: schemas[index]!.isNumeric,
        importance: importances[index]!,
      })),
      input.terminalWidth,
    );

    const shown = layout.shown.map((index, slot) => ({
      name: names[index]!,
      width: layout.widths[slot]!,
      isNumeric: schemas[index]!.isNumeric,
    }));
    const render = createTableRenderer(shown, { color: input.color, measure });
    const show = createCellShower(columns, schemas, input);
    const showRow = (row: readonly Cell[]) => layout.shown.map((index) => show(row[index], index));
    yield await render.head();
    const lineWidth = shown.reduce((sum, { width }) => sum + width + GAP, 0);
    const pieceRows = Math.max(1, Math.floor(PIECE_WIDTH / lineWidth));
    for await (const block of readRowBlocks(recordSet, columns, rowCount, createCellCutter())) {
      for (let start = 0; start < block.length; start += pieceRows) {
        yield await render.rows(block.slice(start, start + pieceRows).map(showRow));
      }
    }
    if (totals !== undefined) yield await render.foot(showRow(totals));
    const shownIndexes = new Set(layout.shown);
    reportHiddenColumns(
      input,
      names.filter((_, index) => !shownIndexes.has(index)),
    );
    // A terminal cuts texts visibly. Report cut texts only without one.
    if (input.terminalWidth === undefined) reportCutText(input, cutter);
    reportHiddenRows(input, rowCount);
  },
};

/** A narrow terminal drops columns in this order. The first column is important because it identifies the row. */
const IMPORTANCE = { other: 0, requested: 1, first: 2, mainMeasure: 3 };

function importancesOf(
  schemas: readonly ColumnSchema[],
  { requestedMeasures = [] }: EncoderInput,
): readonly number[] {
  const main = mainMeasure(schemas);
  return schemas.map((schema, index) => {
    if (schema === main) return IMPORTANCE.mainMeasure;
    if (index === 0) return IMPORTANCE.first;
    const isRequested = requestedMeasures.includes(schema.column.path.join('.'));
    return isRequested ? IMPORTANCE.requested : IMPORTANCE.other;
  });
}

interface WidthSurvey {
  add(rows: readonly (readonly Cell[])[]): Promise<void>;
  /** The width of the column's widest cell. */
  of(index: number, isGrouped: boolean): number;
}

/** Finds the widest cell of each column, with and without grouped thousands. */
function createWidthSurvey(measure: TextMeasure): WidthSurvey {
  const plain: number[] = [];
  const grouped: number[] = [];
  return {
    async add(rows) {
      for (const row of rows) {
        const texts = row.map(visibleText);
        await measure.prepare(texts);
        for (let index = 0; index < texts.length; index++) {
          const text = texts[index]!;
          plain[index] = Math.max(plain[index] ?? 0, measure.width(text));
          grouped[index] = Math.max(grouped[index] ?? 0, groupThousands(text).length);
        }
      }
    },
    of: (index, isGrouped) => (isGrouped ? grouped[index]! : plain[index]!),
  };
}

function reportHiddenColumns({ onTruncation }: EncoderInput, names: readonly string[]): void {
  if (names.length === 0) return;
  const which = names.length === 1 ? 'a column' : `${names.length} columns`;
  onTruncation(
    phrase`the terminal is too narrow for ${which}: ${names.join(', ')} (choose columns with ${option('columns')}, or use ${option('wide')} or ${option('format')} csv)`,
  );
}

export interface RenderedColumn {
  readonly name: string;
  readonly width: number;
  /** True for a column that is aligned right. */
  readonly isNumeric: boolean;
}

interface TableRenderer {
  /** The names of the columns, and a rule below them. */
  head(): Promise<string>;
  /** One line per row. Text that is wider than its column is cut. */
  rows(rows: readonly (readonly ShownCell[])[]): Promise<string>;
  /** A rule, and a bold row below it. */
  foot(row: readonly ShownCell[]): Promise<string>;
}

/** Number of cells that cli-table3 draws, in about 60 ms: it draws 4,000 rows per second. Later rows are padded here. */
const MAX_DRAWN_CELLS = 2000;

/** Draws the lines of a table whose columns have fixed widths. `measure` must be prepared for all texts. */
export function createTableRenderer(
  columns: readonly RenderedColumn[],
  {
    color,
    measure,
    maxDrawnCells = MAX_DRAWN_CELLS,
  }: { readonly color: boolean; readonly measure: TextMeasure; readonly maxDrawnCells?: number },
): TableRenderer {
  const gap = ' '.repeat(GAP);
  const rule = columns.map(({ width }) => plainCell('─'.repeat(width)));
  let drawnCells = 0;

  const cut = ({ text }: ShownCell, index: number): string => measure.cut(text, columns[index]!.width);
  const painted = (text: string, { tone }: ShownCell): string => (color ? paint(text, tone) : text);

  /** True if cli-table3 draws the row; then its cells are counted. */
  function isDrawn(row: readonly ShownCell[]): boolean {
    if (drawnCells + row.length > maxDrawnCells) return false;
    if (!row.every((cell, index) => isDrawnExactly(cut(cell, index)))) return false;
    drawnCells += row.length;
    return true;
  }

  /** The line that cli-table3 would draw if it measured every text correctly. */
  function padRow(row: readonly ShownCell[]): string {
    const cells = row.map((cell, index) => {
      const { width, isNumeric } = columns[index]!;
      const text = cut(cell, index);
      const padding = ' '.repeat(Math.max(0, width - measure.width(text)));
      return isNumeric ? padding + painted(text, cell) : painted(text, cell) + padding;
    });
    return cells.join(gap).trimEnd();
  }

  async function linesOf(rows: readonly (readonly ShownCell[])[]): Promise<readonly string[]> {
    const areDrawn = rows.map(isDrawn);
    const cells = rows
      .filter((_, at) => areDrawn[at])
      .map((row) => row.map((cell, index) => painted(cut(cell, index), cell)));
    const drawn = (await drawTextLines(cells, { columns })).values();
    return rows.map((row, at) => (areDrawn[at] ? drawn.next().value! : padRow(row)));
  }

  const bold = (text: string): string => (color ? `\u001b[1m${text}\u001b[22m` : text);
  const dim = (text: string): string => (color ? `\u001b[2m${text}\u001b[22m` : text);
  return {
    async head() {
      const [names, line] = await linesOf([shortNames(columns, measure).map(plainCell), rule]);
      return `${bold(names!)}\n${dim(line!)}\n`;
    },
    rows: async (rows) => `${(await linesOf(rows)).join('\n')}\n`,
    async foot(row) {
      const [line, figures] = await linesOf([rule, row]);
      return `${dim(line!)}\n${bold(figures!)}\n`;
    },
  };
}

function plainCell(text: string): ShownCell {
  return { text, tone: 'plain' };
}

/**
 * The columns' names, cut to their widths. A name is cut at the end, or in the middle if it would look like another one,
 * as `impressions_before` and `impressions_change` would.
 */
function shortNames(columns: readonly RenderedColumn[], measure: TextMeasure): readonly string[] {
  const cut = columns.map(({ name, width }) => measure.cut(name, width));
  return columns.map(({ name, width }, index) => {
    const isShared = cut.some(
      (other, at) => at !== index && other === cut[index] && columns[at]!.name !== name,
    );
    return isShared && isAscii(name) ? cutMiddle(name, width) : cut[index]!;
  });
}

function cutMiddle(name: string, width: number): string {
  if (name.length <= width) return name;
  const tail = Math.ceil((width - 1) / 2);
  return name.slice(0, width - 1 - tail) + ELLIPSIS + name.slice(name.length - tail);
}
