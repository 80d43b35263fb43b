/** How the cells of a report's columns are written into a sheet. */

import { type Column, columnKey } from '../core/columns.ts';
import { mainColumn, readingOrder } from '../document/column-roles.ts';
import { readRowBlocks, toneOfChange } from '../document/display-cells.ts';
import { groupThousands } from '../document/display-number.ts';
import type { EncoderInput } from '../formats/format.ts';
import { type SurveyedColumn, surveyTypes } from '../parquet/type-survey.ts';
import { type Cell, cellText, figureIn, isNumber } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import { isChange, partOf } from '../records/row-keys.ts';
import type { ColumnKind } from '../records/schema.ts';
import { createTextMeasure } from '../terminal/text-width.ts';
import type { CellStyle } from './sheet-cells.ts';
import { numberFormat } from './sheet-cells.ts';

/** A column of a sheet. */
export interface SheetColumn extends Column {
  /**
   * - `number`: JSON numbers, and numbers that the service sends as texts
   * - `date`: calendar dates
   * - `text`: every cell is a text, also a number: ids
   * - `any`: the cell's own type decides
   */
  readonly cells: 'number' | 'date' | 'text' | 'any';
  /** True for percentages that this program computed. */
  readonly isPercent: boolean;
  /** The style of its numbers and dates. */
  readonly style: CellStyle;
  /** The measure whose changes it has. */
  readonly measure: Column | undefined;
  /** The decimals of its numbers. */
  readonly decimals: number;
  readonly total: Cell;
}

const NUMBERS: ReadonlySet<ColumnKind> = new Set(['money', 'count', 'quantity', 'ratio']);

/** Reads all records once, and decides how each of the columns is written. Those of groups have the main measure first. */
export async function planColumns(
  recordSet: RecordSet,
  columns: readonly Column[],
  input: EncoderInput,
): Promise<readonly SheetColumn[]> {
  const { keys, totals } = input;
  const surveyed = await surveyTypes(recordSet, columns);
  const schemas = surveyed.map(({ schema }) => schema);
  return readingOrder(columns, mainColumn(schemas, input)?.column, input).map((index): SheetColumn => {
    const column = surveyed[index]!;
    const { name, path } = column;
    // The measure of a pivoted column is its meaning.
    const own = { ...column, path: column.meaning ?? path };
    const isPercent = ['percent', 'share'].includes(partOf(keys, own) ?? '');
    const total = totals?.[index];
    // A column without a cell in the rows is that of its total.
    const isOfTotal = column.schema.kind === 'empty' && total !== undefined && isNumber(total);
    const cells = isOfTotal ? 'number' : cellsOf(column);
    const decimals = isOfTotal ? (total.split('.')[1]?.length ?? 0) : column.spelledDecimals;
    const isSigned = isChange(keys, own);
    const measure = isSigned ? (keys?.derived?.get(columnKey(path))?.measure ?? column) : undefined;
    const style: CellStyle =
      cells === 'date'
        ? { format: 'yyyy-mm-dd', align: 'left' }
        : cells === 'number'
          ? { format: numberFormat(decimals, isPercent, isSigned) }
          : {};
    return { name, path, cells, isPercent, style, measure, decimals, total };
  });
}

function cellsOf({ schema: { kind }, type }: SurveyedColumn): SheetColumn['cells'] {
  if (kind === 'id') return 'text';
  if (type === 'DATE') return 'date';
  return NUMBERS.has(kind) ? 'number' : 'any';
}

/** The style of a number, with the color of a change. */
export function styleOf({ style, measure }: SheetColumn, sign: number): CellStyle {
  return measure === undefined ? style : { ...style, color: toneOfChange(sign, measure) };
}

/** A longer text is cut by the next cell, or continues in an empty one. In characters, as the width of a column. */
const [LEAST_WIDTH, MOST_WIDTH] = [8, 60];
/** Beside a text: bold ones are wider, and the button of a filter is beside a name. */
const MARGIN = 3;
/** Later rows, and the ends of longer texts, do not widen a column. */
const MEASURED = { rows: 1000, cells: 100_000, characters: 1000 };

/** The element `cols` of a sheet with these texts in its rows. CJK characters count two. */
export async function widthTags(rows: readonly (readonly string[])[]): Promise<string> {
  const measure = createTextMeasure();
  const texts = rows.map((row) => row.map((text) => text.slice(0, MEASURED.characters).replace(/[\r\n].*/s, '')));
  await measure.prepare(texts.flat());
  const tags = texts[0]!.map((_, index) => {
    const widest = texts.reduce((most, row) => Math.max(most, measure.width(row[index]!)), 0);
    const width = Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, widest + MARGIN));
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
  });
  return `<cols>${tags.join('')}</cols>`;
}

/** The widths of the columns, from the first rows. */
export async function findWidths(recordSet: RecordSet, columns: readonly SheetColumn[]): Promise<string> {
  const textsOf = (cells: readonly Cell[]) => cells.map((cell, index) => shownText(cell, columns[index]!));
  const texts = [columns.map(({ name }) => name), textsOf(columns.map(({ total }) => total))];
  const rowCount = Math.min(MEASURED.rows, Math.ceil(MEASURED.cells / columns.length), recordSet.recordCount);
  for await (const rows of readRowBlocks(recordSet, columns, rowCount)) texts.push(...rows.map(textsOf));
  return widthTags(texts);
}

/** A text as wide as the cell: a number with its sign. */
function shownText(cell: Cell, { cells, style, decimals, isPercent }: SheetColumn): string {
  const figure = cells === 'number' && style.format !== undefined ? figureIn(cell) : undefined;
  if (figure === undefined) return cellText(cell);
  const whole = groupThousands(figure.replace(/^-|[.e].*/gi, ''));
  return `+${whole}${decimals === 0 ? '' : '.'.padEnd(1 + decimals, '0')}${isPercent ? '%' : ''}`;
}
