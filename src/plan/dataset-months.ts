/** Plans a report from a dataset: its windows are the months of the range, cut to it. */

import type { MonthName, MonthPlan, StoredDataset } from '../config/stored-input.ts';
import { ReportingError } from '../core/errors.ts';
import { countOf, shellWord } from '../core/text.ts';
import type { Notice } from '../core/warnings.ts';
import { addDays, type CalendarDate } from '../dates/date.ts';
import { type DateRange, formatRange } from '../dates/range.ts';
import type { ClientPlan, FetchPlan } from './report-plan.ts';
import type { FetchRequest } from './request.ts';

/** A message lists this many ranges, and counts the others. */
const MAX_SHOWN = 12;

/** The request with the settings of the dataset. Throws a usage error for a report that the dataset does not have. */
export function monthsRequest(request: FetchRequest, dataset: StoredDataset): FetchRequest {
  const { directory, reports, timeZone, endDate, schemas } = dataset;
  const { report, checks } = request;
  if (!reports.includes(report)) {
    throw new ReportingError('E-dataset', `${directory} has no ${report}: it has ${reports.join(', ')}`, {
      hint: `add it: reporting sync ${report} ${shellWord(directory)}`,
    });
  }
  const dateColumn = schemas.get(report)?.dateColumn;
  return {
    ...request,
    timeZone: request.timeZone ?? { value: timeZone, source: directory },
    endDate: { value: endDate, source: directory },
    windows: { ...request.windows, size: 'month' },
    checks: {
      ...checks,
      dateColumn:
        checks.dateColumn ??
        (dateColumn === undefined
          ? undefined
          : { value: dateColumn, source: 'the schema of the dataset', isStored: true, isFound: true }),
    },
  };
}

/**
 * The plan with the months of its windows as the source. Throws an incomplete error for days that the dataset lacks, and a usage
 * error for a part of a month whose records have no dates.
 */
export function readMonths(
  plan: FetchPlan,
  dataset: StoredDataset,
  { today }: { readonly today: (timeZone: string) => CalendarDate },
): FetchPlan {
  const { report } = plan;
  const { kind, directory, location, format, isSandbox, schemas } = dataset;
  const schema = schemas.get(report) ?? { columns: [], dateColumn: undefined };
  const months = new Map<string, MonthPlan>();
  const missing: MissingDays[] = [];
  /** The warnings of the months, by client. */
  const doubts = new Map<string, readonly Notice[]>();
  for (const { profile: name, windows } of plan.clients) {
    const profile = name!;
    for (const { from, to } of windows) {
      const month = { report, profile, month: from.slice(0, 7) };
      const found = dataset.readMonth(month);
      const lacking = missingDays({ from, to }, found);
      missing.push(...lacking.map((range) => ({ ...month, range })));
      if (found === undefined || lacking.length > 0) continue;
      const isWhole = from === found.from && to === found.to;
      if (!isWhole && schema.dateColumn === undefined && found.records > 0) {
        throw cutsUndated({ from, to }, month, found, dataset);
      }
      const { pulledAt, warnings = [], ...facts } = found;
      const known = doubts.get(profile) ?? [];
      doubts.set(profile, [...known, ...warnings.map((each) => ({ ...each, namesReport: true }))]);
      const file = `${found.folder}/data.${format}`;
      months.set(file, { profile, file, ...facts, receivedAt: pulledAt.toISOString() });
    }
  }
  if (missing.length > 0) throw lacksDays(missing, dataset, today(dataset.timeZone));
  return {
    ...plan,
    clients: plan.clients.map((client): ClientPlan => {
      const warnings = [...client.warnings, ...(doubts.get(client.profile!) ?? [])];
      return { ...client, profileInUse: client.profile!, warnings };
    }),
    source: { kind, directory, location, format, isSandbox, schema, files: [...months.values()] },
  };
}

interface MissingDays extends MonthName {
  readonly range: DateRange;
}

/** The parts of a window before and after the days that were pulled. */
function missingDays({ from, to }: DateRange, pulled: DateRange | undefined): readonly DateRange[] {
  if (pulled === undefined || pulled.from > to || pulled.to < from) return [{ from, to }];
  return [
    ...(from < pulled.from ? [{ from, to: addDays(pulled.from, -1) }] : []),
    ...(to > pulled.to ? [{ from: addDays(pulled.to, 1), to }] : []),
  ];
}

function lacksDays(
  missing: readonly MissingDays[],
  { directory, from }: StoredDataset,
  today: CalendarDate,
): ReportingError {
  const [{ report, profile }] = missing as [MissingDays];
  const shown = missing.slice(0, MAX_SHOWN).map(({ range, profile }) => {
    return `${formatRange(range)} of ${profile}`;
  });
  const rest = missing.length - shown.length;
  const isOver = missing.every(({ range }) => range.to < today);
  const [first] = missing.map(({ month }) => month).sort() as [string];
  const options = first < from ? ` --from ${first}` : '';
  return new ReportingError(
    'E-missing-months',
    `${directory} lacks days of ${report}: ${shown.join(', ')}${rest > 0 ? ` and ${countOf(rest, 'more month')}` : ''}`,
    {
      ...{ report, profile },
      hint: isOver
        ? `pull them: reporting sync ${shellWord(directory)}${options}`
        : `a dataset ends yesterday, on ${addDays(today, -1)}: end the range there, or leave out --input`,
    },
  );
}

function cutsUndated(
  window: DateRange,
  { report, profile, month }: MonthName,
  pulled: DateRange,
  { directory }: StoredDataset,
): ReportingError {
  return new ReportingError(
    'E-dataset',
    `the ${report} records of ${profile} in ${directory} have no dates: ${month} cannot be cut to ${formatRange(window)}`,
    { hint: `use whole months: --from ${pulled.from} --to ${pulled.to}` },
  );
}
