/** What the service says beside the records, in words to show. */

import { type Member, stringOf, toValueLine } from './member-inspector.ts';
import { messageRank } from './member-rules.ts';

const MESSAGE_LENGTH = 200;

/** The error or message among these members, as the end of a message: `; the service says: "backend timed out"`. Empty if there is none. */
export function messageIn(members: readonly Member[]): string {
  const [first] = members
    .map((member) => ({ member, rank: messageRank(member) ?? Number.POSITIVE_INFINITY }))
    .sort((left, right) => left.rank - right.rank);
  if (first === undefined || first.rank === Number.POSITIVE_INFINITY) return '';
  return `; the service says: ${valueLine(first.member, MESSAGE_LENGTH)}`;
}

/** A string with its escapes read, so that it is shown as a person would write it. */
export function valueLine({ value }: Member, maxLength: number): string {
  const text = stringOf(value);
  if (text === undefined) return toValueLine(value, maxLength);
  const written = JSON.stringify(text);
  return toValueLine({ text: value.isCut ? written.slice(0, -1) : written, isCut: value.isCut }, maxLength);
}
