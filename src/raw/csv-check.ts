/**
 * Checks a CSV body while it arrives. The interface documents no columns (part 4), so the check knows only the rules of the format
 * (RFC 4180): a body that cannot be CSV is an error, and a line that readers of CSV treat in different ways is a warning.
 *
 * Then checks the bodies of a run together, before they become a recording: their first lines, since one window may hold a message
 * instead of records, or other columns; their headers, and whether two have the same bytes.
 */

import type { RecordedWindow } from '../archive/recording.ts';
import { CARRIAGE_RETURN, COMMA, LINE_FEED, QUOTATION_MARK } from '../core/bytes.ts';
import { ReportingError } from '../core/errors.ts';
import { countOf, quoteLine } from '../core/text.ts';
import type { DataWarning } from '../core/warnings.ts';
import { formatRange } from '../dates/range.ts';
import { createUtf8Check } from '../json/body.ts';
import { saysNoData } from '../json/member-rules.ts';
import { headerMembers } from '../json/sign-rules.ts';
import { BLANKS, type Body, CHECK_BASE_URL, MARKUP_BYTES, markupError, unfinished } from '../json/unexpected-body.ts';
import type { FetchPlan } from '../plan/report-plan.ts';
import { planWarnings } from '../report/checks/check-records.ts';
import { describeSameRecords } from '../report/checks/identical-windows.ts';
import { describeStale, findPartialSigns } from '../report/checks/partial-signs.ts';
import type { Services } from '../services.ts';

/** The first bytes of HTML and JSON: `<`, `[` and `{`. */
const SUSPICIOUS = new Set([0x3c, 0x5b, 0x7b]);
const BYTE_ORDER_MARK = Buffer.of(0xef, 0xbb, 0xbf);
const JSON_START = /^\s*(?:\{\s*["}]|\[\s*["{[\]\d-])/;
const EMPTY = Buffer.alloc(0);
/** No header is longer. */
const MAX_HEAD_BYTES = 64 * 1024;
const SHOWN_LENGTH = 80;
const DELIMITER = /[,;\t|]/;

const NO_END: DataWarning = {
  name: 'partial',
  scope: ['content-length'],
  text: 'the response has neither a length nor chunks, so its end may be missing without a trace',
};

/** The facts about a body in CSV. */
export interface CsvFacts {
  readonly warnings: readonly DataWarning[];
  readonly head: string;
  /** Number of records below the first line. */
  readonly recordCount: number;
  readonly sizeBytes: number;
}

/** Reads all of `body`. Throws a malformed error, or an unavailable error, with a retry, for a body that may be cut off. */
export async function checkCsv(body: Body): Promise<CsvFacts> {
  const scan = createCsvScan();
  const utf8 = createUtf8Check(() => malformed('the body is not valid UTF-8'));
  let start: Buffer = EMPTY;
  let isKnown = false;
  let head: Buffer = EMPTY;
  let sizeBytes = 0;

  function read(chunk: Buffer): void {
    if (chunk.includes(0)) throw malformed('the body has a zero byte: it may be UTF-16');
    const text = utf8.check(chunk);
    if (head.length < MAX_HEAD_BYTES) head = Buffer.concat([head, text]);
    scan.write(text);
  }

  for await (const chunk of body.chunks) {
    sizeBytes += chunk.length;
    if (isKnown) read(chunk);
    else {
      start = start.length === 0 ? chunk : Buffer.concat([start, chunk]);
      const first = start.find((byte) => !BLANKS.has(byte));
      isKnown = start.length >= MARKUP_BYTES || (first !== undefined && !SUSPICIOUS.has(first));
      if (isKnown) read(assertBeginning(start, body.contentType));
    }
  }
  if (!isKnown) read(assertBeginning(start, body.contentType));
  utf8.end();
  const { warnings, lineCount } = scan.end(body);
  const [line = ''] = head.toString('utf8', 0, MAX_HEAD_BYTES).trim().split(/\r?\n/, 1);
  // CSV without records may have no header, so only a body that ends by its length or by chunks can be empty.
  if (head.length === 0 && !body.endIsKnown) throw unfinished(body, 'the body is empty', CHECK_BASE_URL);
  return {
    warnings: [
      ...(head.length === 0 ? [{ name: 'empty', text: 'the body is empty' } as const] : warnings),
      ...(body.endIsKnown ? [] : [NO_END]),
    ],
    head: line,
    recordCount: Math.max(0, lineCount - 1),
    sizeBytes,
  };
}

/** Throws a malformed error for a body that begins as another format. Returns the text without a byte order mark. */
function assertBeginning(start: Buffer, contentType: string | undefined): Buffer {
  const markup = markupError(start, contentType);
  if (markup !== undefined) throw markup;
  const text = start.subarray(start.indexOf(BYTE_ORDER_MARK) === 0 ? BYTE_ORDER_MARK.length : 0);
  if (JSON_START.test(text.toString('utf8', 0, MARKUP_BYTES))) {
    throw new ReportingError('E-bad-csv', 'the body is JSON, not CSV', { hint: CHECK_BASE_URL });
  }
  return text;
}

function malformed(message: string): ReportingError {
  return new ReportingError('E-bad-csv', message);
}

function createCsvScan() {
  /** The place of the next byte: at the start of a field, in a plain or quoted field, or after a quotation mark in a quoted one. */
  let place: 'field' | 'plain' | 'quoted' | 'after-quote' = 'field';
  let wasReturn = false;
  let line = 1;
  let recordLine = 1;
  let quoteLine = 1;
  let separators = 0;
  let expected: number | undefined;
  let short: { readonly line: number; readonly fields: number } | undefined;
  let lineCount = 0;
  /** True if the line has a carriage return that does not end it, or a quotation mark inside a field. */
  let isOdd = false;
  let oddCount = 0;
  let firstOdd = 0;

  function endRecord(): void {
    const fields = place === 'field' && separators === 0 ? 0 : separators + 1;
    if (fields > 0) {
      lineCount++;
      expected ??= fields;
      short = fields < expected ? { line: recordLine, fields } : undefined;
    }
    if (isOdd || fields === 0 || fields !== expected) {
      if (oddCount === 0) firstOdd = recordLine;
      oddCount++;
    }
    isOdd = false;
    separators = 0;
    place = 'field';
  }

  function keepReturn(): void {
    wasReturn = false;
    isOdd = true;
    if (place === 'field') place = 'plain';
  }

  function outsideQuotes(byte: number): void {
    if (byte === LINE_FEED) {
      endRecord();
      line++;
      recordLine = line;
    } else if (byte === CARRIAGE_RETURN) wasReturn = true;
    else if (byte === COMMA) {
      separators++;
      place = 'field';
    } else if (byte !== QUOTATION_MARK) {
      if (place === 'after-quote') isOdd = true;
      place = 'plain';
    } else if (place === 'plain') isOdd = true;
    else {
      if (place === 'field') quoteLine = line;
      place = 'quoted';
    }
  }

  return {
    write(chunk: Buffer): void {
      for (const byte of chunk) {
        if (place === 'quoted') {
          if (byte === QUOTATION_MARK) place = 'after-quote';
          else if (byte === LINE_FEED) line++;
          continue;
        }
        // Most bytes are in the middle of a plain field.
        if (place === 'plain' && byte > COMMA && !wasReturn) continue;
        if (wasReturn && byte !== LINE_FEED) keepReturn();
        wasReturn = false;
        outsideQuotes(byte);
      }
    },
    /** Throws the error of a body that ends in the middle of a field or a line. */
    end(body: Body): { readonly warnings: readonly DataWarning[]; readonly lineCount: number } {
      if (place === 'quoted') throw unfinished(body, `line ${quoteLine} opens a quoted field that never ends`);
      if (wasReturn) keepReturn();
      if (place !== 'field' || separators > 0) endRecord();
      if (short !== undefined) {
        const { line: last, fields } = short;
        const text = `line ${last}, the last one, has ${countOf(fields, 'field')}, and the first line has ${expected}`;
        throw unfinished(body, text);
      }
      const text = `${countOf(oddCount, 'line')} that readers of CSV treat in different ways, first line ${firstOdd}`;
      return { warnings: oddCount === 0 ? [] : [{ name: 'encoding', text }], lineCount };
    },
  };
}

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
    ...findTwins(report, bodies),
  ];
}

/** A warning about two responses with the same bytes, which hold more than a header line. */
function findTwins(report: string, bodies: readonly ReceivedCsv[]): readonly DataWarning[] {
  const byHash = new Map<string, RecordedWindow>();
  for (const { window, recordCount } of bodies) {
    const first = byHash.get(window.sha256) ?? window;
    byHash.set(window.sha256, first);
    if (first === window || recordCount === 0) continue;
    return [describeSameRecords(report, first, window)];
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
    const usual = quoteLine(header, SHOWN_LENGTH);
    const text = `the response for ${what} begins with ${shown}, but those of the other windows with ${usual}`;
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
