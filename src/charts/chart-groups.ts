/** Chooses what a chart draws, and groups the records of a report without groups: by day, or else by their first text. */

import { chosenColumns } from '../core/column-list.ts';
import { type Column, columnKey, isSameColumn, uniteColumns } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import { toVisibleText } from '../core/text.ts';
import type { DateUnit } from '../dates/date.ts';
import { countDays } from '../dates/range.ts';
import type { Currencies } from '../frame/currencies.ts';
import { columnsOf, type Frame, isAddable, measureNamed, surveyMeasures } from '../frame/frame.ts';
import { groupRecords } from '../frame/group-records.ts';
import type { GroupTable } from '../frame/group-table.ts';
import { createUnitOf, type GroupKey } from '../frame/key-column.ts';
import { aggregationIn, assertNumbers, measuresOf, statesOf, type TableAggregation } from '../frame/measures.ts';
import type { Sums } from '../frame/states.ts';
import { saysCurrency } from '../records/currency.ts';
import type { RecordSet } from '../records/record-set.ts';
import { type ColumnSchema, isMeasure, isSummable, mainMeasure } from '../records/schema.ts';
import type { TransformInput } from '../transform/group-step.ts';
import type { ChartRequest, Transform } from '../transform/transform-request.ts';
import { type Charted, chartOf, labelAt } from './charted.ts';

interface ChosenChart {
  readonly chart?: Charted;
  /** Messages about the columns that it does not show. */
  readonly details: readonly string[];
  /** The sum of records that it draws, and the schemas of the columns that it could draw; none for a named sum. */
  readonly summed?: {
    readonly table: GroupTable;
    readonly unit: DateUnit | undefined;
    readonly aggregations: readonly TableAggregation[];
    readonly schemas: readonly ColumnSchema[];
  };
}

const NO_CHART: ChosenChart = { details: [] };

/** These measures follow from the one that they are beside. */
const COMPARED: ReadonlySet<string> = new Set(['before', 'usual', 'change', 'percent']);

/** The chart of the rows of a frame; none without a row. Throws a usage error if no measure holds numbers. */
export async function chartGroups(frame: Frame, request: ChartRequest | undefined): Promise<ChosenChart> {
  if (request === undefined || frame.rows.length === 0) return NO_CHART;
  const shown = shownColumns(columnsOf(frame), request);
  const measures = shown.flatMap((column) => measureNamed(frame, column) ?? []);
  const schemas = await surveyMeasures(frame, measures);
  const added = schemas.filter((_, index) => isAddable(measures[index]!, frame));
  const schema = chooseMeasure(schemas, added, shown, request);
  const keys = new Set(shown.map(({ path }) => columnKey(path)));
  return {
    chart: chartOf(frame, measures[schemas.indexOf(schema)]!, schema, ({ path }) => keys.has(columnKey(path))),
    details: omittedNotes(schemas.filter((each, index) => each !== schema && !COMPARED.has(measures[index]!.role))),
  };
}

/** The chart of records. Throws a usage error for numbers that it would add up where a sum means nothing. */
export async function chartRecords(
  records: RecordSet,
  { sort, weekStart, roundsQuotients }: Transform,
  { chart: request, dayColumn, dateColumns, range, endTurn, currency }: TransformInput,
  { currencies, hidden }: { readonly currencies: Currencies; readonly hidden: readonly Column[] },
): Promise<ChosenChart> {
  if (request === undefined || records.hasMoreColumns || records.recordCount === 0) return NO_CHART;
  const shown = shownColumns(records.columns, request, hidden);
  const { schemas } = await groupRecords([records], { keys: [], states: [], surveyed: shown });
  const added = schemas.filter((each) => isSummable(each) && !isOneOf(dateColumns, each.column));
  const asked = request.measures.filter((name) => !sort.some(({ column }) => column === name));
  const requested = schemas.find(({ column }) => column.path.join('.') === asked[0]);
  const schema = requested ?? chooseMeasure(schemas, added, shown, request);
  const { column } = schema;
  const sum = { kind: 'sum', column, name: column.name } as const;
  const others = schemas.filter((each) => each !== schema);
  const unit = { unit: 'day', weekStart } as const;
  const isByDay = dayColumn !== undefined && isOneOf(shown, dayColumn) && countDays(range) > 1;
  const labels = [isByDay ? [] : textLabel(others), currencies.mixed.get(columnKey(column.path))?.by ?? []];
  const keys: GroupKey[] = uniteColumns(labels).map((each) => ({ column: each, name: each.name }));
  let count = 0;
  if (isByDay) keys.push({ column: dayColumn, name: dayColumn.name, unit, unitOf: createUnitOf('day', weekStart) });
  else if (keys.length === 0) {
    // No number has members: each record lacks this one, and gets a key of its own.
    const none = { path: [...column.path, ''], name: 'record' };
    keys.push({ column: none, name: 'record', unitOf: () => String(++count) });
  }
  const named = records.columns.filter(saysCurrency);
  const { table, currencies: own } = await groupRecords([records], { keys, states: statesOf([sum]), named, currency });
  const aggregation = aggregationIn(table, sum, own.mixed);
  assertNumbers(table, aggregation);
  const isAdded = added.includes(schema);
  const measures = measuresOf(aggregation).map((each) => ({ ...each, isAdded }));
  const rows = table.allGroups();
  const sums = table.parts[0]!.states[0] as Sums;
  const several = isAdded ? undefined : rows.find((row) => sums.countOf(row) > 1);
  if (several !== undefined) throw noSum(column, labelAt(table, [...keys.keys()], several));
  const form = roundsQuotients === true ? 'shown' : 'rounded';
  const frame: Frame = { table, measures, rows, sides: 1, endTurn, form };
  const [ofSums] = await surveyMeasures(frame, measures);
  const chart = chartOf(frame, measures[0]!, { ...ofSums!, kind: schema.kind });
  const candidates = requested === undefined ? schemas : [];
  const summed = { table, unit: isByDay ? unit.unit : undefined, aggregations: [aggregation], schemas: candidates };
  return { chart, details: omittedNotes(others), summed };
}

/** The columns to show, with their own names. */
function shownColumns(
  available: readonly Column[],
  { columns }: ChartRequest,
  hidden: readonly Column[] = [],
): readonly Column[] {
  if (columns !== undefined) return chosenColumns(columns, available);
  return available.filter((column) => !isOneOf(hidden, column));
}

/**
 * The first measure that the user asked to sum or to sort by, or else the main one, of those that can be added if there are any. Of
 * columns that the user named: the first quantity, or else the first other column of numbers.
 */
function chooseMeasure(
  schemas: readonly ColumnSchema[],
  added: readonly ColumnSchema[],
  shown: readonly Column[],
  { columns, measures }: ChartRequest,
): ColumnSchema {
  const quantities = schemas.filter(isMeasure);
  const requested = measures
    .map((name) => quantities.find(({ column }) => column.path.join('.') === name))
    .find((schema) => schema !== undefined);
  const main =
    columns === undefined
      ? (mainMeasure(added) ?? mainMeasure(quantities))
      : (quantities[0] ?? schemas.find(({ isNumeric, kind }) => isNumeric && kind !== 'date'));
  const schema = requested ?? main;
  if (schema !== undefined) return schema;
  throw new ReportingError('E-chart', 'no column has numbers to chart', {
    hint: `the columns are: ${shown.map(({ name }) => name).join(', ')}; choose one with --columns, even an id`,
  });
}

/** The first column of text; else of other values that are not numbers; else of ids; else of dates. */
function textLabel(schemas: readonly ColumnSchema[]): readonly Column[] {
  const filled = schemas.filter(({ kind }) => kind !== 'empty');
  const undated = filled.filter(({ kind }) => kind !== 'date');
  const found =
    undated.find(({ kind }) => kind === 'text' || kind === 'boolean') ??
    undated.find(({ isNumeric }) => !isNumeric) ??
    undated.find((schema) => !isMeasure(schema)) ??
    filled.find(({ kind }) => kind === 'date');
  return found === undefined ? [] : [found.column];
}

function noSum({ name }: Column, label: string): ReportingError {
  return new ReportingError(
    'E-chart',
    `a chart would add up ${name} of several records for ${label}, and that sum would mean nothing`,
    { hint: 'choose another column with --columns, or make the number of each group: --avg or --ratio' },
  );
}

function omittedNotes(schemas: readonly ColumnSchema[]): readonly string[] {
  const names = schemas.filter(isMeasure).map(({ column }) => toVisibleText(column.name));
  if (names.length === 0) return [];
  return [`the chart shows one column; not shown: ${names.join(', ')} (choose another with --columns)`];
}

function isOneOf(columns: readonly Column[], column: Column): boolean {
  return columns.some((each) => isSameColumn(each, column));
}
