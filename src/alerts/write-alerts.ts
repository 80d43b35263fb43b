/** Writes alerts to stdout: a line each, or rows of a data format. */

import { createColumn } from '../core/columns.ts';
import { type Sink, writeDocument } from '../core/sink.ts';
import type { CalendarDate } from '../dates/date.ts';
import { FORMATS } from '../formats/registry.ts';
import { type Cell, isEmpty, visibleText } from '../records/cells.ts';
import { type RecordSet, recordsOfRows } from '../records/record-set.ts';
import type { Alert, CheckRequest } from './check-request.ts';

/** An alert of one client. */
export interface ClientAlert extends Alert {
  /** Undefined in a check of one client. */
  readonly profile: string | undefined;
}

interface Layout {
  readonly format: CheckRequest['format'];
  readonly day: CalendarDate;
  readonly groupBy: readonly string[];
  readonly hasProfiles: boolean;
}

/** False if a reader was gone before it had all alerts. */
export async function writeAlerts(
  alerts: readonly ClientAlert[],
  layout: Layout,
  sink: Sink,
  signal: AbortSignal,
): Promise<boolean> {
  const isForPeople = layout.format === 'text' || layout.format === 'markdown';
  if (alerts.length === 0 && isForPeople) return true;
  const pieces = layout.format === 'text' ? textOf(alerts, layout) : await encode(alerts, layout);
  return writeDocument(sink, pieces, signal);
}

async function* textOf(alerts: readonly ClientAlert[], { groupBy }: Layout): AsyncGenerator<string> {
  for (const each of alerts) yield `${lineOf(each, groupBy)}\n`;
}

/** `alert  campaign=Spring  revenue 50.00, usually 100.00: -50.00 (-50.00 %)  revenue_percent<-30` */
function lineOf(
  { kind, profile, group, measure, alert, ...values }: ClientAlert,
  groupBy: readonly string[],
): string {
  const show = (cell: Cell): string => (isEmpty(cell) ? 'none' : visibleText(cell));
  const { now, usual, change, percent } = values;
  const keys = group.map((cell, index) => `${groupBy[index]}=${visibleText(cell)}`);
  const inPercent = isEmpty(percent) ? '' : ` (${show(percent)} %)`;
  const difference = isEmpty(change) ? '' : `: ${show(change)}${inPercent}`;
  return [
    kind.padEnd(5),
    ...(profile === undefined ? [] : [profile]),
    keys.length === 0 ? 'all records' : keys.join(', '),
    `${measure} ${show(now)}, usually ${show(usual)}${difference}`,
    ...(alert === kind ? [] : [alert]),
  ].join('  ');
}

async function encode(
  alerts: readonly ClientAlert[],
  layout: Layout,
): Promise<AsyncIterable<string | Uint8Array>> {
  const { load } = FORMATS[layout.format as Exclude<CheckRequest['format'], 'text'>];
  const ignore = (): void => undefined;
  return (await load()).encode({
    recordSet: rowsOf(alerts, layout),
    chosen: undefined,
    terminalWidth: undefined,
    color: false,
    maxRows: Number.POSITIVE_INFINITY,
    ...{ onNote: ignore, onDetail: ignore, onTruncation: ignore, onWarning: ignore },
  });
}

/** One record for each alert. The columns of groups are members of `group`, since any name may be one of theirs. */
function rowsOf(alerts: readonly ClientAlert[], { day, groupBy, hasProfiles }: Layout): RecordSet {
  const paths = [
    ...[['kind'], ['day'], ...(hasProfiles ? [['profile']] : [])],
    ...groupBy.map((name) => ['group', name]),
    ...['alert', 'measure', 'now', 'usual', 'change', 'percent'].map((name) => [name]),
  ];
  const text = JSON.stringify;
  const rows = alerts.map(({ kind, profile, group, alert, measure, now, usual, change, percent }) => [
    ...[text(kind), text(day), ...(hasProfiles ? [text(profile)] : [])],
    ...groupBy.map((_, index) => group[index]),
    ...[text(alert), text(measure), now, usual, change, percent],
  ]);
  return recordsOfRows(
    paths.map((path) => createColumn(path)),
    rows,
  );
}
