/**
 * Collects the members beside the records that matter, and finds a failure in those of a response without records. The survey of a
 * response keeps a bounded number of members, however many there are.
 */

import { ReportingError } from '../core/errors.ts';
import { toVisibleLine } from '../core/text.ts';
import { type Member, type MemberValue, stringOf } from './members.ts';
import {
  comparedName,
  comparedNumber,
  error,
  FAILED_WORDS,
  failure,
  flaggedFailure,
  isGood,
  isSumMember,
  numberOf,
  plainText,
  ruleOf,
  saysUnfinished,
  status,
  wordsOf,
} from './sign-rules.ts';

const NO_RECORDS = { recordCount: 0 };
const MESSAGE_NAMES = ['message', 'msg', 'detail', 'details', 'reason', 'description'];
/** `running` is also said of a service that is well, which sends records. */
const FAILED = new RegExp(`^(?:${FAILED_WORDS}|running)$`);
/** Responses without records may have warnings, and are complete if the last day is not, or the page not the last. */
const NO_FAILURE = /warning|^(?:is|was)?complete$|^(?:is)?last/;
/** A failure in another object may concern something else: a currency has a numeric code, too. */
const OUTER = /^(?:meta(?:data)?|errors?|exception|fault|(?:response)?(?:status|result|header)|response|job|query)$/;
const NO_DATA =
  /\b(?:no|zero|0|not any)(?: (?!(?:to|for|of|in|on|from|with|more|longer|less|errors?|access|permission)\b)[\w-]+){0,2}? (?:data|records?|results?|rows?)\b(?! (?:source|cent|node|store|base|warehouse|connection|access))|\b(?:data|records?|results?|rows?) (?:was |were )?not found\b/;
/** A number, a word or a code. */
const CODE = /^"?[\w.-]*"?$/;
/** Words and codes of a failure, also of one that adds that there is no data. */
const TROUBLE =
  /\b(?:time(?:d ?)? ?out|unavailable|exceeded|denied|forbidden|unauthori[sz]ed|too many|throttled|could not|cannot|unable|pending|processing|progress|queued|running|not ready|try again|retry|(?:internal|server|query|backend|database) error|(?:query|request|job|backend) failed|failed to|aborted|rejected|cancell?ed)\b|^(?:401|403|408|425|429|5\d\d)$/;

/** Throws an error, in the service's own words, for a response without records that says that it failed or is not ready. */
export function assertNoFailure({ partialMembers: members }: Pick<MemberSurvey, 'partialMembers'>): void {
  const isExcused = createExcuse(members);
  const failure = members.find((member) => isFailure(member) && !isExcused(member));
  if (failure === undefined) return;
  const said = messageIn(members);
  const value = toVisibleLine(failure.value.text, FAILURE_LENGTH);
  const name = toVisibleLine(JSON.stringify(failure.path.join('.')), FAILURE_LENGTH);
  throw new ReportingError(
    'E-bad-body',
    `the body has no records, and reports a failure: ${name}${said.includes(value) ? '' : `: ${value}`}${said}`,
    { hint: 'the service answered 200 with it: try again later' },
  );
}

function isFailure(member: Member): boolean {
  const rule = ruleOf(member);
  const isOfAll = member.path.slice(0, -1).every((name) => OUTER.test(comparedName([name])));
  if (!isOfAll || NO_FAILURE.test(comparedName(member.path))) return false;
  if (rule === status) return (numberOf(member.value) ?? 0) >= 400 || saysUnfinished(member.value, FAILED);
  return [error, failure, flaggedFailure].some((each) => each === rule && each.isSign(member.value, NO_RECORDS));
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
  /** Members, also nested ones, that may concern the whole response, in order of their ends. */
  readonly partialMembers: readonly Member[];
  /** The code of the currency that the response names for all its records. */
  readonly currency?: string | undefined;
  /** Members whose names say that they hold the range of the response, or an end of it: the first ones. */
  readonly rangeMembers: readonly Member[];
  /** Members of objects such as `totals`, and such as `total_revenue`: they may give sums of columns. */
  readonly sumMembers: readonly Member[];
}

/** Members of one kind at one level, and of one name among them: a map of many objects must not hide other signs. */
const [MAX_OF_KIND, MAX_OF_NAME] = [100, 3];
const MAX_RANGE_MEMBERS = 20;
const MAX_SUM_MEMBERS = 100;
/** Longer values are not dates. */
const MAX_DATE_LENGTH = 40;
/** The lengths of the service's message, and of the name and value of a failure, in an error. */
const [MESSAGE_LENGTH, FAILURE_LENGTH] = [200, 60];

/** Collects the members of a response, one by one. */
export function createMemberSurvey(): { add(member: Member): void; result(): MemberSurvey } {
  const partialMembers: Member[] = [];
  const rangeMembers: Member[] = [];
  const sumMembers: Member[] = [];
  const usedSlots = new Map<string, number>();
  let currency: string | undefined;

  function hasSlot(key: string, max: number): boolean {
    const used = usedSlots.get(key) ?? 0;
    usedSlots.set(key, used + 1);
    return used < max;
  }

  /** True for a sign, a number that may be one, a failure, and a message. */
  function isKept(member: Member): boolean {
    const rule = ruleOf(member);
    const number = comparedNumber(member);
    const isNumber = number !== undefined;
    const isSign = rule?.isCounted === true ? isNumber : rule?.isSign(member.value, NO_RECORDS) || isFailure(member);
    if (!isSign && messageRank(member) === undefined) return false;
    const kind = `${member.path.length} ${isSign ? rule!.kind : 'message'}`;
    const name = `${kind} ${comparedName(member.path)}`;
    // Of equal numbers, one is enough. A limit is a sign only if it equals the number of records, which is not known yet.
    if (isNumber && !hasSlot(`${name} ${number}`, 1)) return false;
    return (rule?.kind === 'limit' || hasSlot(name, MAX_OF_NAME)) && hasSlot(kind, MAX_OF_KIND);
  }

  return {
    add(member) {
      const { path, value } = member;
      if (isKept(member)) partialMembers.push(member);
      currency ??= currencyIn(member);
      const mayBeDate = value.text.length <= MAX_DATE_LENGTH && !value.isBlank && rangeName(path) !== undefined;
      if (mayBeDate && rangeMembers.length < MAX_RANGE_MEMBERS) rangeMembers.push(member);
      if (sumMembers.length < MAX_SUM_MEMBERS && isSumMember(member)) sumMembers.push(member);
    },
    result: () => ({ partialMembers, currency, rangeMembers, sumMembers }),
  };
}

/** The code in a member such as `currency` or `meta.currency_code`; undefined for other members. */
function currencyIn({ path, value }: Member): string | undefined {
  const name = path.map((each) => comparedName([each])).join('.');
  const text = stringOf(value) ?? '';
  return /^(?:meta(?:data)?\.)?currency(?:code)?$/.test(name) && /^[A-Z]{3}$/.test(text) ? text : undefined;
}

/** The service's own error or message, as the end of a message: `; the service says: "timed out"`. Empty if it sent none. */
export function messageIn(members: readonly Member[]): string {
  const [first] = members
    .filter((member) => messageRank(member) !== undefined)
    .sort((one, other) => messageRank(one)! - messageRank(other)!);
  return first === undefined ? '' : `; the service says: ${toVisibleLine(first.value.text, MESSAGE_LENGTH)}`;
}

/** True for a text which says that there are no data, records, results or rows, and of no failure. */
export function saysNoData(value: Pick<MemberValue, 'text'>): boolean {
  return NO_DATA.test(wordsOf(value)) && !TROUBLE.test(wordsOf(value));
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

/** The part of a range that a member or column holds. */
export interface RangeName {
  /** `month` holds a whole range: `2026-01`. */
  readonly part: 'start' | 'end' | 'month';
  /** The same for both ends of one range. */
  readonly key: string;
}

/** Words that may stand beside the word for an end: `start_date`, `period_end`, `report_from`. */
const QUALIFIERS = '((?:date|day|period|window|range|report(?:ing)?)*)';
/** The words for the two ends of a range, a pair in each line. */
const ENDS = [
  { start: named('start|begin'), end: named('end|stop') },
  { start: named('from|since'), end: named('to|until|till|through') },
];
const SIDES = ['start', 'end'] as const;
/** Objects that may hold a range: `meta.period.start`. Others, such as `campaign`, have ranges of their own. */
const CONTAINERS =
  /^(?:meta(?:data)?|period|window|(?:date)?range|dates|interval|query|request|params|parameters|filters?)$/;

function named(words: string): RegExp {
  return new RegExp(`^${QUALIFIERS}(?:${words})${QUALIFIERS}$`);
}

/** The part of a range that the last key of a path names; undefined for other names. */
export function rangeName(path: readonly string[]): RangeName | undefined {
  const outer = path.slice(0, -1);
  const name = comparedName(path);
  if (outer.some((key) => !CONTAINERS.test(comparedName([key])))) return undefined;
  if (name === 'month') return { part: 'month', key: JSON.stringify([outer, name]) };
  for (const [line, ends] of ENDS.entries()) {
    for (const part of SIDES) {
      const [, before, after] = ends[part].exec(name) ?? [];
      if (before !== undefined) return { part, key: JSON.stringify([outer, line, `${before}${after}`]) };
    }
  }
  return undefined;
}

/** True if the last key names an end of a range, or a range: `start_date`, `to_day`, `window_day`. */
export function hasRangeWord(path: readonly string[]): boolean {
  return rangeName(path.slice(-1)) !== undefined || /period|window|range/.test(comparedName(path));
}
