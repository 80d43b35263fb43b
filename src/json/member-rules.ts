/**
 * Finds members beside the records which suggest that a response is incomplete. The interface defines no such members, so a
 * table lists the names and values that services commonly use; other members mean nothing. The survey of a response keeps a
 * bounded number of its members, however many there are.
 */

import { parseDecimal, trimDecimal } from '../core/decimal.ts';
import { type Member, type MemberValue, stringOf, toValueLine } from './members.ts';
import { rangeName } from './range-names.ts';

/** The kinds of signs that a response is incomplete. */
export type SignKind = 'more' | 'page' | 'total' | 'limit' | 'error' | 'failure' | 'status';

interface MemberRule {
  readonly kind: SignKind;
  /**
   * The number to compare with the number of records; undefined if the value cannot be a sign. Only rules that depend on the
   * number of records have this function.
   */
  readonly comparedNumber?: (value: MemberValue) => bigint | undefined;
  /** True if the value suggests that a response with `recordCount` records is incomplete. */
  readonly isSign: (value: MemberValue, recordCount: number) => boolean;
}

/** The table compares names in lower case, without prefix and separators. Longer names match no rule. */
const MAX_NAME_LENGTH = 80;
const PREFIX = /^.*:|^@?odata\./;
const SEPARATORS = /[\s_.\-@$/]+/g;

const RECORDS = '(?:records|rows|items|results|entries|elements)';
const PAGE = '(?:page|pages)';

const more: MemberRule = { kind: 'more', isSign: (value) => !isNegative(value) };

const page: MemberRule = { kind: 'page', isSign: (value) => isOver(value, 1n) };

const total: MemberRule = {
  kind: 'total',
  comparedNumber: integerOf,
  isSign: (value, recordCount) => integerOf(value) !== undefined && integerOf(value) !== BigInt(recordCount),
};

/** `pages.total` may count pages or records. It is a sign if it is neither 1 nor the number of records. */
const totalOfPages: MemberRule = {
  kind: 'total',
  comparedNumber: (value) => (isOver(value, 1n) ? integerOf(value) : undefined),
  isSign: (value, recordCount) => isOver(value, 1n) && total.isSign(value, recordCount),
};

const limit: MemberRule = {
  kind: 'limit',
  comparedNumber: (value) => (isOver(value, 0n) ? integerOf(value) : undefined),
  isSign: (value, recordCount) => recordCount > 0 && integerOf(value) === BigInt(recordCount),
};

const error: MemberRule = { kind: 'error', isSign: (value) => !isNegative(value) && !isGood(value) };

const failure: MemberRule = {
  kind: 'failure',
  isSign: (value) => isFalse(value) || integerOf(value) === 0n,
};

/** Like `failure`, for names that may also hold a count or a page number, where 0 is not a sign. */
const flaggedFailure: MemberRule = { kind: 'failure', isSign: isFalse };

const status: MemberRule = {
  kind: 'status',
  isSign: (value) => isAtLeast(value, 300n) || saysUnfinished(value),
};

const RULES: readonly (readonly [names: RegExp, rule: MemberRule])[] = [
  [
    names('next(?:page|cursor|token|link|url|uri|href|offset|key|marker|continuation|records|results)*'),
    more,
  ],
  [names('cursor|continuation(?:token|key|cursor)?'), more],
  [names(`(?:has)?more(?:${PAGE}|${RECORDS}|data|available)?|hasnext${PAGE}?`), more],
  [names('(?:is|was)?(?:truncated|partial|incomplete|stale|degraded|timedout)'), more],
  [names('(?:partial|incomplete)(?:data|results?|response|answer)|(?:data|results?)truncated'), more],
  [names('pages?|pagecount|(?:total|last|current)pages?|numpages|numberofpages'), page],
  [names('page(?:number|num|no|index)'), page],
  [names('total|count|rows|records'), total],
  [names(`(?:total|num|numberof)(?:${RECORDS}|count)|(?:total)?(?:row|record|result)s?count`), total],
  [names('(?:records|rows|results)total'), total],
  [names(`limit|perpage|${RECORDS}perpage|pagesize|(?:page|row|record)limit|max${RECORDS}`), limit],
  [
    names(
      '(?:has|is)?(?:errors?|exceptions?|warnings?|failures?)(?:messages?|msgs?|codes?|details?|descriptions?|texts?|counts?|reasons?)?',
    ),
    error,
  ],
  [names('(?:has|is)?failed'), error],
  [names('success|ok|complete'), failure],
  [names('(?:is|was)(?:success|successful|ok|complete)|successful|finished|done'), flaggedFailure],
  [names('last|islast(?:page)?|jobcomplete'), flaggedFailure],
  [names('(?:http|response|job|query)?(?:status|state|result)(?:code)?|(?:http|response)?code'), status],
];

/** Rejects most names with one match. */
const ANY_RULE = new RegExp(RULES.map(([pattern]) => pattern.source).join('|'));

function names(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`);
}

const MESSAGE_NAMES = ['message', 'msg', 'detail', 'details', 'reason', 'description'];
const NEGATIVE = new Set(['', 'false', 'no', 'none', 'null', 'nil', 'undefined', 'n/a', '-']);
const GOOD = new Set(['ok', 'okay', 'success', 'successful', 'no error', 'no errors', 'no warnings']);
const FAILED_WORDS =
  'errors?|fail(?:ed|ure)?|pending|processing|timeout|queued|aborted|cancell?ed|rejected|denied|throttled|unavailable|exceeded';
const UNFINISHED = new RegExp(`^(?:${FAILED_WORDS}|partial(?:ly)?|degraded|stale|incomplete|truncated)$`);
/** `running` is also said of a service that is well, which sends records. */
const FAILED = new RegExp(`^(?:${FAILED_WORDS}|running)$`);
/** Responses without records may have warnings, and are complete if the last day is not, or the page not the last. */
const NO_FAILURE = /warning|^(?:is|was)?complete$|^(?:is)?last/;
/** A failure in another object may concern something else: a currency has a numeric code, too. */
const OUTER =
  /^(?:meta(?:data)?|errors?|exception|fault|(?:response)?(?:status|result|header)|response|job|query)$/;
const NO_DATA =
  /\b(?:no|zero|0|not any)(?: (?!(?:to|for|of|in|on|from|with|more|longer|less|errors?|access|permission)\b)[\w-]+){0,2}? (?:data|records?|results?|rows?)\b(?! (?:source|cent|node|store|base|warehouse|connection|access))|\b(?:data|records?|results?|rows?) (?:was |were )?not found\b/;
/** A number, a word or a code. */
const CODE = /^"?[\w.-]*"?$/;
/** Words and codes of a failure, also of one that adds that there is no data. */
const TROUBLE =
  /\b(?:time(?:d ?)? ?out|unavailable|exceeded|denied|forbidden|unauthori[sz]ed|too many|throttled|could not|cannot|unable|pending|processing|progress|queued|running|not ready|try again|retry|(?:internal|server|query|backend|database) error|(?:query|request|job|backend) failed|failed to|aborted|rejected|cancell?ed)\b|^(?:401|403|408|425|429|5\d\d)$/;
const NEGATION = /^(?:no|not|non|without|free)$/;
const MAX_STATUS_WORDS = 3;

/** The rule for a member, by its name; undefined for most members. */
export function ruleOf({ path }: Pick<Member, 'path'>): MemberRule | undefined {
  const name = comparedName(path);
  if (!ANY_RULE.test(name)) return undefined;
  const rule = RULES.find(([pattern]) => pattern.test(name))?.[1];
  if (rule !== total || path.length === 1) return rule;
  const outer = path.slice(0, -1);
  // The member with the errors already counts as a sign.
  if (ruleOf({ path: outer }) === error) return undefined;
  return /^pages?$/.test(comparedName(outer)) ? totalOfPages : rule;
}

/** The member by which a response without records says that it failed or is not ready; undefined without one. */
export function findFailure(members: readonly Member[]): Member | undefined {
  const isExcused = createExcuse(members);
  return members.find((member) => isFailure(member) && !isExcused(member));
}

function isFailure(member: Member): boolean {
  const rule = ruleOf(member);
  const isOfAll = member.path.slice(0, -1).every((name) => OUTER.test(comparedName([name])));
  if (!isOfAll || NO_FAILURE.test(comparedName(member.path))) return false;
  if (rule === status) return isAtLeast(member.value, 400n) || saysUnfinished(member.value, FAILED);
  return [error, failure, flaggedFailure].some((each) => each === rule && each.isSign(member.value, 0));
}

/** True for the signs of a response without records that mean no more than its text does: that there is no data. */
export function createExcuse(members: readonly Member[]): (member: Member) => boolean {
  if (!members.some(({ value }) => saysNoData(value))) return () => false;
  return (member) => {
    const isCode = CODE.test(member.value.text) && !TROUBLE.test(wordsOf(member.value));
    const isUnfinished = /done|finished|complete/.test(comparedName(member.path));
    return saysNoData(member.value) || (isFailure(member) && isCode && !isUnfinished);
  };
}

/** The members of a response that matter to users. */
export interface MemberSurvey {
  /**
   * Members to show, each with its value as one visible line: the first members of the body, then nested members that may
   * concern the whole response, by their dotted paths.
   */
  readonly otherMembers: readonly { readonly name: string; readonly value: string }[];
  /** The number of members of the body that `otherMembers` omits. */
  readonly hiddenMemberCount: number;
  /** Members, also nested ones, that may concern the whole response, in order of their ends. */
  readonly partialMembers: readonly Member[];
  /** The code of the currency that the response names for all its records. */
  readonly currency?: string | undefined;
  /** Members whose names say that they hold the range of the response, or an end of it: the first ones. */
  readonly rangeMembers: readonly Member[];
}

const MAX_OUTER = 100;
const SHOWN_VALUE_LENGTH = 100;
/** Members of one name and kind at one level. Two different totals are enough: one of them differs from the number of records. */
const MAX_OF_NAME = 3;
/** Members of one kind at one level. */
const MAX_OF_KIND = 12;
/** A limit is a sign only if it equals the number of records, which is not known yet. */
const MAX_LIMITS = 100;
const MAX_HARMLESS = 30;
const MAX_RANGE_MEMBERS = 20;
/** The length of the service's message in an error. */
const MESSAGE_LENGTH = 200;

/** Each kind of member has its own slots at each level, so that one kind, or harmless members, cannot crowd out signs. */
export function createMemberSurvey(): { add(member: Member): void; result(): MemberSurvey } {
  const outer: Member[] = [];
  let outerCount = 0;
  const partialMembers: Member[] = [];
  let currency: string | undefined;
  const rangeMembers: Member[] = [];
  const usedSlots = new Map<string, number>();
  const numbers = new Set<string>();

  /** Uses a slot of each key. Uses none, and returns false, if a key has no free slot. */
  function useSlots(...slots: readonly (readonly [key: string, max: number])[]): boolean {
    if (slots.some(([key, max]) => (usedSlots.get(key) ?? 0) >= max)) return false;
    for (const [key] of slots) usedSlots.set(key, (usedSlots.get(key) ?? 0) + 1);
    return true;
  }

  function isKept(member: Member): boolean {
    const { path, value } = member;
    const rule = ruleOf(member);
    const isMessage = messageRank(member) !== undefined;
    if (rule === undefined && !isMessage) return false;
    const number = rule?.comparedNumber?.(value);
    const isSign = rule !== undefined && rule.comparedNumber === undefined && rule.isSign(value, 0);
    const kind = isSign || number !== undefined ? rule!.kind : isMessage ? 'message' : undefined;
    if (kind === undefined) return useSlots(['harmless', MAX_HARMLESS]);
    const kindKey = `${path.length} ${kind}`;
    const nameKey = `${kindKey} ${comparedName(path)}`;
    const numberKey = `${nameKey} ${number}`;
    if (number !== undefined && numbers.has(numberKey)) return false;
    const [maxOfKind, maxOfName] = kind === 'limit' ? [MAX_LIMITS, MAX_LIMITS] : [MAX_OF_KIND, MAX_OF_NAME];
    if (!useSlots([kindKey, maxOfKind], [nameKey, maxOfName])) return false;
    if (number !== undefined) numbers.add(numberKey);
    return true;
  }

  return {
    add(member) {
      if (member.path.length === 1 && outerCount++ < MAX_OUTER) outer.push(member);
      if (isKept(member)) partialMembers.push(member);
      currency ??= currencyIn(member);
      if (rangeMembers.length < MAX_RANGE_MEMBERS && isRangeMember(member)) rangeMembers.push(member);
    },
    result() {
      const nested = partialMembers.filter(({ path }) => path.length > 1);
      return {
        otherMembers: [...outer, ...nested].map(({ path, value }) => ({
          name: path.join('.'),
          value: toValueLine(value, SHOWN_VALUE_LENGTH),
        })),
        hiddenMemberCount: outerCount - outer.length,
        partialMembers,
        currency,
        rangeMembers,
      };
    },
  };
}

/** The code in a member such as `currency` or `meta.currency_code`; undefined for other members. */
function currencyIn({ path, value }: Member): string | undefined {
  const isOfAll =
    path.length === 1 || (path.length === 2 && /^meta(?:data)?$/.test(comparedName(path.slice(0, 1))));
  if (!isOfAll || !/^currency(?:code)?$/.test(comparedName(path))) return undefined;
  const text = stringOf(value) ?? '';
  return /^[A-Z]{3}$/.test(text) ? text : undefined;
}

/** Longer values are not dates. */
const MAX_DATE_LENGTH = 40;

function isRangeMember({ path, value: { text, isCut, isBlank } }: Member): boolean {
  return !isCut && !isBlank && text.length <= MAX_DATE_LENGTH && rangeName(path) !== undefined;
}

/** The service's own error or message, as the end of a message: `; the service says: "timed out"`. Empty if it sent none. */
export function messageIn(members: readonly Member[]): string {
  const [first] = members
    .map((member) => ({ member, rank: messageRank(member) ?? Number.POSITIVE_INFINITY }))
    .sort((left, right) => left.rank - right.rank);
  if (first === undefined || first.rank === Number.POSITIVE_INFINITY) return '';
  return `; the service says: ${valueLine(first.member, MESSAGE_LENGTH)}`;
}

/** The value as one visible line of at most `maxLength` characters, without unnecessary escapes in a string. */
export function valueLine({ value }: Member, maxLength: number): string {
  const text = stringOf(value);
  if (text === undefined) return toValueLine(value, maxLength);
  const written = JSON.stringify(text);
  return toValueLine({ text: value.isCut ? written.slice(0, -1) : written, isCut: value.isCut }, maxLength);
}

/** The last name of the path in the table's spelling; empty for a name that is too long. */
function comparedName(path: readonly string[]): string {
  const name = path.at(-1) ?? '';
  if (name.length > MAX_NAME_LENGTH) return '';
  return name.toLowerCase().replace(PREFIX, '').replace(SEPARATORS, '');
}

/**
 * The rank of a member that may hold a message for people: the lowest rank most likely explains an incomplete response.
 * Undefined for other members, and for members without a message.
 */
function messageRank(member: Member): number | undefined {
  const { path, value } = member;
  const rank = MESSAGE_NAMES.indexOf(comparedName(path));
  const isError = ruleOf(member) === error;
  if ((rank === -1 && !isError && !saysNoData(value)) || value.isBlank || isGood(value)) return undefined;
  if (!value.text.startsWith('"')) return isError && /^[[{]/.test(value.text) ? 1 : undefined;
  if (plainText(value) === '') return undefined;
  // A message says more than a code such as NOT_FOUND.
  if (isError && CODE.test(value.text)) return 2 + MESSAGE_NAMES.length;
  const isBelowError = path.some((_, index) => ruleOf({ path: path.slice(0, index) }) === error);
  return isError || isBelowError ? 0 : 2 + rank;
}

/** True for a blank value, zero, and the words for no. */
function isNegative(value: MemberValue): boolean {
  if (value.isBlank) return true;
  const words = plainText(value);
  return words !== undefined && (NEGATIVE.has(words) || numberOf(value)?.units === 0);
}

function isFalse(value: MemberValue): boolean {
  return (plainText(value) ?? value.text) === 'false';
}

/** True for a text which says that nothing is wrong. */
function isGood(value: MemberValue): boolean {
  return GOOD.has(plainText(value) ?? '');
}

/**
 * True for `failed`, `PARTIAL_SUCCESS` or `timed out`; false for a sentence, which may say anything. Unlike in column names,
 * punctuation stays in the words: it marks a sentence.
 */
function saysUnfinished(value: MemberValue, unfinished = UNFINISHED): boolean {
  if (stringOf(value) === undefined) return false;
  const words = wordsOf(value).match(/[^\s-]+/g) ?? [];
  if (words.length > MAX_STATUS_WORDS || words.some((word) => NEGATION.test(word))) return false;
  return words.some((word) => unfinished.test(word)) || /^(?:timed ?out|in ?progress)$/.test(words.join(' '));
}

/** True for a text which says that there are no data, records, results or rows, and of no failure. */
function saysNoData(value: MemberValue): boolean {
  return NO_DATA.test(wordsOf(value)) && !TROUBLE.test(wordsOf(value));
}

/** The text with single spaces between its words, in lower case: `no data` for `NO_DATA` and `NoData`. */
function wordsOf(value: MemberValue): string {
  const text = (stringOf(value) ?? value.text).replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  return text.toLowerCase().replace(/[\s_]+/g, ' ');
}

/** The text of a string, trimmed and in lower case; undefined for other values. */
function plainText(value: MemberValue): string | undefined {
  return stringOf(value)?.trim().toLowerCase();
}

/** The value of a number, or of a text that spells one; undefined for other values and for hundreds of digits. */
function numberOf(value: MemberValue) {
  if (value.isCut) return undefined;
  return parseDecimal(plainText(value) ?? value.text);
}

/** The value if it is a whole number in any spelling: `2`, `2.0`, `1e3`, `"2"`. */
function integerOf(value: MemberValue): bigint | undefined {
  const number = numberOf(value);
  const trimmed = number && trimDecimal(number);
  return trimmed?.scale === 0 ? BigInt(trimmed.units) : undefined;
}

function isOver(value: MemberValue, bound: bigint): boolean {
  const number = numberOf(value);
  return number !== undefined && number.units > bound * 10n ** BigInt(number.scale);
}

function isAtLeast(value: MemberValue, bound: bigint): boolean {
  return isOver(value, bound) || integerOf(value) === bound;
}
