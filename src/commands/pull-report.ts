/** From the options of a report's subcommand to the run that they describe. */

import { askedRange, type EndDate } from '../contract/end-date.ts';
import type { Report } from '../contract/report.ts';
import { RECORDS_MEMBER } from '../contract/wire.ts';
import { countOf } from '../core/count.ts';
import { formatRange } from '../core/date-range.ts';
import { ReportingError } from '../core/reporting-error.ts';
import type { Window } from '../core/windows.ts';
import { FORMATS, type FormatName } from '../formats/registry.ts';
import { type ReportPlan, type ReportResult, runReport } from '../pipeline/run-report.ts';
import type { KeptWindows } from '../segments/kept-windows.ts';
import type { ShapeRequest } from '../shaping/shape-request.ts';
import { createProfileInUse } from './credential-options.ts';
import { csvDialect } from './csv-options.ts';
import type { Ports } from './ports.ts';
import { defaultFormat, namedFormat } from './report-format.ts';
import { lookOf, refuseLookOfOthers } from './report-look.ts';
import { createReportObserver } from './report-observer.ts';
import type { ReportOptions } from './report-options.ts';
import { chooseRanges, todayFor } from './report-range.ts';
import { openSession, type ReportSession } from './report-session.ts';
import { chooseWindows } from './report-windows.ts';
import { refuseSandboxOptionsAlone } from './sandbox-options.ts';
import { parseRenames, refuseComparedUnits, shapeRequest } from './shape-request.ts';
import { tellTotals } from './tell-totals.ts';

/** Makes the report that the options describe, and tells how it went. */
export async function pullReport(report: Report, options: ReportOptions, ports: Ports): Promise<void> {
  const { messages } = ports;
  refuseSandboxOptionsAlone(options);
  const startedMs = ports.now().getTime();
  const profile = options.sandbox === true ? undefined : createProfileInUse(options, ports);
  const request = shapeRequest(options);
  const renames = options.rename && parseRenames(options.rename);
  const ranges = await chooseRanges(options, profile, ports);
  const { range } = ranges;
  const file = options.output === '-' ? undefined : options.output;
  const named = namedFormat(options, ports);
  if (named !== undefined) {
    messages.preferErrorsFor(named);
    csvDialect(options, named);
  }
  const { windows, comparedWindows, endDate } = await chooseWindows(ranges, options, profile);
  const today = () => todayFor(options, profile, ports);

  const session = await openSession({ ...options, endDate }, profile, ports);
  try {
    const format = named ?? defaultFormat(options, session.profileFormat, ports);
    messages.preferErrorsFor(format);
    refuseLookOfOthers(options, format);
    const what = `${report.name} ${formatRange(range)}`;
    messages.verbose(`${what}: ${countOf(windows.length, 'window')}, ${format} to ${file ?? 'stdout'}`);

    const { result, notes, omissions, readyMs } = await pull(
      { report, windows, comparedWindows, endDate, today, request, renames, format, file, options, session },
      ports,
    );
    const isSeen = file === undefined && ports.stdout.isTerminal;
    const isExpected = isSeen || options.maxRows !== undefined;
    for (const omission of omissions) messages.omission(omission, isExpected ? 'note' : 'warning');
    for (const note of notes) messages.note(note);
    if (result.recordCount === 0) messages.note(`no records for ${what}${endDoubt(windows, endDate)}`);
    else if (result.rowCount === 0) messages.note(`no record for ${what} meets --where`);
    messages.summary(summaryOf(result, readyMs - startedMs, file));
    if (options.sandbox === true) {
      messages.summary(
        'These figures are made up. For your own: reporting login, then the same without --sandbox.',
      );
    }
  } finally {
    await session.close();
  }
}

interface Pull {
  readonly report: Report;
  readonly windows: readonly Window[];
  readonly comparedWindows: readonly Window[];
  readonly request: ShapeRequest;
  readonly renames: ReadonlyMap<string, string> | undefined;
  readonly endDate: EndDate;
  readonly today: ReportPlan['today'];
  readonly format: FormatName;
  /** Undefined for stdout. */
  readonly file: string | undefined;
  readonly options: ReportOptions;
  readonly session: ReportSession;
}

interface Pulled {
  readonly result: ReportResult;
  readonly notes: readonly string[];
  /** What the format left out, in words. */
  readonly omissions: readonly string[];
  /** When the report was done, or ready for someone to leaf through, who may take a while. */
  readonly readyMs: number;
}

/** Makes the report, and tells how it goes. */
async function pull(
  {
    report,
    windows,
    comparedWindows,
    endDate,
    today,
    request,
    renames,
    format,
    file,
    options,
    session,
  }: Pull,
  ports: Ports,
): Promise<Pulled> {
  const shape = { ...request, asTrend: format === 'table' && options.trend };
  refuseComparedUnits(shape, options);
  const dialect = csvDialect(options, format);
  const encoder = await FORMATS[format].load();
  const isPaged = file === undefined && FORMATS[format].isForPeople && options.pager;
  const sink = await ports.openSink(file, { isPaged });
  const kept = options.resume === true ? await openKept({ report, endDate, session }, ports) : undefined;
  const notes: string[] = [];
  const omissions: string[] = [];
  let readyMs: number | undefined;
  const observer = createReportObserver(report, windows.length + comparedWindows.length, ports);
  try {
    const plan: ReportPlan = {
      report: report.name,
      windows,
      recordsMember: RECORDS_MEMBER,
      windowColumns: options.windowColumns === true || options.byDay === true,
      comparedWindows,
      columnNames: options.columns,
      // Bars are for the eye, and take the place of rows.
      shape,
      concurrency: options.concurrency,
      failEmpty: options.failEmpty === true,
      failGaps: options.failGaps === true,
      expectedColumns: options.expectColumns,
      askedRange: (window) => askedRange(window, endDate),
      today,
      encode(rows) {
        const { dataset, changeColumns } = rows;
        notes.push(...rows.notes);
        // The line that moves makes room for what may go to the same terminal.
        if (file === undefined) observer.stop();
        if (isPaged) readyMs = ports.now().getTime();
        return encoder.encode({
          dataset,
          columnNames: options.columns,
          renames,
          totals: tellTotals(rows, { columnNames: options.columns, renames }, format, (note) =>
            notes.push(note),
          ),
          changeColumns,
          csvDialect: dialect,
          ...lookOf(options, file === undefined, ports),
          onNote: (text) => notes.push(text),
          onOmission: (text) => omissions.push(text),
        });
      },
    };
    const result = await runReport(plan, {
      request: (window, signal) => session.service.fetchWindow(report, window, signal),
      retry: ports.createRetryPolicy({
        ...observer.retry,
        retries: options.retries,
        concurrency: options.concurrency,
      }),
      kept,
      createSpool: ports.createSpool,
      sink,
      observer,
      signal: ports.signal,
    });
    observer.stop();
    observer.tellReused();
    return { result, notes, omissions, readyMs: readyMs ?? ports.now().getTime() };
  } catch (error) {
    observer.stop();
    if (error instanceof ReportingError) observer.tellKept();
    throw error;
  }
}

function openKept(
  { report, endDate, session }: Pick<Pull, 'report' | 'endDate' | 'session'>,
  ports: Ports,
): Promise<KeptWindows> {
  const { baseUrl, clientId } = session;
  return ports.openKeptWindows({ baseUrl, clientId, report: report.name, endDate });
}

/** A service that leaves the end out of a range has nothing in a range of one day. */
function endDoubt(windows: readonly Window[], endDate: EndDate): string {
  if (endDate === 'exclusive' || windows.some(({ from, to }) => from !== to)) return '';
  return '; if that cannot be, `reporting doctor` finds out whether the service counts end_date';
}

function summaryOf(
  { recordCount, rowCount, isShaped, windowCount }: ReportResult,
  elapsedMs: number,
  file: string | undefined,
): string {
  const where = file === undefined ? '' : `, in ${file}`;
  const seconds = (elapsedMs / 1000).toFixed(1);
  const rows = isShaped ? `${countOf(rowCount, 'row')} of ` : '';
  return `${rows}${countOf(recordCount, 'record')} from ${countOf(windowCount, 'window')} in ${seconds} s${where}`;
}
