/**
 * Checks the CSV responses of a run together, before they become a recording: their first lines, since one window may hold a message
 * instead of records, or other columns; their headers, and whether two have the same bytes.
 */

import type { RecordedWindow } from '../archive/recording-index.ts';
import { ReportingError } from '../core/errors.ts';
import { quoteLine } from '../core/text.ts';
import type { DataWarning } from '../core/warnings.ts';
import { formatRange } from '../dates/range.ts';
import { saysNoData } from '../json/member-rules.ts';
import { headerMembers } from '../json/sign-rules.ts';
import type { FetchPlan } from '../plan/report-plan.ts';
import { planWarnings } from '../report/checks/check-records.ts';
import { findPartialSigns } from '../report/checks/partial-signs.ts';
import { describeStale } from '../report/checks/stale.ts';
import type { Services } from '../services.ts';
import type { CsvFacts } from './csv-check.ts';

const SHOWN_LENGTH = 80;
const DELIMITER = /[,;\t|]/;

/** A response in CSV. */
interface ReceivedCsv extends CsvFacts {
  readonly window: RecordedWindow;
}

/**
 * The warnings about the windows of one client, and those of the plan. Throws a malformed error for a window that is one line of
 * text, unless it says that there is no data.
 */
export function checkCsvBodies(
  plan: FetchPlan,
  windows: readonly RecordedWindow[],
  received: readonly CsvFacts[],
  today: Services['today'],
): readonly DataWarning[] {
  const { report } = plan;
  const { allowed, timeZone } = plan.clients[0]!;
  const bodies = received.map((facts, index) => ({ ...facts, window: windows[index]! }));
  const responses = bodies.map(({ window, recordCount }) => ({
    ...{ report, window, recordCount, answer: window },
    partialMembers: headerMembers(window.headers),
  }));
  return [
    ...bodies.flatMap(({ window, warnings }) =>
      warnings.map((each) => ({ ...each, text: `${report} ${formatRange(window)}: ${each.text}`, namesReport: true })),
    ),
    ...planWarnings(plan),
    ...checkHeads(report, bodies),
    ...findPartialSigns(responses, allowed),
    ...describeStale(responses, { timeZone, today: today(timeZone) }),
    ...describeTwins(report, bodies),
  ];
}

/** Two responses with the same bytes, which hold more than a header line. */
function describeTwins(report: string, bodies: readonly ReceivedCsv[]): readonly DataWarning[] {
  const byHash = new Map<string, RecordedWindow>();
  for (const { window, recordCount } of bodies) {
    const first = byHash.get(window.sha256) ?? window;
    byHash.set(window.sha256, first);
    if (first === window || recordCount === 0) continue;
    const ranges = `${formatRange(first)} and ${formatRange(window)}`;
    const text = `the responses for ${report} ${ranges} are the same bytes: a cache may ignore the query`;
    return [{ name: 'repeated-windows', text, namesReport: true }];
  }
  return [];
}

/** Warnings about windows whose header is not that of most windows. */
function checkHeads(report: string, bodies: readonly ReceivedCsv[]): readonly DataWarning[] {
  const header = usualHeader(bodies);
  if (header === undefined) return [];
  const names = new Set(fieldsOf(header));
  const warnings: DataWarning[] = [];
  for (const { window, head: line, recordCount } of bodies) {
    if (line === '' || line === header) continue;
    const { from, to } = window;
    const what = `${report} ${formatRange({ from, to })}`;
    const shown = quoteLine(line, SHOWN_LENGTH);
    const isText = recordCount === 0 && !DELIMITER.test(line) && !fieldsOf(line).some((field) => names.has(field));
    if (isText && !saysNoData({ text: JSON.stringify(line) })) {
      throw new ReportingError('E-bad-csv', `${what}: the body is one line of text: ${shown}`, {
        hint: 'the service answered 200 with it: try again later',
        ...{ report, window: { from, to } },
      });
    }
    const meaning = isText
      ? 'it has no records'
      : `the header of the other windows is ${quoteLine(header, SHOWN_LENGTH)}`;
    const text = `the response for ${what} begins with ${shown}, but ${meaning}`;
    warnings.push({ name: 'partial', scope: ['header'], text, namesReport: true });
  }
  return warnings;
}

/** The first line of most windows with several fields; undefined if no two windows can be compared. */
function usualHeader(bodies: readonly ReceivedCsv[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { head } of bodies) if (DELIMITER.test(head)) counts.set(head, (counts.get(head) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return [...counts].find(([, count]) => count === most)?.[0];
}

function fieldsOf(line: string): readonly string[] {
  return line.split(DELIMITER).map((field) => field.trim().replaceAll('"', '').toLowerCase());
}
