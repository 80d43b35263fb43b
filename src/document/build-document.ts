/** Builds the document of a report's rows: the answer, its reasons, and the table. */

import { headline, remarkPhrases } from '../findings/phrases.ts';
import type { EncoderInput } from '../formats/format.ts';
import { captionParts } from './caption.ts';
import type { Document } from './document.ts';
import { alsoLine, comparedFigures, medianNote, readFindings } from './read-findings.ts';
import { rowsTable } from './rows-table.ts';

export async function buildDocument(input: EncoderInput): Promise<Document> {
  const { comparison, totals } = input;
  const figures = comparison?.hasHeadline === true ? await comparedFigures(input) : undefined;
  const read = figures && (await readFindings(input, figures));
  const table = await rowsTable(input, read?.findings.movers);
  if (read === undefined) return { caption: captionParts(input), headline: undefined, table, remarks: [] };
  const { findings, wording, measure } = read;
  const notes = [
    ...(comparison?.showsMainOnly === true ? alsoLine(input, measure) : []),
    ...(totals === undefined ? [] : medianNote(input, findings)),
  ];
  return {
    caption: captionParts(input, true),
    headline: headline(findings, wording),
    table: table && { ...table, notes: (shown) => [...notes, ...table.notes(shown)] },
    remarks: remarkPhrases(findings, wording),
  };
}
