/** Random records of one shape, as in a report: the same members with different values. */

import fc from 'fast-check';
import { nameText, numberText, stringText, valueTokens } from './json-documents.ts';

type Member = readonly [name: string, value: Value];
type Value = readonly Member[] | 'date' | 'number' | 'text' | 'scalar' | 'list' | 'any';

/** `any` is rare: an object with random members has a new shape each time. */
const kind = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom<Value>('date', 'number', 'text', 'scalar', 'list') },
  { weight: 1, arbitrary: fc.constant<Value>('any') },
);
/** Only the second name says that whole numbers are dates. */
const datedName = fc.constantFrom('"visits"', '"report_day"');
const members = (value: fc.Arbitrary<Value>) =>
  fc.uniqueArray(fc.tuple(fc.oneof({ weight: 4, arbitrary: nameText }, { weight: 1, arbitrary: datedName }), value), {
    maxLength: 5,
    selector: ([name]) => name,
  });

/** Nested objects, at most three levels deep. */
const template: fc.Arbitrary<readonly Member[]> = members(
  fc.oneof({ weight: 5, arbitrary: kind }, members(fc.oneof({ weight: 5, arbitrary: kind }, members(kind)))),
);

const day = fc.constantFrom('01', '09', '17', '30', '31', '32');
const dateText = fc.oneof(
  fc.tuple(
    fc.constantFrom('2026-01-', '2026-02-'),
    day,
    fc.constantFrom('', '', ' 00:00', 'T09', 'T23:59:59Z', ' 05:30', '.', '5', 'é', ' 5'),
  ),
  fc.tuple(fc.constantFrom('2026/01/', '2026\\/01\\/', '2025/07/'), day, fc.constantFrom('')),
);
const dateToken = fc.oneof(
  { weight: 9, arbitrary: dateText.map((parts) => `"${parts.join('')}"`) },
  day.map((text) => `202601${text}`),
  fc.constantFrom('20250115', '20260115.5', '12345678', 'null', '"Total"'),
);

const surrogates = fc.constantFrom(
  ...['"\\ud83d"', '"\\ud83d\\ude00"', '"x\\udc00y"', '"\\uD83D\\u0041"', '"\\\\ud83d"', '"\\udbff\\uDFFF"'],
);

const VALUES: Record<Exclude<Value, readonly Member[]>, fc.Arbitrary<readonly string[]>> = {
  date: dateToken.map((text) => [text]),
  number: numberText.map((text) => [text]),
  text: fc.oneof({ weight: 9, arbitrary: stringText }, { weight: 1, arbitrary: surrogates }).map((text) => [text]),
  scalar: fc.oneof(numberText, stringText, fc.constantFrom('true', 'false', 'null')).map((text) => [text]),
  list: fc
    .array(fc.oneof(numberText, stringText), { maxLength: 3 })
    .map((items) => ['[', ...items.flatMap((item, index) => (index === 0 ? [item] : [',', item])), ']']),
  any: valueTokens,
};

function tokensOf(members: readonly Member[]): fc.Arbitrary<readonly string[]> {
  const parts = members.map(([name, value]) =>
    (typeof value === 'string' ? VALUES[value] : tokensOf(value)).map((tokens) => [name, ':', ...tokens]),
  );
  return fc
    .tuple(...parts)
    .map((lists) => ['{', ...lists.flatMap((list, index) => (index === 0 ? list : [',', ...list])), '}']);
}

/** Records of one or two templates, each as its tokens. */
export const likeRecords: fc.Arbitrary<readonly (readonly string[])[]> = fc
  .array(template, { minLength: 1, maxLength: 2 })
  .chain((templates) => fc.array(fc.oneof(...templates.map(tokensOf)), { maxLength: 16, size: 'max' }));

/** Records of one template, each as its tokens, with days of January at several depths after values of all kinds. */
export const datedRecords: fc.Arbitrary<readonly (readonly string[])[]> = fc
  .tuple(members(kind), members(kind))
  .chain(([before, between]) => {
    const digits = fc.integer({ min: 1, max: 31 }).map((number) => String(number).padStart(2, '0'));
    const record = fc
      .tuple(tokensOf(before), digits, tokensOf(between), digits, digits)
      .map(([first, date, second, to, number]) => [
        ...['{', '"before"', ':', ...first, ',', '"date"', ':', `"2026-01-${date}"`, ',', '"o"', ':'],
        ...['{', '"between"', ':', ...second, ',', '"to"', ':', `"2026/01/${to}T09\\\\é"`, '}', ','],
        ...['"number"', ':', `202601${number}`, '}'],
      ]);
    return fc.array(record, { maxLength: 40, size: 'max' });
  });

const gap = fc.oneof(
  { weight: 6, arbitrary: fc.constant('') },
  fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r'), maxLength: 2 }),
);

/** White space for `bodyOf`, which repeats it between tokens: often none. */
export const spacing = fc.oneof(fc.constant(['']), fc.array(gap, { minLength: 1, maxLength: 30 }));

/** A body of these records, with white space from `gaps` after each token. */
export function bodyOf(records: readonly (readonly string[])[], gaps: readonly string[]): string {
  const tokens = records.flatMap((record, index) => (index === 0 ? record : [',', ...record]));
  const all = ['{', '"data"', ':', '[', ...tokens, ']', '}'];
  return all.map((token, index) => token + gaps[index % gaps.length]).join('');
}
