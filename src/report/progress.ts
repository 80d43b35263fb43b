/** What the user sees of a run: its progress, and a summary of what came of it. */

import type { Ports } from '../commands/ports.ts';
import { columnKey } from '../core/column.ts';
import { countOf } from '../core/count.ts';
import { formatRange, mergeRanges } from '../core/date-range.ts';
import { columnsToShow } from '../formats/columns.ts';
import type { EncoderInput } from '../formats/format.ts';
import { FORMATS, type FormatName } from '../formats/registry.ts';
import { describeWait, type RetryOptions } from '../pipeline/retry.ts';
import type { Cell } from '../segments/cell.ts';
import type { KeptWindow } from '../segments/kept-windows.ts';
import type { Segment } from '../segments/segment.ts';
import type { ShapedRows } from '../shaping/shaped-rows.ts';
import { totalsRow } from '../shaping/totals.ts';
import type { FetchObserver } from './fetch.ts';
import { mergeMessages } from './profile-names.ts';
import type { ClientPlan, ReportPlan } from './report-plan.ts';
import type { ReportResult } from './run.ts';

export interface ReportObserver extends FetchObserver {
  /** What the retry policy reports. */
  readonly onRetry: Required<Pick<RetryOptions, 'onWait' | 'onWaited' | 'onConcurrency'>>;
  /** Notes which windows were not requested, and when they were kept. */
  noteReused(): void;
  /** Notes, after a failure, what a later run need not request. */
  noteKept(): void;
  /** Windows that are received, and all that there are. */
  windows(): { readonly finished: number; readonly all: number };
  stop(): void;
}

/** Shows the user how far a report is: a progress line on a terminal, and what `--verbose` adds. */
export function createReportObserver(
  report: string,
  windowCount: number,
  { createProgress, messages }: Pick<Ports, 'createProgress' | 'messages'>,
): ReportObserver {
  const progress = createProgress();
  let windowsDone = 0;
  let records = 0;
  let bytes = 0;
  let waiting = '';
  let kept = 0;
  const reused: KeptWindow[] = [];

  function show(): void {
    const counts = `${windowsDone}/${countOf(windowCount, 'window')}, ${countOf(records, 'record')}, ${size(bytes)}`;
    progress.update(`${report}: ${counts}${waiting}`);
  }

  const whose = ({ profile }: Segment): string => (profile === undefined ? '' : `${profile} `);
  const nameOf = (segment: Segment): string => `${whose(segment)}${report} ${formatRange(segment.window)}`;

  /** By client, contiguous windows as one range. */
  function daysReused(): readonly string[] {
    const segments = reused.map(({ segment }) => segment);
    return [...new Set(segments.map(whose))].sort().flatMap((client) => {
      const windows = segments.filter((segment) => whose(segment) === client).map(({ window }) => window);
      return mergeRanges(windows).map((range) => client + formatRange(range));
    });
  }

  show();
  return {
    bytes(sizeBytes) {
      bytes += sizeBytes;
      show();
    },
    reused(kept) {
      reused.push(kept);
      messages.verbose(`${nameOf(kept.segment)}: kept since ${minuteOf(kept.keptAt)}`);
    },
    segment(segment) {
      windowsDone++;
      records += segment.recordCount;
      show();
      const what = nameOf(segment);
      messages.verbose(`${what}: ${countOf(segment.recordCount, 'record')}, ${size(segment.sizeBytes)}`);
      for (const { name, value } of segment.otherMembers) {
        messages.verbose(`${what}: the body also has ${JSON.stringify(name)}: ${value}`);
      }
      const { hiddenMemberCount } = segment;
      if (hiddenMemberCount > 0)
        messages.verbose(`${what}: the body also has ${countOf(hiddenMemberCount, 'other member')}`);
    },
    kept() {
      kept++;
    },
    forgotten() {
      kept = 0;
      reused.length = 0;
    },
    warning: messages.warning,
    remark: messages.verbose,
    noteKept() {
      const count = kept + reused.length;
      if (count === 0) return;
      const them = count === 1 ? 'it' : 'them';
      messages.note(
        `kept ${count} of ${countOf(windowCount, 'window')} for a day: the same command with --resume does not request ${them} again`,
      );
    },
    windows: () => ({ finished: windowsDone, all: windowCount }),
    noteReused() {
      if (reused.length === 0) return;
      const times = reused.map(({ keptAt }) => minuteOf(keptAt)).sort();
      const since = times[0] === times.at(-1) ? times[0] : `${times[0]} to ${times.at(-1)}`;
      messages.note(
        `reused ${reused.length} of ${countOf(windowCount, 'window')}, kept ${since}: ${daysReused().join(', ')}`,
      );
    },
    onRetry: {
      onWait(wait) {
        const { error } = wait;
        waiting = `, ${describeWait(wait)} after ${error.facts.status ?? 'a failure'}`;
        show();
        messages.verbose(`${error.message}: ${describeWait(wait)}`);
      },
      onWaited() {
        waiting = '';
        show();
      },
      onConcurrency(places) {
        messages.verbose(`${report}: asking for ${countOf(places, 'window')} at once`);
      },
    },
    stop: progress.stop,
  };
}

/** `2026-06-15T12:00Z` */
function minuteOf(date: Date): string {
  return `${date.toISOString().slice(0, 16)}Z`;
}

function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Notes about a report, or clients of it, without records. */
export function emptyNotes(
  plan: ReportPlan,
  { recordCount, rowCount, emptyProfiles, emptyReasons }: ReportResult,
): readonly string[] {
  const what = `${plan.report} ${formatRange(plan.range)}`;
  const reasons = emptyReasons.join('');
  if (recordCount === 0) return [`no records for ${what}${reasons}${endDoubt(plan.clients[0]!)}`];
  if (rowCount === 0) return [`no record for ${what} meets --where`];
  return emptyProfiles.length === 0
    ? []
    : [`no records for ${what} of ${emptyProfiles.join(', ')}${reasons}`];
}

/** A service that leaves the end out of a range has nothing in a range of one day. */
function endDoubt({ windows, endDate }: ClientPlan): string {
  const isLonger = windows.some(({ from, to, isCompared }) => isCompared !== true && from !== to);
  if (endDate === 'exclusive' || isLonger) return '';
  return '; if that cannot be, `reporting doctor` finds out whether the service counts end_date';
}

/** One line about a report that is done. */
export function summaryOf(
  { pulledCount, rowCount, isShaped, windowCount }: ReportResult,
  elapsedMs: number,
  output: string,
): string {
  const where = output === '-' ? '' : `, in ${output}`;
  const seconds = (elapsedMs / 1000).toFixed(1);
  const rows = isShaped ? `${countOf(rowCount, 'row')} of ` : '';
  return `${rows}${countOf(pulledCount, 'record')} from ${countOf(windowCount, 'window')} in ${seconds} s${where}`;
}

/** The row of totals for a format for people. For data, which a row of totals would spoil, a note has them. */
export function totalsOrNote(
  { dataset, totals, totalRows }: ShapedRows,
  choice: Pick<EncoderInput, 'columnNames' | 'renames'>,
  format: FormatName,
  note: (text: string) => void,
): readonly Cell[] | undefined {
  if (totals === undefined || dataset.recordCount === 0) return undefined;
  const columns = columnsToShow({ dataset, ...choice });
  if (FORMATS[format].isForPeople) return totalsRow(totals, columns, totalRows);
  const totalsByName = columns.flatMap(({ name, path }) => {
    const total = totals.get(columnKey(path));
    return total === undefined ? [] : [`${name} ${total === 'null' ? 'none' : total}`];
  });
  note(`totals of ${countOf(totalRows, 'row')}: ${totalsByName.join(', ') || 'no column can be added up'}`);
  return undefined;
}

/** Shows the notes and warnings about the ranges: once, what is the same for all clients. */
export function reportRanges(
  clients: readonly { readonly label: string | undefined; readonly client: ClientPlan }[],
  { messages }: Pick<Ports, 'messages'>,
): void {
  const all = (kind: 'notes' | 'warnings') =>
    clients.flatMap(({ label, client }) => client[kind].map((text) => ({ profile: label, text })));
  for (const note of mergeMessages(all('notes'), clients.length)) messages.note(note);
  for (const warning of mergeMessages(all('warnings'), clients.length)) messages.warning(warning);
}
