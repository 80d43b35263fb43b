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
import type { DayFinding, Findings, MoverFinding, TotalFinding } from './findings.ts';

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
  const name: Piece = { text: measure, kind: 'name' };
  if (currencies.length > 1) return [name, plain(` is in ${listCodes(currencies)}, which are not added`)];
  if (total === undefined) return [name, plain(' has no numbers')];
  const [code = ''] = currencies;
  const amount = [{ text: number(total.now), kind: 'number' } as const, plain(code === '' ? '' : ` ${code}`)];
  if (total.change === undefined) return [name, plain(' is '), ...amount, ...averagePhrase(total, number)];
  const verb = moved(total.change);
  if (verb === undefined) return [name, plain(' is unchanged at '), ...amount, ...perDay(total, undefined)];
  const by =
    total.percent === undefined
      ? [plain(' by '), { text: number(size(total.change)), kind: 'number' } as const]
      : [plain(` ${size(total.percent)} %`)];
  return [name, plain(` ${verb}`), ...by, plain(' to '), ...amount, ...perDay(total, verb)];
}

function averagePhrase({ average }: TotalFinding, number: Wording['number']): Phrase {
  if (average === undefined) return [];
  return [
    plain(', '),
    { text: number(average.number), kind: 'number' },
    plain(` a day over ${countOf(average.days, 'day')}`),
  ];
}

/** The change of the average day. `verb` is that of the total. */
function perDay({ percentADay }: TotalFinding, verb: string | undefined): Phrase {
  if (percentADay === undefined) return [];
  const own = moved(percentADay);
  if (own === undefined) return [plain(', but the average day is unchanged')];
  return [plain(`${own === verb ? ';' : ', but'} the average day ${own} ${size(percentADay)} %`)];
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
    ...(laterDays.length === 0 ? [] : [[plain(wordLaterDays(laterDays))]]),
  ];
}

/** `Black Friday (new since 20 Oct) brought 3,137.48, 90.0 % of the rise`. */
export function moverPhrase(mover: MoverFinding, { number, group, measure }: Wording): Phrase {
  const { change, shareOfChange, isNew } = mover;
  const isRise = !change.startsWith('-');
  return [
    { text: group(mover.key), kind: 'name' },
    plain(moverState(mover, measure)),
    plain(isRise ? (isNew ? ' brought ' : ' rose by ') : ' fell by '),
    { text: number(size(change)), kind: 'number' },
    plain(shareOfChange === undefined ? '' : `, ${shareOfChange} % of the ${isRise ? 'rise' : 'fall'}`),
  ];
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
  const since = (day: CalendarDate | undefined): string =>
    day === undefined ? '' : ` since ${shortDay(day)}`;
  const none = `no ${measure}${since(days?.last && addDays(days.last, 1))}`;
  if (isNew && hasEnded) return ` (new${since(days?.first)}, ${none})`;
  if (isNew) return ` (new${since(days?.first)})`;
  return hasEnded ? ` (${none})` : '';
}

/** `Wed 14 Oct is 91.0 % below other Wednesdays in all 10 groups of campaign`. */
export function oddDayPhrase(
  { day, percent, groups, largest, isPart }: DayFinding,
  { group, noun }: Wording,
  year = '',
): Phrase {
  const name = weekdayName(day);
  const side = percent.startsWith('-') ? 'below' : 'above';
  const isNegative = compareDecimals(parseDecimal(percent)!, ALL_OF_IT) < 0;
  const place = isNegative
    ? `below zero, unlike other ${name}s`
    : `${size(percent)} % ${side} other ${name}s`;
  const start = plain(`${dayName(day)}${year === '' ? '' : ` ${year}`} is ${place}`);
  const end = isPart ? [plain(', without groups that began or stopped in the range')] : [];
  if (groups === undefined) return [start, ...end];
  const plural = `groups of ${noun}`;
  if (groups.kind === 'all') return [start, plain(` in all ${groups.count} ${plural}`), ...end];
  if (groups.kind === 'some')
    return [start, plain(` in ${groups.moved} of ${formatCount(groups.count)} ${plural}`), ...end];
  return [start, plain(', mostly in '), { text: group(largest!), kind: 'name' }, ...end];
}

/** `in the compared range, Wed 14 Oct 2025 is 91.0 % below other Wednesdays`. The range makes no other mention of these days. */
export function comparedDayPhrases(
  { comparedOddDays, moreComparedOddDays: more }: Findings,
  wording: Wording,
): readonly Phrase[] {
  const where = 'in the compared range, ';
  return [
    ...comparedOddDays.map((odd) => [plain(where), ...oddDayPhrase(odd, wording, odd.day.slice(0, 4))]),
    ...(more === 0 ? [] : [[plain(`${where}${more} more odd ${more === 1 ? 'day' : 'days'}`)]]),
  ];
}

/** The days that are not over or have no records, and the groups and days that the other phrases omit. */
export function caveatPhrases(
  { total, movers, incomplete, unknownCount, moreOddDays }: Findings,
  { noun }: Wording,
): readonly Phrase[] {
  const { today, emptyDays } = incomplete;
  return [
    ...(today === undefined ? [] : [`today, ${shortDay(today)}, is not over`]),
    ...(emptyDays.length === 0 ? [] : [`no records on ${formatDays(emptyDays)}`]),
    ...(unknownCount === 0
      ? []
      : [
          `${countOf(unknownCount, 'group')} of ${noun} without a known sum in one range, counted as 0 there`,
        ]),
    ...(total === undefined || total.change !== undefined || movers.length === 0
      ? []
      : ['the compared range has no numbers']),
    ...(moreOddDays === 0 ? [] : [`${moreOddDays} more odd ${moreOddDays === 1 ? 'day' : 'days'}`]),
  ].map((text) => [plain(text)]);
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

function plain(text: string): Piece {
  return { text, kind: 'plain' };
}
