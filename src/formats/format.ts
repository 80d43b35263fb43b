import type { Cell } from '../segments/cell.ts';
import type { Dataset } from '../segments/dataset.ts';
import type { CsvDialect } from './csv-dialect.ts';

/** A format's work: a report in, pieces of its document out, as text or as UTF-8, pure. Bytes are valid until the next piece is asked for. */
export interface Encoder {
  encode(input: EncoderInput): AsyncIterable<string | Uint8Array>;
}

export interface EncoderInput {
  readonly dataset: Dataset;
  /** What `--columns` asks for; undefined for everything. */
  readonly columnNames: readonly string[] | undefined;
  /** Other names for columns, by the names that they have. */
  readonly renames?: ReadonlyMap<string, string> | undefined;
  /** Cells of a last row, one for each column that is shown, in order. Formats for data leave it out. */
  readonly totals?: readonly Cell[] | undefined;
  /** Columns that hold a change, by `columnKey`. */
  readonly changeColumns?: ReadonlySet<string> | undefined;
  /** How `csv` is spelled; plain, if it is undefined. */
  readonly csvDialect?: CsvDialect | undefined;
  /** Columns of the terminal; undefined where there is none, and nothing is cut. */
  readonly terminalWidth: number | undefined;
  /** Names of columns that the user asked to sum or to sort by: a narrow terminal drops them after others. */
  readonly requestedMeasures?: readonly string[];
  /** True if the terminal shows colours. */
  readonly color: boolean;
  /** Most rows that a format for people shows; Infinity for all. */
  readonly maxRows: number;
  /** True if formats for people group the thousands of numbers. Data formats never do. */
  readonly human?: boolean;
  /** Tells the user what there is to know of the document. */
  readonly onNote: (text: string) => void;
  /** Tells the user what the document lacks of the report. */
  readonly onOmission: (text: string) => void;
}

/** A format as the registry lists it; its code is loaded when a run uses it. */
export interface Format {
  /** Endings of file names that mean this format. */
  readonly extensions: readonly string[];
  /** True for one that people read, and no program: it may leave out and add what helps. */
  readonly isForPeople: boolean;
  /** True if the document is text, which cannot hold half of a surrogate pair: U+FFFD stands in its place. */
  readonly replacesSurrogates?: boolean;
  load(): Promise<Encoder>;
}
