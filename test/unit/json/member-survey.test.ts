import { describe, expect, test } from 'vitest';
import { surveyMembers } from './read-members.ts';

function bodyWith(count: number, member: (index: number) => string): string {
  return `{"data":[],${Array.from({ length: count }, (_, index) => member(index)).join()}}`;
}

describe('the survey is bounded', () => {
  const long = 'x'.repeat(2000);

  test.each([
    ['long names', (index: number) => `"${index}${long}":1`],
    ['long values', (index: number) => `"m${index}":"${long}"`],
    ['names in names', (index: number) => `"${index}${long}":{"${long}":{"next":"${long}${index}"}}`],
    ['signs', (index: number) => `"m${index}":{"next":"${long}","error":"${long}","total":${index}}`],
    ['messages', (index: number) => `"m${index}":{"message":"${long}"}`],
    ['names of one rule in many spellings', (index: number) => `"${'_'.repeat(index % 60)}next":"${index}${long}"`],
  ])('for %s', (_name, member) => {
    const survey = surveyMembers(bodyWith(200, member));
    expect(JSON.stringify(survey).length).toBeLessThan(200_000);
  });
});
