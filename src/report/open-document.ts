/** The document of a plan: its place, its encoder, and the messages that it collects. */

import { newNamesIn } from '../core/column-list.ts';
import { columnKey } from '../core/columns.ts';
import { ContentHash } from '../core/hash.ts';
import { type Sink, STDOUT } from '../core/sink.ts';
import type { DataWarning } from '../core/warnings.ts';
import { columnsToShow, totalsRow } from '../document/shown-columns.ts';
import type { EncoderInput, PageFacts } from '../formats/format.ts';
import { FORMATS, isCompressed } from '../formats/registry.ts';
import {
  clientNames,
  type Document,
  datasetFacts,
  keptBetween,
  minuteOf,
  type ReportPlan,
  standingWarnings,
} from '../plan/report-plan.ts';
import { type Cell, isNumber } from '../records/cells.ts';
import type { Uses } from '../services.ts';
import { textOf } from '../transform/condition.ts';
import type { TransformedRows } from '../transform/transformed-rows.ts';
import { type AlertOutcome, assertNoWarnings } from './pull.ts';

/** Exact sums as digits, by the names of columns. */
type Sums = Readonly<Record<string, string | null>>;

/** The document of a plan while it is written, and the messages that it collects. */
export type OpenDocument = Awaited<ReturnType<typeof openDocument>>;

interface PulledFacts {
  /** What is missing or ambiguous. */
  readonly warnings: readonly string[];
  /** When the first and the last response arrived. */
  readonly between: readonly [first: Date, last: Date];
  readonly alert: AlertOutcome | undefined;
}

/** Opens the place of a document, and loads its format. */
export async function openDocument(plan: ReportPlan, services: Uses<'openSink' | 'messages' | 'stdout'>) {
  const { output, makesDirectories, format } = plan.document;
  const encode = await FORMATS[format].load();
  const isStdout = output === STDOUT;
  const { audience, isJson = false } = FORMATS[format];
  const isPaged = isStdout && (audience === 'people' || isJson);
  const isWide = plan.document.display.wide;
  const opened = await services.openSink(output, { isPaged, makesDirectories, isWide });
  const needsSums = services.messages.showsResults();
  const content = needsSums ? new ContentHash() : undefined;
  const notes: string[] = [];
  const details: string[] = [];
  const truncations: string[] = [];
  const warningsOfFormat: DataWarning[] = [];
  let sums: Sums | undefined;
  return {
    sink: content === undefined ? opened : hashing(opened, content),
    /** True if the user reads it in a pager for a while. */
    isPaged,
    encode(rows: TransformedRows, facts: PulledFacts): AsyncIterable<string | Uint8Array> {
      sums = sumsOf(rows, plan.document);
      notes.push(...rows.notes);
      details.push(...rows.details);
      const pieces = encode({
        ...inputOf(plan, rows, services),
        page: pageFacts(plan, rows, facts, services.messages.redact),
        onNote: (text) => notes.push(text),
        onTruncation: (text) => truncations.push(text),
        onWarning(warning) {
          const standing = standingWarnings(plan.fetch, [warning]);
          assertNoWarnings(plan.fetch, standing, services.messages.show, facts.alert);
          warningsOfFormat.push(...standing);
        },
      });
      return isCompressed(output) ? compress(pieces) : pieces;
    },
    /** True if it shows the groups by day. */
    findsDays:
      plan.document.comparison?.hasHeadline === true ||
      (format === 'html' && plan.document.transform.groupBy.length > 0),
    /** Notes of the transform and the format, to show after the run. */
    notes,
    details,
    /** The parts of the report that the format did not show. */
    truncations,
    warningsOfFormat,
    /** True if the sums of all rows are needed beside it. */
    needsSums,
    /** The facts about what was written, and the sums of its rows; undefined if nobody needs them. */
    content: () => content && { ...content.facts(), sums },
  };
}

/** The sink, whose pieces are counted and hashed on their way. */
function hashing(sink: Sink, content: ContentHash): Sink {
  return {
    ...sink,
    write(piece) {
      content.add(piece);
      return sink.write(piece);
    },
  };
}

/** The sums of the columns that a document shows, by their names; null for amounts of several currencies. */
function sumsOf({ sums, recordSet }: TransformedRows, { columns: chosen }: Document): Sums | undefined {
  // A list of columns that is not complete has no names of its sums.
  if (sums === undefined || recordSet.hasMoreColumns) return undefined;
  return Object.fromEntries(
    columnsToShow({ recordSet, chosen }).flatMap(({ name, path }) => {
      const sum = sums.get(columnKey(path));
      // A text names the currencies of amounts that are not added.
      return sum === undefined ? [] : [[name, isNumber(sum) ? sum : null]];
    }),
  );
}

/** The facts for a page. Undefined for other formats. */
function pageFacts(
  { fetch, document: { page, notes: rangeNotes } }: ReportPlan,
  { notes, summaries }: TransformedRows,
  { warnings, between }: PulledFacts,
  redact: (text: string) => string,
): PageFacts | undefined {
  if (page === undefined) return undefined;
  const all = [...warnings, ...notes];
  const [first, last] = keptBetween(fetch) ?? between;
  return {
    rangeNotes,
    command: redact(page.command),
    csvCommand: redact(page.csvCommand),
    pulled: [minuteOf(first), minuteOf(last)],
    warnings: [...new Set(all.map(redact))],
    summaries,
  };
}

async function* compress(pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  const { gzip } = await import('../fs/compress.ts');
  yield* gzip(pieces);
}

/** The rows and the settings of a document for its encoder. */
function inputOf(
  { fetch, document }: ReportPlan,
  rows: TransformedRows,
  { stdout }: Uses<'stdout'>,
): Omit<EncoderInput, 'page' | 'onNote' | 'onTruncation' | 'onWarning'> {
  const { report, range, compared } = fetch;
  const { format, output, columns: chosen, delimiter, display } = document;
  const { where, having, alert } = document.transform;
  const renames = chosen && newNamesIn(chosen);
  const isOnTerminal = output === STDOUT;
  const { audience, statesFacts = false } = FORMATS[format];
  // Data formats keep the columns of the rows, and a workbook does, too.
  const all = rows.currencies && { ...rows.currencies, constant: [] };
  const currencies = audience === 'people' ? rows.currencies : statesFacts ? all : undefined;
  return {
    ...rows,
    ...display,
    maxRows: display.maxRows ?? Number.POSITIVE_INFINITY,
    chosen,
    renames,
    totals: totalsOf(rows, { chosen, currencies }, document),
    delimiter,
    terminalWidth: isOnTerminal && !display.wide ? stdout.width : undefined,
    terminalHeight: isOnTerminal ? stdout.height : undefined,
    caption: {
      ...{ report, clients: clientNames(fetch), dataset: datasetFacts(fetch) },
      conditions: [...where, ...having, ...alert].map(textOf),
    },
    currencies,
    range,
    comparedRange: compared && rows.usualWeeks ? { ...compared, weeks: rows.usualWeeks } : compared,
    comparison: document.comparison,
    showsBars: isOnTerminal && stdout.isTerminal && document.comparison !== undefined,
    color: isOnTerminal && stdout.hasColor,
  };
}

/** The row of totals of several groups, or of records on a terminal, in a format that shows one; undefined without a sum. */
function totalsOf(
  { recordSet, sums, groupCount, keys }: TransformedRows,
  choice: Pick<EncoderInput, 'chosen' | 'currencies'>,
  { format, isOnScreen }: Document,
): readonly Cell[] | undefined {
  const hasTotals = FORMATS[format].hasTotals === true && (keys.areGroups || isOnScreen) && groupCount > 1;
  if (!hasTotals || sums === undefined || sums.size === 0) return undefined;
  return totalsRow(sums, columnsToShow({ recordSet, ...choice }), groupCount);
}
