import { expect, test } from 'vitest';
import { parseCalendarDate } from '../../../src/dates/date.ts';
import type { Findings, MoverFinding } from '../../../src/findings/findings.ts';
import type { DayFinding } from '../../../src/findings/odd-days.ts';
import { caveatPhrases, leadPhrases, moverPhrase, oddDayPhrase, type Wording } from '../../../src/findings/phrases.ts';

const WORDING: Wording = {
  measure: 'revenue',
  number: (exact) => exact.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ','),
  about: (exact) => exact.replace(/\..*/, ''),
  group: ([cell]) => JSON.parse(cell!) as string,
  noun: 'campaign',
  each: 'campaign',
  records: 'records',
};

const NONE: Findings = {
  ...{ currencies: ['EUR'], total: undefined, movers: [] },
  ...{ unknownCount: 0, oddDays: [], moreOddDays: 0 },
  ...{ comparedOddDays: [], moreComparedOddDays: 0 },
  incomplete: { today: undefined, laterDays: [], emptyDays: [] },
};
const mover: MoverFinding = {
  ...{ key: ['"Black Friday"'], id: '', isNew: true, isGone: false, change: '3137.48' },
  shareOfChange: '90.0',
  ...{ hasEnded: false, days: { first: parseCalendarDate('2026-10-20'), last: undefined } },
};
const odd: DayFinding = {
  ...{ day: parseCalendarDate('2026-10-14')!, percent: '-91.0', change: '-424.10' },
  ...{ groups: undefined, isPart: false },
};

test.each<[string, Partial<MoverFinding>]>([
  ['Black Friday (new 20 Oct) brought 3,137.48, 90.0% of the rise', {}],
  [
    'Black Friday (ended 5 Oct) fell by 1,109.60',
    {
      ...{ change: '-1109.60', shareOfChange: undefined, isNew: false, hasEnded: true },
      days: { first: undefined, last: parseCalendarDate('2026-10-05') },
    },
  ],
  ['Black Friday (new) brought 3,137.48, 90.0% of the rise', { days: undefined }],
])('a mover: %s', (text, changes) => {
  expect(moverPhrase({ ...mover, ...changes }, WORDING)).toBe(text);
});

test.each<[string, Partial<DayFinding>]>([
  ['Wed 14 Oct was 91.0% below other Wednesdays: about -424', {}],
  ['Wed 14 Oct was 120.5% above other Wednesdays: about +424', { percent: '120.5', change: '424.1' }],
  ['Wed 14 Oct was below zero: about -424 against other Wednesdays', { percent: '-610.0' }],
  [
    'Wed 14 Oct was 91.0% below other Wednesdays, without groups that began or stopped in the range: about -424',
    { isPart: true },
  ],
  [
    'Wed 14 Oct was 91.0% below other Wednesdays in every campaign: about -424',
    { groups: { kind: 'all', moved: 10, count: 10, hasOthers: false, largest: [] } },
  ],
  [
    'Wed 14 Oct was 91.0% below other Wednesdays in every campaign that was there throughout: about -424',
    { groups: { kind: 'all', moved: 3, count: 3, hasOthers: true, largest: [] } },
  ],
  [
    'Wed 14 Oct was 91.0% below other Wednesdays in 8 of 10 groups of campaign: about -424',
    { groups: { kind: 'some', moved: 8, count: 10, hasOthers: true, largest: [] } },
  ],
  [
    'Wed 14 Oct was 91.0% below other Wednesdays, mostly in Brand: about -424',
    { groups: { kind: 'one', moved: 1, count: 10, hasOthers: false, largest: ['"Brand"'] } },
  ],
])('an odd day: %s', (text, changes) => {
  expect(oddDayPhrase({ ...odd, ...changes }, WORDING)).toBe(text);
});

test.each([
  ['-716.53', ' of the -716'],
  ['-424.10', ' of the -424'],
  ['-424.09', ''],
  ['716.53', ''],
])('an odd day is part of a change in its direction that is as large: %s', (change, part) => {
  expect(oddDayPhrase(odd, WORDING, { change })).toBe(`Wed 14 Oct was 91.0% below other Wednesdays: about -424${part}`);
});

const TOTAL = { now: '5', before: '1', change: '4' };

test('no group is new or has ended if one range has no numbers', () => {
  const total = { now: '5' };
  const found = { ...NONE, movers: [mover], total };
  expect(leadPhrases(found, WORDING)).toEqual([]);
  expect(caveatPhrases(found, WORDING)).toEqual(['the compared range has no records']);
  const old = { ...found, movers: [mover, { ...mover, isNew: false }] };
  expect(caveatPhrases(old, WORDING)).toEqual(['the compared range has no numbers']);
  expect(leadPhrases({ ...NONE, movers: [mover], total: undefined }, WORDING)).toEqual([]);
});

test.each([
  ['60.0', '40.0', ['60.0', '40.0']],
  ['60.0', '40.1', [undefined, undefined]],
  ['90.0', undefined, ['90.0', undefined]],
])('the lead tells no shares of more than all of the change: %s and %s', (first, second, expected) => {
  const movers = [first, second].map((shareOfChange) => ({ ...mover, shareOfChange }));
  const texts = leadPhrases({ ...NONE, total: TOTAL, movers }, WORDING);
  expect(texts.map((text) => /, ([\d.]+)% of/.exec(text)?.[1])).toEqual(expected);
});

test('the caveats', () => {
  const days = ['2026-10-08', '2026-10-09'].map((text) => parseCalendarDate(text)!);
  const incomplete = { ...{ today: parseCalendarDate('2026-10-31') }, ...{ laterDays: [], emptyDays: days } };
  const found = { ...NONE, incomplete, unknownCount: 2, moreOddDays: 1 };
  expect(caveatPhrases(found, WORDING)).toEqual([
    'today, 31 Oct, is not over',
    'no records on 2026-10-08..2026-10-09',
    '2 groups of campaign without a known sum in one range, counted as 0 there',
    '1 more odd day',
  ]);
  expect(caveatPhrases(NONE, WORDING)).toEqual([]);
});
