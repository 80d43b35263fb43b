/** Fits a table into a terminal, and draws it and its caption. */

import { wrap } from '../core/text.ts';
import { plainCell, type ShownCell, styled, type TextFormat } from '../core/tone.ts';
import { IMPORTANCE } from '../document/column-roles.ts';
import type { CaptionPart, Table, TableRow } from '../document/document.ts';
import { isNumber } from '../records/cells.ts';
import { endOfWhole, GAP, layOutTable, type MeasuredColumn } from './table-layout.ts';
import { createTableRenderer } from './table-renderer.ts';
import { createTextMeasure, type TextMeasure } from './text-width.ts';

/** Maximum total width of the lines that are drawn at once: a number of millions of digits makes every line that wide. */
const PIECE_WIDTH = 1024 * 1024;

export interface TerminalSize {
  /** Columns of the terminal; undefined without one: then nothing is cut. */
  readonly width: number | undefined;
  readonly color: boolean;
  readonly measure: TextMeasure;
}

/**
 * Reads the rows to measure them. `hidden` are the names of the columns that the terminal has no room for, and `draw` gives the lines
 * in pieces.
 */
export async function fitTable(table: Table, { width, color, measure }: TerminalSize) {
  const { columns, foot = [] } = table;
  await measure.prepare(columns.map(({ heading }) => heading));
  // The widths of the widest cell, of the longest whole part of a number, and of the longest rest of one.
  const surveyed = columns.map(() => ({ cell: 0, whole: 0, fraction: 0 }));

  async function addRows(rows: readonly TableRow[]): Promise<void> {
    for (const { cells } of rows) {
      await measure.prepare(cells.map(({ text }) => text));
      for (const [index, { text }] of cells.entries()) {
        const found = surveyed[index]!;
        found.cell = Math.max(found.cell, measure.width(text));
        if (!isNumber(text)) continue;
        const whole = endOfWhole(text);
        found.whole = Math.max(found.whole, whole);
        found.fraction = Math.max(found.fraction, text.length - whole);
      }
    }
  }

  for await (const block of table.rows) await addRows(block);
  await addRows(foot.map(({ cells }) => ({ cells: cells.map(shortLabel) })));
  const shortWidths = surveyed.map(({ cell }) => cell);
  await addRows(foot);
  const measured = columns.map((column, index): MeasuredColumn => {
    const { cell, whole, fraction } = surveyed[index]!;
    const alignedWidth = column.kind === 'number' ? Math.max(cell, whole + fraction) : 0;
    return {
      ...column,
      nameWidth: measure.width(column.heading),
      cellWidth: cell,
      shortWidth: shortWidths[index]!,
      alignedWidth,
    };
  });
  const layout = layOutTable(measured, width);
  const hidden = columns.filter(({ kind }, index) => kind !== 'bar' && !layout.shown.includes(index));
  return { hidden: hidden.map(({ name, heading }) => name ?? heading), draw };

  async function* draw(): AsyncGenerator<string> {
    const shown = layout.shown.map((index, slot) => {
      const { heading: name, kind, alignedWidth } = measured[index]!;
      const own = layout.widths[slot]!;
      return { name, kind, width: own, fractionWidth: own >= alignedWidth ? surveyed[index]!.fraction : 0 };
    });
    const render = createTableRenderer(shown, { color, measure });
    const cellsOf = ({ cells }: TableRow) => layout.shown.map((index) => cells[index]!);
    yield await render.head();
    const lineWidth = shown.reduce((sum, each) => sum + each.width + GAP, 0);
    const pieceRows = Math.max(1, Math.floor(PIECE_WIDTH / lineWidth));
    for await (const block of table.rows) {
      for (let start = 0; start < block.length; start += pieceRows) {
        yield await render.rows(block.slice(start, start + pieceRows).map(cellsOf));
      }
    }
    const fitLabel = (cell: ShownCell, slot: number): ShownCell =>
      measure.width(cell.text) > shown[slot]!.width ? shortLabel(cell) : cell;
    if (foot.length > 0) yield await render.foot(foot.map((row) => cellsOf(row).map(fitLabel)));
    for (const note of table.notes()) {
      for (const line of wrap(note, width ?? Number.POSITIVE_INFINITY)) yield `${styled(line, 'dim', color)}\n`;
    }
  }
}

/** The label of the totals (`totalLabel`) without the number of groups, for a narrow column. */
function shortLabel(cell: ShownCell): ShownCell {
  return { ...cell, text: cell.text.replace(/^total of all .*/, 'total') };
}

/** Rows of texts as a table. In the width of a terminal, names wrap, and other texts are cut. */
export async function drawTextTable(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  { width, hasColor }: { readonly width: number | undefined; readonly hasColor: boolean },
): Promise<string> {
  if (rows.length === 0) return '';
  const kindOf = (index: number) => (index === 0 ? 'key' : 'text');
  const importance = IMPORTANCE.kept;
  const table: Table = {
    ...{ kind: 'table', id: 'rows', rowCount: rows.length },
    columns: names.map((heading, index) => ({ heading, kind: kindOf(index), importance })),
    rows: [rows.map((row) => ({ cells: row.map((text) => plainCell(text || '—')) }))],
    notes: () => [],
  };
  return drawTable(table, { width, color: hasColor, measure: createTextMeasure() });
}

/** All lines of a table. `onHidden` gets a message about the columns that they leave out. */
export async function drawTable(
  table: Table,
  terminal: TerminalSize,
  onHidden: (message: string) => void = () => {},
): Promise<string> {
  const { hidden, draw } = await fitTable(table, terminal);
  let drawn = '';
  for await (const piece of draw()) drawn += piece;
  if (hidden.length > 0) onHidden(hiddenColumns(hidden));
  return drawn;
}

/** A message about the columns with these names, at least one. */
export function hiddenColumns(names: readonly string[]): string {
  const which = names.length === 1 ? 'a column' : `${names.length} columns`;
  return `the terminal is too narrow for ${which}: ${names.join(', ')} (choose columns with --columns, or use --wide or --format csv)`;
}

/**
 * The caption, after the title of a chart. Lines break between its parts, and within a part that is wider than the terminal. Without
 * a terminal, there is one line.
 */
export async function drawCaption(
  parts: readonly CaptionPart[],
  style: TextFormat,
  { width: maxWidth = Number.POSITIVE_INFINITY, color, measure }: TerminalSize,
  title?: string,
): Promise<string> {
  const first = title === undefined ? '' : '   ';
  const pieces = [
    ...(title === undefined ? [] : [{ text: title, style: 'bold' as const, separator: '' }]),
    ...parts.map(({ text, isHeading = false }, index) => ({
      text,
      style: isHeading ? style : 'dim',
      separator: index === 0 ? first : isHeading ? ' ' : ' · ',
    })),
  ];
  await measure.prepare(pieces.map(({ text }) => text));
  const words = pieces.flatMap((piece) =>
    measure.width(piece.text) <= maxWidth
      ? [piece]
      : piece.text.split(' ').map((text, at) => ({ ...piece, text, ...(at > 0 && { separator: ' ' }) })),
  );
  let drawn = '';
  let used = 0;
  for (const { text, style: own, separator } of words) {
    const width = separator.length + measure.width(text);
    const isNewLine = used > 0 && used + width > maxWidth;
    used = isNewLine ? measure.width(text) : used + width;
    drawn += (isNewLine ? '\n' : separator) + styled(text, own, color);
  }
  return drawn;
}
