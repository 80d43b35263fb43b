/** Warnings about measures that are not complete: cells without a number, groups without an amount, numbers in other spellings. */

import type { Column } from '../core/columns.ts';
import { countOf, formatCount, quoteLine } from '../core/text.ts';
import type { DataWarning } from '../core/warnings.ts';
import type { Frame } from '../frame/frame.ts';
import type { GroupTable } from '../frame/group-table.ts';
import { type TableAggregation, unknownIn } from '../frame/measures.ts';
import type { UnknownCells } from '../frame/states.ts';
import { cellText } from '../records/cells.ts';
import { kindOfName } from '../records/name-kind.ts';
import type { ColumnSchema } from '../records/schema.ts';

/** The warning about cells of a column that say that their number is not known; none without one. */
export function unknownWarnings(
  column: string,
  { count, example }: Pick<UnknownCells, 'count' | 'example'>,
  recordCount: number,
): readonly DataWarning[] {
  if (example === undefined) return [];
  const [has, is] = count === 1 ? ['has', 'which is'] : ['have', 'which are'];
  const text = `${formatCount(count)} of ${countOf(recordCount, 'record')} ${has} ${quoteLine(cellText(example), 40)} in ${column}, ${is} left out`;
  return [{ name: 'unknown-amounts', scope: [column], text }];
}

/** The warnings about cells of all aggregated columns. */
export function unknownAmounts(
  table: GroupTable,
  aggregations: readonly TableAggregation[],
  recordCount: number,
): readonly DataWarning[] {
  const names = [...new Set(aggregations.map(({ column }) => column.name))];
  return names.flatMap((name) => {
    const each = aggregations.find(({ column }) => column.name === name)!;
    return unknownWarnings(name, unknownIn(table, each), recordCount);
  });
}

/** The warning about groups whose records have no number of an aggregation, on one side or more; none without one. */
export function missingAmounts(
  frame: Frame,
  { source, column: { name } }: TableAggregation,
): readonly DataWarning[] {
  const { table, rows, sides } = frame;
  const isEmpty = (group: number): boolean =>
    table.parts
      .slice(0, sides)
      .some((part, side) => table.hasRecords(group, side) && !part!.states[source]!.has(group));
  const missing = rows.filter(isEmpty);
  const [first] = missing;
  if (first === undefined) return [];
  const names = table.keys.map((_, key) => cellText(table.keyAt(key, first)));
  const text =
    names.length === 0
      ? `no record has a number in ${name}`
      : `${formatCount(missing.length)} of ${countOf(rows.length, 'group')} ${missing.length === 1 ? 'has' : 'have'} no number in ${name}, such as ${quoteLine(names.join(' '), 40)}`;
  return [{ name: 'unknown-amounts', scope: [name], text }];
}

/** The warnings about columns that would be summed if their texts were spelled as numbers. `used` are the columns that are summed. */
export function spelledNumbers(
  schemas: readonly ColumnSchema[],
  used: readonly Column[],
): readonly DataWarning[] {
  const hasMoney = used.some(({ path }) => kindOfName(path).kind === 'money');
  return schemas.flatMap(({ column, kind, cells: { spelledNumber } }): readonly DataWarning[] => {
    const named = kindOfName(column.path).kind;
    const wouldBe =
      (kind === 'text' || kind === 'mixed') && (named === 'count' || (named === 'money' && !hasMoney));
    if (!wouldBe || spelledNumber === undefined) return [];
    const example = quoteLine(cellText(spelledNumber), 40);
    const text = `${column.name} is not summed: it has texts such as ${example}`;
    return [{ name: 'text-numbers', scope: [column.name], text }];
  });
}
