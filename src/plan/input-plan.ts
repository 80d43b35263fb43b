/** Plans a report from a directory: the months of a dataset, cut to the range, or the windows of a recording. */

import type { Recording } from '../archive/recording.ts';
import { schemaDateColumn } from '../config/settings.ts';
import type { MonthName, MonthPlan, StoredDataset, StoredInput } from '../config/stored-input.ts';
import { ReportingError } from '../core/errors.ts';
import { countOf, shellWord } from '../core/text.ts';
import { addDays, type CalendarDate } from '../dates/date.ts';
import { countDays, type DateRange, formatRange } from '../dates/range.ts';
import { parseRange, rangeOptions } from '../dates/resolve-range.ts';
import type { ClientPlan, FetchPlan, FetchRequest } from './report-plan.ts';

/** The source of the settings of a recording. */
const RECORDING = 'the recording';

/** A message lists this many ranges, and counts the others. */
const MAX_SHOWN = 12;

/**
 * The request with the settings of the directory; for a recording, also with its range if the user names none. Throws a usage error
 * for a directory without records of the report.
 */
export function inputRequest(request: FetchRequest, input: StoredInput): FetchRequest {
  return input.kind === 'dataset' ? monthsRequest(request, input) : recordedRequest(request, input);
}

/** The plan with the files of its windows as the source. Throws as `readMonths` does. */
export function readInput(plan: FetchPlan, input: StoredInput, today: (timeZone: string) => CalendarDate): FetchPlan {
  return input.kind === 'dataset' ? readMonths(plan, input, today) : readRecording(plan, input);
}

function monthsRequest(request: FetchRequest, dataset: StoredDataset): FetchRequest {
  const { directory, reports, timeZone, endDate, schemas } = dataset;
  const { report, checks } = request;
  if (!reports.includes(report)) {
    throw new ReportingError('E-dataset', `${directory} has no ${report}: it has ${reports.join(', ')}`, {
      hint: `add it: reporting sync ${report} ${shellWord(directory)}`,
    });
  }
  return {
    ...request,
    timeZone: request.timeZone ?? { value: timeZone, source: directory },
    endDate: { value: endDate, source: directory },
    windows: { ...request.windows, size: 'month' },
    checks: { ...checks, dateColumn: checks.dateColumn ?? schemaDateColumn(schemas.get(report)?.dateColumn) },
  };
}

function recordedRequest(request: FetchRequest, recording: Recording): FetchRequest {
  const { directory, report, wire, windows, endDate, windowUnit: size } = recording;
  if (report !== request.report) {
    throw new ReportingError('E-recording', `${directory} is a recording of ${report}, not of ${request.report}`, {
      hint: `run: reporting ${report} --input ${shellWord(directory)}`,
    });
  }
  if (wire === 'csv') {
    throw new ReportingError('E-recording', `${directory} is a CSV recording, which makes no report`, {
      hint: 'the interface documents no columns of CSV, so nothing could be checked: record JSON with --wire json',
    });
  }
  const whole = { from: windows[0]!.from, to: windows.at(-1)!.to };
  const isNamed = request.range.first !== undefined || request.range.words.to !== undefined;
  return {
    ...request,
    range: isNamed ? request.range : parseRange(whole),
    endDate: { value: endDate, source: RECORDING },
    windows: { ...request.windows, size, recorded: windows.map(({ from, to }) => ({ from, to })) },
  };
}

/** The recorded windows that `range` consists of. Throws a usage error for a range that cuts one, or has other days. */
export function recordedWindows(range: DateRange, recorded: readonly DateRange[]): readonly DateRange[] {
  const whole = recorded.filter(({ from, to }) => from >= range.from && to <= range.to);
  if (whole.reduce((days, window) => days + countDays(window), 0) === countDays(range)) return whole;
  throw new ReportingError('E-recording', `the range ${formatRange(range)} is not made of whole recorded windows`, {
    hint: `the recording has ${listOf(recorded.map(formatRange))}`,
  });
}

function readRecording(plan: FetchPlan, recording: Recording): FetchPlan {
  const { kind, directory, location, isSandbox, baseUrl, clientId, windows } = recording;
  const files = windows.filter(({ from }) => plan.clients[0]!.windows.some((each) => each.from === from));
  const shown: Partial<ClientPlan> = isSandbox
    ? {}
    : { baseUrl: { value: baseUrl, source: RECORDING }, clientId: { value: clientId, source: RECORDING } };
  return {
    ...plan,
    clients: plan.clients.map((client) => ({ ...client, ...shown })),
    source: { kind, directory, location, isSandbox, files },
  };
}

/** Throws an incomplete error for days that the dataset lacks, and a usage error for a part of a month of records without dates. */
function readMonths(plan: FetchPlan, dataset: StoredDataset, today: (timeZone: string) => CalendarDate): FetchPlan {
  const { report } = plan;
  const { kind, directory, location, format, isSandbox, schemas } = dataset;
  const schema = schemas.get(report) ?? { columns: [], dateColumn: undefined };
  const files: MonthPlan[] = [];
  const missing: MissingDays[] = [];
  const clients = plan.clients.map((client): ClientPlan => {
    const profile = client.profile!;
    const warnings = [...client.warnings];
    for (const { from, to } of client.windows) {
      const month = { report, profile, month: from.slice(0, 7) };
      const found = dataset.readMonth(month);
      const lacking = missingDays({ from, to }, found);
      missing.push(...lacking.map((range) => ({ ...month, range })));
      if (found === undefined || lacking.length > 0) continue;
      const isWhole = from === found.from && to === found.to;
      if (!isWhole && schema.dateColumn === undefined && found.records > 0) {
        throw cutsUndated({ from, to }, month, found, directory);
      }
      warnings.push(...(found.warnings ?? []).map((each) => ({ ...each, namesReport: true })));
      if (!files.some(({ file }) => file === found.file)) files.push(found);
    }
    return { ...client, profileInUse: profile, warnings };
  });
  if (missing.length > 0) throw lacksDays(missing, dataset, today(dataset.timeZone));
  return { ...plan, clients, source: { kind, directory, location, format, isSandbox, schema, files } };
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
  const days = listOf(missing.map(({ range, profile }) => `${formatRange(range)} of ${profile}`));
  const isOver = missing.every(({ range }) => range.to < today);
  const [first] = missing.map(({ month }) => month).sort() as [string];
  const hint = isOver
    ? `pull them: reporting sync ${shellWord(directory)}${first < from ? ` ${rangeOptions({ from: first })}` : ''}`
    : `a dataset ends yesterday, on ${addDays(today, -1)}: end the range there, or leave out --input`;
  return new ReportingError('E-missing-months', `${directory} lacks days of ${report}: ${days}`, {
    ...{ report, profile, hint },
  });
}

function cutsUndated(
  window: DateRange,
  { report, profile, month }: MonthName,
  pulled: DateRange,
  directory: string,
): ReportingError {
  return new ReportingError(
    'E-dataset',
    `the ${report} records of ${profile} in ${directory} have no dates: ${month} cannot be cut to ${formatRange(window)}`,
    { hint: `use whole months: ${rangeOptions(pulled)}` },
  );
}

function listOf(texts: readonly string[]): string {
  const rest = texts.length - MAX_SHOWN;
  return `${texts.slice(0, MAX_SHOWN).join(', ')}${rest > 0 ? `, and ${countOf(rest, 'other')}` : ''}`;
}
