/**
 * Reads records as bytes: where the cells of some columns begin and end. A step that looks at every cell of a report reads it
 * this way, because a string for each cell would take most of its time. Records are checked JSON, minified, one a line. Most are
 * like the one before, and one loop finds their cells. Any other record is walked.
 */

import {
  BACKSLASH,
  CLOSING_BRACE,
  COMMA,
  LINE_FEED,
  OPENING_BRACE,
  OPENING_BRACKET,
  QUOTATION_MARK,
  SPACE,
} from '../core/bytes.ts';
import { type Column, columnKey } from '../core/columns.ts';
import { shapeOf } from '../json/fast-path.ts';
import {
  childNode,
  createKeyTree,
  createRecordWalker,
  damaged,
  endOfValue,
  type KeyNode,
} from '../json/record-walker.ts';
import { type Cell, cellAt } from './cells.ts';
import type { RecordSet } from './record-set.ts';
import { readLines, type SpooledLines } from './spool.ts';

/** Where the values of like records are: most records have the same names in the same order as the one before. */
export interface RowLayout {
  /** The text before each value and after the last one, with the line feed. */
  readonly names: Uint8Array;
  /** The end of each of these texts in `names`. */
  readonly nameEnds: Int32Array;
  /** The first column of each value; -1 for a value that is not read. */
  readonly targets: Int32Array;
  /** The columns without a value. */
  readonly absent: Int32Array;
}

/** Records of many shapes may alternate: at most one layout is worked out for a block. */
const MAX_LAYOUTS = 64;

/** The rows of a block of records, one at a time. A column may occur twice. The code runs for every record. */
export class ScannedRows {
  block: Buffer = Buffer.alloc(0);
  /** The minified record is the block's bytes from `start` to `end`. */
  start = 0;
  end = 0;
  private after = 0;
  /**
   * The bounds of each column's cell in the block; the end is 0 if the record has no such cell. Of a repeated member, the last
   * value counts.
   */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  private readonly walk: (block: Buffer, start: number) => number;
  /** The columns that occurred before, and the index at which each of them did. */
  private readonly repeated: Int32Array;
  private readonly firsts: Int32Array;

  /** The layout of the records before; undefined before the first, and after one that has none. */
  layout: RowLayout | undefined;
  private layouts = 0;
  private learnedIn: Buffer | undefined;

  /** `wholeObjects` reads a column whose path leads to an object as the whole object; otherwise it is empty. */
  constructor(
    private readonly columns: readonly Column[],
    wholeObjects = false,
  ) {
    this.starts = new Int32Array(columns.length);
    this.ends = new Int32Array(columns.length);
    const root = createKeyTree();
    const repeated: number[] = [];
    const firsts: number[] = [];
    columns.forEach(({ path }, index) => {
      const node = path.reduce(childNode, root);
      if (node.leaf === -1) node.leaf = index;
      else {
        repeated.push(index);
        firsts.push(node.leaf);
      }
    });
    this.repeated = Int32Array.from(repeated);
    this.firsts = Int32Array.from(firsts);
    const setCell = ({ leaf }: KeyNode, start: number, end: number): void => {
      if (leaf === -1) return;
      this.starts[leaf] = start;
      this.ends[leaf] = end;
    };
    this.walk = createRecordWalker(root, {
      leaf: setCell,
      ...(wholeObjects && { object: setCell }),
      repeated: (node) => this.clear(node),
      isClosed: () => true,
    });
    // A layout has no objects.
    if (wholeObjects) this.layouts = MAX_LAYOUTS;
  }

  /** Begins with the first record of a block. */
  begin(block: Buffer): void {
    this.block = block;
    this.after = 0;
  }

  /** Moves to the next row, at first to the first one. False if there is none. */
  next(): boolean {
    const { block, after } = this;
    if (after === block.length) return false;
    this.start = after;
    this.after = this.scan(block, after);
    this.end = this.after - 1;
    return true;
  }

  /** Finds the cells of the record on the line at `start`. Returns the index after its line feed. */
  scan(block: Buffer, start: number): number {
    const { repeated, firsts, starts, ends } = this;
    const like = this.scanWithLayout(block, start);
    const next = like === -1 ? this.scanAny(block, start) : like;
    for (let index = 0; index < repeated.length; index++) {
      starts[repeated[index]!] = starts[firsts[index]!]!;
      ends[repeated[index]!] = ends[firsts[index]!]!;
    }
    return next;
  }

  /** The cell of a column, for a cell that its bytes do not settle. */
  cell(column: number): Cell {
    return cellAt(this.block, this.starts[column]!, this.ends[column]!);
  }

  cells(): Cell[] {
    const cells: Cell[] = [];
    for (let column = 0; column < this.ends.length; column++) cells.push(this.cell(column));
    return cells;
  }

  /** As `scanAny`, for a record with the layout. Returns -1 for any other record. */
  private scanWithLayout(block: Buffer, start: number): number {
    const { layout, starts, ends } = this;
    if (layout === undefined) return -1;
    const { names, nameEnds, targets, absent } = layout;
    const count = targets.length;
    let at = start;
    let name = 0;
    for (let value = 0; ; value++) {
      for (const end = nameEnds[value]!; name < end; name++, at++) {
        if (block[at] !== names[name]) return -1;
      }
      if (value === count) break;
      const from = at;
      let byte = block[at]!;
      if (byte === QUOTATION_MARK) {
        byte = block[++at]!;
        while (byte !== QUOTATION_MARK && byte !== BACKSLASH && byte >= SPACE) byte = block[++at]!;
        at = byte === QUOTATION_MARK ? at + 1 : endOfValue(block, from);
      } else if (byte === OPENING_BRACE) return -1;
      else if (byte === OPENING_BRACKET) at = endOfValue(block, from);
      else while (byte !== COMMA && byte !== CLOSING_BRACE && byte >= SPACE) byte = block[++at]!;
      const target = targets[value]!;
      if (target === -1) continue;
      starts[target] = from;
      ends[target] = at;
    }
    for (let index = 0; index < absent.length; index++) ends[absent[index]!] = 0;
    return at;
  }

  private scanAny(block: Buffer, start: number): number {
    this.ends.fill(0);
    const end = this.walk(block, start);
    if (block[end] !== LINE_FEED) throw damaged();
    if (this.layouts < MAX_LAYOUTS && this.learnedIn !== block) {
      this.learnedIn = block;
      this.layouts++;
      this.layout = this.layoutOf(block.subarray(start, end)) ?? this.layout;
    }
    return end + 1;
  }

  private layoutOf(record: Buffer): RowLayout | undefined {
    const shape = shapeOf(record);
    if (shape === undefined) return undefined;
    const names = [...shape.separators.slice(0, -1), `${shape.separators.at(-1)!}\n`].map((text) => Buffer.from(text));
    let end = 0;
    const nameEnds = Int32Array.from(names, (name) => (end += name.length));
    const indexes = new Map(shape.values.map(({ column: { path } }, index) => [columnKey(path), index]));
    const places = this.columns.map(({ path }) => indexes.get(columnKey(path)) ?? -1);
    return {
      names: Buffer.concat(names),
      nameEnds,
      targets: new Int32Array(shape.values.length).map((_, index) => places.indexOf(index)),
      absent: Int32Array.from(places.flatMap((place, column) => (place === -1 ? [column] : []))),
    };
  }

  private clear({ leaf, children }: KeyNode): void {
    if (leaf !== -1) this.ends[leaf] = 0;
    for (const child of children.values()) this.clear(child);
  }
}

/** The rows of all records, in order, in batches as they are read: each is valid until the next one is requested. A column may occur twice. */
export async function* scanRows(
  recordSet: Pick<RecordSet, 'lines'>,
  columns: readonly Column[],
  wholeObjects?: boolean,
): AsyncGenerator<ScannedRows> {
  const rows = new ScannedRows(columns, wholeObjects);
  for await (const block of recordSet.lines()) {
    rows.begin(block);
    yield rows;
  }
}

/** The rows of the records in a file of the spool. */
export function scanSpooled(spooled: SpooledLines, columns: readonly Column[]): AsyncGenerator<ScannedRows> {
  return scanRows({ lines: () => readLines(spooled) }, columns);
}
