/**
 * The sentences of findings, by templates: the same ones on terminals, in Markdown and on pages. A sentence states sums, and names
 * no cause. Each is a list of pieces, so that a page can mark and escape names.
 */

import { addDecimals, compareDecimals, HUNDRED, parseDecimal, ZERO } from '../core/decimal.ts';
import { countOf, formatCount } from '../core/text.ts';
import { addDays, type CalendarDate } from '../dates/date.ts';
import { formatDays, wordLaterDays } from '../dates/range.ts';
import { shortMonth, weekdayName } from '../dates/range-name.ts';
import type { Cell } from '../records/cells.ts';
import { listCodes } from '../records/currency.ts';
import type { Findings, MoverFinding, TotalFinding } from './findings.ts';
import type { DayFinding } from './odd-days.ts';

/** A part of a sentence: `name` is the service's text. */
export interface Piece {
  readonly text: string;
  readonly kind: 'plain' | 'name' | 'number';
}
export type Phrase = readonly Piece[];

/** How a document writes what the findings leave open. */
export interface Wording {
  /** The main measure, as the document names it. */
  readonly measure: string;
  /** An exact number as the document shows it. */
  readonly number: (exact: string) => string;
  /** The name of a group. */
  readonly group: (key: readonly Cell[]) => string;
  /** The name of the column with the groups: `campaign`. */
  readonly noun: string;
}

/** A fall of more than all of a number, in percent. */
const ALL_OF_IT = parseDecimal('-100')!;

/** Movers that the lead names. */
const MAX_NAMED = 2;

/** `revenue rose 5.1 % to 72,201.78 EUR; the average day rose 1.7 %`; without a comparison, `revenue is 72,201.78 EUR, 2,329.09 a day over 31 days`. */
export function headline({ total, currencies }: Findings, { measure, number }: Wording): Phrase {
  const name = nameOf(measure);
  if (currencies.length > 1) return phrase`${name} is in ${listCodes(currencies)}, which are not added`;
  if (total === undefined) return phrase`${name} has no numbers`;
  const { change, percent, average } = total;
  const amount = phrase`${numberOf(number(total.now))}${currencies.map((code) => ` ${code}`).join('')}`;
  if (change === undefined) {
    const mean = average && phrase`, ${numberOf(number(average.number))} a day over ${countOf(average.days, 'day')}`;
    return phrase`${name} is ${amount}${mean}`;
  }
  const verb = moved(change);
  if (verb === undefined) return phrase`${name} is unchanged at ${amount}${perDay(total, undefined)}`;
  const by = percent === undefined ? phrase` by ${numberOf(number(size(change)))}` : ` ${size(percent)}%`;
  return phrase`${name} ${verb}${by} to ${amount}${perDay(total, verb)}`;
}

/** The change of the average day. `verb` is that of the total. */
function perDay({ percentADay }: TotalFinding, verb: string | undefined): string {
  if (percentADay === undefined) return '';
  const own = moved(percentADay);
  if (own === undefined) return ', but the average day is unchanged';
  return `${own === verb ? ';' : ', but'} the average day ${own} ${size(percentADay)}%`;
}

/**
 * The clauses of the lead, at most three: the largest movers, and the largest odd day. Other groups can move against them: shares of
 * the change that are more than all of it together are not told.
 */
export function leadPhrases({ total, movers, oddDays }: Findings, wording: Wording): readonly Phrase[] {
  // If one range has no numbers at all, its groups are not new, and those of the other have not stopped.
  const listed = total?.change === undefined ? [] : movers;
  const named = listed.filter(({ change }) => moved(change) !== undefined).slice(0, MAX_NAMED);
  const shares = named.map(({ shareOfChange = '0' }) => parseDecimal(shareOfChange)!);
  const areParts = compareDecimals(shares.reduce(addDecimals, ZERO), HUNDRED) <= 0;
  return [
    ...named.map((mover) => moverPhrase(areParts ? mover : { ...mover, shareOfChange: undefined }, wording)),
    ...oddDays.slice(0, 1).map((odd) => oddDayPhrase(odd, wording)),
  ];
}

/** The sentences below the headline where no table of movers shows them: the lead, the other odd day, and what is incomplete. */
export function allPhrases(findings: Findings, wording: Wording): readonly Phrase[] {
  const { laterDays } = findings.incomplete;
  return [
    ...leadPhrases(findings, wording),
    ...findings.oddDays.slice(1).map((odd) => oddDayPhrase(odd, wording)),
    ...comparedDayPhrases(findings, wording),
    ...caveatPhrases(findings, wording),
    ...(laterDays.length === 0 ? [] : [phrase`${wordLaterDays(laterDays)}`]),
  ];
}

/** `Black Friday (new since 20 Oct) brought 3,137.48, 90.0 % of the rise`. */
export function moverPhrase(mover: MoverFinding, { number, group, measure }: Wording): Phrase {
  const { change, shareOfChange, isNew } = mover;
  const isRise = !change.startsWith('-');
  const verb = isRise ? (isNew ? 'brought' : 'rose by') : 'fell by';
  const share = shareOfChange === undefined ? '' : `, ${shareOfChange}% of the ${isRise ? 'rise' : 'fall'}`;
  return phrase`${nameOf(group(mover.key))}${moverState(mover, measure)} ${verb} ${numberOf(number(size(change)))}${share}`;
}

/** The words for a group that began or stopped within the range: `new 20 Oct`, `0 since 20 Oct`. */
export function stateWords({ isNew, hasEnded, days }: MoverFinding): readonly string[] {
  const { first, last } = days ?? {};
  return [
    ...(isNew ? [first === undefined ? 'new' : `new ${shortDay(first)}`] : []),
    ...(hasEnded ? [last === undefined ? 'none' : `0 since ${shortDay(addDays(last, 1))}`] : []),
  ];
}

function moverState({ isNew, hasEnded, days }: MoverFinding, measure: string): string {
  const since = (day: CalendarDate | undefined): string => (day === undefined ? '' : ` since ${shortDay(day)}`);
  const states = [
    ...(isNew ? [`new${since(days?.first)}`] : []),
    ...(hasEnded ? [`no ${measure}${since(days?.last && addDays(days.last, 1))}`] : []),
  ];
  return states.length === 0 ? '' : ` (${states.join(', ')})`;
}

/** `Wed 14 Oct is 91.0 % below other Wednesdays in all 10 groups of campaign`. */
export function oddDayPhrase(
  { day, percent, groups, isPart }: DayFinding,
  { group, noun }: Wording,
  year = '',
): Phrase {
  const others = `other ${weekdayName(day)}s`;
  const isNegative = compareDecimals(parseDecimal(percent)!, ALL_OF_IT) < 0;
  const place = isNegative
    ? `below zero, unlike ${others}`
    : `${size(percent)}% ${percent.startsWith('-') ? 'below' : 'above'} ${others}`;
  const end = isPart ? ', without groups that began or stopped in the range' : '';
  return phrase`${dayName(day)}${year} is ${place}${placeIn()}${end}`;

  function placeIn(): string | Phrase {
    if (groups === undefined) return '';
    if (groups.kind === 'one') return phrase`, mostly in ${nameOf(group(groups.largest))}`;
    const count = groups.kind === 'all' ? `all ${groups.count}` : `${groups.moved} of ${formatCount(groups.count)}`;
    return ` in ${count} groups of ${noun}`;
  }
}

/** `in the compared range, Wed 14 Oct 2025 is 91.0 % below other Wednesdays`. The range makes no other mention of these days. */
export function comparedDayPhrases(
  { comparedOddDays, moreComparedOddDays: more }: Findings,
  wording: Wording,
): readonly Phrase[] {
  const where = 'in the compared range, ';
  return [
    ...comparedOddDays.map((odd) => phrase`${where}${oddDayPhrase(odd, wording, ` ${odd.day.slice(0, 4)}`)}`),
    ...(more === 0 ? [] : [phrase`${where}${countOf(more, 'more odd day')}`]),
  ];
}

/** The days that are not over or have no records, and the groups and days that the other phrases omit. */
export function caveatPhrases(
  { total, movers, incomplete, unknownCount, moreOddDays }: Findings,
  { noun }: Wording,
): readonly Phrase[] {
  const { today, emptyDays } = incomplete;
  const isAlone = total !== undefined && total.change === undefined && movers.length > 0;
  const unknown = `${countOf(unknownCount, 'group')} of ${noun} without a known sum in one range, counted as 0 there`;
  return [
    ...(today === undefined ? [] : [`today, ${shortDay(today)}, is not over`]),
    ...(emptyDays.length === 0 ? [] : [`no records on ${formatDays(emptyDays)}`]),
    ...(unknownCount === 0 ? [] : [unknown]),
    ...(isAlone ? ['the compared range has no numbers'] : []),
    ...(moreOddDays === 0 ? [] : [countOf(moreOddDays, 'more odd day')]),
  ].map((text) => phrase`${text}`);
}

/** The text of a phrase without marks. */
export function phraseText(phrase: Phrase): string {
  return phrase.map(({ text }) => text).join('');
}

/** `Wed 14 Oct`. */
export function dayName(day: CalendarDate): string {
  return `${weekdayName(day).slice(0, 3)} ${shortDay(day)}`;
}

/** `14 Oct`. */
export function shortDay(day: CalendarDate): string {
  return `${Number(day.slice(8, 10))} ${shortMonth(day)}`;
}

function moved(change: string): 'rose' | 'fell' | undefined {
  if (/^-?[0.]+$/.test(change)) return undefined;
  return change.startsWith('-') ? 'fell' : 'rose';
}

/** The number without its sign. */
function size(number: string): string {
  return number.startsWith('-') ? number.slice(1) : number;
}

function nameOf(text: string): Piece {
  return { text, kind: 'name' };
}

function numberOf(text: string): Piece {
  return { text, kind: 'number' };
}

/** A phrase of plain text, and of the pieces and phrases in it. */
function phrase(texts: readonly string[], ...parts: readonly (string | Piece | Phrase | undefined)[]): Phrase {
  return texts
    .flatMap((text, index) => [text, parts[index] ?? ''].flat())
    .map((part): Piece => (typeof part === 'string' ? { text: part, kind: 'plain' } : part))
    .filter(({ text }) => text !== '');
}
