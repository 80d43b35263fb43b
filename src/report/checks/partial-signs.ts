/**
 * Finds signs of a partial response: a next page, a total that differs, an error beside the records; and responses that a cache stored
 * too early. The interface does not define such members and headers, so a sign is a reason for a warning, not proof.
 */

import { asInOthers, countOf, shellWord, toVisibleLine } from '../../core/text.ts';
import { allowedScopes, type DataWarning } from '../../core/warnings.ts';
import { type CalendarDate, calendarDateAt } from '../../dates/date.ts';
import { wordWindow } from '../../dates/range.ts';
import { createExcuse, messageIn } from '../../json/member-rules.ts';
import type { Member } from '../../json/members.ts';
import { comparedNumber, isCursor, isFiltered, isTotal, ruleOf, type SignKind } from '../../json/sign-rules.ts';
import type { WindowRecords } from '../../records/window-records.ts';

/** The facts about a window's response that the signs come from. */
export type CheckedResponse = Pick<WindowRecords, 'report' | 'window' | 'recordCount' | 'partialMembers'>;

/** A warning about one suspicious member or header, over all responses that have it. Its scope is the path, or the last name. */
type PartialSign = DataWarning & { readonly scope: readonly [string] };

interface Found {
  readonly member: Member;
  readonly response: CheckedResponse;
  readonly kind: SignKind;
  /** Responses in which the member is a sign. */
  count: number;
}

const VALUE_LENGTH = 60;
const PATH_LENGTH = 100;
const MAX_SIGNS = 20;
const PART = 'it may be only a part of the data';
/** A path that needs no quotes in a shell. */
const PLAIN_PATH = /^[\w@$:.-]+$/;

/**
 * The signs in the responses of one client, at most 20, in order of first appearance. Members that `allowed` names are skipped. A
 * sign hides the signs below it.
 */
export function findPartialSigns(
  responses: readonly CheckedResponse[],
  allowed: readonly string[] = [],
): readonly PartialSign[] {
  const found = new Map<string, Found>();
  for (const response of responses) {
    for (const [key, { member, kind }] of signsIn(response)) {
      const known = found.get(key);
      if (known !== undefined) known.count++;
      else if (found.size < MAX_SIGNS && !createMemberTest(allowed, nameOf(kind))(member.path)) {
        found.set(key, { member, response, kind, count: 1 });
      }
    }
  }
  return [...found.values()].map((each) => ({
    name: nameOf(each.kind),
    scope: [scopeOfMember(each.member.path)],
    text: describe(each),
    namesReport: true,
  }));
}

function nameOf(kind: SignKind): 'partial' | 'preliminary' {
  return kind === 'preliminary' ? 'preliminary' : 'partial';
}

/** The option that allows these signs. */
export function allowingOption(signs: readonly PartialSign[]): string {
  const words = [...new Set(signs.map(({ name, scope: [scope] }) => `${name}:${scope}`))];
  return `--allow ${shellWord(words.join(','))}`;
}

/** The service's own message in its responses, as the end of a message; empty without one. */
export function serviceMessage(responses: readonly CheckedResponse[]): string {
  return messageIn(responses.flatMap(({ partialMembers }) => partialMembers));
}

/** The signs of one response, by path. If a response repeats a path, the first sign counts. */
function signsIn({ partialMembers, recordCount, window }: CheckedResponse) {
  const signs = new Map<string, { readonly member: Member; readonly kind: SignKind }>();
  const isExcused = recordCount === 0 ? createExcuse(partialMembers) : () => false;
  const equal = partialMembers.filter((member) => comparedNumber(member) === recordCount);
  const areAll = equal.some(isTotal);
  const areAllFiltered = equal.some(isFiltered);
  for (const member of partialMembers) {
    const isWhole = (areAll && isCursor(member)) || (areAllFiltered && isTotal(member));
    const rule = isWhole || isExcused(member) ? undefined : ruleOf(member);
    const key = JSON.stringify(member.path);
    if (rule === undefined || signs.has(key) || !rule.isSign(member.value, { recordCount, window })) continue;
    signs.set(key, { member, kind: rule.kind });
  }
  const isBelowSign = ({ path }: Member): boolean =>
    path.some((_, index) => index > 0 && signs.has(JSON.stringify(path.slice(0, index))));
  return [...signs].filter(([, { member }]) => !isBelowSign(member));
}

/** True for members that the user allows, by their names or dotted paths, in upper or lower case. */
export function createMemberTest(
  allowed: readonly string[],
  warning: 'partial' | 'preliminary' | 'other-range',
): (path: readonly string[]) => boolean {
  const scopes = allowedScopes(allowed, warning);
  const names = new Set(scopes === 'all' ? [] : scopes.map((name) => name.trim().toLowerCase()));
  return (path) => names.has(path.at(-1)?.toLowerCase() ?? '') || names.has(path.join('.').toLowerCase());
}

/** The scope that allows a member. */
export function scopeOfMember(path: readonly string[]): string {
  const dotted = path.join('.');
  return PLAIN_PATH.test(dotted) ? dotted : toVisibleLine(path.at(-1)!, PATH_LENGTH);
}

function describe({ member, response, kind, count }: Found): string {
  const { window, recordCount } = response;
  const name = toVisibleLine(JSON.stringify(member.path.join('.')), PATH_LENGTH);
  const value = toVisibleLine(member.value.text, VALUE_LENGTH);
  const header = member.isHeader === true ? 'the header ' : '';
  const has = `the response for ${wordWindow(response)} has ${header}${name}: ${value}`;
  const meanings: Readonly<Record<SignKind, string>> = {
    more: `: ${PART}`,
    total: `, but ${countOf(recordCount, 'record')}: ${comparedNumber(member)! > recordCount ? PART : 'the two should be equal'}`,
    limit: ', and just as many records: the rest may be cut off',
    error: ': the data may be incomplete',
    until: `, and ends on ${window.to}: it may lack the last days`,
    preliminary: ': its figures may change',
  };
  return `${has}${meanings[kind]}${asInOthers(count)}`;
}

const DAY_SECONDS = 86_400;

/** A warning that names the first stale answer, if there is one. Windows that end today or later are only unfinished. */
export function describeStale(
  windows: readonly Pick<WindowRecords, 'report' | 'window' | 'answer'>[],
  { timeZone, today }: { readonly timeZone: string | undefined; readonly today: CalendarDate },
): readonly DataWarning[] {
  const stale = windows.flatMap((each) => {
    const { answer, window } = each;
    const age = Number(/^\s*(\d+)/.exec(answer?.headers.get('age') ?? '')?.[1] ?? 0);
    if (answer === undefined || age === 0 || window.to >= today) return [];
    const storedAt = new Date(answer.receivedAt.getTime() - age * 1000);
    const isOld = age >= DAY_SECONDS;
    if (!isOld && calendarDateAt(storedAt, timeZone) > window.to) return [];
    const than = isOld ? 'a day' : 'the end of its last day';
    return [`the response for ${wordWindow(each)} came from a cache (age: ${age}), and is older than ${than}`];
  });
  if (stale.length === 0) return [];
  return [{ name: 'stale', text: `${stale[0]!}${asInOthers(stale.length)}`, namesReport: true }];
}
