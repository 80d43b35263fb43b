/** `createDateTest` against an evaluator that looks for each day in a list of all days. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseCondition } from '../../../src/plan/parse-transform.ts';
import { createDateTest } from '../../../src/transform/condition-test.ts';
import { runs } from '../../harness/property-runs.ts';

interface Day {
  readonly day: string;
  /** The names of the units that the day is in. */
  readonly units: readonly string[];
}

const MS_PER_DAY = 86_400_000;

/** The year of an ISO 8601 week is that of its Thursday, and its number counts the Thursdays of that year. */
function weekOf(ms: number): string {
  const thursday = new Date(ms + (4 - (new Date(ms).getUTCDay() || 7)) * MS_PER_DAY);
  const year = thursday.getUTCFullYear();
  const week = Math.ceil((thursday.getTime() - Date.UTC(year, 0, 1) + MS_PER_DAY) / MS_PER_DAY / 7);
  return `${year}-W${String(week).padStart(2, '0')}`;
}

const DAYS: readonly Day[] = Array.from({ length: 5 * 365 }, (_, index) => {
  const ms = Date.UTC(2023, 11, 1) + index * MS_PER_DAY;
  const day = new Date(ms).toISOString().slice(0, 10);
  const quarter = `${day.slice(0, 4)}-Q${Math.floor(new Date(ms).getUTCMonth() / 3) + 1}`;
  const spellings = [day, day.replaceAll('-', '/'), day.replaceAll('-', '')];
  return { day, units: [...spellings, weekOf(ms), day.slice(0, 7), quarter, day.slice(0, 4)] };
});

const ORDERS = ['<', '<=', '>', '>='] as const;
const OPERATORS = ['=', '!=', ...ORDERS] as const;

/** The names of units that lie in `DAYS` as a whole. */
const unit = fc
  .tuple(fc.nat(3 * 365), fc.nat(6))
  .map(([index, kind]) => DAYS[400 + index]!.units[kind]!)
  .filter((name) => !/^(2023|2028)/.test(name));
const cell = fc
  .tuple(
    fc.nat(DAYS.length - 1),
    fc.constantFrom('-', '/', '\\/', ''),
    fc.constantFrom('', 'T00:00:00Z', ' 23:59:59', '+14:00', 'Z', ' UTC', 'number'),
  )
  .map(([index, separator, rest]) => {
    const { day } = DAYS[index]!;
    const spelled = day.replaceAll('-', rest === 'number' ? '' : separator);
    return { day, json: rest === 'number' ? spelled : `"${spelled}${rest}"` };
  });
const noDate = fc.constantFrom(undefined, 'null', '""', '"n/a"', '"2026-02-30"', '20260230', '"2026-01"', 'true');

function expected(day: string, operator: (typeof OPERATORS)[number], value: string): boolean {
  const days = DAYS.filter(({ units }) => units.includes(value)).map((each) => each.day);
  const [isBefore, isAfter] = [days.every((each) => day < each), days.every((each) => day > each)];
  if (operator === '=') return days.includes(day);
  if (operator === '!=') return !days.includes(day);
  if (operator.startsWith('<')) return isBefore || (operator === '<=' && days.includes(day));
  return isAfter || (operator === '>=' && days.includes(day));
}

test('a date is before, among or after the days of a value', () => {
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1 }), fc.constantFrom(...OPERATORS), unit, (cells, operator, value) => {
      const { matches, finish } = createDateTest(parseCondition(`date${operator}${value}`));
      expect(cells.map(({ json }) => matches(json))).toEqual(cells.map(({ day }) => expected(day, operator, value)));
      finish();
    }),
    { numRuns: runs(3000) },
  );
});

test('in is the same as = with any of the values', () => {
  fc.assert(
    fc.property(cell, fc.array(unit, { minLength: 1, maxLength: 4 }), ({ day, json }, values) => {
      const { matches } = createDateTest(parseCondition(`date in ${values.join(',')}`));
      expect(matches(json)).toBe(values.some((value) => expected(day, '=', value)));
    }),
    { numRuns: runs(1000) },
  );
});

test('a cell without a date is never before or after a day, and differs from all of them', () => {
  fc.assert(
    fc.property(noDate, unit, (json, value) => {
      const meets = (operator: string): boolean =>
        createDateTest(parseCondition(`date${operator}${value}`)).matches(json) === true;
      expect(ORDERS.map(meets)).toEqual([false, false, false, false]);
      expect([meets('='), meets('!=')]).toEqual(json === `"${value}"` ? [true, false] : [false, true]);
    }),
    { numRuns: runs(1000) },
  );
});
