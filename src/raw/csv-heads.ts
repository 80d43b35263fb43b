/** Compares the first lines of CSV responses: one window may hold a message instead of records, or other columns. */

import { open } from 'node:fs/promises';
import { ReportingError } from '../core/errors.ts';
import { quoteLine } from '../core/text.ts';
import type { DataWarning } from '../core/warnings.ts';
import { formatRange } from '../dates/range.ts';
import { saysNoData } from '../json/member-rules.ts';
import type { BodyStore, ReceivedBody } from './receive-bodies.ts';

const BEGINNING_BYTES = 64 * 1024;
const SHOWN_LENGTH = 80;
const DELIMITER = /[,;\t|]/;

/** The beginning of a response in CSV. */
export interface Head {
  readonly body: ReceivedBody;
  readonly line: string;
  /** True if the file has a second line, or a first one that is longer than any header. */
  readonly hasRows: boolean;
}

/** Reads the beginning of each response. */
export async function readHeads(bodies: readonly ReceivedBody[], store: BodyStore): Promise<readonly Head[]> {
  const heads: Head[] = [];
  for (const body of bodies) {
    const handle = await open(store.pathOf(body.window.file));
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(BEGINNING_BYTES), 0, BEGINNING_BYTES, 0);
      const text = buffer
        .toString('utf8', 0, bytesRead)
        .replace(/^\ufeff/, '')
        .trim();
      const [line = ''] = text.split(/\r?\n/, 1);
      heads.push({ body, line, hasRows: bytesRead === BEGINNING_BYTES || text.includes('\n') });
    } finally {
      await handle.close();
    }
  }
  return heads;
}

/**
 * Warnings about windows whose header is not that of most windows. Throws a malformed error for a window that is one line of text,
 * unless it says that there is no data.
 */
export function checkHeads(report: string, heads: readonly Head[]): readonly DataWarning[] {
  const header = usualHeader(heads);
  if (header === undefined) return [];
  const names = new Set(fieldsOf(header));
  const warnings: DataWarning[] = [];
  for (const { body, line, hasRows } of heads) {
    if (line === '' || line === header) continue;
    const { from, to } = body.window;
    const what = `${report} ${formatRange({ from, to })}`;
    const shown = quoteLine(line, SHOWN_LENGTH);
    const isText = !hasRows && !DELIMITER.test(line) && !fieldsOf(line).some((field) => names.has(field));
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
function usualHeader(heads: readonly Head[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { line } of heads) {
    if (DELIMITER.test(line)) counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  const most = Math.max(...counts.values());
  return [...counts].find(([, count]) => count === most)?.[0];
}

function fieldsOf(line: string): readonly string[] {
  return line.split(DELIMITER).map((field) => field.trim().replaceAll('"', '').toLowerCase());
}
