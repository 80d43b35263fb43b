/**
 * Summaries of a report's records for a document that draws them: totals, figures by unit of time, and figures by group. They
 * cover all records that meet the conditions, and do not depend on the rows of the report. Each is the result of another transform.
 */

import { type Column, columnKey, createColumn } from '../core/columns.ts';
import { isUsageError } from '../core/errors.ts';
import { comparedColumns } from '../frame/compared-columns.ts';
import { NO_CURRENCIES } from '../frame/currencies.ts';
import type { RecordSet } from '../records/record-set.ts';
import { type ColumnSchema, isSummable, mainMeasure } from '../records/schema.ts';
import type { MeasureSummary, NoSummaries, Summaries, SummaryRows } from '../records/summaries.ts';
import { separateCurrencies } from './amounts.ts';
import { addableIn, type Step, type TransformInput, withoutWeeks } from './group-step.ts';
import { resolveColumn, unite } from './resolve-column.ts';
import { surveyColumns } from './survey-columns.ts';
import { COUNT, IDENTITY, type Transform } from './transform-request.ts';
import type { Totals, TransformedRows } from './transformed-rows.ts';

type TransformRecords = (request: Transform, input: TransformInput) => Promise<TransformedRows>;

interface Records {
  /** The records of each range that meet the conditions. */
  readonly filtered: readonly RecordSet[];
  /** The rows of the report before computed columns. */
  readonly step: Step;
}

/**
 * The summaries of the records. `transformRecords` is passed in, because it calls this function. A report is complete without
 * summaries, so a number that is too large to add up is not an error here.
 */
export async function summarize(
  request: Transform,
  input: TransformInput,
  records: Records,
  transformRecords: TransformRecords,
): Promise<Summaries | NoSummaries> {
  const compute = (sums: readonly string[]): Promise<Summaries> =>
    computeSummaries({ request, input, records, sums }, transformRecords);
  try {
    return await chooseAndCompute(request, input, records, compute);
  } catch (error) {
    if (isUsageError(error)) return { reason: error.message };
    throw error;
  }
}

/** The summaries of the sums that the request names, or else of those that the kinds of the columns allow. */
async function chooseAndCompute(
  request: Transform,
  { dateColumns }: TransformInput,
  { filtered, step }: Records,
  compute: (sums: readonly string[]) => Promise<Summaries>,
): Promise<Summaries> {
  const choose = (schemas: readonly ColumnSchema[]) => sumsOf(request, filtered, schemas);
  const isChosen = request.groupBy.length > 0 && request.aggregations.some(({ kind }) => kind === 'sum');
  if (isChosen || step.schemas !== undefined) return compute(choose(step.schemas ?? []));

  const columns = columnsToSurvey(filtered, dateColumns);
  return compute(choose(await surveyColumns(filtered, columns)));
}

interface Computation {
  readonly request: Transform;
  readonly input: TransformInput;
  readonly records: Records;
  /** The names of the columns to sum. */
  readonly sums: readonly string[];
}

async function computeSummaries(
  { request, input, records: { filtered, step }, sums }: Computation,
  transformRecords: TransformRecords,
): Promise<Summaries> {
  const { groupBy } = request;
  const ratios = request.ratios.map(({ name }) => name);
  const count = request.count || sums.length === 0;
  const base: Transform = {
    ...IDENTITY,
    weekStart: request.weekStart,
    aggregations: sums.map((column) => ({ kind: 'sum', column })),
    count,
    ratios: request.ratios,
  };
  const ofMain = { ...base, aggregations: base.aggregations.slice(0, 1), ratios: [], groupBy };
  const separators = separateCurrencies(
    { ...ofMain, groupBy: [] },
    input.currencies ?? NO_CURRENCIES,
  ).groupBy;
  const isMixed = separators.length > 0;
  const isOfKeys = !isMixed && request.by === undefined && request.pivot === undefined;
  const known = isOfKeys ? rowsByKeys(request, step, sums[0]) : undefined;
  const needsGroups = known === undefined && groupBy.length > 0;
  const own = {
    ...input,
    now: filtered[0]!,
    comparisons: filtered.slice(1),
    summaries: undefined,
    sumsFrom: undefined,
  };
  // Several clients have no common weeks.
  const ofUsual =
    input.usual?.clients.length === 1 ? await transformRecords(base, { ...own, sumsFrom: 0 }) : undefined;
  const ofRange = input.usual === undefined ? own : withoutWeeks(own);
  const by = input.dayColumn && input.summaries?.unit;
  const [byTime, byGroup] = await Promise.all([
    transformRecords({ ...base, by }, { ...ofRange, sumsFrom: 1 }),
    needsGroups ? transformRecords(ofMain, { ...own, separatesCurrencies: true }) : known,
  ]);
  const separated = { ...ofRange, separatesCurrencies: true };
  const totals = (ofUsual ?? byTime).sums ?? new Map();
  return {
    recordCount: filtered[0]!.recordCount,
    comparedCount: request.isCompared
      ? filtered.slice(1).reduce((sum, { recordCount }) => sum + recordCount, 0)
      : undefined,
    measures: [...sums, ...(count ? [COUNT] : []), ...ratios].map((name) =>
      measureOf(createColumn([name]), totals),
    ),
    byTime: by && byTime,
    byCurrency: by && isMixed ? await transformRecords({ ...ofMain, groupBy: [], by }, separated) : undefined,
    byGroup,
  };
}

/** The groups of the report, if they have the sum of `main`. */
function rowsByKeys(
  { groupBy }: Transform,
  { recordSet, keys, groups, summable }: Step,
  main: string | undefined,
): SummaryRows | undefined {
  if (groups === undefined || groupBy.length === 0) return undefined;
  const { aggregations } = groups.grouping;
  if (!aggregations.some(({ kind, name }) => kind === 'sum' && name === main)) return undefined;
  return { recordSet, keys: { ...keys, addable: addableIn({ groups }, summable), isOrdered: false } };
}

function measureOf(column: Column, totals: Totals): MeasureSummary {
  const [total, before, change, percent] = comparedColumns(column).map(({ path }) =>
    totals.get(columnKey(path)),
  );
  // A total of several currencies is a text.
  const isNumber = !total?.startsWith('"');
  return {
    column,
    total,
    compared: change === undefined || !isNumber ? undefined : { before, change, percent },
  };
}

/** All columns except those that hold dates. */
function columnsToSurvey(filtered: readonly RecordSet[], dateColumns: readonly Column[]): readonly Column[] {
  const dates = new Set(dateColumns.map(({ path }) => columnKey(path)));
  const { columns, hasMoreColumns } = unite(filtered);
  return hasMoreColumns ? [] : columns.filter(({ path }) => !dates.has(columnKey(path)));
}

/** The names of the columns to sum: those that the user sums or sorts by, or else the main measure and those after it. */
function sumsOf(
  { aggregations, sort }: Transform,
  filtered: readonly RecordSet[],
  schemas: readonly ColumnSchema[],
): readonly string[] {
  const requested = aggregations
    .filter(({ kind }) => kind === 'sum')
    .map(({ column, kind }) => resolveColumn(column, unite(filtered), kind).name);
  if (requested.length > 0) return [...new Set(requested)];
  const summable = schemas.filter(isSummable);
  const names = summable.map(({ column }) => column.name);
  const sorted = sort.map(({ column }) => column).filter((name) => names.includes(name));
  const main = mainMeasure(summable);
  const all = [...sorted, ...(main === undefined ? [] : [main.column.name]), ...names];
  return [...new Set(all)];
}
