/** A report as people read it: a value, built once. Writers only lay it out; none computes a figure. */

import type { ShownCell } from '../core/tone.ts';
import type { Phrase } from '../findings/phrases.ts';

/** A fact about the report for its caption. All texts are visible text. */
export interface CaptionPart {
  /** Names the fact in a list: `Range`. */
  readonly name: string;
  /** The fact in that list. */
  readonly value: string;
  /** The fact on a line without names: `profile acme`. */
  readonly text: string;
  /** True for the beginning of the line. */
  readonly isHeading?: true;
}

export interface TableColumn {
  /** The name above the column, and its whole name. Both are visible text. */
  readonly heading: string;
  readonly name: string;
  /** `key` is a text that distinguishes the rows. A `bar` has no text; a heading such as `fell │ rose` names its sides. */
  readonly kind: 'number' | 'date' | 'key' | 'text' | 'bar';
  /** A narrow place drops the least important column first. */
  readonly importance: number;
  /** Characters of its longest cell in the report. */
  readonly length?: number;
  /** True for the column of a unit of time: of equally important ones, the oldest is dropped first. */
  readonly isUnit?: boolean;
  /** For pivoted rows of several measures: the measure at the end of the heading. */
  readonly measureName?: string | undefined;
  /** The value that all rows have: a narrow place can name it in the caption instead. */
  readonly constant?: CaptionPart | undefined;
}

export interface TableRow {
  /** One for each column. */
  readonly cells: readonly ShownCell[];
  /** What is special about the group, long and short: `new 20 Oct`, `new`. */
  readonly badge?: readonly [long: string, short: string] | undefined;
  /** True for a row that stands for several groups. */
  readonly isOther?: boolean;
}

/** Blocks of rows, which can be read again. */
export type RowBlocks = AsyncIterable<readonly TableRow[]> | Iterable<readonly TableRow[]>;

/** Rows, the groups that moved, bars, and a pivot are all tables. */
export interface Table {
  readonly kind: 'table';
  readonly id: 'rows' | 'movers' | 'bars';
  readonly title: string | undefined;
  readonly columns: readonly TableColumn[];
  readonly rowCount: number;
  readonly rows: RowBlocks;
  /** Totals. */
  readonly foot: readonly TableRow[];
  /** Lines that explain marks and rounding, once the rows have been read. `shown` are the indexes of the shown columns. */
  readonly notes: (shown: readonly number[]) => readonly string[];
  /** A message about texts that are too long to show; undefined if there are none. */
  readonly truncation: () => string | undefined;
}

export interface Document {
  readonly caption: readonly CaptionPart[];
  /** The answer. */
  readonly headline: Phrase | undefined;
  readonly parts: readonly Table[];
  /** What is odd or incomplete. */
  readonly remarks: readonly Phrase[];
}
