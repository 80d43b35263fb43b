/**
 * The caption of a document for people: whose figures it shows, and of which days. A screenshot or a mail without it can be taken
 * for another client's. `captionParts` is the one list of its parts; each format only lays them out. Data formats have no caption.
 */

import { countOf, toVisibleText } from '../core/text.ts';
import { styled, type TextFormat } from '../core/tone.ts';
import { type ComparedRange, wordUsual } from '../dates/compared-range.ts';
import { countDays, type DateRange, formatRange, wordRange } from '../dates/range.ts';
import type { CaptionFacts, EncoderInput } from '../formats/format.ts';
import { listCodes } from '../records/currency.ts';
import type { TextMeasure } from '../terminal/text-width.ts';
import { namesOf, wordClients } from './client-names.ts';
import type { CaptionPart } from './document.ts';
import { mainChangePerDay } from './per-day.ts';

/** The parts of the caption, in order. A headline above it has the change a day. None for input without the facts, as of a dataset. */
export function captionParts(input: EncoderInput, hasHeadline = false): readonly CaptionPart[] {
  const { caption, range, comparedRange, currencies, changePerDay } = input;
  if (caption === undefined) return [];
  const perDay = mainChangePerDay(input);
  const { report, clients, dataset, conditions } = caption;
  const only = conditions.map(toVisibleText).join(', ');
  const codes = listCodes(currencies?.codes ?? []);
  return [
    ...(range === undefined ? [] : [rangePart('Range', range, report)]),
    ...(comparedRange === undefined ? [] : [comparedPart(comparedRange, hasHeadline ? changePerDay?.days : undefined)]),
    ...(perDay === undefined || hasHeadline ? [] : [{ name: 'Change a day', value: perDay, text: perDay }]),
    ...(codes === '' ? [] : [{ name: 'Currency', value: codes, text: `in ${codes}` }]),
    {
      name: clients.length > 1 ? 'Clients' : 'Client',
      value: clients.length === 0 ? 'sandbox' : namesOf(clients),
      text: clients.length === 0 ? 'sandbox' : wordClients(clients),
    },
    ...(dataset === undefined ? [] : [datasetPart(dataset)]),
    ...(only === '' ? [] : [{ name: 'Only', value: only, text: `only ${only}` }]),
  ];
}

function datasetPart({ directory, pulled }: NonNullable<CaptionFacts['dataset']>): CaptionPart {
  const name = toVisibleText(directory);
  return {
    name: 'Dataset',
    value: `${name}, as pulled ${pulled}`,
    text: `dataset ${name} as pulled ${pulled}`,
  };
}

function rangePart(name: string, range: DateRange, word: string): CaptionPart {
  const days = countDays(range);
  const value = wordRange(range) + (days === 1 ? '' : ` (${countOf(days, 'day')})`);
  return { name, value, text: `${word} ${formatRange(range)}`, isHeading: true };
}

/** Names the weeks between ranges that are weeks apart: the reader sees why the days before are not all in it. */
function comparedPart(range: ComparedRange, days: readonly [number, number] | undefined): CaptionPart {
  const part = rangePart('Compared with', range, 'against');
  if (range.weeks !== undefined) {
    const usual = wordUsual(range.weeks);
    return { ...part, value: `usual, ${usual}`, text: `against usual (${usual})` };
  }
  if (days !== undefined) return { ...part, text: `${part.text} (${countOf(days[0], 'day')} against ${days[1]})` };
  if (range.weeksEarlier === undefined) return part;
  const weeks = `${countOf(range.weeksEarlier, 'week')} earlier`;
  return { ...part, value: `${part.value}, ${weeks}`, text: `${part.text}, ${weeks}` };
}

const SEPARATOR = ' · ';

interface Terminal {
  readonly width: number | undefined;
  readonly color: boolean;
  readonly measure: TextMeasure;
}

/** Texts of one style, with the separator before them. */
interface Piece {
  readonly text: string;
  readonly style: TextFormat;
  readonly separator: string;
}

/** The caption above a table, and an empty line; empty without a caption. */
export async function drawCaption(
  parts: readonly CaptionPart[],
  style: TextFormat,
  terminal: Terminal,
): Promise<string> {
  return parts.length === 0 ? '' : `${await joinPieces(piecesOf(parts, style, ''), terminal)}\n\n`;
}

/** The title of a chart with the caption beside it, or below it on a narrow terminal. */
export async function drawHeading(input: EncoderInput, title: string, measure: TextMeasure): Promise<string> {
  const pieces = [
    { text: title, style: 'bold' as const, separator: '' },
    ...piecesOf(captionParts(input), 'dim', '   '),
  ];
  return joinPieces(pieces, { width: input.terminalWidth, color: input.color, measure });
}

function piecesOf(parts: readonly CaptionPart[], style: TextFormat, first: string): readonly Piece[] {
  return parts.map(({ text, isHeading = false }, index) => ({
    text,
    style: isHeading ? style : 'dim',
    separator: index === 0 ? first : isHeading ? ' ' : SEPARATOR,
  }));
}

/** Lines break between pieces, and within a piece that is wider than the terminal. Without a terminal, there is one line. */
async function joinPieces(
  pieces: readonly Piece[],
  { color, width: terminalWidth = Number.POSITIVE_INFINITY, measure }: Terminal,
): Promise<string> {
  await measure.prepare(pieces.map(({ text }) => text));
  const words = pieces.flatMap((piece) =>
    measure.width(piece.text) <= terminalWidth
      ? [piece]
      : piece.text.split(' ').map((text, at) => ({ ...piece, text, ...(at > 0 && { separator: ' ' }) })),
  );
  let drawn = '';
  let used = 0;
  for (const { text, style, separator } of words) {
    const width = separator.length + measure.width(text);
    const isNewLine = used > 0 && used + width > terminalWidth;
    used = isNewLine ? measure.width(text) : used + width;
    drawn += (isNewLine ? '\n' : separator) + styled(text, style, color);
  }
  return drawn;
}
