/**
 * A table for people: aligned, and fitted to the terminal. A message names every column and row that it does not show.
 */

import { option, phrase } from '../core/message.ts';
import { toVisibleText } from '../core/text.ts';
import { formatRange } from '../dates/range.ts';
import type { Cell } from '../records/cells.ts';
import { type ColumnSchema, createSchemaSurvey, isQuantity } from '../records/schema.ts';
import { findChanges, findKeys, headingsOf, importancesOf, KEPT_IMPORTANCE } from './column-roles.ts';
import { createCellShower, readRowBlocks } from './display-cells.ts';
import type { Encoder, EncoderInput } from './format.ts';
import { createWidthSurvey } from './number-width.ts';
import { createCellCutter, shortName } from './short-cell.ts';
import { columnsToShow, reportCutText, reportHiddenRows } from './shown-columns.ts';
import { GAP, layOutTable, type MeasuredColumn } from './table-layout.ts';
import { ARROW_WIDTH, createTableRenderer } from './table-renderer.ts';
import { createTextMeasure } from './text-width.ts';

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
    const headings = headingsOf(columns, input).map((heading) => toVisibleText(shortName(heading)));

    const survey = createSchemaSurvey(columns);
    const widths = createWidthSurvey(columns.length, measure);
    const cutter = createCellCutter();
    for await (const block of readRowBlocks(recordSet, columns, rowCount, cutter)) {
      block.forEach(survey.add);
      await widths.add(block);
    }
    const schemas = survey.schemas();
    if (totals !== undefined) await widths.add([totals]);
    await measure.prepare(headings);
    const cellWidths = schemas.map((schema, index) => widths.of(index, human && isQuantity(schema)));
    const arrowWidths = findChanges(columns, input).map((isChange) =>
      isChange && input.showsArrows === true ? ARROW_WIDTH : 0,
    );
    const areKeys = findKeys(columns, input);
    const importances = importancesOf(schemas, input);
    const layout = layOutTable(
      schemas.map((schema, index) => ({
        nameWidth: measure.width(headings[index]!),
        cellWidth: cellWidths[index]!.widest + arrowWidths[index]!,
        alignedWidth: cellWidths[index]!.aligned + arrowWidths[index]!,
        kind: kindOf(schema, areKeys[index]!),
        importance: importances[index]!,
      })),
      input.terminalWidth,
      KEPT_IMPORTANCE,
    );

    const shown = layout.shown.map((index, slot) => {
      const { aligned, fraction } = cellWidths[index]!;
      const width = layout.widths[slot]!;
      return {
        name: headings[index]!,
        width,
        isNumeric: schemas[index]!.isNumeric,
        fractionWidth: width < aligned + arrowWidths[index]! ? 0 : fraction,
        hasArrows: arrowWidths[index]! > 0,
      };
    });
    const render = createTableRenderer(shown, { color: input.color, measure });
    const show = createCellShower(columns, schemas, input);
    const showRow = (row: readonly Cell[]) => layout.shown.map((index) => show(row[index], index));
    const title = titleOf(input);
    if (title !== undefined) yield render.title(title);
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

function kindOf({ isNumeric, kind }: ColumnSchema, isKey: boolean): MeasuredColumn['kind'] {
  if (isNumeric) return 'number';
  if (kind === 'date') return 'date';
  return isKey ? 'key' : 'text';
}

/** The two ranges of a comparison, on two lines if the terminal is narrow. Undefined without a comparison. */
function titleOf({
  range,
  comparedRange,
  terminalWidth = Number.POSITIVE_INFINITY,
}: EncoderInput): string | undefined {
  if (range === undefined || comparedRange === undefined) return undefined;
  const [now, before] = [formatRange(range), `against ${formatRange(comparedRange)}`];
  return [now, before].join(now.length + before.length < terminalWidth ? ' ' : '\n');
}

function reportHiddenColumns({ onTruncation }: EncoderInput, names: readonly string[]): void {
  if (names.length === 0) return;
  const which = names.length === 1 ? 'a column' : `${names.length} columns`;
  onTruncation(
    phrase`the terminal is too narrow for ${which}: ${names.join(', ')} (choose columns with ${option('columns')}, or use ${option('wide')} or ${option('format')} csv)`,
  );
}
