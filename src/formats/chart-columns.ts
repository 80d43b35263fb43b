/** Chooses the columns that a chart draws: the numbers, their labels, and the dates. */

import { type Column, columnKey, isSameColumn } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import { type DateUnit, MONDAY, type Weekday } from '../dates/date.ts';
import { type ColumnSchema, isQuantity, isSummable, mainMeasure } from '../records/schema.ts';
import type { EncoderInput } from './format.ts';

/** The columns of a chart. Each index is a place in the columns of the document. */
export interface ChartColumns {
  /** The numbers. */
  readonly measure: number;
  /** The numbers that decide which labels are the largest: those of the measure, or those it comes from; undefined without a sum. */
  readonly ranked: number | undefined;
  /** The numbers of an earlier range. */
  readonly comparison: number | undefined;
  /** The labels of bars, or the names of lines; none for one line, or for a bar per record. */
  readonly labels: readonly number[];
  readonly time: { readonly index: number; readonly unit: DateUnit; readonly weekStart: Weekday } | undefined;
  /** False if a sum of the numbers means nothing. */
  readonly canAdd: boolean;
  /** False if a sum over several labels means nothing: of numbers without a sum, and of amounts of several currencies. */
  readonly canTotal: boolean;
  /** The labels with the currencies of the numbers, if there are several. */
  readonly currencies: readonly number[];
}

/** Throws a usage error if no column holds numbers. */
export function chooseChartColumns(
  columns: readonly Column[],
  schemas: readonly ColumnSchema[],
  input: Pick<EncoderInput, 'keys' | 'chosen' | 'requestedMeasures' | 'currencies'>,
): ChartColumns {
  const { keys } = input;
  const canAdd = (schema: ColumnSchema): boolean => {
    const isKnown = keys?.addable?.has(columnKey(schema.column.path)) ?? true;
    return isKnown && (keys?.areGroups === true || isSummable(schema));
  };
  const measure = chooseMeasure(columns, schemas, input, canAdd);
  const indexOf = (column: Column | undefined): number | undefined => {
    const index = columns.findIndex((each) => isSameColumn(each, column));
    return index === -1 ? undefined : index;
  };
  const groups = (keys?.groups ?? []).map(indexOf).filter((index) => index !== undefined);
  const timeIndex = indexOf(keys?.time?.column);
  // Groups by a column of dates are days, too.
  const dates = keys?.time === undefined ? groups.filter((index) => schemas[index]!.kind === 'date') : [];
  const isDateGroup = timeIndex === undefined && dates.length === 1;
  const { unit, weekStart } = keys?.time ?? { unit: 'day', weekStart: MONDAY };
  const index = isDateGroup ? dates[0] : timeIndex;
  const separators = input.currencies?.separators.get(columnKey(columns[measure]!.path));
  const currencies = (separators ?? []).map(indexOf).filter((each) => each !== undefined);
  const labels = keys?.areGroups === true ? groups.filter((each) => each !== index) : textLabel(schemas, measure);
  const comparison = indexOf(keys?.comparison?.get(columnKey(columns[measure]!.path)));
  // Medians are not added.
  const isAddable = [measure, comparison ?? measure].every((each) => canAdd(schemas[each]!));
  const origin = indexOf(keys?.derived?.get(columnKey(columns[measure]!.path))?.measure);
  return {
    measure,
    ranked: [measure, origin].find((each) => each !== undefined && canAdd(schemas[each]!)),
    comparison,
    labels: [...new Set([...labels, ...currencies])],
    time: index === undefined ? undefined : { index, unit, weekStart },
    canAdd: isAddable,
    canTotal: isAddable && separators === undefined,
    currencies,
  };
}

/**
 * The first measure that the user asked to sum or to sort by, or else the main one. Of columns that the user named: the first
 * quantity, or else the first other column of numbers.
 */
function chooseMeasure(
  columns: readonly Column[],
  schemas: readonly ColumnSchema[],
  { chosen: named, requestedMeasures = [] }: Pick<EncoderInput, 'chosen' | 'requestedMeasures'>,
  canAdd: (schema: ColumnSchema) => boolean,
): number {
  const quantities = schemas.filter((schema) => isQuantity(schema) && isShort(schema));
  const requested = requestedMeasures
    .map((name) => quantities.find(({ column }) => column.path.join('.') === name))
    .find((schema) => schema !== undefined);
  const isChosen = named !== undefined;
  const chosen = isChosen
    ? (quantities[0] ?? schemas.find((schema) => schema.isNumeric && schema.kind !== 'date' && isShort(schema)))
    : (mainMeasure(quantities.filter(canAdd)) ?? mainMeasure(quantities));
  const schema = requested ?? chosen;
  if (schema !== undefined) return schemas.indexOf(schema);
  throw new ReportingError('E-chart', 'no column has numbers to chart', {
    hint: `the columns are: ${columns.map(({ name }) => name).join(', ')}; choose one with --columns, even an id`,
  });
}

/** A column with longer numbers is not charted. */
const MAX_DIGITS = 1000;

function isShort({ cells }: ColumnSchema): boolean {
  return cells.digits <= MAX_DIGITS;
}

/** The first column of text; else of other values that are not numbers; else of ids; else of dates. */
function textLabel(schemas: readonly ColumnSchema[], measure: number): readonly number[] {
  const indexOf = (test: (schema: ColumnSchema) => boolean): number =>
    schemas.findIndex((schema, index) => index !== measure && test(schema));
  const found = [
    indexOf(({ kind }) => kind === 'text' || kind === 'boolean'),
    indexOf(({ kind, isNumeric }) => !isNumeric && kind !== 'date' && kind !== 'empty'),
    indexOf((schema) => !isQuantity(schema) && schema.kind !== 'date' && schema.kind !== 'empty'),
    indexOf(({ kind }) => kind === 'date'),
  ].find((index) => index !== -1);
  return found === undefined ? [] : [found];
}
