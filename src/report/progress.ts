/** The messages of a run: its progress, notes, and a summary. */

import { columnKey } from '../core/columns.ts';
import { mergeMessages } from '../core/errors.ts';
import { joinMessages, type Message, option, phrase } from '../core/message.ts';
import { STDOUT } from '../core/sink.ts';
import { countOf, formatSize } from '../core/text.ts';
import { formatRange, mergeRanges } from '../dates/range.ts';
import type { EncoderInput } from '../formats/format.ts';
import { FORMATS, type FormatName } from '../formats/registry.ts';
import { columnsToShow } from '../formats/shown-columns.ts';
import type { Cell } from '../records/cells.ts';
import type { CachedWindow } from '../records/resume-cache.ts';
import type { WindowRecords } from '../records/window-records.ts';
import { describeWait, type RetryOptions } from '../service/retry.ts';
import type { Services } from '../services.ts';
import type { TransformedRows } from '../transform/transformed-rows.ts';
import { totalsRow } from '../transform/transformed-rows.ts';
import { noMatch } from './checks/check-report.ts';
import type { FetchObserver } from './fetch.ts';
import type { RunProgress } from './progress-model.ts';
import type { ClientPlan, ReportPlan } from './report-plan.ts';
import type { ReportResult } from './run.ts';

/** Receives the events of a run, and shows them to the user. */
export interface ReportObserver extends FetchObserver {
  readonly onRetry: Required<Pick<RetryOptions, 'onWait' | 'onWaited' | 'onConcurrency'>>;
  /** Shows a note about the windows that came from the resume cache. */
  noteReused(): void;
  /** After a failure, shows a note about the windows in the resume cache. */
  noteCached(): void;
  /** When the first and the last window arrived, in the run that requested them; undefined before the first one. */
  pulledBetween(): readonly [first: Date, last: Date] | undefined;
  windows(): { readonly finished: number; readonly all: number };
  stop(): void;
}

/** Counts the progress of one run, and shows the verbose messages. */
export function createReportObserver(
  report: string,
  windowCount: number,
  progress: RunProgress,
  { messages, now }: Pick<Services, 'messages' | 'now'>,
): ReportObserver {
  let windowsDone = 0;
  let cachedCount = 0;
  const reused: CachedWindow[] = [];
  const cachedAtOf = new Map<WindowRecords, Date>();
  const arrivals: Date[] = [];

  const whose = ({ profile }: WindowRecords): string => (profile === undefined ? '' : `${profile} `);
  const nameOf = (windowRecords: WindowRecords): string =>
    `${whose(windowRecords)}${report} ${formatRange(windowRecords.window)}`;

  /** Per client, with contiguous windows as one range. */
  function daysReused(): readonly string[] {
    const recordsByWindow = reused.map(({ records: windowRecords }) => windowRecords);
    return [...new Set(recordsByWindow.map(whose))].sort().flatMap((client) => {
      const windows = recordsByWindow
        .filter((windowRecords) => whose(windowRecords) === client)
        .map(({ window }) => window);
      return mergeRanges(windows).map((range) => client + formatRange(range));
    });
  }

  return {
    bytes: progress.bytes,
    reused(cached) {
      reused.push(cached);
      cachedAtOf.set(cached.records, cached.cachedAt);
      messages.verbose(`${nameOf(cached.records)}: stored at ${minuteOf(cached.cachedAt)}`);
    },
    received(windowRecords) {
      windowsDone++;
      const cachedAt = cachedAtOf.get(windowRecords);
      arrivals.push(cachedAt ?? now());
      progress.received(windowRecords.recordCount, cachedAt !== undefined);
      const what = nameOf(windowRecords);
      messages.verbose(
        `${what}: ${countOf(windowRecords.recordCount, 'record')}, ${formatSize(windowRecords.sizeBytes)}`,
      );
      for (const { name, value } of windowRecords.otherMembers) {
        messages.verbose(`${what}: the body also has ${JSON.stringify(name)}: ${value}`);
      }
      const { hiddenMemberCount } = windowRecords;
      if (hiddenMemberCount > 0)
        messages.verbose(`${what}: the body also has ${countOf(hiddenMemberCount, 'other member')}`);
    },
    cached() {
      cachedCount++;
    },
    cacheCleared() {
      cachedCount = 0;
      reused.length = 0;
    },
    warning: messages.warning,
    remark: messages.verbose,
    noteCached() {
      const count = cachedCount + reused.length;
      if (count === 0) return;
      const them = count === 1 ? 'it' : 'them';
      messages.note(
        phrase`stored ${count} of ${countOf(windowCount, 'window')} for a day: the same command with ${option('resume')} does not request ${them} again`,
      );
    },
    pulledBetween() {
      const times = arrivals.map((time) => time.getTime()).sort((one, other) => one - other);
      return times.length === 0 ? undefined : [new Date(times[0]!), new Date(times.at(-1)!)];
    },
    windows: () => ({ finished: windowsDone, all: windowCount }),
    noteReused() {
      if (reused.length === 0) return;
      const times = reused.map(({ cachedAt }) => minuteOf(cachedAt)).sort();
      const since = times[0] === times.at(-1) ? times[0] : `${times[0]} to ${times.at(-1)}`;
      messages.note(
        `reused ${reused.length} of ${countOf(windowCount, 'window')}, stored ${since}: ${daysReused().join(', ')}`,
      );
    },
    onRetry: {
      onWait(wait) {
        progress.waiting(wait);
        messages.verbose(phrase`${wait.error.text.message}: ${describeWait(wait)}`);
      },
      onWaited: progress.waited,
      onConcurrency(count) {
        messages.verbose(`${report}: requesting ${countOf(count, 'window')} at once`);
      },
    },
    stop: progress.stop,
  };
}

/** `2026-06-15T12:00Z` */
function minuteOf(date: Date): string {
  return `${date.toISOString().slice(0, 16)}Z`;
}

/** Notes about a report without rows, and about clients without records. */
export function emptyNotes(
  plan: ReportPlan,
  { recordCount, rowCount, emptiedBy, emptyProfiles, emptyReasons }: ReportResult,
): readonly Message[] {
  const what = `${plan.report} ${formatRange(plan.range)}`;
  const reasons = emptyReasons.join('');
  if (recordCount === 0) return [`no records for ${what}${reasons}${endDateNote(plan.clients[0]!)}`];
  if (rowCount === 0) return [noMatch(what, emptiedBy)];
  return emptyProfiles.length === 0
    ? []
    : [`no records for ${what} of ${emptyProfiles.join(', ')}${reasons}`];
}

/** If the service excludes end_date, a range of one day is empty. */
function endDateNote({ windows, endDate }: ClientPlan): string {
  const isLonger = windows.some(({ from, to, isCompared }) => isCompared !== true && from !== to);
  if (endDate === 'exclusive' || isLonger) return '';
  return '; if that is wrong, `reporting doctor` checks whether the service includes end_date';
}

/** One line about a finished report. */
export function summaryOf(
  { pulledCount, rowCount, isTransformed, windowCount }: ReportResult,
  elapsedMs: number,
  output: string,
): string {
  const where = output === STDOUT ? '' : `, in ${output}`;
  const seconds = (elapsedMs / 1000).toFixed(1);
  const rows = isTransformed ? `${countOf(rowCount, 'row')} of ` : '';
  return `${rows}${countOf(pulledCount, 'record')} from ${countOf(windowCount, 'window')} in ${seconds} s${where}`;
}

/** The row of totals for a format for people. In a data format it would look like a record, so a note shows the totals. */
export function totalsOrNote(
  { recordSet, totals, totalRows }: TransformedRows,
  choice: Pick<EncoderInput, 'columnNames' | 'renames'>,
  format: FormatName,
  note: (text: Message) => void,
): readonly Cell[] | undefined {
  if (totals === undefined || recordSet.recordCount === 0) return undefined;
  const columns = columnsToShow({ recordSet, ...choice });
  if (FORMATS[format].audience === 'people') return totalsRow(totals, columns, totalRows);
  const totalsByName = columns.flatMap(({ name, path }) => {
    const total = totals.get(columnKey(path));
    return total === undefined ? [] : [`${name} ${total === 'null' ? 'none' : total}`];
  });
  note(`totals of ${countOf(totalRows, 'row')}: ${totalsByName.join(', ') || 'no column can be summed'}`);
  return undefined;
}

/** Shows the notes and warnings about the ranges. Those that all clients share appear once. */
export function reportRanges(
  clients: readonly { readonly label: string | undefined; readonly client: ClientPlan }[],
  { messages }: Pick<Services, 'messages'>,
): void {
  const notes = clients
    .filter(({ client }) => client.notes.length > 0)
    .map(({ label, client }) => ({ profile: label, text: joinMessages(client.notes, '; ') }));
  const warnings = clients.flatMap(({ label, client }) =>
    client.warnings.map((text) => ({ profile: label, text })),
  );
  for (const note of mergeMessages(notes, clients.length)) messages.note(note);
  for (const warning of mergeMessages(warnings, clients.length)) messages.warning(warning);
}
