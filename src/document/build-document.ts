/** Builds the document of a report's rows: the answer, its reasons, and the table. */

import { headline, remarkPhrases } from '../findings/phrases.ts';
import type { EncoderInput } from '../formats/format.ts';
import { captionParts } from './caption.ts';
import type { Document, Table } from './document.ts';
import { alsoLine, comparedFigures, medianNote, readFindings } from './read-findings.ts';
import { rowsTable } from './rows-table.ts';

export async function buildDocument(input: EncoderInput): Promise<Document> {
  const figures = input.comparison?.hasHeadline === true ? await comparedFigures(input) : undefined;
  const read = figures && (await readFindings(input, figures));
  const table = await rowsTable(input, read?.findings.movers);
  const parts = table === undefined ? [] : [table];
  if (read === undefined) return { caption: captionParts(input), headline: undefined, parts, remarks: [] };
  const { findings, wording, measure } = read;
  const notes = [
    ...(input.comparison?.showsMainOnly === true ? alsoLine(input, measure) : []),
    ...(input.totals === undefined ? [] : medianNote(input, findings)),
  ];
  const withNotes = (given: Table): Table => ({ ...given, notes: (shown) => [...notes, ...given.notes(shown)] });
  return {
    caption: captionParts(input, true),
    headline: headline(findings, wording),
    parts: parts.map(withNotes),
    remarks: remarkPhrases(findings, wording),
  };
}
