import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFoundDate, readDateIn } from '../../../src/json/date-values.ts';
import { isSpelledNumber } from '../../../src/records/cells.ts';
import { type CellSummary, CellTally } from '../../../src/records/schema.ts';
import { runs } from '../../harness/property-runs.ts';
import { numberText, stringText } from '../json/json-documents.ts';

const FIGURE = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;

const UNKNOWN = /^"(?:n\/a|null|nan|--?)"$/i;

/** The same summary by regular expressions. */
function summaryOf(cells: readonly (string | undefined)[]): CellSummary {
  const all = cells.filter((cell) => cell !== undefined && cell !== 'null' && cell !== '""') as string[];
  const filled = all.filter((cell) => !UNKNOWN.test(cell));
  const texts = filled.filter((cell) => cell.startsWith('"'));
  const numbers = filled.filter((cell) => /^[-0-9]/.test(cell));
  const figures = texts.map((cell) => JSON.parse(cell) as string).filter((text) => FIGURE.test(text));
  const codes = texts.filter((cell) => /^"0[0-9]+"$/.test(cell)).length;
  const booleans = filled.filter((cell) => cell === 'true' || cell === 'false').length;
  const allNumbers = [...numbers, ...figures];
  const found = createFoundDate();
  const dates = filled.map((cell) => (readDateIn(cell, found) ? { ...found } : undefined));
  const areDates = dates.every((date) => date !== undefined);
  // A text among dates is a date.
  const isDateUpTo = (index: number): boolean => dates.slice(0, index + 1).every((date) => date !== undefined);
  return {
    numbers: numbers.length,
    figures: figures.length,
    codes,
    texts: texts.length - figures.length - codes,
    booleans,
    nested: filled.length - texts.length - numbers.length - booleans,
    empty: cells.length - all.length,
    unknown: all.length - filled.length,
    spelledNumber: filled.find((cell, index) => isSpelledNumber(cell) && !isDateUpTo(index)),
    areWhole: allNumbers.every((number) => /^-?[0-9]+(?:\.0+)?$/.test(number)),
    hasDecimals: allNumbers.some((number) => !/^-?[0-9]+$/.test(number)),
    digits: Math.max(0, ...allNumbers.map((number) => /^-?([0-9]*)/.exec(number)![1]!.length)),
    areDates,
  };
}

const cell = fc.oneof(
  numberText,
  stringText,
  numberText.map((number) => `"${number}"`),
  fc.constantFrom(undefined, 'null', '""', 'true', 'false', '[]', '{}', '[1,"2"]', '{"a":0}'),
  fc.constantFrom(...String.raw`"01067" "0" "00" "-01" "0\u0031" "\u0031\u0032" "1\u002e5" "-" "1."`.split(' ')),
  fc.constantFrom(...String.raw`"\u002d1" "12\/" "1,000" "1\n" 12.0 12.50 1e7 0.10 -0 "-0.0"`.split(' ')),
  fc.constantFrom('"2026-01-31"', '20260131', '"20260131"', '"2026\\/01\\/31"', '"2026-02-30"', '20260231'),
  fc.constantFrom('"2026-01-31T10:00:00Z"', '"2026-01-31 10:00"', '"2026-01-3\u0130"', '202601310', '"2026-01-31x"'),
);
const dateCell = fc.constantFrom('"2026-01-31"', '20260131', '"2026-01-31T10:00"', '"20260131"', 'null', undefined);

test('the bytes of cells give what regular expressions find in their texts', () => {
  fc.assert(
    fc.property(fc.oneof(fc.array(cell, { maxLength: 8 }), fc.array(dateCell)), (cells) => {
      const byText = new CellTally();
      for (const each of cells) byText.add(each);
      const byBytes = new CellTally();
      for (const each of cells) {
        const bytes = Buffer.from(`9"${each ?? ''},"9`);
        byBytes.addAt(bytes, 2, each === undefined ? 0 : bytes.length - 3);
      }
      expect(byText).toMatchObject(summaryOf(cells));
      expect(byBytes).toEqual(byText);
    }),
    { numRuns: runs(5000) },
  );
});
