/**
 * Finds numbers that form several groups because a service sends them partly as texts: `1` and `"1.00"`. Groups keep them apart,
 * because the texts may be versions.
 */

import { BACKSLASH, MINUS, NINE, QUOTATION_MARK } from '../core/bytes.ts';
import { type Column, createColumn } from '../core/columns.ts';
import { countOf, toVisibleLine } from '../core/text.ts';
import type { DataWarning } from '../core/warnings.ts';
import { figureIn, isNumber } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import { readRows } from '../records/rows.ts';
import { type GroupKey, keyIdentity } from './group-key.ts';

/** At most this many texts of a column are looked for among its numbers: memory must not grow with the groups. */
const MAX_TEXTS = 10_000;

/** Watches the keys of groups. */
interface KeyWatch {
  /** Adds the keys of a group. */
  add(keys: readonly string[]): void;
  /** Warnings about the keys in `groups`, the rows of the groups. Reads them only if a column has numbers and such texts. */
  warnings(groups: RecordSet): Promise<readonly DataWarning[]>;
}

/** Creates a watch of groups with these keys. */
export function watchKeys(keys: readonly GroupKey[]): KeyWatch {
  const own = keys.flatMap(({ name, unitOf }, index) => (unitOf === undefined ? [{ name, index }] : []));
  const columns = own.map(({ name, index }) => ({ name, index, hasNumbers: false, hasTexts: false }));
  return {
    add(values) {
      for (const column of columns) {
        const cell = values[column.index]!;
        if (isNumber(cell)) column.hasNumbers = true;
        else if (!column.hasTexts) column.hasTexts = numberKey(cell) !== undefined;
      }
    },
    async warnings(groups) {
      const mixed = columns.filter(({ hasNumbers, hasTexts }) => hasNumbers && hasTexts);
      const found = await Promise.all(mixed.map(({ name }) => findEqual(groups, createColumn([name]))));
      return found.filter((each) => each !== undefined);
    },
  };
}

/** The identity of the number that a text spells, if the text is a key of its own: `"1.00"`. Undefined for other cells. */
function numberKey(cell: string): string | undefined {
  const first = cell.charCodeAt(0) === QUOTATION_MARK ? cell.charCodeAt(1) : 0;
  if (first < MINUS || (first > NINE && first !== BACKSLASH)) return undefined;
  const figure = figureIn(cell);
  const identity = figure && keyIdentity(figure);
  return identity === keyIdentity(cell) ? undefined : identity;
}

async function findEqual(groups: RecordSet, column: Column): Promise<DataWarning | undefined> {
  const texts = new Map<string, string>();
  for await (const rows of readRows(groups, [column])) {
    for (const { cells } of rows) {
      const key = numberKey(cells[0]!);
      if (key !== undefined && texts.size < MAX_TEXTS && !texts.has(key)) texts.set(key, cells[0]!);
    }
  }
  const numbers = new Map<string, string>();
  for await (const rows of readRows(groups, [column])) {
    for (const { cells } of rows) {
      const key = isNumber(cells[0]!) ? keyIdentity(cells[0]) : '';
      if (texts.has(key) && !numbers.has(key)) numbers.set(key, cells[0]!);
    }
  }
  const [first] = numbers;
  if (first === undefined) return undefined;
  const [key, number] = first;
  const verb = numbers.size === 1 ? 'is' : 'are';
  const text = `--group-by ${column.name}: ${countOf(numbers.size, 'number')} ${verb} sent as a number and as a text, in separate groups: ${toVisibleLine(number, 40)} and ${toVisibleLine(texts.get(key)!, 40)}`;
  return { name: 'spellings', scope: [column.name], text };
}
