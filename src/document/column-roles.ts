/** The headings of a table's columns, and the order in which a narrow terminal drops them. */

import { namesIn } from '../core/column-list.ts';
import { type Column, columnKey, isSameColumn } from '../core/columns.ts';
import type { EncoderInput } from '../formats/format.ts';
import { type DerivedColumn, PART_HEADINGS } from '../records/row-keys.ts';
import { type ColumnSchema, isQuantity, mainMeasure } from '../records/schema.ts';

/** A narrow terminal drops columns from the least of these numbers. */
export const IMPORTANCE = {
  empty: 0,
  bar: 1,
  derived: { before: 2, usual: 2, change: 3, percent: 3.5, share: 3.5 },
  id: 4,
  measure: 5,
  kept: 6,
  derivedFromMain: { before: 2, usual: 2, change: 8, percent: 9, share: 9 },
  key: 11,
  mainMeasure: 12,
} as const;

type Input = Pick<EncoderInput, 'keys' | 'chosen' | 'requestedMeasures'>;

/** True for each column that distinguishes the rows: the keys of groups, or the first column of records and their date. */
export function findKeys(columns: readonly Column[], { keys }: Pick<Input, 'keys'>): readonly boolean[] {
  const all = [...(keys?.groups ?? []), keys?.time?.column, keys?.time?.comparison];
  const named = new Set(all.map((column) => column && columnKey(column.path)));
  return columns.map(({ path }, index) => named.has(columnKey(path)) || (index === 0 && keys?.areGroups !== true));
}

/**
 * The measure that rows are about: the first that the user sums or sorts by, or the measure that it is derived from; or else the money.
 * Of pivoted rows it is a total.
 */
export function mainColumn(schemas: readonly ColumnSchema[], input: Input): ColumnSchema | undefined {
  const totals = schemas.filter(({ column }) => isTotal(column, input));
  const measures = totals.length > 0 ? totals : schemas.filter(isQuantity);
  const [requested] = (input.requestedMeasures ?? []).flatMap((name) =>
    measures.filter(({ column }) => (column.meaning ?? column.path).join('.') === name),
  );
  const derived = requested && derivedAt(requested.column, input);
  const measure = derived && schemas.find(({ column }) => isSameColumn(column, derived.measure));
  return measure ?? requested ?? mainMeasure(totals.length > 0 ? totals : schemas) ?? totals[0];
}

/**
 * The indexes of columns in the order for people: in groups, the main sum and the columns derived from it follow the keys.
 * Records, pivoted rows, and columns that the user chose keep their order.
 */
export function readingOrder(
  columns: readonly Column[],
  main: Column | undefined,
  input: Pick<Input, 'keys' | 'chosen'>,
): readonly number[] {
  const indexes = [...columns.keys()];
  const { keys, chosen } = input;
  const isPivot = columns.some(({ meaning }) => meaning !== undefined);
  const isSum = main !== undefined && keys?.areGroups === true && keys.addable?.has(columnKey(main.path));
  if (!isSum || isPivot || chosen !== undefined) return indexes;
  const areKeys = findKeys(columns, input);
  const rankOf = (index: number): number => {
    const measure = derivedAt(columns[index]!, input)?.measure ?? columns[index]!;
    return areKeys[index] ? 0 : isSameColumn(measure, main) ? 1 : 2;
  };
  return indexes.sort((one, other) => rankOf(one) - rankOf(other));
}

/** The importance of each column. */
export function importancesOf(schemas: readonly ColumnSchema[], input: Input): readonly number[] {
  const columns = schemas.map(({ column }) => column);
  const areKeys = findKeys(columns, input);
  const totals = schemas.filter(({ column }) => isTotal(column, input));
  const money = mainMeasure(totals.length > 0 ? totals : schemas);
  const main = mainColumn(schemas, input);
  const named = new Set([...(input.requestedMeasures ?? []), ...namesIn(input.chosen ?? [])]);
  return schemas.map((schema, index): number => {
    const { kind, column } = schema;
    if (schema === main) return IMPORTANCE.mainMeasure;
    if (areKeys[index]) return IMPORTANCE.key;
    const derived = derivedAt(column, input);
    if (derived !== undefined && isSameColumn(derived.measure, main?.column))
      return IMPORTANCE.derivedFromMain[derived.part];
    // Alone or as part of an object.
    const isNamed = column.path.some((_, at, path) => named.has(path.slice(0, at + 1).join('.')));
    const isKept = isNamed || schema === money || haveSameMeaning(column, main?.column);
    if (isKept) return IMPORTANCE.kept;
    if (derived !== undefined) return IMPORTANCE.derived[derived.part];
    if (kind === 'empty') return IMPORTANCE.empty;
    if (kind === 'id') return IMPORTANCE.id;
    return isQuantity(schema) ? IMPORTANCE.measure : IMPORTANCE.kept;
  });
}

/**
 * The heading of each column. A part of a comparison has a short one if it follows its measure, or another part of it, and the
 * user did not rename it.
 */
export function headingsOf(columns: readonly Column[], input: Pick<Input, 'keys'>): readonly string[] {
  let measure: Column | undefined;
  return columns.map((column) => {
    const derived = derivedAt(column, input);
    const isPart = derived !== undefined && derived.part !== 'share';
    if (!isPart || measure === undefined || !isSameColumn(derived.measure, measure)) {
      measure = derived === undefined ? column : undefined;
      return column.name;
    }
    return column.name === column.path.join('.') ? PART_HEADINGS[derived.part] : column.name;
  });
}

function derivedAt({ path }: Column, { keys }: Pick<Input, 'keys'>): DerivedColumn | undefined {
  return keys?.derived?.get(columnKey(path));
}

/** True for the column of a pivoted unit of time. */
export function isUnit({ path }: Column, { keys }: Pick<Input, 'keys'>): boolean {
  return keys?.pivotedUnits?.names.has(columnKey(path)) === true;
}

/** True for the total of pivoted rows. */
function isTotal(column: Column, { keys }: Pick<Input, 'keys'>): boolean {
  return keys?.totals?.some((total) => isSameColumn(total, column)) ?? false;
}

/** True for two columns of pivoted rows that hold the same measure. */
function haveSameMeaning({ meaning }: Column, other: Column | undefined): boolean {
  if (meaning === undefined || other?.meaning === undefined) return false;
  return columnKey(meaning) === columnKey(other.meaning);
}
