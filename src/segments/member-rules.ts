/**
 * Which members beside the records suggest that an answer is not the whole answer. The interface names no such member: this
 * is a table of the names and values that services commonly use. Everything else is silent.
 */

import { parseDecimal, trimDecimal } from '../core/decimal.ts';
import { type Member, type MemberValue, stringOf } from './member-inspector.ts';

/** What a sign says about the answer. */
export type SignKind = 'more' | 'page' | 'total' | 'limit' | 'error' | 'failure' | 'status';

export interface MemberRule {
  readonly kind: SignKind;
  /**
   * The number that decides together with the number of records; undefined for a value that cannot be a sign. Only rules that
   * compare with the number of records have it.
   */
  readonly comparedNumber?: (value: MemberValue) => bigint | undefined;
  /** True if the value suggests that the answer, which has `recordCount` records, is not the whole one. */
  readonly isSign: (value: MemberValue, recordCount: number) => boolean;
}

/** A name is compared without case, prefix and separators of its words. A longer one is not in the table. */
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

/** `pages.total` may count pages or records: it is a sign if it fits neither. */
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
  isSign: (value) => value.text === 'false' || wordsOf(value) === 'false' || integerOf(value) === 0n,
};

/** The same by a name that may also hold a count, or the number of a page. */
const flaggedFailure: MemberRule = {
  kind: 'failure',
  isSign: (value) => value.text === 'false' || wordsOf(value) === 'false',
};

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
  [names('last|islast(?:page)?'), flaggedFailure],
  [names('(?:http|response|job|query)?(?:status|state|result)(?:code)?|(?:http|response)?code'), status],
];

/** Most names are in no rule: this tells so at once. */
const ANY_RULE = new RegExp(RULES.map(([pattern]) => pattern.source).join('|'));

function names(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`);
}

/** The rule for a member by its name; undefined for most. */
export function ruleOf({ path }: Pick<Member, 'path'>): MemberRule | undefined {
  const name = comparedName(path);
  if (!ANY_RULE.test(name)) return undefined;
  const rule = RULES.find(([pattern]) => pattern.test(name))?.[1];
  if (rule !== total || path.length === 1) return rule;
  const outer = path.slice(0, -1);
  // The number of errors is judged with all that they hold.
  if (ruleOf({ path: outer }) === error) return undefined;
  return /^pages?$/.test(comparedName(outer)) ? totalOfPages : rule;
}

/** The member's own name as the table compares it. */
export function comparedName(path: readonly string[]): string {
  const name = path.at(-1) ?? '';
  if (name.length > MAX_NAME_LENGTH) return '';
  return name.toLowerCase().replace(PREFIX, '').replace(SEPARATORS, '');
}

/**
 * What a member that may hold a message to people says, and how likely that is the reason for an answer without records: the
 * lowest rank first. Undefined for other members, and for those that say nothing.
 */
export function messageRank(member: Member): number | undefined {
  const { path, value } = member;
  const rank = MESSAGE_NAMES.indexOf(comparedName(path));
  const isError = ruleOf(member) === error;
  if ((rank === -1 && !isError) || value.isBlank || isGood(value)) return undefined;
  if (!value.text.startsWith('"')) return isError && /^[[{]/.test(value.text) ? 1 : undefined;
  if (wordsOf(value) === '') return undefined;
  const isBelowError = path.some((_, index) => ruleOf({ path: path.slice(0, index) }) === error);
  return isError || isBelowError ? 0 : 2 + rank;
}

const MESSAGE_NAMES = ['message', 'msg', 'detail', 'details', 'reason', 'description'];

/** True for a value that says no: what is blank, and the words for it. */
function isNegative(value: MemberValue): boolean {
  if (value.isBlank) return true;
  const words = wordsOf(value);
  return words !== undefined && (NEGATIVE.has(words) || numberOf(value)?.units === 0n);
}

const NEGATIVE = new Set(['', 'false', 'no', 'none', 'null', 'nil', 'undefined', 'n/a', '-']);

/** True for a text that says that nothing is wrong. */
function isGood(value: MemberValue): boolean {
  return GOOD.has(wordsOf(value) ?? '');
}

const GOOD = new Set(['ok', 'okay', 'success', 'successful', 'no error', 'no errors', 'no warnings']);

const UNFINISHED =
  /^(?:errors?|fail(?:ed|ure)?|partial(?:ly)?|pending|processing|timeout|degraded|stale|incomplete|truncated)$/;
const NEGATION = /^(?:no|not|non|without|free)$/;
const MAX_STATUS_WORDS = 3;

/** True for `failed`, `PARTIAL_SUCCESS` or `timed out`; not for a sentence, which may say anything. */
function saysUnfinished(value: MemberValue): boolean {
  const text = stringOf(value) ?? '';
  const words =
    text
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .match(/[^\s_-]+/g) ?? [];
  if (words.length > MAX_STATUS_WORDS || words.some((word) => NEGATION.test(word))) return false;
  return words.some((word) => UNFINISHED.test(word)) || /^(?:timed ?out|in ?progress)$/.test(words.join(' '));
}

/** The text of a string, trimmed, in lower case. */
function wordsOf(value: MemberValue): string | undefined {
  return stringOf(value)?.trim().toLowerCase();
}

/** A number, or a text that spells one; undefined for hundreds of digits. */
function numberOf(value: MemberValue) {
  if (value.isCut) return undefined;
  return parseDecimal(wordsOf(value) ?? value.text);
}

/** The value if it is a whole number, however it is spelled: `2`, `2.0`, `1e3`, `"2"`. */
function integerOf(value: MemberValue): bigint | undefined {
  const number = numberOf(value);
  const trimmed = number && trimDecimal(number);
  return trimmed?.scale === 0 ? trimmed.units : undefined;
}

function isOver(value: MemberValue, bound: bigint): boolean {
  const number = numberOf(value);
  return number !== undefined && number.units > bound * 10n ** BigInt(number.scale);
}

function isAtLeast(value: MemberValue, bound: bigint): boolean {
  return isOver(value, bound) || integerOf(value) === bound;
}
