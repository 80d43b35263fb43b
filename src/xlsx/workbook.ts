/**
 * A workbook for Excel, Google Sheets and LibreOffice (ECMA-376, part 1): a sheet that shows groups as a terminal does, a sheet with
 * the exact rows, and a sheet about the report. Cells have types, so a spreadsheet does not guess. It is written as a stream, and
 * memory does not grow with the rows.
 */

import type { Column } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import { DEFAULT_ROWS } from '../core/limits.ts';
import { countOf, formatCount, toVisibleText } from '../core/text.ts';
import { buildDocument } from '../document/build-document.ts';
import { captionParts } from '../document/caption.ts';
import { assertDistinctNames, columnsToShow, hiddenNotes } from '../document/shown-columns.ts';
import type { EncoderInput } from '../formats/format.ts';
import { encodeZip, type Pieces, type ZipEntry } from '../fs/compress.ts';
import { encodeDocument } from './document-sheet.ts';
import { encodeRows, filterRange, spareRows } from './rows-sheet.ts';
import { MAIN, PAGE, SHEET_HEAD, SHEET_HINT, Styles, textCell, XML, xmlText } from './sheet-cells.ts';
import { planColumns } from './sheet-columns.ts';

export async function* xlsx(input: EncoderInput): AsyncGenerator<string | Uint8Array> {
  yield* encodeZip(await partsOf(input));
}

/** Excel's specifications: worksheet size. */
const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;

/** The largest part of a ZIP file without ZIP64. */
const MAX_PART_BYTES = 0xffffffff;
/** A sheet has at most so many bytes for a byte of its records, and for a cell. */
const GROWTH = 7;
const CELL_BYTES = 80;

interface ListedSheet extends Omit<ZipEntry, 'name'> {
  readonly name: string;
  /** The range of its filter; undefined without one. */
  readonly filter?: string | undefined;
}

async function partsOf(input: EncoderInput): Promise<readonly ZipEntry[]> {
  const shown = columnsToShow(input);
  assertDistinctNames(shown);
  assertFits(shown.length, input);
  const styles = new Styles();
  const { recordSet } = input;
  let sizeBytes = 0;
  async function* lines(): AsyncGenerator<Buffer> {
    for await (const block of recordSet.lines()) {
      sizeBytes += block.length;
      yield block;
    }
  }
  const columns = await planColumns({ ...recordSet, lines }, shown, input);
  const report = input.caption?.report ?? 'report';
  const name = report.charAt(0).toUpperCase() + report.slice(1);
  const largest = sizeBytes * GROWTH + recordSet.recordCount * (shown.length + 1) * CELL_BYTES;
  const keptAsText = new Int32Array(columns.length);
  // What the notes say is known after the rows, and the styles are known last.
  const about = (): Pieces => {
    const notes = notesOf(columns, keptAsText);
    for (const note of notes) input.onNote(note);
    return [encodeFacts(aboutFacts(input, notes), styles)];
  };
  const isShown = input.keys?.areGroups === true && columns.length > 0;
  const sheets: readonly ListedSheet[] = [
    ...(isShown ? [{ name: 'Summary', pieces: () => summary(input, name, styles) }] : []),
    {
      name,
      filter: filterRange(input, columns),
      pieces: () => encodeRows(input, columns, styles, keptAsText),
      isLarge: largest > MAX_PART_BYTES,
    },
    { name: 'About', pieces: about },
  ];
  return [
    ...Object.entries(packageParts(sheets)).map(([part, text]) => ({ name: part, pieces: () => [text] })),
    ...sheets.map((sheet, index) => ({ ...sheet, name: `xl/${sheetPart(index)}` })),
    { name: 'xl/styles.xml', pieces: () => [styles.part()] },
  ];
}

/** The sheet of the document, with all digits of the numbers. Its cells are in memory. */
async function* summary(input: EncoderInput, rowsName: string, styles: Styles): AsyncGenerator<string> {
  const { recordCount, columns } = input.recordSet;
  const maxRows = Math.min(DEFAULT_ROWS, Math.ceil(MAX_SUMMARY_CELLS / columns.length));
  const document = await buildDocument({ ...input, roundsNumbers: 'quotients', maxRows });
  const rest = `the first ${formatCount(maxRows)} of ${formatCount(recordCount)} rows; the sheet ${rowsName} has all`;
  yield await encodeDocument(document, styles, recordCount > maxRows ? rest : undefined);
}

const MAX_SUMMARY_CELLS = 100_000;

/** Throws an output error for a report that a sheet cannot hold. */
function assertFits(columnCount: number, input: EncoderInput): void {
  const [{ recordCount }, spare] = [input.recordSet, spareRows(input)];
  const what =
    recordCount + spare > MAX_ROWS
      ? `${countOf(recordCount, 'record')}, and a sheet holds at most ${formatCount(MAX_ROWS - spare)} with the header${input.totals === undefined ? '' : ' and the totals'}`
      : columnCount > MAX_COLUMNS
        ? `${countOf(columnCount, 'column')}, and a sheet holds at most ${formatCount(MAX_COLUMNS)}`
        : undefined;
  if (what !== undefined) throw new ReportingError('E-sheet-limit', `the report has ${what}`, { hint: SHEET_HINT });
}

function notesOf(columns: readonly Column[], keptAsText: Int32Array): readonly string[] {
  return columns.flatMap(({ name }, index) => {
    const count = keptAsText[index]!;
    if (count === 0) return [];
    const [are, them] = count === 1 ? ['is text', 'it'] : ['are texts', 'them'];
    return `column ${JSON.stringify(name)}: ${countOf(count, 'number')} ${are} in the sheet, because a spreadsheet keeps only 15 digits; formulas leave ${them} out`;
  });
}

type Fact = readonly [name: string, value: string];

/** The facts about the report, in the order of the sheet. */
function aboutFacts(input: EncoderInput, notes: readonly string[]): readonly Fact[] {
  const { page, caption } = input;
  if (page === undefined || caption === undefined) return [];
  const { pulled, command, warnings, rangeNotes } = page;
  const [first, last] = pulled;
  const noted = [
    ...(caption.clients.length === 0 ? ['These figures are made up: they come from the sandbox.'] : []),
    ...warnings,
    ...rangeNotes,
    ...hiddenNotes(input),
    ...notes,
  ];
  return [
    ['Report', caption.report],
    ...captionParts(input).map(({ name, value }): Fact => [name, value]),
    ['Pulled', first === last ? last : `${first} to ${last}`],
    ['Command', toVisibleText(command)],
    ...noted.map((text): Fact => ['Note', toVisibleText(text)]),
  ];
}

/** A sheet of texts: names in bold, and values. */
function encodeFacts(facts: readonly Fact[], styles: Styles): string {
  const rows = facts.map((fact, row) => {
    const cells = fact.map((text, column) => {
      const style = { isBold: column === 0, align: 'wrap' } as const;
      return textCell(styles, `${'AB'[column]!}${row + 1}`, text, style, 'the sheet About');
    });
    return `<row r="${row + 1}">${cells.join('')}</row>`;
  });
  return `${SHEET_HEAD}<cols><col min="1" max="1" width="16" customWidth="1"/><col min="2" max="2" width="90" customWidth="1"/></cols><sheetData>${rows.join('')}</sheetData>${PAGE}</worksheet>`;
}

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The parts that do not depend on cells (ECMA-376, part 2, and part 1, 18.2), by their names. */
function packageParts(sheets: readonly ListedSheet[]): Readonly<Record<string, string>> {
  const parts = [
    ...sheets.map((_, index) => [sheetPart(index), 'worksheet'] as const),
    ['styles.xml', 'styles'] as const,
  ];
  const types = [['workbook.xml', 'sheet.main'] as const, ...parts].map(
    ([part, type]) => `<Override PartName="/xl/${part}" ContentType="${TYPE}.${type}+xml"/>`,
  );
  const relations = (targets: readonly (readonly [part: string, type: string])[]): string => {
    const tags = targets.map(
      ([part, type], index) => `<Relationship Id="rId${index + 1}" Type="${RELATION}/${type}" Target="${part}"/>`,
    );
    return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${tags.join('')}</Relationships>`;
  };
  const listed = sheets.map(({ name }, index) => {
    return `<sheet name="${xmlText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`;
  });
  // Excel stores the range of a filter also as a hidden name.
  const names = sheets.flatMap(({ name, filter }, index) => {
    const range = filter?.replace(/([A-Z]+)(\d+)/g, '$$$1$$$2');
    const attributes = `name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1"`;
    return range === undefined ? [] : [`<definedName ${attributes}>'${xmlText(name)}'!${range}</definedName>`];
  });
  const defined = names.length === 0 ? '' : `<definedNames>${names.join('')}</definedNames>`;
  return {
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${types.join('')}</Types>`,
    '_rels/.rels': relations([['xl/workbook.xml', 'officeDocument']]),
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATION}"><sheets>${listed.join('')}</sheets>${defined}</workbook>`,
    'xl/_rels/workbook.xml.rels': relations(parts),
  };
}

function sheetPart(index: number): string {
  return `worksheets/sheet${index + 1}.xml`;
}
