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
  // Against a range without numbers, no group is new.
  const areMovers = read?.findings.total?.change !== undefined;
  const table = await rowsTable(input, areMovers ? read.findings.movers : []);
  const hasUsual = totals !== undefined && (read === undefined || read.findings.total?.before !== undefined);
  const notes = [
    ...(read !== undefined && comparison?.showsMainOnly === true ? alsoLine(input, read.measure) : []),
    ...(hasUsual ? medianNote(input) : []),
  ];
  const noted = table && { ...table, notes: () => [...notes, ...table.notes()] };
  if (read === undefined) return { caption: captionParts(input), headline: undefined, table: noted, remarks: [] };
  const { findings, wording } = read;
  return {
    caption: captionParts(input, true),
    headline: headline(findings, wording),
    table: noted,
    remarks: remarkPhrases(findings, wording),
  };
}
