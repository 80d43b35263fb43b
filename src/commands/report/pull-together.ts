/** One run: the report of one client, or of several in one document. */

import { askedRange } from '../../contract/end-date.ts';
import type { Report } from '../../contract/report.ts';
import { RECORDS_MEMBER } from '../../contract/wire.ts';
import { countOf } from '../../core/count.ts';
import { formatRange } from '../../core/date-range.ts';
import { isTemplate } from '../../core/file-template.ts';
import { ReportingError } from '../../core/reporting-error.ts';
import type { Format } from '../../formats/format.ts';
import { FORMATS } from '../../formats/registry.ts';
import { nameProfile } from '../../pipeline/name-profile.ts';
import type { ReportPart, ReportPlan } from '../../pipeline/report-plan.ts';
import { type ReportResult, runReport } from '../../pipeline/run-report.ts';
import type { Ports } from '../ports.ts';
import { type PreparedClient, refuseTwins } from './clients.ts';
import { lookOf } from './look.ts';
import { createReportObserver } from './observer.ts';
import { retryLimits } from './options.ts';
import { todayFor } from './range.ts';
import { openSession, type ReportSession } from './session.ts';
import type { Settled } from './settle.ts';
import { suggestResume } from './suggest-resume.ts';
import { emptyNotes, summaryOf } from './summary.ts';
import { tellTotals } from './tell-totals.ts';

/** Makes the report, and tells how it went. Several clients are told apart by a column. */
export async function pullTogether(settled: Settled, ports: Ports): Promise<void> {
  const { messages } = ports;
  const { report, options, clients, range, format, file } = settled;
  const startedMs = ports.now().getTime();
  const sessions: ReportSession[] = [];
  try {
    for (const client of clients) sessions.push(await openClientSession(client, ports));
    refuseTwins(clients, sessions);
    const what = `${report.name} ${formatRange(range)}`;
    const windows = clients.flatMap((client) => client.windows);
    messages.verbose(`${what}: ${countOf(windows.length, 'window')}, ${format} to ${file ?? 'stdout'}`);

    const { result, notes, omissions, readyMs } = await pull(settled, sessions, ports);
    const isSeen = file === undefined && ports.stdout.isTerminal;
    const isExpected = isSeen || options.maxRows !== undefined;
    for (const omission of omissions) messages.omission(omission, isExpected ? 'note' : 'warning');
    for (const note of [...notes, ...emptyNotes(what, result, clients)]) messages.note(note);
    messages.summary(summaryOf(result, readyMs - startedMs, file));
    if (options.sandbox === true) {
      messages.summary(
        'These figures are made up. For your own: reporting login, then the same without --sandbox.',
      );
    }
  } finally {
    for (const session of sessions) await session.close();
  }
}

async function openClientSession(client: PreparedClient, ports: Ports): Promise<ReportSession> {
  const { name, options, profile, endDate } = client;
  return openSession({ ...options, endDate }, profile, ports).catch((error: unknown) => {
    throw nameProfile(error, name);
  });
}

interface Pulled {
  readonly result: ReportResult;
  readonly notes: readonly string[];
  /** What the format left out, in words. */
  readonly omissions: readonly string[];
  /** When the report was done, or ready for someone to leaf through, who may take a while. */
  readonly readyMs: number;
}

/** Makes the report, and tells how it goes. `sessions` are the clients', in their order. */
async function pull(
  { report, options, request, renames, format, dialect, concurrency, strict, clients, file }: Settled,
  sessions: readonly ReportSession[],
  ports: Ports,
): Promise<Pulled> {
  const encoder = await FORMATS[format].load();
  const isPaged = file === undefined && FORMATS[format].isForPeople && options.pager;
  const sink = await ports.openSink(file, { isPaged, makesDirectories: isTemplate(options.output) });
  const parts: ReportPart[] = [];
  for (const [index, client] of clients.entries()) {
    parts.push(await partOf(report, client, sessions[index]!, ports));
  }
  const notes: string[] = [];
  const omissions: string[] = [];
  let readyMs: number | undefined;
  const windowCount = parts.flatMap((part) => [...part.windows, ...part.comparedWindows]).length;
  const observer = createReportObserver(report, windowCount, ports);
  try {
    const plan: ReportPlan = {
      report: report.name,
      parts,
      recordsMember: RECORDS_MEMBER,
      profileColumn: clients.some(({ name }) => name !== undefined),
      windowColumns: options.windowColumns === true || options.byDay === true,
      columnNames: options.columns,
      shape: request,
      concurrency,
      failEmpty: options.failEmpty === true,
      failGaps: options.failGaps === true,
      strict,
      expectedColumns: options.expectColumns,
      replacesSurrogates: (FORMATS[format] as Format).replacesSurrogates === true,
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
      retry: ports.createRetryPolicy({ ...observer.retry, ...retryLimits(options), concurrency }),
      createSpool: ports.createSpool,
      sink,
      observer,
      signal: ports.signal,
      findSameAnswer: ports.findSameAnswer,
    });
    observer.stop();
    observer.tellReused();
    return { result, notes, omissions, readyMs: readyMs ?? ports.now().getTime() };
  } catch (error) {
    observer.stop();
    if (!(error instanceof ReportingError)) throw error;
    observer.tellKept();
    throw options.resume === true ? error : suggestResume(error, observer.windows());
  }
}

async function partOf(
  report: Report,
  client: PreparedClient,
  { service, baseUrl, clientId }: ReportSession,
  ports: Ports,
): Promise<ReportPart> {
  const { name, options, profile, windows, comparedWindows, endDate, dateColumn, ignoredMembers } = client;
  return {
    profile: name,
    windows,
    comparedWindows,
    askedRange: (window) => askedRange(window, endDate),
    dateColumn,
    ignoredMembers,
    today: () => todayFor(options, profile, ports),
    request: (window, signal) => service.fetchWindow(report, window, signal),
    kept:
      options.resume === true
        ? await ports.openKeptWindows({
            ...{ baseUrl, clientId, report: report.name, endDate },
            dateColumn: dateColumn?.name,
          })
        : undefined,
  };
}
