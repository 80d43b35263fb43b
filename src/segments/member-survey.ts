/** What is remembered of the members beside a window's records: a bounded part of them, however many there are. */

import { type Member, toValueLine } from './member-inspector.ts';
import { comparedName, messageRank, ruleOf } from './member-rules.ts';

export interface MemberSurvey {
  /**
   * Members to show, each with its value as one visible line: the first ones beside the records, and then nested ones that may
   * say something about the whole answer, by their dotted paths.
   */
  readonly otherMembers: readonly { readonly name: string; readonly value: string }[];
  /** How many members beside the records are not among those. */
  readonly hiddenMemberCount: number;
  /** Members, nested ones too, that may say something about the whole answer, in order of their ends. */
  readonly tellingMembers: readonly Member[];
}

const MAX_OUTER = 100;
const SHOWN_VALUE_LENGTH = 100;
/** Of one name and kind at one level. Two different totals are enough: one of them differs from the number of records. */
const MAX_OF_NAME = 3;
/** Of one kind at one level. */
const MAX_OF_KIND = 12;
/** A limit is a sign only if it is the number of records, which is not known yet. */
const MAX_LIMITS = 100;
const MAX_HARMLESS = 30;

/**
 * `add` takes each member. Those of one kind and level take no room from others, and harmless ones take none from signs: of
 * many signs, some are remembered.
 */
export function createMemberSurvey(): { add(member: Member): void; result(): MemberSurvey } {
  const outer: Member[] = [];
  let outerCount = 0;
  const telling: Member[] = [];
  const taken = new Map<string, number>();
  const numbers = new Set<string>();

  /** Takes a place under each key, if all have one left. */
  function take(...places: readonly (readonly [key: string, most: number])[]): boolean {
    if (places.some(([key, most]) => (taken.get(key) ?? 0) >= most)) return false;
    for (const [key] of places) taken.set(key, (taken.get(key) ?? 0) + 1);
    return true;
  }

  function isWorthKeeping(member: Member): boolean {
    const { path, value } = member;
    const rule = ruleOf(member);
    const isMessage = messageRank(member) !== undefined;
    if (rule === undefined && !isMessage) return false;
    const number = rule?.comparedNumber?.(value);
    const isSign = rule !== undefined && rule.comparedNumber === undefined && rule.isSign(value, 0);
    const kind = isSign || number !== undefined ? rule!.kind : isMessage ? 'message' : undefined;
    if (kind === undefined) return take(['harmless', MAX_HARMLESS]);
    const place = `${path.length} ${kind}`;
    const ofName = `${place} ${comparedName(path)}`;
    const asNumber = `${ofName} ${number}`;
    if (number !== undefined && numbers.has(asNumber)) return false;
    const [most, mostOfName] = kind === 'limit' ? [MAX_LIMITS, MAX_LIMITS] : [MAX_OF_KIND, MAX_OF_NAME];
    if (!take([place, most], [ofName, mostOfName])) return false;
    if (number !== undefined) numbers.add(asNumber);
    return true;
  }

  return {
    add(member) {
      if (member.path.length === 1 && outerCount++ < MAX_OUTER) outer.push(member);
      if (isWorthKeeping(member)) telling.push(member);
    },
    result() {
      const nested = telling.filter(({ path }) => path.length > 1);
      return {
        otherMembers: [...outer, ...nested].map(({ path, value }) => ({
          name: path.join('.'),
          value: toValueLine(value, SHOWN_VALUE_LENGTH),
        })),
        hiddenMemberCount: outerCount - outer.length,
        tellingMembers: telling,
      };
    },
  };
}
