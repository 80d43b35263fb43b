/** A report as people read it: a value, built once. Writers only lay it out; none computes a figure. */

import type { LineChart } from '../charts/chart-model.ts';
import type { ShownCell } from '../core/tone.ts';

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
  /** The name above the column, and its whole name if it differs. Both are visible text. */
  readonly heading: string;
  readonly name?: string;
  /** `key` is a text that distinguishes the rows. A `bar` has no text; a heading such as `fell │ rose` names its sides. */
  readonly kind: 'number' | 'date' | 'key' | 'text' | 'bar';
  /** A narrow place drops the least important column first. */
  readonly importance: number;
  /** Characters of its longest cell in the report. */
  readonly length?: number;
  /** True for the column of a unit of time: of equally important ones, the oldest is dropped first. */
  readonly isUnit?: boolean;
}

export interface TableRow {
  /** One for each column. */
  readonly cells: readonly ShownCell[];
  /** True for a row that stands for several groups. */
  readonly isOther?: boolean;
}

/** Rows, the groups that moved, bars, and a pivot are all tables. */
export interface Table {
  readonly kind: 'table';
  readonly id: 'rows' | 'movers' | 'bars' | 'figures';
  readonly title?: string;
  readonly columns: readonly TableColumn[];
  readonly rowCount: number;
  /** Blocks of rows, which can be read again. */
  readonly rows: AsyncIterable<readonly TableRow[]> | Iterable<readonly TableRow[]>;
  /** Totals. */
  readonly foot?: readonly TableRow[];
  /** Lines that explain marks and rounding, once the rows have been read. */
  readonly notes: () => readonly string[];
  /** A message about texts that are too long to show; undefined if there are none. */
  readonly truncation?: () => string | undefined;
}

/** The main figures, each with what is said about its change. */
export interface Tiles {
  readonly kind: 'tiles';
  readonly tiles: readonly {
    readonly name: string;
    /** The currency. */
    readonly unit: string | undefined;
    readonly total: ShownCell;
    readonly changes: readonly ShownCell[];
  }[];
}

/** What a mark in a drawing stands for. */
export interface LegendItem {
  readonly swatch: 'line' | 'line earlier' | 'weekend' | 'part' | 'none';
  readonly text: string;
}

/** An odd day, and its name. */
export interface OddMark {
  readonly position: number;
  readonly note: string;
}

/** A measure over time. */
export interface LinePart {
  readonly kind: 'lines';
  readonly title: string;
  readonly chart: LineChart;
  readonly legend: readonly LegendItem[];
  readonly facts: readonly string[];
  readonly marks: readonly OddMark[];
}

/** A report as a page, which has all of its parts. */
export interface Page {
  readonly title: string;
  /** The title with the range. */
  readonly windowTitle: string;
  readonly isSandbox: boolean;
  /** The ranges, the currency, the client and the conditions, in a few words. */
  readonly about: readonly string[];
  readonly headline: string | undefined;
  /** The reasons for the answer. */
  readonly lead: readonly string[];
  /** Everything that is missing, hidden or ambiguous. */
  readonly notes: readonly string[];
  readonly parts: readonly (Tiles | Table | LinePart)[];
  /** True if another table of the page has all rows, too. */
  readonly repeatsRows: boolean;
  /** Stands for the rows of a report without any. */
  readonly noRows: string;
  readonly facts: readonly Pick<CaptionPart, 'name' | 'value'>[];
  /** The command that makes the page again. */
  readonly command: string;
}

export interface Document {
  readonly caption: readonly CaptionPart[];
  /** The answer. */
  readonly headline: string | undefined;
  /** Undefined without columns. */
  readonly table: Table | undefined;
  /** What is odd or incomplete. */
  readonly remarks: readonly string[];
}
