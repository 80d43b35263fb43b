/** Compares the first lines of CSV responses: one window may hold a message instead of records, or other columns. */

import type { RecordedWindow } from '../archive/recording-index.ts';
import { ReportingError } from '../core/errors.ts';
import { quoteLine } from '../core/text.ts';
import type { DataWarning } from '../core/warnings.ts';
import { formatRange } from '../dates/range.ts';
import { saysNoData } from '../json/member-rules.ts';
import type { CsvFacts } from './csv-check.ts';

const SHOWN_LENGTH = 80;
const DELIMITER = /[,;\t|]/;

/** A response in CSV. */
export interface ReceivedCsv {
  readonly window: RecordedWindow;
  readonly csv: CsvFacts;
}

/**
 * Warnings about windows whose header is not that of most windows. Throws a malformed error for a window that is one line of text,
 * unless it says that there is no data.
 */
export function checkHeads(report: string, bodies: readonly ReceivedCsv[]): readonly DataWarning[] {
  const header = usualHeader(bodies);
  if (header === undefined) return [];
  const names = new Set(fieldsOf(header));
  const warnings: DataWarning[] = [];
  for (const { window, csv } of bodies) {
    const { head: line, recordCount } = csv;
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
  for (const { csv } of bodies) {
    if (DELIMITER.test(csv.head)) counts.set(csv.head, (counts.get(csv.head) ?? 0) + 1);
  }
  const most = Math.max(...counts.values());
  return [...counts].find(([, count]) => count === most)?.[0];
}

function fieldsOf(line: string): readonly string[] {
  return line.split(DELIMITER).map((field) => field.trim().replaceAll('"', '').toLowerCase());
}
