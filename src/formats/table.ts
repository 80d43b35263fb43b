/**
 * A table for people: aligned, and fitted to the terminal. A message names every column and row that it does not show.
 */

import { type Column, columnKey, pivotedMeasure } from '../core/columns.ts';
import type { ShownCell } from '../core/tone.ts';
import type { Cell } from '../records/cells.ts';
import type { ColumnSchema } from '../records/schema.ts';
import { type CaptionPart, drawCaption } from './caption.ts';
import {
  findChanges,
  findKeys,
  headingsOf,
  importancesOf,
  isTotal,
  isUnit,
  KEPT_IMPORTANCE,
  mainColumn,
  readingOrder,
} from './column-roles.ts';
import { findConstants } from './constant-columns.ts';
import { createCellShower, readRowBlocks, surveyRows } from './display-cells.ts';
import { ROUNDED } from './display-number.ts';
import type { Encoder, EncoderInput } from './format.ts';
import { drawMovers } from './movers-table.ts';
import { createWidthSurvey } from './number-width.ts';
import { perDayRow } from './per-day.ts';
import { createCellCutter, visibleName } from './short-cell.ts';
import { columnsToShow, reportCutText, reportHiddenRows } from './shown-columns.ts';
import { GAP, layOutTable, type MeasuredColumn, type TableLayout } from './table-layout.ts';
import { ARROW_WIDTH, createTableRenderer } from './table-renderer.ts';
import { createTextMeasure } from './text-width.ts';
import { createUnitMarks } from './unit-marks.ts';

/** Maximum total width of the lines that are drawn at once: a number of millions of digits makes every line that wide. */
const PIECE_WIDTH = 1024 * 1024;

/** Null and a missing member on a terminal. */
const ABSENT = '—';
/** A column of texts in the row of totals. */
const BLANK: ShownCell = { text: '', tone: 'plain' };

export const table: Encoder = {
  async *encode(input) {
    const { recordSet, maxRows, totals } = input;
    const columns = columnsToShow(input);
    if (columns.length === 0) {
      yield recordSet.recordCount === 0 ? 'no records\n' : 'no columns\n';
      return;
    }
    const rowCount = Math.min(recordSet.recordCount, maxRows);
    const measure = createTextMeasure();
    const movers = input.showsFindings === true ? await drawMovers(input, measure) : undefined;
    if (movers !== undefined) {
      yield movers;
      return;
    }
    const names = columns.map((column) => visibleName(column));
    const marks = createUnitMarks(columns, input);
    const headings = headingsOf(columns, input).map((heading, index) =>
      marks.heading(visibleName({ name: heading }), index),
    );

    const cutter = createCellCutter();
    const schemas = await surveyRows(recordSet, columns, rowCount, cutter);
    let isRounded = false;
    const show = createCellShower(columns, schemas, {
      ...input,
      absent: input.isTerminal === true && input.roundsNumbers === true ? ABSENT : undefined,
      onRounded() {
        isRounded = true;
      },
    });
    const widths = createWidthSurvey(columns.length, measure);
    const showAll = (row: readonly Cell[]) => columns.map((_, index) => show(row[index], index, row));
    for await (const block of readRowBlocks(recordSet, columns, rowCount)) {
      await widths.add(block.map(showAll));
    }
    await measure.prepare(headings);
    const arrowWidths = findChanges(columns, input).map((isChange) =>
      isChange && input.showsArrows === true ? ARROW_WIDTH : 0,
    );
    const areKeys = findKeys(columns, input);
    const importances = importancesOf(schemas, input);
    const order = readingOrder(columns, mainColumn(schemas, input)?.column, input);
    const measureCells = () =>
      schemas.map((_, index) => {
        const found = widths.of(index);
        return marks.columns[index] ? { ...found, widest: found.widest + marks.width } : found;
      });
    const layOut = (cells: ReturnType<typeof measureCells>, indexes: readonly number[] = order): TableLayout => {
      const measured = indexes.map(
        (index): MeasuredColumn => ({
          nameWidth: measure.width(headings[index]!),
          cellWidth: cells[index]!.widest + arrowWidths[index]!,
          alignedWidth: cells[index]!.aligned + arrowWidths[index]!,
          kind: kindOf(schemas[index]!, areKeys[index]!),
          importance: importances[index]!,
          isUnit: isUnit(columns[index]!, input),
        }),
      );
      const found = layOutTable(measured, input.terminalWidth, KEPT_IMPORTANCE);
      return { ...found, shown: found.shown.map((at) => indexes[at]!) };
    };
    const footRows = [totals, perDayRow(input, columns)].filter((row) => row !== undefined);
    const showFoot = (row: readonly Cell[], index: number): ShownCell =>
      row[index] === undefined && !schemas[index]!.isNumeric ? BLANK : show(row[index], index);
    const addFoot = (isShort: boolean): Promise<void> =>
      widths.add(footRows.map((row) => columns.map((_, index) => shortLabel(showFoot(row, index), isShort))));
    await addFoot(true);
    const withShortLabel = measureCells();
    await addFoot(false);
    // No column has to go for the label.
    const ofAll = measureCells();
    const isRoomy = String(layOut(ofAll).shown) === String(layOut(withShortLabel).shown);
    const cellWidths = isRoomy ? ofAll : withShortLabel;
    const whole = layOut(cellWidths);
    const constants: ReadonlyMap<number, CaptionPart> =
      whole.shown.length === columns.length ? new Map() : await findConstants(schemas, input);
    const shownOrder = order.filter((index) => !constants.has(index));
    const layout = constants.size === 0 ? whole : layOut(cellWidths, shownOrder);

    const shown = layout.shown.map((index, slot) => {
      const { aligned, fraction } = cellWidths[index]!;
      const width = layout.widths[slot]!;
      return {
        name: headings[index]!,
        measureName: pivotedMeasure(columns[index]!),
        width,
        isNumeric: schemas[index]!.isNumeric,
        fractionWidth: width < aligned + arrowWidths[index]! ? 0 : fraction,
        hasArrows: arrowWidths[index]! > 0,
      };
    });
    const render = createTableRenderer(shown, { color: input.color, measure });
    const showRow = (row: readonly Cell[]) =>
      layout.shown.map((index) => marks.cell(show(row[index], index, row), index));
    yield await drawCaption(input, measure, constants.values());
    yield await render.head();
    const lineWidth = shown.reduce((sum, { width }) => sum + width + GAP, 0);
    const pieceRows = Math.max(1, Math.floor(PIECE_WIDTH / lineWidth));
    for await (const block of readRowBlocks(recordSet, columns, rowCount)) {
      for (let start = 0; start < block.length; start += pieceRows) {
        yield await render.rows(block.slice(start, start + pieceRows).map(showRow));
      }
    }
    const fitFoot = (row: readonly Cell[]): readonly ShownCell[] =>
      layout.shown.map((index, slot) => {
        const cell = showFoot(row, index);
        return shortLabel(cell, measure.width(cell.text) > layout.widths[slot]!);
      });
    if (footRows.length > 0) yield await render.foot(footRows.map(fitFoot));
    const legend = marks.legend(layout.shown);
    if (legend !== undefined) yield render.legend(legend);
    if (isRounded) yield render.legend(ROUNDED);
    const shownIndexes = new Set([...layout.shown, ...constants.keys()]);
    const isShown = (_: unknown, index: number): boolean => shownIndexes.has(index);
    const omitted = omittedUnits(columns.filter(isShown), input);
    if (omitted !== undefined) yield render.legend(omitted);
    reportHiddenColumns(
      input,
      names.filter((_, index) => !shownIndexes.has(index)),
    );
    // A terminal cuts texts visibly. Report cut texts only without one.
    if (input.terminalWidth === undefined) reportCutText(input, cutter);
    reportHiddenRows(input, rowCount);
  },
};

/** The label of the totals without the number of groups if it has to be short. */
function shortLabel(cell: ShownCell, isShort: boolean): ShownCell {
  return isShort && cell.text.startsWith('total of ') ? { ...cell, text: 'total' } : cell;
}

function kindOf({ isNumeric, kind }: ColumnSchema, isKey: boolean): MeasuredColumn['kind'] {
  if (isNumeric) return 'number';
  if (kind === 'date') return 'date';
  return isKey ? 'key' : 'text';
}

/** The units of time without a shown column: the totals beside the others include them. Undefined without one. */
function omittedUnits(shown: readonly Column[], { keys }: EncoderInput): string | undefined {
  const names = keys?.pivotedUnits?.names;
  const hasTotal = shown.some((column) => isTotal(column, { keys }));
  if (names === undefined || !hasTotal) return undefined;
  const units = new Set(shown.map(({ path }) => names.get(columnKey(path))));
  const omitted = [...new Set(names.values())].filter((name) => !units.has(name));
  if (omitted.length === 0) return undefined;
  const which = omitted.length === 1 ? omitted[0]! : `${omitted[0]!} to ${omitted.at(-1)!}`;
  return `not shown, but in the total: ${which}`;
}

function reportHiddenColumns({ onTruncation }: EncoderInput, names: readonly string[]): void {
  if (names.length === 0) return;
  const which = names.length === 1 ? 'a column' : `${names.length} columns`;
  onTruncation(
    `the terminal is too narrow for ${which}: ${names.join(', ')} (choose columns with --columns, or use --wide or --format csv)`,
  );
}
