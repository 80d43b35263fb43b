/** Inspects the members beside the records, over the chunks of a body. */

import { createRecordReader } from '../../../src/json/body.ts';
import { createMemberSurvey, type MemberSurvey } from '../../../src/json/member-rules.ts';
import type { Member, MemberValue } from '../../../src/json/members.ts';
import { JANUARY } from '../records/receive.ts';
import { cut } from './json-documents.ts';

/** All members beside the records, in order of their ends. */
export function readMembers(body: string | Buffer, sizes: readonly number[] = [1_000_000]): Member[] {
  const members: Member[] = [];
  inspect(body, sizes, (member) => members.push(member));
  return members;
}

export function surveyMembers(body: string | Buffer): MemberSurvey {
  const survey = createMemberSurvey();
  inspect(body, [65_536], survey.add);
  return survey.result();
}

/** The inspected value of a member with this JSON text. */
export function inspectedValue(text: string): MemberValue {
  return readMembers(`{"data":[],"x":${text}}`).at(-1)!.value;
}

/** Members as `path: text`, with a mark for blank values. */
export function shown(members: readonly Member[]): string[] {
  return members.map(({ path, value }) => {
    return `${path.join('.')}: ${value.text}${value.isBlank ? ' blank' : ''}`;
  });
}

function inspect(body: string | Buffer, sizes: readonly number[], member: (member: Member) => unknown): void {
  const check = createRecordReader(JANUARY, { lines: () => undefined, member: (each) => void member(each) });
  for (const chunk of cut(Buffer.from(body), sizes)) check.write(chunk);
  check.end();
}
