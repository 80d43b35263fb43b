/** Groups of records with cells in every spelling, compared with groups that are computed with exact fractions. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createColumn } from '../../../src/core/columns.ts';
import { groupRecords } from '../../../src/frame/group-records.ts';
import type { GroupKey } from '../../../src/frame/key-column.ts';
import { type Aggregation, aggregationIn, measuresOf, statesOf } from '../../../src/frame/measures.ts';
import { runs } from '../../harness/property-runs.ts';
import { numberText } from '../json/json-documents.ts';
import { withSpool } from './rows-of.ts';

const KINDS = ['sum', 'min', 'max', 'avg'] as const;
const COLUMNS = ['v', 'w'].map((name) => createColumn([name]));

/** A key of text and numbers, a nested one, and a month that the second side cuts to a year. */
const KEYS: readonly GroupKey[] = [
  { column: createColumn(['k']), name: 'k' },
  { column: createColumn(['o', 'l']), name: 'l' },
  { column: createColumn(['d']), name: 'd', unitOf },
];

function unitOf(cell: string | undefined, side: number): string {
  return cell?.startsWith('"2026') === true ? `"${cell.slice(1, side === 0 ? 8 : 5)}"` : 'null';
}

interface Exact {
  readonly units: bigint;
  readonly scale: number;
}

/** The number that a cell spells, with the decimals of its spelling. */
function exactIn(cell: string | undefined): Exact | undefined {
  const value: unknown = cell === undefined ? null : JSON.parse(cell);
  const text = typeof value === 'string' ? value : typeof value === 'number' ? cell! : '';
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = '', power = '0'] = match;
  const scale = fraction.length - Number(power);
  const units = BigInt(sign + whole + fraction) * 10n ** BigInt(Math.max(0, -scale));
  return { units, scale: Math.max(0, scale) };
}

function unitsAt({ units, scale }: Exact, newScale: number): bigint {
  return units * 10n ** BigInt(newScale - scale);
}

function plain({ units, scale }: Exact): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const [whole, fraction] = [digits.slice(0, digits.length - scale), digits.slice(digits.length - scale)];
  return `${units < 0n ? '-' : ''}${whole}${scale === 0 ? '' : `.${fraction}`}`;
}

const withoutZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

/** The same for cells of one key. */
function identity(cell: string | undefined): string {
  if (cell === undefined || cell === 'null') return '';
  if (cell.startsWith('"')) return JSON.parse(cell) as string;
  return /^[-0-9]/.test(cell) ? withoutZeros(plain(exactIn(cell)!)) : cell;
}

function aggregatesOf(cells: readonly (string | undefined)[]): readonly string[] {
  const filled = cells.filter((cell) => exactIn(cell) !== undefined) as string[];
  if (filled.length === 0) return KINDS.map(() => 'null');
  const exact = filled.map((cell) => exactIn(cell)!);
  const scale = Math.max(...exact.map((each) => each.scale));
  const sum = exact.reduce((total, each) => total + unitsAt(each, scale), 0n);
  const extreme = (sign: bigint): string => {
    const best = exact.reduce((one, other) =>
      sign * (unitsAt(other, scale) - unitsAt(one, scale)) > 0n ? other : one,
    );
    return filled[exact.indexOf(best)]!;
  };
  const decimals = Math.max(6, scale);
  const count = BigInt(filled.length);
  const size = unitsAt({ units: sum < 0n ? -sum : sum, scale }, decimals);
  const rounded = (2n * size + count) / (2n * count);
  const average = withoutZeros(plain({ units: sum < 0n ? -rounded : rounded, scale: decimals }));
  return [plain({ units: sum, scale }), extreme(-1n), extreme(1n), average];
}

type Cells = Readonly<Record<'k' | 'l' | 'd' | 'v' | 'w', string | undefined>>;

function reference(sides: readonly (readonly Cells[])[], names: readonly string[]): readonly string[] {
  const groups = new Map<string, { keys: readonly string[]; records: Cells[][] }>();
  for (const [side, records] of sides.entries()) {
    for (const cells of records) {
      const values: Record<string, string | undefined> = { ...cells, d: unitOf(cells.d, side) };
      const keys = names.map((name) => values[name]);
      const id = JSON.stringify(keys.map(identity));
      const group = groups.get(id) ?? { keys: keys.map((key) => key ?? 'null'), records: sides.map(() => []) };
      groups.set(id, group);
      group.records[side]!.push(cells);
    }
  }
  return [...groups.values()].map(({ keys, records }) => {
    const figures = records.flatMap((own) =>
      own.length === 0
        ? Array.from({ length: 9 }, () => 'null')
        : [...(['v', 'w'] as const).flatMap((name) => aggregatesOf(own.map((each) => each[name]))), `${own.length}`],
    );
    // A key in several spellings has one of them in all rows.
    const cells = keys.map((cell, index) => `"${names[index]}":${JSON.stringify(identity(cell))}`);
    return `{${[...cells, ...figures.map((cell, index) => `"f${index}":${cell}`)].join(',')}}`;
  });
}

const figure = fc.oneof(
  fc.constantFrom('0.10', '0.1', '1', '-0', '0', '12.50', '1e-7', '-0.001', '"12.50"', '"-3"', '"\\u0031"', '""'),
  fc.constantFrom('null', '999999999999999', '-99999999999999.9', '0.00000000000001', `1${'0'.repeat(40)}`),
  numberText,
);
const key = fc.constantFrom(
  ...['"A"', '"\\u0041"', '"a\\nb"', '"a\\u000ab"', '"é"', '"\\u00e9"', '"1"', '"1.0"', '""', 'null', 'true'],
  ...['1', '1.0', '10e-1', '0.10', '0.1', '-0', '0', '1e-7', '0.0000001', '[1]', '{}', '"true"', '"\\ud800"'],
  ...['"春"', '"\\"}"', '9007199254740993', `1${'0'.repeat(40)}`, '1e40', `"${'x'.repeat(300)}"`, '"x\\/y"', '"x/y"'],
);
const date = fc.constantFrom('"2026-01-31"', '"2026-02-01"', '"2026-02-02"', '"x"', 'null', '2026');
const other = fc.constantFrom('"}],{"', '[1,{"k":2}]', '{"k":1}', '{}', '"\\\\"', '0.5');
const isRare = fc.integer({ min: 0, max: 7 }).map((value) => value === 0);

/** A record, and the cells that it has: the last value of a repeated member counts. */
const record = fc
  .record({
    k: key,
    l: key,
    d: date,
    v: figure,
    w: figure,
    other,
    isMissing: fc.record({ k: isRare, l: isRare, d: isRare, v: isRare, w: isRare }),
    repeated: fc.constantFrom('', '', '', 'k', 'v', 'o'),
    isReversed: isRare,
    isEscaped: isRare,
  })
  .map(({ other, isMissing, repeated, isReversed, isEscaped, ...all }) => {
    const cells = Object.fromEntries(
      Object.entries(all).map(([name, cell]) => [name, isMissing[name as keyof Cells] ? undefined : cell]),
    ) as Cells;
    const members = (['d', 'k', 'v', 'w'] as const).flatMap((name) =>
      cells[name] === undefined ? [] : [`"${name}":${cells[name]}`],
    );
    members.splice(1, 0, `"x":${other}`, `"o":{"x":${other}${cells.l === undefined ? '' : `,"l":${cells.l}`}}`);
    if (isReversed) members.reverse();
    const first = { '': [], k: ['"\\u006b":"first"'], v: ['"v":7'], o: ['"o":{"l":"first"}'] }[repeated];
    const text = `{${[...first, ...members].join(',')}}`;
    const lost = { k: cells.k === undefined && first.length > 0, v: cells.v === undefined && first.length > 0 };
    return {
      text: isEscaped ? text.replace('"w":', '"\\u0077":') : text,
      cells: {
        ...cells,
        ...(repeated === 'k' && lost.k && { k: '"first"' }),
        ...(repeated === 'v' && lost.v && { v: '7' }),
      },
    };
  });

const records = fc.array(record, { maxLength: 40 });
const someKeys = fc.shuffledSubarray([...KEYS], { minLength: 1 });

test('groups of any cells are exact', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(records, { minLength: 1, maxLength: 2 }), someKeys, async (sides, keys) => {
      await withSpool(async ({ recordSetOf }) => {
        const aggregations: readonly Aggregation[] = [
          ...COLUMNS.flatMap((column) => KINDS.map((kind) => ({ kind, column, name: kind }))),
          { kind: 'count', column: createColumn(['count']), name: 'count' },
        ];
        const { table } = await groupRecords(
          await Promise.all(sides.map((side) => recordSetOf(side.map(({ text }) => text)))),
          { keys, states: statesOf(aggregations) },
        );
        const measures = aggregations.map((each) => measuresOf(aggregationIn(table, each, new Map()))[0]!);
        const rows = table.allGroups().map((group) => {
          const spots = sides.map((_, part) => ({ table, group, part, isMerged: false }));
          const figures = spots.flatMap((spot) => measures.map(({ at }) => at(spot, 'rounded')));
          const cells = keys.map(({ name }, key) => `"${name}":${JSON.stringify(identity(table.keyAt(key, group)))}`);
          return `{${[...cells, ...figures.map((cell, index) => `"f${index}":${cell ?? 'null'}`)].join(',')}}`;
        });
        const cells = sides.map((side) => side.map((each) => each.cells));
        const keyNames = keys.map(({ name }) => name);
        expect(rows).toEqual(reference(cells, keyNames));
      });
    }),
    { numRuns: runs(800) },
  );
});
