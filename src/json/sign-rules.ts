/**
 * Finds signs that a response is incomplete or preliminary: members beside the records, and headers. The interface defines none of
 * them, so one table lists the names and values that services commonly use. Everything else means nothing.
 */

import type { DateRange } from '../dates/range.ts';
import { type Member, type MemberValue, stringOf } from './members.ts';
import type { Answer } from './unexpected-body.ts';

/** The kinds of signs that a response is incomplete or, for the last one, that its figures may change. */
export type SignKind = ('more' | 'total' | 'limit' | 'error' | 'until') | 'preliminary';

/** What the sign of a response depends on. The window is undefined while its members are collected. */
interface SignContext {
  readonly recordCount: number;
  readonly window?: DateRange | undefined;
}

interface SignRule {
  readonly kind: SignKind;
  /** True if a whole number is compared with the number of records. */
  readonly isCounted?: true;
  /** True if the value suggests that the response is incomplete. Without a window, true if it does for any window. */
  readonly isSign: (value: MemberValue, context: SignContext) => boolean;
}

/** The table compares names in lower case, without prefix and separators. Longer names match no rule. */
const MAX_NAME_LENGTH = 80;
const PREFIX = /^.*:|^@?odata\./;
const SEPARATORS = /[\s_.\-@$/]+/g;

const RECORDS = '(?:records|rows|items|results|entries|elements)';
const PAGE = '(?:page|pages)';
const NOUNS = `(?:${RECORDS}|accounts|campaigns|clients|sources|networks|partners|sites|domains|publishers|days|dates|partitions|regions)`;
const LOST = '(?:skipped|failed|omitted|dropped|missing|unprocessed|unavailable|errored)';
const OF_ERROR = '(?:messages?|msgs?|codes?|details?|descriptions?|texts?|counts?|reasons?)';
const READY = '(?:available|complete|completed|final|finalized|ready|processed|loaded)';
const UNTIL = '(?:until|thru|through|upto|till|asof)';
const MATCHED = '(?:matched|matching|found|available)';

const more: SignRule = {
  kind: 'more',
  isSign: (value, { window }) => !isNegative(value) && !namesLaterDays(value, window),
};
/** A cursor that each response may have: it may only repeat that all records came. */
const cursor: SignRule = { ...more };
const page: SignRule = { kind: 'more', isSign: (value) => (numberOf(value) ?? 0) > 1 };
const total: SignRule = {
  kind: 'total',
  isCounted: true,
  isSign: (value, { recordCount }) => (integerOf(value) ?? recordCount) !== recordCount,
};
/** A total that may count something else than records, if it is smaller. */
const totalAbove: SignRule = {
  kind: 'total',
  isCounted: true,
  isSign: (value, { recordCount }) => (integerOf(value) ?? 0) > recordCount,
};
/** `pages.total` may count pages or records. It is a sign if it is neither 1 nor the number of records. */
const totalOfPages: SignRule = {
  ...total,
  isSign: (value, context) => page.isSign(value, context) && total.isSign(value, context),
};
const limit: SignRule = {
  kind: 'limit',
  isCounted: true,
  isSign: (value, { recordCount }) => recordCount > 0 && integerOf(value) === recordCount,
};
/** Records under another spelling of `data`. */
const otherData: SignRule = { kind: 'more', isSign: ({ text, isBlank }) => text.startsWith('[') && !isBlank };
/** The service's own failure. */
export const error: SignRule = { kind: 'error', isSign: (value) => !isNegative(value) && !isGood(value) };
/** Something that the service left out. */
const lost: SignRule = { kind: 'error', isSign: (value) => !isNegative(value) };
/** A flag of success that is not set. */
export const failure: SignRule = { kind: 'error', isSign: (value) => isFalse(value) || numberOf(value) === 0 };
/** Like `failure`, for names that may also hold a count or a page number, where 0 is not a sign. */
export const flaggedFailure: SignRule = { kind: 'error', isSign: isFalse };
/** A status or code of the response. */
export const status: SignRule = {
  kind: 'error',
  isSign: (value) => (numberOf(value) ?? 0) >= 300 || saysUnfinished(value),
};
/** The last day that the service has, before the last day of the window. */
const until: SignRule = {
  kind: 'until',
  isSign(value, { window }) {
    const [day] = daysIn(value);
    return day !== undefined && (window === undefined || day < window.to);
  },
};
/** Estimated, sampled or thresholded figures: a flag, or details of the sampling. */
const flagged: SignRule = {
  kind: 'preliminary',
  isSign: (value) => plainText(value) === 'true' || /^(?:"yes"|[[{])/.test(value.text),
};
const sampled: SignRule = { kind: 'preliminary', isSign: (value) => !isNegative(value) };
const sampleRate: SignRule = {
  kind: 'preliminary',
  isSign: (value) => !isNegative(value) && (numberOf(value) ?? 1) < 1,
};
const notFinal: SignRule = { kind: 'preliminary', isSign: isFalse };
const statusOfFigures: SignRule = { kind: 'preliminary', isSign: () => true };
/** `<url>; rel="next"` in a `Link` header (RFC 8288). A comma in a URL ends no link. */
const link: SignRule = {
  kind: 'more',
  isSign: (value, { window }) =>
    (stringOf(value) ?? '').split(/,(?=\s*<)/).some((text) => IS_NEXT.test(text) && !namesLaterDays({ text }, window)),
};
const IS_NEXT = /;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next\s*(?:[;,]|$))/i;
/** `items 0-2/5000` or `bytes 0-1023/5000` (RFC 9110, 14.4). A range of bytes says nothing about records. */
const contentRange: SignRule = {
  kind: 'more',
  isSign(value, { recordCount }) {
    const [, unit, first, last, size] = /^\s*([a-z-]+)\s+(\d+)-(\d+)\/(\d+)\s*$/i.exec(stringOf(value) ?? '') ?? [];
    return Number(size) > (/^bytes$/i.test(unit ?? '') ? Number(last) - Number(first) + 1 : recordCount);
  },
};

const RULES: readonly (readonly [names: RegExp, rule: SignRule])[] = [
  [names('data'), otherData],
  [names('next(?:page|cursor|token|link|url|uri|href|offset|key|marker|continuation|records|results)*'), more],
  [names('cursor|(?:scroll|cursor)id'), cursor],
  [names('continuation(?:token|key|cursor)?'), more],
  [names(`(?:has)?more(?:${PAGE}|${RECORDS}|data|available)?|hasnext${PAGE}?`), more],
  [names('(?:is|was)?(?:truncated|partial|incomplete|stale|degraded|timedout)'), more],
  [names('(?:partial|incomplete)(?:data|results?|response|answer)|(?:data|results?)truncated'), more],
  [names('pages?|page(?:count|number|num|no|index)|(?:total|last|current)pages?|numpages|numberofpages'), page],
  [names('total|count|rows|records|(?:records|rows|results)total'), total],
  [names(`(?:total|num|numberof)(?:${RECORDS}|count)|(?:total)?(?:row|record|result)s?count`), total],
  [names(`(?:total|num|number)?${MATCHED}(?:${RECORDS}|row|record|result)(?:count|total)?`), totalAbove],
  [names(`(?:total|num|number)${MATCHED}|${MATCHED}(?:count|total)|matched|found`), totalAbove],
  [names(`(?:records|rows|results)(?:filtered|${MATCHED})`), totalAbove],
  [names('(?:total)?resultsetsize|totalsize|total(?:available|hits)'), totalAbove],
  [names(`limit|perpage|${RECORDS}perpage|pagesize|(?:page|row|record)limit|max${RECORDS}`), limit],
  [names(`(?:has|is)?(?:errors?|exceptions?|warnings?|failures?)${OF_ERROR}?|(?:has|is)?failed`), error],
  [names(`${LOST}${NOUNS}(?:count)?|${NOUNS}${LOST}|skipped|omitted|dropped|${LOST}count`), lost],
  [names('success|ok|complete'), failure],
  [
    names('(?:is|was)(?:success|successful|ok|complete)|successful|finished|done|last|islast(?:page)?|jobcomplete'),
    flaggedFailure,
  ],
  [names('(?:http|response|job|query)?(?:status|state|result)(?:code)?|(?:http|response)?code'), status],
  [names('(?:data|report|figures?)(?:status|state|quality)|finality'), status],
  [names(`(?:data)?(?:is)?${READY}${UNTIL}(?:date|day)?|data${UNTIL}(?:date|day)?|asof(?:date|day)?`), until],
  [names(`(?:last|latest)(?:data)?${READY}(?:date|day)|data${READY}(?:date|day)`), until],
  [names('datalossfromotherrow|subjecttothresholding|(?:is|has)?threshold(?:ed|ing|applied)'), flagged],
  [names('(?:is|contains|has)?sampled(?:data)?|(?:has|is)?sampling(?:applied|used)?'), flagged],
  [names('sampl(?:ing|e)metadatas?|samplesreadcounts|samplingspacesizes?'), sampled],
  [names('sampl(?:e|ing)(?:rate|fraction|ratio)'), sampleRate],
  [names('(?:is|are|has|contains|data)?(?:estimated?|estimates|preliminary|provisional|unverified)(?:data)?'), flagged],
  [names('(?:is)?(?:data)?(?:is)?(?:golden|final|finalized|settled)'), notFinal],
];

/** Headers whose names match `RULES`, if their rule is one of these. Limits, codes and pages of headers may concern something else. */
const X_HEADER = /^x-(?!count$|cursor$)|^total-count$/;
const HEADER_RULES: readonly (SignRule | undefined)[] = [more, totalAbove, until, notFinal];

/** Rejects most names with one match. */
const ANY_RULE = new RegExp(RULES.map(([pattern]) => pattern.source).join('|'));

function names(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`);
}

const NEGATIVE = new Set(['', 'false', 'no', 'none', 'null', 'nil', 'undefined', 'n/a', '-']);
const GOOD = new Set(['ok', 'okay', 'success', 'successful', 'no error', 'no errors', 'no warnings']);
/** Words of a request that failed, or is not ready. */
export const FAILED_WORDS =
  'errors?|fail(?:ed|ure)?|pending|processing|timeout|queued|aborted|cancell?ed|rejected|denied|throttled|unavailable|exceeded';
const UNFINISHED = new RegExp(`^(?:${FAILED_WORDS}|partial(?:ly)?|degraded|stale|incomplete|truncated)$`);
const PRELIMINARY =
  /^(?:preliminary|provisional|estimated?|estimates|sampled|thresholded|unfinali[sz]ed|interim|draft|(?:not|non) (?:yet )?final(?:i[sz]ed)?)$/;
const NEGATION = /^(?:no|not|non|without|free)$/;
const MAX_STATUS_WORDS = 3;

/** The rule for a member or header, by its name and, for a status, its value; undefined for most of them. */
export function ruleOf({
  path,
  isHeader,
  value,
}: Pick<Member, 'path' | 'isHeader'> & Partial<Pick<Member, 'value'>>): SignRule | undefined {
  if (isHeader === true) return headerRule(path[0]!);
  const name = comparedName(path);
  if (!ANY_RULE.test(name)) return undefined;
  const rule = RULES.find(([pattern]) => pattern.test(name))?.[1];
  if (rule === status && value !== undefined && PRELIMINARY.test(wordsOf(value).trim().replaceAll('-', ' '))) {
    return statusOfFigures;
  }
  if (path.length === 1) return rule;
  if (rule === otherData) return undefined;
  const outer = path.slice(0, -1);
  // Shards of a search are no records.
  if (comparedName(outer) === 'shards' && name !== 'failed') return undefined;
  if (rule !== total) return rule;
  // The member with the errors already counts as a sign.
  if (ruleOf({ path: outer }) === error) return undefined;
  return /^pages?$/.test(comparedName(outer)) ? totalOfPages : rule;
}

/** The rule for a header by its name in lower case; undefined for most of them. */
function headerRule(header: string): SignRule | undefined {
  if (header === 'link') return link;
  if (header === 'content-range') return contentRange;
  if (!X_HEADER.test(header)) return undefined;
  const rule = ruleOf({ path: [header.replace(/^x-/, '')] });
  return rule === total ? totalAbove : HEADER_RULES.includes(rule) ? rule : undefined;
}

/** True for a header that may be a sign, or that tells the age of a cached response. */
export function isKeptHeader(header: string): boolean {
  return header === 'age' || headerRule(header) !== undefined;
}

/** Headers as members. */
export function headerMembers(headers: Answer['headers']): readonly Member[] {
  return [...headers].map(([name, text]) => {
    return { path: [name], isHeader: true, value: { text: JSON.stringify(text), isBlank: text.trim() === '' } };
  });
}

/** The number that is compared with the number of records; undefined for a member that does not depend on it. */
export function comparedNumber(member: Member): number | undefined {
  return ruleOf(member)?.isCounted && integerOf(member.value);
}

/** True for a member which may only repeat that all records came. */
export function isCursor(member: Member): boolean {
  return ruleOf(member) === cursor;
}

/** True for a member or header with the number of all records, not of those of a page. */
export function isTotal({ path, ...member }: Member): boolean {
  return ruleOf({ path, ...member })?.kind === 'total' && /total|match|found|hits/.test(comparedName([path.join('')]));
}

/** True for a total of the records that a filter keeps. */
export function isFiltered({ path }: Member): boolean {
  return /filtered|matched|matching/.test(comparedName(path));
}

/** The last name of the path in the table's spelling; empty for a name that is too long. */
export function comparedName(path: readonly string[]): string {
  const name = path.at(-1) ?? '';
  if (name.length > MAX_NAME_LENGTH) return '';
  return name.toLowerCase().replace(PREFIX, '').replace(SEPARATORS, '');
}

/** True for a blank value, zero, and the words for no. */
function isNegative(value: MemberValue): boolean {
  return value.isBlank || NEGATIVE.has(plainText(value)) || numberOf(value) === 0;
}

function isFalse(value: MemberValue): boolean {
  return plainText(value) === 'false';
}

/** True for a text which says that nothing is wrong. */
export function isGood(value: MemberValue): boolean {
  return GOOD.has(plainText(value));
}

/**
 * True for `failed`, `PARTIAL_SUCCESS` or `timed out`; false for a sentence, which may say anything. Unlike in column names,
 * punctuation stays in the words: it marks a sentence.
 */
export function saysUnfinished(value: MemberValue, unfinished = UNFINISHED): boolean {
  if (stringOf(value) === undefined) return false;
  const words = wordsOf(value).match(/[^\s-]+/g) ?? [];
  if (words.length > MAX_STATUS_WORDS || words.some((word) => NEGATION.test(word))) return false;
  return words.some((word) => unfinished.test(word)) || /^(?:timed ?out|in ?progress)$/.test(words.join(' '));
}

/** The text with single spaces between its words, in lower case: `no data` for `NO_DATA` and `NoData`. */
export function wordsOf(value: Pick<MemberValue, 'text'>): string {
  const text = (stringOf(value) ?? value.text).replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  return text.toLowerCase().replace(/[\s_]+/g, ' ');
}

/** The text of a string, or the JSON text of another value, trimmed and in lower case. */
export function plainText(value: MemberValue): string {
  return (stringOf(value) ?? value.text).trim().toLowerCase();
}

/** The value of a number, or of a text that spells one; undefined for other values. */
export function numberOf(value: MemberValue): number | undefined {
  const text = plainText(value);
  return /^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/.test(text) ? Number(text) : undefined;
}

/** The value if it is a whole number in any spelling: `2`, `2.0`, `1e3`, `"2"`. */
function integerOf(value: MemberValue): number | undefined {
  const number = numberOf(value);
  return Number.isInteger(number) ? number : undefined;
}

/** The days that a text names, in its order. */
function daysIn({ text }: Pick<MemberValue, 'text'>): readonly string[] {
  const found = text.matchAll(/(?<!\d)(\d{4})(-?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])(?!\d)/g);
  return [...found].map(([, year, , month, day]) => `${year}-${month}-${day}`);
}

/** True for a text such as a URL that names days, all of them after the window. */
function namesLaterDays(value: Pick<MemberValue, 'text'>, window: DateRange | undefined): boolean {
  const days = window === undefined ? [] : daysIn(value);
  return days.length > 0 && days.every((day) => day > window!.to);
}

const SUMS = /^(?:grand)?(?:totals?|sums?|summary)$/;
/** Objects around such a member that do not say what it is about. */
const NEUTRAL = /^(?:meta(?:data)?|report|result|response|body|grand|revenue|domains)$/;

/** True for a member of an object such as `totals`, and for one such as `total_revenue`, of all records. */
export function isSumMember({ path, isHeader }: Member): boolean {
  if (isHeader === true) return false;
  const outer = path.slice(0, -1).map((name) => comparedName([name]));
  const isInSums = SUMS.test(outer.at(-1) ?? '');
  const isNamedSum = /^(?:total|sum).|.(?:total|sum)$/.test(comparedName(path));
  return (isInSums || isNamedSum) && outer.slice(0, isInSums ? -1 : undefined).every((name) => NEUTRAL.test(name));
}
