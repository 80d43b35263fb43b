/** Chooses what a chart draws. A report without groups is grouped by day, or else by its first text. */

import { type Charted, chartOf } from '../charts/charted.ts';
import { chosenColumns } from '../core/column-list.ts';
import { type Column, createColumn, isAmong } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import { toVisibleText } from '../core/text.ts';
import { countDays } from '../dates/range.ts';
import { columnsOf, type Frame, isAddable, measureNamed, surveyMeasures } from '../frame/frame.ts';
import { groupRecords } from '../frame/group-records.ts';
import { saysCurrency } from '../records/currency.ts';
import { kindOfName } from '../records/name-kind.ts';
import type { RecordSet } from '../records/record-set.ts';
import { type ColumnSchema, isMeasure, isSummable, mainMeasure } from '../records/schema.ts';
import type { TransformInput } from './group-step.ts';
import { unite } from './resolve-column.ts';
import { type ChartRequest, isGrouped, type Transform } from './transform-request.ts';

interface ChosenChart {
  readonly chart?: Charted;
  /** Messages about the columns that it does not show. */
  readonly details: readonly string[];
}

/** These measures follow from the one that they are beside. */
const COMPARED: ReadonlySet<string> = new Set(['before', 'usual', 'change', 'percent']);

/** The chart of the rows of a frame; none without a row. Throws a usage error if no measure holds numbers. */
export async function chartGroups(frame: Frame, request: ChartRequest | undefined): Promise<ChosenChart> {
  if (request === undefined || frame.rows.length === 0) return { details: [] };
  const available = columnsOf(frame);
  const shown = request.columns === undefined ? available : chosenColumns(request.columns, available);
  const measures = shown.flatMap((column) => measureNamed(frame, column) ?? []);
  const schemas = await surveyMeasures(frame, measures);
  const added = schemas.filter((_, index) => isAddable(measures[index]!, frame));
  const schema = chooseMeasure(schemas, added, shown, request);
  return {
    chart: chartOf(frame, measures[schemas.indexOf(schema)]!, schema, isAmong(shown)),
    details: omittedNotes(schemas.filter((each, index) => each !== schema && !COMPARED.has(measures[index]!.role))),
  };
}

/**
 * The request whose groups a chart draws, and what it shows of them: a report without keys is by day, or else by its first text. Of
 * records, `--columns` chooses the text and the sums. Throws a usage error without numbers, or without a key.
 */
export async function keysForChart(
  request: Transform,
  chart: ChartRequest,
  { dayColumn, dateColumns, range, currency }: TransformInput,
  filtered: readonly RecordSet[],
): Promise<readonly [Transform, ChartRequest]> {
  const { columns } = unite(filtered);
  const { schemas, currencies } = await groupRecords(filtered, {
    ...{ keys: [], states: [], surveyed: columns, named: columns.filter(saysCurrency), currency },
  });
  const available = [...columns, ...request.ratios.map(({ name }) => createColumn([name]))];
  const items = isGrouped(request) ? undefined : chart.columns;
  const shown = items === undefined ? available : chosenColumns(items, available);
  const [isShown, isDate] = [isAmong(shown), isAmong(dateColumns)];
  const sums = schemas.filter((each) => isSummable(each) && !isDate(each.column) && isShown(each.column));
  const main = mainMeasure(sums);
  const isConstant = isAmong(currencies.constant);
  // A column of amounts with texts is a measure that its warning names, and no label.
  const canLabel = (schema: ColumnSchema): boolean =>
    schema !== main &&
    !isConstant(schema.column) &&
    !['money', 'count'].includes(kindOfName(schema.column.path).kind ?? '');
  const isByDay = dayColumn !== undefined && countDays(range) > 1;
  const keyAmong = (isChosen: (column: Column) => boolean): Partial<Transform> | undefined => {
    if (isByDay && isChosen(dayColumn)) return { by: 'day' };
    const label = textLabel(schemas.filter((each) => isChosen(each.column) && canLabel(each)));
    return label && { groupBy: [label.name] };
  };
  const key = keyAmong(isShown) ?? keyAmong(isAmong(columns));
  if (key === undefined)
    throw new ReportingError('E-chart', 'no column names the bars of a chart', {
      hint: 'choose columns with --group-by',
    });
  const named = items === undefined ? (main === undefined ? [] : [main.column]) : shown;
  const measures = [...chart.measures, ...named.map(({ name }) => name)];
  if (items === undefined)
    return [
      { ...request, ...key },
      { ...chart, measures },
    ];
  if (sums.length === 0 && shown.every(isAmong(columns))) throw noNumbers(shown);
  const aggregations = sums.map(({ column }) => ({ kind: 'sum', column: column.name }) as const);
  return [
    { ...request, ...key, aggregations },
    { columns: undefined, measures },
  ];
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
  throw noNumbers(shown);
}

function noNumbers(columns: readonly Column[]): ReportingError {
  return new ReportingError('E-chart', 'no column has numbers to chart', {
    hint: `the columns are: ${columns.map(({ name }) => name).join(', ')}; for one whose sum means nothing, use --avg or --max`,
  });
}

/** The first column of text; else of other values that are not numbers; else of ids; else of dates. */
function textLabel(schemas: readonly ColumnSchema[]): Column | undefined {
  const filled = schemas.filter(({ kind }) => kind !== 'empty');
  const undated = filled.filter(({ kind }) => kind !== 'date');
  const found =
    undated.find(({ kind }) => kind === 'text' || kind === 'boolean') ??
    undated.find(({ isNumeric }) => !isNumeric) ??
    undated.find((schema) => !isMeasure(schema)) ??
    filled.find(({ kind }) => kind === 'date');
  return found?.column;
}

function omittedNotes(schemas: readonly ColumnSchema[]): readonly string[] {
  const names = schemas.filter(isMeasure).map(({ column }) => toVisibleText(column.name));
  if (names.length === 0) return [];
  return [`the chart shows one column; not shown: ${names.join(', ')} (choose another with --columns)`];
}
