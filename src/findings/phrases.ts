/**
 * The sentences of findings, by templates: the same ones on terminals, in Markdown and on pages. A sentence states sums, and names
 * no cause.
 */

import { absolute, addDecimals, compareDecimals, HUNDRED, parseDecimal, ZERO } from '../core/decimal.ts';
import { countOf, formatCount, signed } from '../core/text.ts';
import { shortMonth, weekdayName } from '../dates/calendar.ts';
import type { CalendarDate } from '../dates/date.ts';
import { formatDays, wordLaterDays } from '../dates/range.ts';
import type { Cell } from '../records/cells.ts';
import { listCodes } from '../records/currency.ts';
import type { Findings, MoverFinding, TotalFinding } from './findings.ts';
import type { DayFinding } from './odd-days.ts';

/** How a document writes what the findings leave open. */
export interface Wording {
  /** The main measure, as the document names it. */
  readonly measure: string;
  /** An exact number as the document shows it. */
  readonly number: (exact: string) => string;
  /** An exact number with three digits or more. */
  readonly about: (exact: string) => string;
  readonly group: (key: readonly Cell[]) => string;
  /** The names of the columns with the groups: `campaign`. */
  readonly noun: string;
  /** One group: `campaign`, or `group` for several columns. */
  readonly each: string;
  /** What a day without records lacks: `matching records` with conditions. */
  readonly records: string;
}

/** A fall of more than all of a number, in percent. */
const ALL_OF_IT = parseDecimal('-100')!;

/** Movers that the lead names. */
const MAX_NAMED = 2;

/**
 * `Revenue fell 4.7% to 14,631.25 EUR (a day: -7.7%)`; without a comparison, `Revenue is 72,201.78 EUR, 2,329.09 a day over 31 days`.
 * An amount of a range that is not over is one `so far`.
 */
export function headline({ total, currencies, incomplete }: Findings, { measure, number }: Wording): string {
  const name = sentenceStart(measure);
  if (currencies.length > 1) return `${name} is in ${listCodes(currencies)}, which are not added`;
  if (total === undefined) return `${name} has no numbers`;
  const { change, percent, average } = total;
  const isUnfinished = incomplete.today !== undefined || incomplete.laterDays.length > 0;
  const codes = currencies.map((code) => ` ${code}`).join('');
  const amount = `${number(total.now)}${codes}${isUnfinished ? ' so far' : ''}`;
  if (change === undefined) {
    const mean = average === undefined ? '' : `, ${number(average.number)} a day over ${countOf(average.days, 'day')}`;
    return `${name} is ${amount}${mean}`;
  }
  const verb = moved(change);
  if (verb === undefined) return `${name} is unchanged at ${amount}${perDay(total)}`;
  const by = percent === undefined ? ` by ${number(size(change))}` : ` ${size(percent)}%`;
  return `${name} ${verb}${by} to ${amount}${perDay(total)}`;
}

/** The change of the average day, if the ranges have different numbers of days. */
function perDay({ percentADay }: TotalFinding): string {
  return percentADay === undefined ? '' : ` (a day: ${signed(percentADay)}%)`;
}

/** A plain word begins with a capital; the name of a column such as `net_revenue` stays as it is. */
export function sentenceStart(name: string): string {
  return /^[a-z]+(?: [a-z]+)*$/.test(name) ? name.charAt(0).toUpperCase() + name.slice(1) : name;
}

/**
 * The clauses of the lead, at most three: the largest movers, and the largest odd day. Other groups can move against them: shares of
 * the change that are more than all of it together are not told.
 */
export function leadPhrases({ total, movers, oddDays }: Findings, wording: Wording): readonly string[] {
  // If one range has no numbers at all, its groups are not new, and those of the other have not stopped.
  const listed = total?.change === undefined ? [] : movers;
  const named = listed.filter(({ change }) => moved(change) !== undefined).slice(0, MAX_NAMED);
  const shares = named.map(({ shareOfChange = '0' }) => parseDecimal(shareOfChange)!);
  const areParts = compareDecimals(shares.reduce(addDecimals, ZERO), HUNDRED) <= 0;
  return [
    ...named.map((mover) => moverPhrase(areParts ? mover : { ...mover, shareOfChange: undefined }, wording)),
    ...oddDays.slice(0, 1).map((odd) => oddDayPhrase(odd, wording, { change: total?.change })),
  ];
}

/** The sentences below a table of the groups: what is odd, and what is incomplete. */
export function remarkPhrases(findings: Findings, wording: Wording): readonly string[] {
  const { oddDays, total, incomplete } = findings;
  return [
    ...oddDays.map((odd) => oddDayPhrase(odd, wording, { change: total?.change })),
    ...comparedDayPhrases(findings, wording),
    ...caveatPhrases(findings, wording),
    ...(incomplete.laterDays.length === 0 ? [] : [wordLaterDays(incomplete.laterDays)]),
  ];
}

/** `Black Friday (new 20 Oct) brought 3,137.48, 90.0 % of the rise`. */
export function moverPhrase(mover: MoverFinding, { number, group }: Wording): string {
  const { change, shareOfChange, isNew } = mover;
  const isRise = !change.startsWith('-');
  const verb = isRise ? (isNew ? 'brought' : 'rose by') : 'fell by';
  const share = shareOfChange === undefined ? '' : `, ${shareOfChange}% of the ${isRise ? 'rise' : 'fall'}`;
  return `${group(mover.key)}${moverState(mover)} ${verb} ${number(size(change))}${share}`;
}

/** ` (new 20 Oct)`: what is special about a group that began or ended within the range, with its first or last day; empty for others. */
export function moverState({ isNew, hasEnded, days }: MoverFinding): string {
  const onDay = (word: string, day: CalendarDate | undefined): string => (day ? `${word} ${shortDay(day)}` : word);
  const states = [...(isNew ? [onDay('new', days?.first)] : []), ...(hasEnded ? [onDay('ended', days?.last)] : [])];
  return states.length === 0 ? '' : ` (${states.join(', ')})`;
}

/**
 * `Wed 14 Oct was 90.8% below other Wednesdays in every campaign: about -424 of the -717`. `change` is that of the total, if the day is
 * part of it.
 */
export function oddDayPhrase(
  { day, percent, change: amount, groups, isPart }: DayFinding,
  { group, noun, each, about }: Wording,
  { year = '', change }: { readonly year?: string; readonly change?: string | undefined } = {},
): string {
  const others = `other ${weekdayName(day)}s`;
  const isNegative = compareDecimals(parseDecimal(percent)!, ALL_OF_IT) < 0;
  const place = isNegative
    ? 'below zero'
    : `${size(percent)}% ${percent.startsWith('-') ? 'below' : 'above'} ${others}`;
  const end = isPart ? ', without groups that began or stopped in the range' : '';
  const whole = change !== undefined && isPartOf(amount, change) ? ` of the ${about(change)}` : '';
  return `${dayName(day)}${year} was ${place}${placeIn()}${end}: about ${signed(about(amount))}${isNegative ? ` against ${others}` : ''}${whole}`;

  function placeIn(): string {
    if (groups === undefined) return '';
    if (groups.kind === 'one') return `, mostly in ${group(groups.largest)}`;
    if (groups.kind === 'all')
      return ` in every ${each}${groups.hasOthers && !isPart ? ' that was there throughout' : ''}`;
    return ` in ${groups.moved} of ${formatCount(groups.count)} groups of ${noun}`;
  }
}

/** `in the compared range, Wed 14 Oct 2025 is 91.0 % below other Wednesdays`. The range makes no other mention of these days. */
export function comparedDayPhrases(
  { comparedOddDays, moreComparedOddDays: more }: Findings,
  wording: Wording,
): readonly string[] {
  const where = 'in the compared range, ';
  return [
    ...comparedOddDays.map((odd) => `${where}${oddDayPhrase(odd, wording, { year: ` ${odd.day.slice(0, 4)}` })}`),
    ...(more === 0 ? [] : [`${where}${countOf(more, 'more odd day')}`]),
  ];
}

/** The days that are not over or have no records, and the groups and days that the other phrases omit. */
export function caveatPhrases(
  { total, movers, incomplete, unknownCount, moreOddDays }: Findings,
  { noun, records }: Wording,
): readonly string[] {
  const { today, emptyDays } = incomplete;
  const isAlone = total !== undefined && total.change === undefined && movers.length > 0;
  const unknown = `${countOf(unknownCount, 'group')} of ${noun} without a known sum in one range, counted as 0 there`;
  return [
    ...(today === undefined ? [] : [`today, ${shortDay(today)}, is not over`]),
    ...(emptyDays.length === 0 ? [] : [`no ${records} on ${formatDays(emptyDays)}`]),
    ...(unknownCount === 0 ? [] : [unknown]),
    ...(isAlone ? [`the compared range has no ${movers.every(({ isNew }) => isNew) ? records : 'numbers'}`] : []),
    ...(moreOddDays === 0 ? [] : [countOf(moreOddDays, 'more odd day')]),
  ];
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

/** True for a change in the same direction that is not larger. */
function isPartOf(part: string, whole: string): boolean {
  const [one, all] = [parseDecimal(part)!, parseDecimal(whole)!];
  return moved(part) === moved(whole) && compareDecimals(absolute(one), absolute(all)) <= 0;
}

/** The number without its sign. */
function size(number: string): string {
  return number.startsWith('-') ? number.slice(1) : number;
}
