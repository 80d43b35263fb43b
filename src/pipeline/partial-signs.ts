/**
 * Signs that an answer is not the whole answer: a next page, a total that differs, an error beside the records. The interface
 * says nothing of such members, so a sign is a reason to look, not proof.
 */

import { countOf } from '../core/count.ts';
import { formatRange } from '../core/date-range.ts';
import { shellWord } from '../core/shell-word.ts';
import { toVisibleLine } from '../core/visible-text.ts';
import type { Member } from '../segments/member-inspector.ts';
import { messageIn, valueLine } from '../segments/member-message.ts';
import { ruleOf, type SignKind } from '../segments/member-rules.ts';
import type { Segment } from '../segments/segment.ts';

/** What is known of a window's answer. */
export type Answer = Pick<Segment, 'window' | 'recordCount' | 'tellingMembers'>;

/** One member, in all answers that have it. */
export interface PartialSign {
  /** What to ignore so that this sign is not found: the dotted path, or the member's own name. */
  readonly ignore: string;
  /** The first answer that has it, its value there, and what that suggests. */
  readonly text: string;
}

interface Found {
  readonly member: Member;
  readonly answer: Answer;
  readonly kind: SignKind;
  /** Answers in which the member is a sign. */
  count: number;
}

const VALUE_LENGTH = 60;
const PATH_LENGTH = 100;
/** More signs than this say nothing new. */
const MAX_SIGNS = 20;
/** A path that can be typed as it is. */
const PLAIN_PATH = /^[\w@$:.-]+$/;

/**
 * The signs in the answers of one client, at most 20, in order of first appearance. `ignored` are names or dotted paths of
 * members that are no signs, in any case. Below a member that is a sign, none is looked for.
 */
export function findPartialSigns(
  report: string,
  answers: readonly Answer[],
  ignored: readonly string[] = [],
): readonly PartialSign[] {
  const isIgnored = createIgnored(ignored);
  const found = new Map<string, Found>();
  for (const answer of answers) {
    for (const [key, { member, kind }] of signsIn(answer)) {
      const known = found.get(key);
      if (known !== undefined) known.count++;
      else if (found.size < MAX_SIGNS && !isIgnored(member.path))
        found.set(key, { member, answer, kind, count: 1 });
    }
  }
  return [...found.values()].map((each) => ({
    ignore: wordToIgnore(each.member.path),
    text: describe(report, each),
  }));
}

/** How to silence these signs, as something to add to the command. */
export function waySilent(signs: readonly PartialSign[]): string {
  const words = [...new Set(signs.map(({ ignore }) => ignore))];
  return `--ignore-members ${shellWord(words.join(','))}`;
}

/** Each sign as a warning, with the way to silence it. */
export function tellPartialSigns(signs: readonly PartialSign[]): readonly string[] {
  return signs.map((sign) => `${sign.text}; if that is normal: ${waySilent([sign])}`);
}

/** What the service says in its answers, as the end of a message; empty if it says nothing. */
export function serviceMessage(answers: readonly Answer[]): string {
  return messageIn(answers.flatMap(({ tellingMembers }) => tellingMembers));
}

/** By path: where one comes twice in an answer, the first that is a sign counts. */
function signsIn({ tellingMembers, recordCount }: Answer) {
  const signs = new Map<string, { readonly member: Member; readonly kind: SignKind }>();
  for (const member of tellingMembers) {
    const rule = ruleOf(member);
    const key = JSON.stringify(member.path);
    if (rule?.isSign(member.value, recordCount) && !signs.has(key))
      signs.set(key, { member, kind: rule.kind });
  }
  const isBelowSign = ({ path }: Member): boolean =>
    path.some((_, index) => index > 0 && signs.has(JSON.stringify(path.slice(0, index))));
  return [...signs].filter(([, { member }]) => !isBelowSign(member));
}

function createIgnored(names: readonly string[]): (path: readonly string[]) => boolean {
  const ignored = new Set(names.map((name) => name.trim().toLowerCase()));
  return (path) => ignored.has(path.at(-1)!.toLowerCase()) || ignored.has(path.join('.').toLowerCase());
}

function wordToIgnore(path: readonly string[]): string {
  const dotted = path.join('.');
  return PLAIN_PATH.test(dotted) ? dotted : toVisibleLine(path.at(-1)!, PATH_LENGTH);
}

function describe(report: string, { member, answer, kind, count }: Found): string {
  const { window, recordCount } = answer;
  const name = toVisibleLine(JSON.stringify(member.path.join('.')), PATH_LENGTH);
  const value = valueLine(member, VALUE_LENGTH);
  const others = count === 1 ? '' : ` (as in ${countOf(count - 1, 'other window')})`;
  const has = `the answer for ${report} ${formatRange(window)} has ${name}: ${value}`;
  switch (kind) {
    case 'total': {
      const records = countOf(recordCount, 'record');
      const isMore = totalIn(member) > BigInt(recordCount);
      const meaning = isMore ? 'it may be only a part of the data' : 'the two should be equal';
      return `${has}, but ${records}: ${meaning}${others}`;
    }
    case 'limit':
      return `${has}, and just as many records: the rest may be cut off${others}`;
    case 'page':
      return `${has}: it may be only one page of the data${others}`;
    case 'error':
      return `${has}: the service may have failed to read all of the data${others}`;
    case 'failure':
    case 'status':
      return `${has}: the data may be incomplete${others}`;
    case 'more':
      return `${has}: it may be only a part of the data${others}`;
  }
}

function totalIn(member: Member): bigint {
  return ruleOf(member)?.comparedNumber?.(member.value) ?? 0n;
}
