/**
 * The caption of a document for people: whose figures it shows, and of which days. A screenshot or a mail without it can be taken
 * for another client's. `captionParts` is the one list of its parts; each format only lays them out. Data formats have no caption.
 */

import { type Column, columnKey } from '../core/columns.ts';
import { countOf, signed, toVisibleText } from '../core/text.ts';
import { type ComparedRange, wordUsual } from '../dates/compared-range.ts';
import { countDays, type DateRange, formatRange, wordRange } from '../dates/range.ts';
import type { ClientName, EncoderInput } from '../formats/format.ts';
import type { ChangePerDay } from '../frame/frame.ts';
import { listCodes } from '../records/currency.ts';
import { visibleName } from './display-cells.ts';
import { round } from './display-number.ts';
import type { CaptionPart } from './document.ts';

/** More clients are counted only. */
const MAX_CLIENTS = 8;

/** `profile acme`, `profiles acme, brava`, `client 0b9c1d52-…`, or `the sandbox`. */
export function wordClients(clients: readonly ClientName[]): string {
  if (clients.length === 0) return 'the sandbox';
  const noun = clients.every(({ kind }) => kind === 'profile') ? 'profile' : 'client';
  return `${noun}${clients.length > 1 ? 's' : ''} ${namesOf(clients)}`;
}

/** The names of the first clients, and the number of the others. */
function namesOf(clients: readonly ClientName[]): string {
  const names = clients.slice(0, MAX_CLIENTS).map(({ name }) => toVisibleText(name));
  const others = clients.length - names.length;
  return names.join(', ') + (others === 0 ? '' : ` and ${others} more`);
}

/** The parts of the caption, in order. A headline above it has the change a day. None for input without the facts, as of a dataset. */
export function captionParts(input: EncoderInput, hasHeadline = false): readonly CaptionPart[] {
  const { caption, range, comparedRange, currencies, changePerDay } = input;
  if (caption === undefined) return [];
  const perDay = mainChangePerDay(input);
  const { report, clients, dataset, conditions } = caption;
  const only = conditions.map(toVisibleText).join(', ');
  const codes = listCodes(currencies?.codes ?? []);
  const parts: readonly (CaptionPart | undefined)[] = [
    range && rangePart('Range', range, report),
    comparedRange && comparedPart(comparedRange, hasHeadline ? changePerDay?.days : undefined),
    perDay === undefined || hasHeadline ? undefined : { name: 'Change a day', value: perDay, text: perDay },
    codes === '' ? undefined : { name: 'Currency', value: codes, text: `in ${codes}` },
    {
      name: clients.length > 1 ? 'Clients' : 'Client',
      value: clients.length === 0 ? 'sandbox' : namesOf(clients),
      text: clients.length === 0 ? 'sandbox' : wordClients(clients),
    },
    dataset && {
      name: 'Dataset',
      value: `${toVisibleText(dataset.directory)}, as pulled ${dataset.pulled}`,
      text: `dataset ${toVisibleText(dataset.directory)} as pulled ${dataset.pulled}`,
    },
    only === '' ? undefined : { name: 'Only', value: only, text: `only ${only}` },
  ];
  return parts.filter((part) => part !== undefined);
}

/** The beginning of the caption's line, and the facts after it. */
export function captionTexts(parts: readonly CaptionPart[]): readonly [heading: string, facts: readonly string[]] {
  const textsOf = (isHeading: true | undefined) =>
    parts.filter((part) => part.isHeading === isHeading).map(({ text }) => text);
  return [textsOf(true).join(' '), textsOf(undefined)];
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

/** The change a day of the main sum: `revenue a day: +3.2%, 31 days against 28`; undefined if the ranges have as many days. */
function mainChangePerDay({ changePerDay, renames, hidden }: EncoderInput): string | undefined {
  const percent = changePerDay && percentPerDay(changePerDay.measure, changePerDay);
  if (percent === undefined) return undefined;
  const { measure, days } = changePerDay!;
  // A condition on groups leaves others out of these totals.
  const which = (hidden?.byConditions ?? 0) > 0 ? ' in these groups' : '';
  return `${visibleName(measure, renames)} a day: ${signed(percent)}%${which}, ${countOf(days[0], 'day')} against ${days[1]}`;
}

/** The change a day of a sum in percent, without its sign for a gain; undefined if it is not known. */
export function percentPerDay({ path }: Column, { percents }: ChangePerDay): string | undefined {
  const percent = percents.get(columnKey(path));
  return percent === undefined || percent === 'null' ? undefined : round(percent, 1, true);
}
