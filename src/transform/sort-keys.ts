/** The sort keys of records, read from the bytes of their lines. */

import { type Column, columnKey } from '../core/columns.ts';
import { type Cell, cellAt } from '../records/cells.ts';
import { RowScanner } from '../records/row-scanner.ts';
import { compareTexts, EMPTY, packBytes, packCell } from './sort-words.ts';

/** A column to sort by, and the direction. */
export interface SortKey {
  readonly column: Column;
  readonly isDescending: boolean;
  /** Gives the cell to sort by. Without it, the column's own cell is the key. */
  readonly rankOf?: ((cell: Cell) => Cell) | undefined;
}

const MAX_SHARED_TEXTS = 10_000;
const MAX_SHARED_LENGTH = 100;

/** Keys of records, each record in a slot of its own. */
export class SortKeys {
  private readonly keys: readonly SortKey[];
  private readonly scanner: RowScanner;
  /** A pair for each key, slot by slot. The pair of a descending key is negative, unless the cell is empty. */
  private readonly words: Float64Array;
  /** The texts that order equal pairs; undefined for a pair that needs none. */
  private readonly texts: (string | undefined)[];

  private readonly shared = new Map<string, string>();

  constructor(keys: readonly SortKey[], slots: number) {
    const first = new Map([...keys].reverse().map((key) => [columnKey(key.column.path), key]));
    // Of two keys with the same column, the first decides.
    this.keys = keys.filter((key) => first.get(columnKey(key.column.path)) === key);
    this.scanner = new RowScanner(this.keys.map(({ column }) => column));
    this.words = new Float64Array(2 * slots * this.keys.length);
    this.texts = new Array<string | undefined>(slots * this.keys.length).fill(undefined);
  }

  /** Reads the keys of the record on the line at `start`. Returns the index after its line feed. */
  read(slot: number, block: Buffer, start: number): number {
    const { keys, scanner, words } = this;
    const next = scanner.scan(block, start);
    for (let index = 0; index < keys.length; index++) {
      const { isDescending, rankOf } = keys[index]!;
      const at = slot * keys.length + index;
      const cellStart = scanner.starts[index]!;
      const cellEnd = scanner.ends[index]!;
      let text: string | undefined;
      if (rankOf !== undefined || !packBytes(block, cellStart, cellEnd, words, 2 * at)) {
        const cell = cellAt(block, cellStart, cellEnd);
        text = packCell(rankOf === undefined ? cell : rankOf(cell), words, 2 * at);
      }
      this.texts[at] = text === undefined ? undefined : this.share(text);
      if (isDescending && words[2 * at] !== EMPTY) {
        words[2 * at] = -words[2 * at]!;
        words[2 * at + 1] = -words[2 * at + 1]!;
      }
    }
    return next;
  }

  /**
   * The same string for equal texts, which is compared faster. Without it, `--sort campaign,-revenue` takes 13 % more CPU time with
   * 200,000 `plain` records of test/bench/shapes.ts.
   */
  private share(text: string): string {
    if (text.length > MAX_SHARED_LENGTH) return text;
    const known = this.shared.get(text);
    if (known !== undefined) return known;
    if (this.shared.size === MAX_SHARED_TEXTS) this.shared.clear();
    this.shared.set(text, text);
    return text;
  }

  copy(from: number, to: number): void {
    const { length } = this.keys;
    for (let index = 0; index < length; index++) {
      const [at, target] = [from * length + index, to * length + index];
      this.words[2 * target] = this.words[2 * at]!;
      this.words[2 * target + 1] = this.words[2 * at + 1]!;
      this.texts[target] = this.texts[at];
    }
  }

  /** Negative, 0 or positive: the record in slot `left` sorts before, like or after that in slot `right`. */
  compare(left: number, right: number): number {
    const { keys, words, texts } = this;
    const { length } = keys;
    for (let index = 0; index < length; index++) {
      const at = left * length + index;
      const other = right * length + index;
      const first = words[2 * at]!;
      const otherFirst = words[2 * other]!;
      if (first !== otherFirst) return first < otherFirst ? -1 : 1;
      const second = words[2 * at + 1]!;
      const otherSecond = words[2 * other + 1]!;
      if (second !== otherSecond) return second < otherSecond ? -1 : 1;
      if (texts[at] === texts[other]) continue;
      const sign = keys[index]!.isDescending ? -1 : 1;
      const order = compareTexts(texts[at], texts[other], sign * first, sign * second);
      if (order !== 0) return sign * order;
    }
    return 0;
  }
}
