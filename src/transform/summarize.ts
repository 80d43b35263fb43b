/**
 * Summaries of a report's records for a document that draws them: totals, figures by unit of time, and figures by group. They
 * cover all records that meet the conditions, and do not depend on the rows of the report. Each is the result of another transform.
 */

import { type Column, columnKey, createColumn } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import type { RecordSet } from '../records/record-set.ts';
import { readRows } from '../records/rows.ts';
import { type ColumnSchema, createSchemaSurvey, isSummable, mainMeasure } from '../records/schema.ts';
import type { MeasureSummary, NoSummaries, Summaries } from '../records/summaries.ts';
import { comparedColumns } from './compare-groups.ts';
import type { TransformInput } from './group-step.ts';
import { COUNT } from './group-table.ts';
import { type Columns, resolveColumn, unite } from './resolve-column.ts';
import type { Totals } from './totals.ts';
import { IDENTITY, type Transform } from './transform-request.ts';
import type { TransformedRows } from './transformed-rows.ts';

type TransformRecords = (request: Transform, input: TransformInput) => Promise<TransformedRows>;

/**
 * The summaries of `filtered`, the records of each range that meet the conditions. `transformRecords` is passed in, because it
 * calls this function. A report is complete without summaries, so a number that is too large to add up is no error here.
 */
export async function summarize(
  request: Transform,
  input: TransformInput,
  filtered: readonly RecordSet[],
  transformRecords: TransformRecords,
): Promise<Summaries | NoSummaries> {
  try {
    const schemas = await surveyColumns(filtered, input.dateColumns);
    const sums = sumsOf(request, filtered, schemas);
    const ratios = request.ratios.map(({ name }) => name);
    const count = request.count || sums.length === 0;
    const base: Transform = {
      ...IDENTITY,
      weekStart: request.weekStart,
      aggregations: sums.map((column) => ({ kind: 'sum', column })),
      count,
      ratios: request.ratios,
      totals: true,
    };
    const records = { ...input, now: filtered[0]!, before: filtered[1], summaries: undefined };
    const by = input.dayColumn && input.summaries?.unit;
    const byTime = by && (await transformRecords({ ...base, by }, records));
    const { totals = new Map() } = byTime ?? (await transformRecords(base, records));
    const groupBy = groupsOf(request, schemas);
    const ofMain = { ...base, aggregations: base.aggregations.slice(0, 1), ratios: [], totals: false };
    return {
      recordCount: filtered[0]!.recordCount,
      measures: [...sums, ...(count ? [COUNT] : []), ...ratios].map((name) =>
        measureOf(createColumn([name]), totals),
      ),
      totals: ownTotals([...sums, ...ratios], totals, unite(filtered)),
      byTime,
      byGroup: groupBy.length === 0 ? undefined : await transformRecords({ ...ofMain, groupBy }, records),
    };
  } catch (error) {
    if (error instanceof ReportingError && error.kind === 'usage') return { reason: error.text.message };
    throw error;
  }
}

function measureOf(column: Column, totals: Totals): MeasureSummary {
  const [total, before, change, percent] = comparedColumns(column).map(({ path }) =>
    totals.get(columnKey(path)),
  );
  return { column, total, compared: change === undefined ? undefined : { before, change, percent } };
}

/** The totals of these sums and ratios by the columns of the records: a nested column has another path there. */
function ownTotals(names: readonly string[], totals: Totals, { columns }: Columns): Totals {
  return new Map(
    names.flatMap((name) => {
      const total = totals.get(columnKey([name]));
      const { path } = columns.find((column) => column.name === name) ?? createColumn([name]);
      return total === undefined ? [] : [[columnKey(path), total] as const];
    }),
  );
}

/** The kinds of the columns of all records, except those that hold dates. */
async function surveyColumns(
  filtered: readonly RecordSet[],
  dateColumns: readonly Column[],
): Promise<readonly ColumnSchema[]> {
  const dates = new Set(dateColumns.map(({ path }) => columnKey(path)));
  const { columns, hasMoreColumns } = unite(filtered);
  const others = hasMoreColumns ? [] : columns.filter(({ path }) => !dates.has(columnKey(path)));
  const survey = createSchemaSurvey(others);
  for (const recordSet of filtered) {
    for await (const rows of readRows(recordSet, others)) for (const { cells } of rows) survey.add(cells);
  }
  return survey.schemas();
}

/** The names of the columns to sum: those that the user sums or sorts by, or else the main measure and those after it. */
function sumsOf(
  { aggregations, sort }: Transform,
  filtered: readonly RecordSet[],
  schemas: readonly ColumnSchema[],
): readonly string[] {
  const requested = aggregations
    .filter(({ kind }) => kind === 'sum')
    .map(({ column }) => resolveColumn(column, unite(filtered), 'sum').name);
  if (requested.length > 0) return requested;
  const summable = schemas.filter(isSummable);
  const names = summable.map(({ column }) => column.name);
  const sorted = sort.map(({ column }) => column).filter((name) => names.includes(name));
  const main = mainMeasure(summable);
  const all = [...sorted, ...(main === undefined ? [] : [main.column.name]), ...names];
  return [...new Set(all)];
}

/** The keys of the report's groups; or else the first column of text. */
function groupsOf({ groupBy }: Transform, schemas: readonly ColumnSchema[]): readonly string[] {
  if (groupBy.length > 0) return groupBy;
  const text = schemas.find(({ kind }) => kind === 'text');
  return text === undefined ? [] : [text.column.name];
}
