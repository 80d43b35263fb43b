/** cli-table3, given fixed widths and plain cells; the only file that knows it. */

import Table from 'cli-table3';
import { GAP } from './table-layout.ts';
import { cutToWidth, isAscii, textWidth } from './text-width.ts';

export interface RenderedColumn {
  readonly name: string;
  readonly width: number;
  /** Numbers stand on the right. */
  readonly isNumeric: boolean;
}

export interface TableRenderer {
  /** The names of the columns, and a line below them. */
  head(): string;
  /** Rows of visible text, a line each. Text that is wider than its column is cut. */
  rows(rows: readonly (readonly string[])[]): string;
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

/**
 * cli-table3 brings an older measure of width than ours, which takes newer emoji for narrow. So what is not ASCII goes
 * through it as a stand-in of the same width, and is put back in the order in which it stood.
 */
const STAND_IN = '\ue000';
const STAND_IN_REST = '\ue001';
const STAND_INS = /\ue000\ue001*/g;

export function createTableRenderer(
  columns: readonly RenderedColumn[],
  { color }: { readonly color: boolean },
): TableRenderer {
  const options = {
    chars: NO_LINES,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
    colWidths: columns.map((column) => column.width),
    colAligns: columns.map((column) => (column.isNumeric ? 'right' : 'left') as 'right' | 'left'),
  };

  function render(rows: readonly (readonly string[])[]): string {
    const texts: string[] = [];
    const table = new Table(options);
    for (const row of rows) {
      table.push(row.map((text, index) => standIn(cutToWidth(text, columns[index]!.width), texts)));
    }
    let next = 0;
    const lines = table
      .toString()
      .split('\n')
      .map((line) => line.trimEnd());
    return `${lines.join('\n').replace(STAND_INS, () => texts[next++]!)}\n`;
  }

  return {
    head() {
      const names = render([columns.map((column) => column.name)]);
      const line = columns.map((column) => '─'.repeat(column.width)).join(' '.repeat(GAP));
      return color
        ? `\u001b[1m${names.trimEnd()}\u001b[22m\n\u001b[2m${line}\u001b[22m\n`
        : `${names}${line}\n`;
    },
    rows: render,
  };
}

function standIn(text: string, texts: string[]): string {
  if (isAscii(text)) return text;
  const width = textWidth(text);
  // A text of no width at all gets a place to stand.
  texts.push(width === 0 ? `${text} ` : text);
  return STAND_IN + STAND_IN_REST.repeat(Math.max(0, width - 1));
}
