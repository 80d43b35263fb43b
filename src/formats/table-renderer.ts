/**
 * Lines of a table, of fixed widths, as cli-table3 draws them; this is the only file that knows it. It takes a quarter of a
 * millisecond for a row of eight cells, and measures newer emoji wrongly. So it draws one line, of stand-ins, into which
 * each row is laid; and none for rows of simple text, since it takes a while to load.
 */

import { shortNames } from './short-names.ts';
import { paint, type ShownCell } from './shown-cell.ts';
import { GAP } from './table-layout.ts';
import { simpleWidth, type TextMeasure } from './text-width.ts';

export interface RenderedColumn {
  readonly name: string;
  readonly width: number;
  /** Numbers stand on the right. */
  readonly isNumeric: boolean;
}

export interface TableRenderer {
  /** The names of the columns, and a line below them. */
  head(): Promise<string>;
  /** Rows, a line each. Text that is wider than its column is cut. */
  rows(rows: readonly (readonly ShownCell[])[]): Promise<string>;
  /** A line, and below it a row that stands out. */
  foot(row: readonly ShownCell[]): Promise<string>;
}

const NO_LINES = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: ' '.repeat(GAP),
};

/** What stands for a cell in the line that cli-table3 draws: a character that it takes for one column wide, as often as the column has. */
const STAND_IN = '\ue000';
const STAND_INS = /\ue000+/g;

/** `measure` is prepared for all texts. */
export function createTableRenderer(
  columns: readonly RenderedColumn[],
  { color, measure }: { readonly color: boolean; readonly measure: TextMeasure },
): TableRenderer {
  const gap = ' '.repeat(GAP);
  const rule = columns.map((column) => '─'.repeat(column.width)).join(gap);
  const painted = (text: string, tone: ShownCell['tone']): string => (color ? paint(text, tone) : text);

  function fit({ text, tone }: ShownCell, index: number): string {
    const { width, isNumeric } = columns[index]!;
    const cut = measure.cut(text, width);
    const padding = ' '.repeat(Math.max(0, width - measure.width(cut)));
    return isNumeric ? padding + painted(cut, tone) : painted(cut, tone) + padding;
  }

  let drawn: Promise<string> | undefined;

  async function linesOf(rows: readonly (readonly ShownCell[])[]): Promise<readonly string[]> {
    const lines: string[] = [];
    for (const row of rows) {
      const cells = row.map(fit);
      const isSimple = row.every(({ text }) => simpleWidth(text) !== undefined);
      if (isSimple) lines.push(cells.join(gap).trimEnd());
      else {
        drawn ??= drawLine(columns);
        let next = 0;
        lines.push((await drawn).replace(STAND_INS, () => cells[next++]!).trimEnd());
      }
    }
    return lines;
  }

  const bold = (text: string): string => (color ? `\u001b[1m${text}\u001b[22m` : text);
  const dim = (text: string): string => (color ? `\u001b[2m${text}\u001b[22m` : text);
  return {
    async head() {
      const names = shortNames(columns, measure).map((text) => ({ text, tone: 'plain' }) as const);
      return `${bold((await linesOf([names])).join('\n'))}\n${dim(rule)}\n`;
    },
    rows: async (rows) => `${(await linesOf(rows)).join('\n')}\n`,
    foot: async (row) => `${dim(rule)}\n${bold((await linesOf([row])).join('\n'))}\n`,
  };
}

/** The line of a row whose cells are stand-ins as wide as their columns. */
async function drawLine(columns: readonly RenderedColumn[]): Promise<string> {
  const { default: Table } = await import('cli-table3');
  const table = new Table({
    chars: NO_LINES,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
    colWidths: columns.map(({ width }) => width),
  });
  table.push(columns.map(({ width }) => STAND_IN.repeat(width)));
  return table.toString();
}
