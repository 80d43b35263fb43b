/**
 * Summaries of a report's records for a document that draws them: totals, figures by unit of time, and figures by group. They
 * cover all records that meet the conditions, and do not depend on the rows of the report. And the main sum of each group by day:
 * findings name odd days, and the days on which a group began and stopped.
 */

import { isSameColumn } from '../core/columns.ts';
import { isUsageError } from '../core/errors.ts';
import type { Currencies } from '../frame/currencies.ts';
import { chooseMeasure, type Frame, ownMeasures, type Summaries } from '../frame/frame.ts';
import type { Aggregation, Measure } from '../frame/measures.ts';
import type { RecordSet } from '../records/record-set.ts';
import { isSummable, mainMeasure } from '../records/schema.ts';
import { separateCurrencies } from './amounts.ts';
import { type GroupedRecords, group, type TransformInput, withoutWeeks } from './group-step.ts';
import { addRatioMeasures } from './ratio.ts';
import { resolveColumn, unite } from './resolve-column.ts';
import { totalsOf } from './totals.ts';
import { IDENTITY, type Transform } from './transform-request.ts';

interface Records {
  /** The records of each range that meet the conditions, and the currencies of their amounts. */
  readonly filtered: readonly RecordSet[];
  readonly currencies: Currencies;
  /** The groups of the report; undefined for rows that are records. */
  readonly grouped: GroupedRecords | undefined;
}

/**
 * The summaries of the records, and warnings about the cells that the summaries of records leave out; groups have their own. They come
 * from the sums of the groups of the report, or of all records together.
 */
export async function summarize(request: Transform, input: TransformInput, records: Records) {
  const { filtered, grouped, currencies } = records;
  const { aggregations: requested, count, sort, weekStart } = request;
  const ofRecords = { ...IDENTITY, aggregations: requested, count, sort, weekStart };
  const whole = grouped ?? (await group(ofRecords, withoutWeeks(input), { all: filtered, filtered }));
  const { groupBy, by: unitOfRows, pivot } = request;
  const aggregations = await aggregationsOf(request, filtered, whole);
  const base: Transform = {
    ...{ ...IDENTITY, weekStart, aggregations, ratios: request.ratios },
    count: count || aggregations.length === 0,
  };
  const { recordCount } = filtered[0]!;
  const ofMain = { ...base, aggregations: base.aggregations.slice(0, 1), ratios: [] };
  const isMixed = separateCurrencies(ofMain, currencies).groupBy.length > 0;
  const ofRange = withoutWeeks(input);
  const by = input.dayColumn && input.summaries?.unit;
  const byTime = await groupAll({ ...base, by }, ofRange, filtered);
  // Several clients have no common weeks.
  const ofAll = input.usual?.clients.length === 1 ? await groupAll(base, input, filtered) : byTime;
  // The parts of a ratio are no figures of their own.
  const isAsked = ({ kind, column }: Aggregation): boolean =>
    kind === 'count' ? base.count : aggregations.some((each) => each.kind === kind && each.column === column.name);
  const measures = ofAll.measures.filter(
    ({ aggregation, role }) => role === 'ratio' || (aggregation && isAsked(aggregation)),
  );
  const [main] = measures as [Measure];
  const isMain = ({ column }: Measure): boolean => isSameColumn(column, main.column);
  // The groups of the report, if they have no other key, and the main measure.
  const isOfKeys = !isMixed && unitOfRows === undefined && pivot === undefined;
  const own = isOfKeys && grouped && ownMeasures(grouped.frame).some(isMain) ? grouped.frame : undefined;
  const separated = { separatesCurrencies: true };
  const summaries: Summaries = {
    recordCount,
    comparedCount: request.isCompared
      ? filtered.slice(1).reduce((sum, { recordCount }) => sum + recordCount, 0)
      : undefined,
    measures,
    totals: await totalsOf(ofAll, true),
    byTime: by && byTime,
    byCurrency: by && isMixed ? await groupAll({ ...ofMain, by }, { ...ofRange, ...separated }, filtered) : undefined,
    byGroup:
      groupBy.length === 0
        ? undefined
        : (own ?? (await groupAll({ ...ofMain, groupBy }, { ...input, ...separated }, filtered))),
  };
  // A page shows no amount that combines currencies.
  const warnings = grouped === undefined ? whole.warnings.filter(({ name }) => name !== 'currencies') : [];
  return { summaries, warnings };
}

/** The groups of all these records, of which `input` may leave out the last ones. The request has no conditions and no order. */
async function groupAll(request: Transform, input: TransformInput, records: readonly RecordSet[]): Promise<Frame> {
  const filtered = records.slice(0, 1 + input.comparisons.length);
  const grouped = await group(request, input, { all: filtered, filtered });
  return addRatioMeasures({ ...grouped.frame, form: 'shown' }, request.ratios);
}

/** The sums that the user asks for, or else averages and extremes; or else sums of the main measure, and of the other ones. */
async function aggregationsOf(
  { aggregations }: Transform,
  filtered: readonly RecordSet[],
  { frame, schemas = [] }: GroupedRecords,
): Promise<Transform['aggregations']> {
  const available = unite(filtered);
  const named = aggregations.map(({ kind, column }) => {
    const { name } = resolveColumn(column, available, kind);
    return [`${kind} ${name}`, { kind, column: name }] as const;
  });
  const requested = [...new Map(named).values()];
  const requestedSums = requested.filter(({ kind }) => kind === 'sum');
  if (requested.length > 0) return requestedSums.length > 0 ? requestedSums : requested;
  const summable = schemas.filter(isSummable);
  const names = summable.map(({ column }) => column.name);
  // The rows of the report have the same main measure, if there are any.
  const sums = filtered[0]!.recordCount === 0 ? [] : ownMeasures(frame).filter(({ role }) => role === 'sum');
  const chosen = sums.length > 0 ? await chooseMeasure(frame, sums) : mainMeasure(summable);
  const main = names.filter((name) => name === chosen?.column.name);
  return Array.from(new Set([...main, ...names]), (column) => ({ kind: 'sum', column }));
}

/** More groups have no days of their own: their odd days are not judged. */
const MAX_GROUPS = 1000;

/**
 * One row for each group and day of the `filtered` records. Undefined if no column is known to hold the days, if the rows are not
 * whole groups of the whole range, and for several currencies.
 */
export async function groupByDay(
  { groupBy, by, having, alert, pivot, weekStart }: Transform,
  input: TransformInput,
  filtered: readonly RecordSet[],
  frame: Frame,
): Promise<Frame | undefined> {
  const hasConditions = having.length + alert.length > 0;
  const isPart = by !== undefined || hasConditions || pivot !== undefined;
  const isDaily = input.dayColumn !== undefined && input.windowUnit === undefined;
  const areMany = frame.rows.length > MAX_GROUPS;
  if (isPart || !isDaily || areMany || frame.measures.some(({ amount }) => amount)) return undefined;
  const sums = ownMeasures(frame).filter(({ role }) => role === 'sum');
  if (sums.length === 0) return undefined;
  const { aggregation } = await chooseMeasure(frame, sums);
  const request: Transform = {
    ...{ ...IDENTITY, groupBy, by: 'day', weekStart },
    aggregations: [{ kind: 'sum', column: aggregation!.column.name }],
  };
  // A report is complete without its days.
  return groupAll(request, withoutWeeks(input), filtered).catch((error: unknown) => {
    if (isUsageError(error)) return undefined;
    throw error;
  });
}
