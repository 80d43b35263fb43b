/** Plans the document of a report: its rows, format and destination. */

import type { StoredConfig } from '../config/load-config.ts';
import { NO_DATE_COLUMN } from '../config/settings.ts';
import { ReportingError } from '../core/errors.ts';
import { DEFAULT_BARS, DEFAULT_ROWS } from '../core/limits.ts';
import { STDOUT } from '../core/sink.ts';
import { incompleteUnits, type ReportRange } from '../dates/calendar.ts';
import type { ComparisonLayout } from '../formats/format.ts';
import { FORMATS, type FormatName } from '../formats/registry.ts';
import { COUNT, chartWithoutDays, hasKeys, separatesProfiles, type Transform } from '../transform/transform-request.ts';
import { planDestination } from './destination.ts';
import { assertHasTypes, chooseFormat } from './format-choice.ts';
import { type PlanOptions, planFetch } from './plan-fetch.ts';
import { csvCommand, repeatCommand } from './repeat-command.ts';
import type { Document, FetchPlan, ReportPlan, ReportRequest } from './report-plan.ts';

/**
 * The plan for one document of all clients in `stored`. Throws as `planFetch` does, and a usage error for options that exclude each other
 * or do not fit the format.
 */
export function planReport(request: ReportRequest, stored: StoredConfig, options: PlanOptions): ReportPlan {
  const plan = planFetch(request.fetch, stored, options);
  const { output: template, display, delimiter, columns } = request.document;
  const transform = { ...request.document.transform, weekStart: plan.clients[0]!.weekStart };
  const destination = planDestination(template, plan, stored.clients);
  const format = chooseFormat(request, destination.output, stored);
  assertHasTypes(format, plan.source);
  if (plan.compared?.weeks !== undefined) assertCommonWeeks(plan, transform);
  const isOnScreen = destination.output === STDOUT && stored.isTerminal && FORMATS[format].audience === 'people';
  const roundsNumbers = FORMATS[format].options?.includes('allDigits') === true && !display.allDigits;
  const comparison = comparisonLayout(request.document, transform, format, isOnScreen);
  const isPivotPage = format === 'html' && transform.pivot !== undefined;
  const isTable = isOnScreen && format === 'table' && !display.wide;
  const isForReading = comparison !== undefined || isPivotPage || isTable || format === 'xlsx';
  const shown =
    format === 'chart' ? forChart(transform, plan) : isForReading ? forReading(transform, columns) : transform;
  const document: Document = {
    ...destination,
    transform: roundsNumbers ? { ...shown, roundsQuotients: true } : shown,
    columns,
    format,
    contents: comparison?.hasHeadline === true ? `${format} with a headline` : format,
    delimiter,
    display: {
      wide: display.wide,
      maxRows: maxRows(request.document, format, destination.output),
      isLimitChosen: display.limit !== undefined,
      roundsNumbers,
      requestedMeasures: requestedMeasures(transform),
    },
    isOnScreen,
    comparison,
    page:
      FORMATS[format].statesFacts === true
        ? { command: repeatCommand(request, plan), csvCommand: csvCommand(request, plan) }
        : undefined,
    notes: [...noteUnits(plan.range, transform), ...noteUnits(plan.compared, transform, 'in the compared range, ')],
  };
  return { fetch: plan, document };
}

/** The rows of a document for people: the transform has left out those beyond the user's own limit. A chart limits its bars itself. */
function maxRows(
  { display, transform }: ReportRequest['document'],
  format: FormatName,
  output: string,
): number | undefined {
  const { limit } = display;
  if (format === 'chart' && typeof limit === 'number') return limit;
  if (limit !== undefined || output !== STDOUT || transform.listsColumns === true) return undefined;
  return format === 'chart' ? DEFAULT_BARS : DEFAULT_ROWS;
}

/** The measures that sums and sort keys name, in that order. Without a group, `count` alone names the number of records. */
function requestedMeasures(transform: Transform): readonly string[] {
  const { aggregations, sort, count } = transform;
  if (count && aggregations.length === 0 && !hasKeys(transform)) return [COUNT];
  const sums = aggregations.flatMap(({ kind, column }) => (kind === 'sum' ? [column] : []));
  return [...sums, ...sort.map(({ column }) => column)];
}

/** Groups for people have the largest first, or the largest change, unless the user chose an order, or which rows or columns to see. */
function forReading(transform: Transform, columns: Document['columns']): Transform {
  const { sort, top, limit } = transform;
  const isChosen = sort.length > 0 || top !== undefined || limit !== undefined || columns !== undefined;
  return isChosen || !hasKeys(transform) ? transform : { ...transform, isForReading: true };
}

/** How a table shows the groups of both ranges; undefined without a comparison, and for a pivot. */
function comparisonLayout(
  { display, columns }: ReportRequest['document'],
  { isCompared, pivot, having, alert, aggregations, count }: Transform,
  format: FormatName,
  isOnScreen: boolean,
): ComparisonLayout | undefined {
  const isTable = format === 'table' || format === 'markdown' || format === 'xlsx';
  if (!isTable || !isCompared || pivot !== undefined) return undefined;
  return {
    hasHeadline: having.length + alert.length === 0,
    // Elsewhere there is room for all columns. The first sheet of a workbook looks as a terminal.
    showsMainOnly:
      (isOnScreen || format === 'xlsx') &&
      aggregations.length === 0 &&
      !count &&
      columns === undefined &&
      !display.wide,
  };
}

/** A chart draws groups: of days if there are no others. It limits its bars itself. Throws a usage error without days to draw. */
function forChart(transform: Transform, { range, compared, clients }: FetchPlan): Transform {
  const chart = { ...transform, limit: undefined };
  if (hasKeys(transform)) return chart;
  const hasDates = clients.some(({ dateColumn }) => dateColumn?.value !== NO_DATE_COLUMN);
  if (range.from !== range.to && hasDates && compared?.weeks === undefined)
    return { ...chart, by: 'day', isByDefault: true };
  throw chartWithoutDays();
}

/** Throws a usage error for figures of several clients together, whose weeks differ. */
function assertCommonWeeks({ clients }: FetchPlan, transform: Transform): void {
  if (clients.length === 1 || separatesProfiles(transform)) return;
  throw new ReportingError(
    'E-option-conflict',
    '--compare usual: the weeks of each client are its own, so that several have no common total',
    { hint: "add profile to --group-by, or write one file per profile: -o '{profile}.csv'" },
  );
}

/** A note about units of time that a range does not hold whole: they look like a drop. `where` begins it. */
function noteUnits(range: ReportRange | undefined, { by, weekStart }: Transform, where = ''): readonly string[] {
  if (range === undefined || by === undefined || by === 'day') return [];
  const names = incompleteUnits(range, { unit: by, weekStart });
  return names.length === 0 ? [] : [`${where}incomplete ${by}s: ${names.join(', ')}`];
}
