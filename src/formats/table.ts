/**
 * A table for people: aligned, and fitted to the terminal. A message names every column and row that it does not show.
 */

import { option, phrase } from '../core/message.ts';
import { toVisibleText } from '../core/text.ts';
import { type Cell, visibleText } from '../records/cells.ts';
import { type ColumnSchema, createSchemaSurvey, isQuantity, mainMeasure } from '../records/schema.ts';
import { createCellShower, groupThousands, readRowBlocks } from './display-cells.ts';
import type { Encoder, EncoderInput } from './format.ts';
import { createCellCutter, shortName } from './short-cell.ts';
import { columnsToShow, reportCutText, reportHiddenRows } from './shown-columns.ts';
import { GAP, layOutTable } from './table-layout.ts';
import { createTableRenderer } from './table-renderer.ts';
import { createTextMeasure, type TextMeasure } from './text-width.ts';

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
