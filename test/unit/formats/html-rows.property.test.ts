import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createColumn } from '../../../src/core/columns.ts';
import { toVisibleText } from '../../../src/core/text.ts';
import { createUnitMarks } from '../../../src/document/unit-marks.ts';
import { createRowMarkup } from '../../../src/formats/html-rows.ts';
import { runs } from '../../harness/property-runs.ts';
import { recordSetOf } from './datasets.ts';

const NAMES = ['a', 'b', 'change'];
const COLUMNS = NAMES.map((name) => createColumn([name]));
const DERIVED = { measure: COLUMNS[2]!, part: 'change' } as const;
const KEYS = {
  ...{ areGroups: true, groups: [], time: undefined, isOrdered: false },
  derived: new Map([['["change"]', DERIVED]]),
};

const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('', '-5', '007', '<b>&"\'', 'a\\b', '\u202e', 'Búsqueda', '\u007f', 'line\nbreak'),
  fc.integer({ min: 190, max: 210 }).map((length) => 'x'.repeat(length)),
);
const number = fc.oneof(
  fc.integer().map(String),
  fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String),
  fc.constantFrom('-0', '0', '-0.00', '0.10', '-0.10', '1e-7', '-1E+5', '-0e9'),
);
/** A JSON value; undefined for a member that the record lacks. */
const cell = fc.oneof(
  { weight: 3, arbitrary: text.map((value) => JSON.stringify(value)) },
  { weight: 3, arbitrary: number },
  fc.constantFrom('null', 'true', '[1,"<"]', '"\\u0041\\/"', undefined),
);
const rows = fc.array(fc.tuple(cell, cell, cell), { maxLength: 30 });

function escaped(value: string): string {
  const entities: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' };
  return Array.from(value, (each) => (entities[each] === undefined ? each : `&${entities[each]};`)).join('');
}

function expectedCell(value: string | undefined, name: string): string {
  if (value === undefined || value === 'null') return '<td>';
  const shown = toVisibleText(value.startsWith('"') ? (JSON.parse(value) as string).toWellFormed() : value);
  if (shown.length > 200) return `<td><div class="long" tabindex="0">${escaped(shown)}</div>`;
  const digits = /^-?[\d.]+/.exec(value)?.[0];
  const isZero = digits === undefined || !/[1-9]/.test(digits);
  const kind = isZero ? '' : digits.startsWith('-') ? ' class=loss' : name === 'change' ? ' class=gain' : '';
  return `<td${kind}>${escaped(shown)}`;
}

test('rows have the exact text of each cell, in any mix of values and in blocks of any size', async () => {
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 9 }), fc.nat({ max: 35 }), async (cells, blockRows, rowCount) => {
      const texts = cells.map((row) => {
        const members = row.flatMap((value, at) => (value === undefined ? [] : `"${NAMES[at]}":${value}`));
        return `{${members.join(',')}}`;
      });
      const markup = createRowMarkup(COLUMNS, { keys: KEYS }, createUnitMarks(COLUMNS, {}));
      const pieces: Uint8Array[] = [];
      for await (const piece of markup.pieces(recordSetOf(texts, blockRows), rowCount)) pieces.push(piece);
      const shown = cells.slice(0, rowCount);
      const expected = shown.map(
        (row) => `<tr>${row.map((value, at) => expectedCell(value, NAMES[at]!)).join('')}</tr>\n`,
      );
      expect(Buffer.concat(pieces).toString()).toBe(expected.join(''));
      expect(shown.map((row) => markup.row(row)).join('')).toBe(expected.join(''));

      const isNumber = (value: string | undefined): boolean => /^[-\d]/.test(value ?? '');
      const areNumeric = NAMES.map((_, at) => {
        const filled = shown.map((row) => row[at]).filter((value) => !['null', '""', undefined].includes(value));
        return filled.length > 0 && filled.every(isNumber);
      });
      expect(markup.facts().areNumeric).toEqual(areNumeric);
    }),
    { numRuns: runs(2000) },
  );
});
