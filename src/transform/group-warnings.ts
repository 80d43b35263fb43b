/**
 * Messages about groups: columns that they drop, cells without a number, groups without an amount, numbers in other spellings, also as
 * keys: `1` and `"1.00"` are two groups, because such texts may be versions.
 */

import { BACKSLASH, MINUS, NINE, QUOTATION_MARK } from '../core/bytes.ts';
import { type Column, isAmong } from '../core/columns.ts';
import { countOf, formatCount, quoteLine, toVisibleLine } from '../core/text.ts';
import type { DataWarning } from '../core/warnings.ts';
import { type Frame, ownMeasures } from '../frame/frame.ts';
import type { GroupTable } from '../frame/group-table.ts';
import { type KeyColumn, keyIdentity } from '../frame/key-column.ts';
import { statesIn, type TableAggregation } from '../frame/measures.ts';
import type { UnknownCells } from '../frame/states.ts';
import { cellText, figureIn, isNumber } from '../records/cells.ts';
import { kindOfName } from '../records/name-kind.ts';
import type { RecordSet } from '../records/record-set.ts';
import { type ColumnSchema, hasUnsummableName, isSummable } from '../records/schema.ts';
import type { Records } from './plan-groups.ts';
import type { Transform } from './transform-request.ts';

/** The warning about cells of a column that say that their number is not known; none without one. */
export function unknownWarnings(
  column: string,
  cells: readonly UnknownCells[],
  recordCount: number,
): readonly DataWarning[] {
  const count = cells.reduce((sum, each) => sum + each.count, 0);
  const example = cells.find((each) => each.example !== undefined)?.example;
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
    const cells = statesIn(table, each).map(({ unknown }) => unknown);
    return unknownWarnings(name, cells, recordCount);
  });
}

/** The warning about groups whose records have no number of an aggregation, on one side or more; none without one. */
export function missingAmounts(
  { table, rows, sides }: Pick<Frame, 'table' | 'rows' | 'sides'>,
  { source, column: { name } }: TableAggregation,
  noun = 'group',
): readonly DataWarning[] {
  const isEmpty = (side: number, group: number): boolean =>
    table.hasRecords(group, side) && !table.parts[side]!.states[source]!.has(group);
  const missing = rows.filter((group) => table.parts.slice(0, sides).some((_, side) => isEmpty(side, group)));
  const [first] = missing;
  if (first === undefined) return [];
  const isCompared = !missing.some((group) => isEmpty(0, group));
  const names = table.keys.map((_, key) => cellText(table.keyAt(key, first)));
  const text =
    names.length === 0
      ? `no record has a number in ${name}`
      : `${formatCount(missing.length)} of ${countOf(rows.length, noun)} ${missing.length === 1 ? 'has' : 'have'} no number in ${name}, such as ${quoteLine(names.join(' '), 40)}`;
  return [{ name: 'unknown-amounts', scope: [name], text: isCompared ? `in the compared range, ${text}` : text }];
}

/**
 * The warnings about columns that would be summed if their texts were spelled as numbers, or if a cell had any. `used` are the columns
 * that are summed.
 */
export function unsummedColumns(schemas: readonly ColumnSchema[], used: readonly Column[]): readonly DataWarning[] {
  const isBlank = ({ kind, cells }: ColumnSchema): boolean =>
    kind === 'empty' || (cells.unknown > 0 && cells.texts === 0);
  const blank = schemas.filter((schema) => isBlank(schema) && !isSummable(schema));
  const hasMoney = used.some(
    (column) => kindOfName(column.path).kind === 'money' && !blank.some((each) => each.column === column),
  );
  return schemas.flatMap((schema): readonly DataWarning[] => {
    const { column, kind, cells } = schema;
    const named = kindOfName(column.path).kind;
    const scope = [column.name];
    if (named === 'money' && !hasMoney && blank.includes(schema))
      return [{ name: 'unknown-amounts', scope, text: `no record has a number in ${column.name}` }];
    const wouldBe = (kind === 'text' || kind === 'mixed') && (named === 'count' || (named === 'money' && !hasMoney));
    if (!wouldBe || cells.spelledNumber === undefined) return [];
    const example = quoteLine(cellText(cells.spelledNumber), 40);
    const text = `${column.name} is not summed: it has texts such as ${example}`;
    return [{ name: 'text-numbers', scope, text }];
  });
}

/** The warnings about the values of keys. */
export function equalKeyWarnings(keys: readonly KeyColumn[]): readonly DataWarning[] {
  return keys.flatMap(({ key, cells }) => {
    if (key.unitOf !== undefined) return [];
    const texts = new Map<string, string>();
    for (const cell of cells) {
      const identity = numberKey(cell);
      if (identity !== undefined && !texts.has(identity)) texts.set(identity, cell);
    }
    if (texts.size === 0) return [];
    const numbers = cells.filter((cell) => isNumber(cell) && texts.has(keyIdentity(cell)));
    const [first] = numbers;
    if (first === undefined) return [];
    const verb = numbers.length === 1 ? 'is' : 'are';
    const text = `--group-by ${key.name}: ${countOf(numbers.length, 'number')} ${verb} sent as a number and as a text, in separate groups: ${toVisibleLine(first, 40)} and ${toVisibleLine(texts.get(keyIdentity(first))!, 40)}`;
    return [{ name: 'spellings', scope: [key.name], text }];
  });
}

/** The identity of the number that a text spells, if the text is a key of its own: `"1.00"`. Undefined for other cells. */
function numberKey(cell: string): string | undefined {
  const first = cell.charCodeAt(0) === QUOTATION_MARK ? cell.charCodeAt(1) : 0;
  if (first < MINUS || (first > NINE && first !== BACKSLASH)) return undefined;
  const figure = figureIn(cell);
  const identity = figure && keyIdentity(figure);
  return identity === keyIdentity(cell) ? undefined : identity;
}

/** A note about a comparison range without matching records: the result would look like growth. */
export function rangeNotes({ all, filtered }: Records): readonly string[] {
  const hasRecords = ([, ...comparisons]: readonly RecordSet[]): boolean =>
    comparisons.some(({ recordCount }) => recordCount > 0);
  if (!hasRecords(all) || hasRecords(filtered)) return [];
  return ['no record of the comparison range meets --where'];
}

/**
 * Messages about the columns that groups do not sum by default, and that are no ratios either: a note about those with some numbers, and
 * a detail about those whose sum is meaningless: ids, dates, rates, averages.
 */
export function unsummedNotes(frame: Frame, schemas: readonly ColumnSchema[] = [], { ratios }: Transform) {
  const isSummed = isAmong(ownMeasures(frame).map(({ aggregation }) => aggregation!.column));
  const namesOf = (isDropped: (schema: ColumnSchema) => boolean): string =>
    schemas
      .filter(
        (each) => isDropped(each) && !isSummed(each.column) && !ratios.some(({ name }) => name === each.column.name),
      )
      .map(({ column }) => column.name)
      .join(', ');
  const mixed = namesOf(({ kind, column }) => kind === 'mixed' && !hasUnsummableName(column));
  const skipped = namesOf((schema) => !isSummable(schema) && hasNumbersOnly(schema));
  const say = (names: string, why: string): readonly string[] => (names === '' ? [] : [`not summed: ${names} ${why}`]);
  return {
    notes: say(mixed, '(not all values are numbers); use --where to exclude the others'),
    details: say(skipped, '(looks like an id or a ratio); use --sum, --avg or --ratio to include it'),
  };
}

/** True also if some of the numbers are codes such as `"01067"`: then the whole column holds codes. */
function hasNumbersOnly({ cells: { numbers, figures, texts, booleans, nested }, kind }: ColumnSchema): boolean {
  return kind !== 'mixed' && numbers + figures > 0 && texts + booleans + nested === 0;
}
