/**
 * A workbook for Excel, Google Sheets and LibreOffice (ECMA-376, part 1): a sheet with the rows, and a sheet about the report.
 * Cells have types, so a spreadsheet does not guess. It is written as a stream, and memory does not grow with the rows.
 */

import type { Column } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import { countOf, formatCount, toVisibleText } from '../core/text.ts';
import { captionParts } from '../document/caption.ts';
import { assertDistinctNames, columnsToShow } from '../document/shown-columns.ts';
import type { Encoder, EncoderInput } from '../formats/format.ts';
import { encodeZip, type ZipEntry } from '../fs/compress.ts';
import type { RecordSet } from '../records/record-set.ts';
import { NOTHING_HIDDEN } from '../records/summaries.ts';
import { Styles } from './cell-styles.ts';
import { encodeFacts, encodeSheet, filterRange, type SheetFacts } from './rows-sheet.ts';
import { planColumns, type Sheet } from './sheet-columns.ts';
import { SHEET_HINT } from './sheet-text.ts';
import { totalsRowNumber } from './sheet-totals.ts';
import { CONTENT_TYPES, PACKAGE_RELATIONS, WORKBOOK_RELATIONS, workbook } from './workbook-parts.ts';

export const xlsx: Encoder = {
  async *encode(input) {
    yield* encodeZip(await partsOf(input));
  },
};

/** Excel's specifications: worksheet size. */
const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;

/** The largest part of a ZIP file without ZIP64. */
const MAX_PART_BYTES = 0xffffffff;
/** A sheet has at most so many bytes for a byte of its records, and for a cell. */
const GROWTH = 7;
const CELL_BYTES = 80;

async function partsOf(input: EncoderInput): Promise<readonly ZipEntry[]> {
  const shown = columnsToShow(input);
  assertDistinctNames(shown);
  const { recordSet, bytesRead } = countBytes(input.recordSet);
  assertFits(shown.length, recordSet.recordCount, input);
  const styles = new Styles();
  const columns = await planColumns(recordSet, shown, input);
  const report = input.caption?.report ?? 'report';
  const sheet: Sheet = { name: report.charAt(0).toUpperCase() + report.slice(1), recordSet, columns, styles };
  const listed = [
    { name: sheet.name, filter: filterRange(sheet) },
    { name: 'About', filter: undefined },
  ];
  const largest = bytesRead() * GROWTH + recordSet.recordCount * (shown.length + 1) * CELL_BYTES;
  const isLarge = largest > MAX_PART_BYTES;

  let facts: SheetFacts = { keptAsText: [] };
  const sheetPieces = () =>
    encodeSheet(sheet, input, (found) => {
      facts = found;
    });
  // What the notes say is known after the rows, and the styles are known last.
  const about = () => {
    const notes = notesOf(columns, facts);
    for (const note of notes) input.onNote(note);
    return [encodeFacts(aboutFacts(input, notes), styles)];
  };
  return [
    { name: '[Content_Types].xml', pieces: () => [CONTENT_TYPES] },
    { name: '_rels/.rels', pieces: () => [PACKAGE_RELATIONS] },
    { name: 'xl/workbook.xml', pieces: () => [workbook(listed)] },
    { name: 'xl/_rels/workbook.xml.rels', pieces: () => [WORKBOOK_RELATIONS] },
    { name: 'xl/worksheets/sheet1.xml', pieces: sheetPieces, isLarge },
    { name: 'xl/worksheets/sheet2.xml', pieces: about },
    { name: 'xl/styles.xml', pieces: () => [styles.part()] },
  ];
}

/** Throws an output error for a report that a sheet cannot hold. */
function assertFits(columnCount: number, recordCount: number, { totals }: EncoderInput): void {
  const rowCount = totals === undefined ? recordCount + 1 : totalsRowNumber(recordCount);
  const what =
    rowCount > MAX_ROWS
      ? `${countOf(recordCount, 'record')}, and a sheet holds at most ${formatCount(MAX_ROWS - (rowCount - recordCount))} with the header${totals === undefined ? '' : ' and the totals'}`
      : columnCount > MAX_COLUMNS
        ? `${countOf(columnCount, 'column')}, and a sheet holds at most ${formatCount(MAX_COLUMNS)}`
        : undefined;
  if (what === undefined) return;
  throw new ReportingError('E-sheet-limit', `the report has ${what}`, { hint: SHEET_HINT });
}

/** The records, and the bytes that were read of them so far. */
function countBytes(recordSet: RecordSet): {
  readonly recordSet: RecordSet;
  readonly bytesRead: () => number;
} {
  let sizeBytes = 0;
  async function* lines(): AsyncGenerator<Buffer> {
    for await (const block of recordSet.lines()) {
      sizeBytes += block.length;
      yield block;
    }
  }
  return { recordSet: { ...recordSet, lines }, bytesRead: () => sizeBytes };
}

function notesOf(columns: readonly Column[], { keptAsText }: SheetFacts): readonly string[] {
  return columns.flatMap(({ name }, index) => {
    const count = keptAsText[index] ?? 0;
    if (count === 0) return [];
    const [are, them] = count === 1 ? ['is text', 'it'] : ['are texts', 'them'];
    return `column ${JSON.stringify(name)}: ${countOf(count, 'number')} ${are} in the sheet, because a spreadsheet keeps only 15 digits; formulas leave ${them} out`;
  });
}

/** The facts about the report, in the order of the sheet. */
function aboutFacts(
  input: EncoderInput,
  notes: readonly string[],
): readonly (readonly [name: string, value: string])[] {
  const { page, caption } = input;
  if (page === undefined || caption === undefined) return [];
  const { pulled, conditions, command, warnings, rangeNotes, isSandbox } = page;
  const { byConditions, byLimit } = input.hidden ?? NOTHING_HIDDEN;
  const [first, last] = pulled;
  const noted = [
    ...(isSandbox ? ['These figures are made up: they come from the sandbox.'] : []),
    ...warnings,
    ...rangeNotes,
    ...(byConditions > 0 ? [`${countOf(byConditions, 'row')} hidden by conditions`] : []),
    ...(byLimit > 0 ? [`${countOf(byLimit, 'row')} hidden by --limit`] : []),
    ...notes,
  ];
  return [
    ['Report', caption.report],
    ...captionParts(input).map(({ name, value }) => [name, value] as const),
    ...conditions.map((text) => ['Only', toVisibleText(text)] as const),
    ['Pulled', first === last ? last : `${first} to ${last}`],
    ['Command', toVisibleText(command)] as const,
    ...noted.map((text) => ['Note', toVisibleText(text)] as const),
  ];
}
