import type { ColumnItem } from '../core/column-list.ts';
import type { DataWarning } from '../core/warnings.ts';
import type { ReportRange } from '../dates/calendar.ts';
import type { ComparedRange } from '../dates/compared-range.ts';
import type { Summaries } from '../frame/frame.ts';
import type { Cell } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import type { TransformedRows } from '../transform/transformed-rows.ts';

/** A client whose figures a document shows: by the profile that names it, or else by its id. */
export interface ClientName {
  readonly kind: 'profile' | 'client';
  readonly name: string;
}

/** How people see a comparison. */
export interface ComparisonLayout {
  /** True if the totals are those of all records: a headline says how they changed. */
  readonly hasHeadline: boolean;
  /** True if the user named no measure: the main one stands for all. */
  readonly showsMainOnly: boolean;
}

/** The facts of a caption that are known before the first request. */
export interface CaptionFacts {
  readonly report: string;
  /** None for sandbox data. */
  readonly clients: readonly ClientName[];
  /** Undefined for records of the service. `pulled` is the time of its oldest month: `2026-06-15 12:00 UTC`. */
  readonly dataset: { readonly directory: string; readonly pulled: string } | undefined;
  /** Conditions on the records, and on the groups, as typed. */
  readonly conditions: readonly string[];
}

/** The facts that a page or a workbook states besides its rows and its caption: plain text, in words for the command line. */
export interface PageFacts {
  /** When the first and the last window was pulled, as `2026-06-15 12:00 UTC`. */
  readonly pulled: readonly [first: string, last: string];
  /** The command that makes the same report. */
  readonly command: string;
  /** The command that writes all its rows as CSV. */
  readonly csvCommand: string;
  /** Notes about units of time that the range does not hold whole. */
  readonly rangeNotes: readonly string[];
  /** Warnings about missing or ambiguous data. */
  readonly warnings: readonly string[];
  /** Undefined for an empty report, and for a list of columns. */
  readonly summaries: Summaries | undefined;
}

/** Turns a report into the pieces of a document, as text or as UTF-8. Bytes are valid until the next piece is requested. */
export type Encoder = (input: EncoderInput) => AsyncIterable<string | Uint8Array>;

/** The rows of a report, as far as they are known, and the settings of its document. */
export interface EncoderInput extends Partial<TransformedRows> {
  readonly recordSet: RecordSet;
  /** The columns that the user chose; undefined for all columns. */
  readonly chosen: readonly ColumnItem[] | undefined;
  /** New names of columns, by their names in the report. */
  readonly renames?: ReadonlyMap<string, string> | undefined;
  /** Cells of a last row, one for each shown column, in order. */
  readonly totals?: readonly Cell[] | undefined;
  /** The separator of two fields of `csv`, one ASCII character; a comma by default. */
  readonly delimiter?: string | undefined;
  /** Columns of the terminal; undefined without a terminal: then nothing is cut. */
  readonly terminalWidth: number | undefined;
  /** Lines of the terminal; undefined without a terminal. */
  readonly terminalHeight?: number | undefined;
  /** The facts of the caption of a document for people; undefined without a caption. */
  readonly caption?: CaptionFacts | undefined;
  /** How a comparison is shown; undefined for other rows, and for data. */
  readonly comparison?: ComparisonLayout | undefined;
  /** True to show the changes of a comparison as bars, or else the main numbers. */
  readonly showsBars?: boolean;
  /** The days of the report. */
  readonly range?: ReportRange | undefined;
  /** The days of the range compared with; undefined without a comparison. */
  readonly comparedRange?: ComparedRange | undefined;
  /** Names of columns that the user sums or sorts by: a narrow terminal drops them after others. */
  readonly requestedMeasures?: readonly string[];
  /** True if the terminal shows colours. */
  readonly color: boolean;
  /** Maximum number of rows of a format for people, and of bars of a chart; Infinity for all. */
  readonly maxRows: number;
  /** True if the user chose a limit. */
  readonly isLimitChosen?: boolean;
  /** True if formats for people round numbers and group thousands; `thousands` keeps all digits, and `quotients` those of amounts. Data formats do neither. */
  readonly roundsNumbers?: boolean | 'thousands' | 'quotients';
  /** The facts that the document states about the report; undefined for other formats. */
  readonly page?: PageFacts | undefined;
  /** Reports a note about the document. */
  readonly onNote: (text: string) => void;
  /** Reports a part of the report that the document does not show. */
  readonly onTruncation: (text: string) => void;
  /** Called with a warning about texts that the format cannot hold. */
  readonly onWarning: (warning: DataWarning) => void;
}

/** The description of a format. `load` imports its encoder, when a run uses it. */
export interface Format {
  /** Describes a document, for the help. */
  readonly summary: string;
  /** A document for people may omit rows and add totals and colours. A data document is complete and exact. */
  readonly audience: 'people' | 'data';
  /** Extensions of file names that select this format. */
  readonly extensions: readonly string[];
  /** The options of `FormatOption` that this format supports. One with `allDigits` rounds numbers and groups thousands. */
  readonly options?: readonly FormatOption[];
  /** True if the document draws figures. It cannot show a list of columns. */
  readonly isPicture?: boolean;
  /** True if the document is JSON. A terminal shows it in a pager. */
  readonly isJson?: boolean;
  /** The kind of document, if a terminal cannot show it: `binary`. */
  readonly unfitForTerminals?: string;
  /** True if the document shows figures about all records besides its rows. */
  readonly needsSummaries?: boolean;
  /** True if the document states the facts about its report, which `EncoderInput.page` has. */
  readonly statesFacts?: boolean;
  /** True if several groups have a last row with totals. */
  readonly hasTotals?: boolean;
  /** True if the document is UTF-8 text, or has such text, in which U+FFFD replaces half of a surrogate pair. */
  readonly replacesSurrogates?: boolean;
  load(): Promise<Encoder>;
}

/** The options that only some formats support. */
export type FormatOption = 'allDigits' | 'wide' | 'delimiter';
