/**
 * A recording: bodies of responses, and `_index.json`, which lists their files with their hashes, and names the client. It never holds a
 * token.
 */

import { createReadStream } from 'node:fs';
import path from 'node:path';
import { isRequestable } from '../api/end-date.ts';
import {
  type CalendarWindow,
  END_DATES,
  type EndDate,
  REPORTS,
  SANDBOX_SCHEME,
  WIRES,
  type Wire,
} from '../api/wire.ts';
import { ReportingError } from '../core/errors.ts';
import { ContentHash } from '../core/hash.ts';
import { asObject, parseObject } from '../core/json-object.ts';
import { type DataWarning, formatWarning, isListOfWarnings } from '../core/warnings.ts';
import { addDays, parseCalendarDate } from '../dates/date.ts';
import type { DateRange } from '../dates/range.ts';
import { codeOf, readRegularFile, unreadable } from '../fs/paths.ts';
import type { Answer } from '../json/unexpected-body.ts';

/** The name of the file, in the recording's directory. */
export const INDEX_FILE = '_index.json';

const VERSION = 1;

const RESTORE = 'restore the recording from a copy, or record it again';

/** The properties that distinguish the requests of two recordings, besides their windows. */
export interface RecordingIdentity {
  readonly report: string;
  readonly wire: Wire;
  /** For sandbox data: `sandbox:` and the settings that determine it. */
  readonly baseUrl: string;
  readonly clientId: string;
  /** How requests name the last day of a window. */
  readonly endDate: EndDate;
}

/** One response, and the file of its body. */
export interface RecordedWindow extends DateRange {
  readonly file: string;
  readonly contentType: string | undefined;
  readonly bytes: number;
  readonly sha256: string;
  /** Those that say something about the records. */
  readonly headers: Answer['headers'];
  /** When the body was complete. */
  readonly receivedAt: Date;
  readonly warnings: readonly DataWarning[];
}

/** The content of `_index.json`. */
export interface RecordingIndex extends RecordingIdentity {
  /** The calendar unit that no window crosses; undefined for windows of a number of days. */
  readonly windowUnit: CalendarWindow | undefined;
  /** At least one; ascending and contiguous. */
  readonly windows: readonly RecordedWindow[];
  readonly warnings: readonly DataWarning[];
}

/** The name of a window's file. */
export function windowFile(
  { report, wire }: Pick<RecordingIdentity, 'report' | 'wire'>,
  { from, to }: DateRange,
): string {
  return `${report}_${from}_${to}.${wire}`;
}

/** The text of `_index.json`. */
export function formatIndex({ windowUnit, windows, warnings, ...identity }: RecordingIndex): string {
  const lists = { windows: windows.map(formatWindow), warnings: warnings.map(formatWarning) };
  return `${JSON.stringify({ version: VERSION, ...identity, windowUnit: windowUnit ?? null, ...lists }, undefined, 2)}\n`;
}

/** A window as JSON. */
export function formatWindow({ contentType, receivedAt, ...window }: RecordedWindow): object {
  const { from, to, file, bytes, sha256, warnings } = window;
  const headers = Object.fromEntries(window.headers);
  const [type, time] = [contentType ?? null, receivedAt.toISOString()];
  return {
    ...{ from, to, file, contentType: type, headers, bytes, sha256, receivedAt: time },
    warnings: warnings.map(formatWarning),
  };
}

/** Parses a text of `formatIndex`. `file` names it in errors. Throws a configuration error. */
export function parseIndex(text: string, file: string): RecordingIndex {
  const fail = (what: string): never => {
    throw new ReportingError('E-recording-damaged', `${file} is broken: ${what}`, { hint: RESTORE });
  };
  const found = parseObject(text) ?? fail('not a JSON object');
  if (found.version !== VERSION) fail('version');
  const { baseUrl, clientId, windows } = found;
  const identity: RecordingIdentity = {
    report: REPORTS.find(({ name }) => name === found.report)?.name ?? fail('report'),
    wire: WIRES.find((each) => each === found.wire) ?? fail('wire'),
    baseUrl: typeof baseUrl === 'string' ? baseUrl : fail('baseUrl'),
    clientId: typeof clientId === 'string' ? clientId : fail('clientId'),
    endDate: END_DATES.find((each) => each === found.endDate) ?? fail('endDate'),
  };
  const windowUnit: CalendarWindow | undefined =
    found.windowUnit === null ? undefined : found.windowUnit === 'month' ? 'month' : fail('windowUnit');
  const choice = { unit: windowUnit, endDate: identity.endDate };
  const entries = (Array.isArray(windows) ? windows : []).map((each, index) => {
    const entry = parseWindow(each, identity);
    return entry !== undefined && isRequestable(entry, choice) ? entry : fail(`window ${index + 1}`);
  });
  const gap = entries.findIndex(({ from }, index) => index > 0 && addDays(entries[index - 1]!.to, 1) !== from);
  if (entries.length === 0 || gap !== -1) return fail('windows');
  return {
    ...identity,
    windowUnit,
    windows: entries,
    warnings: isListOfWarnings(found.warnings) ? found.warnings : fail('warnings'),
  };
}

/** Parses a result of `formatWindow`. Undefined for anything else, and for another file name than the window has. */
export function parseWindow(value: unknown, identity: RecordingIdentity): RecordedWindow | undefined {
  const found = asObject(value) ?? {};
  const { file, contentType, bytes, sha256, receivedAt, warnings } = found;
  const headers = Object.entries(asObject(found.headers) ?? { invalid: undefined });
  const [from, to] = [found.from, found.to].map((each) =>
    typeof each === 'string' ? parseCalendarDate(each) : undefined,
  );
  const time = new Date(typeof receivedAt === 'string' ? receivedAt : Number.NaN);
  const isValid =
    Number.isSafeInteger(bytes) &&
    (bytes as number) >= 0 &&
    (contentType === null || typeof contentType === 'string') &&
    typeof sha256 === 'string' &&
    /^[0-9a-f]{64}$/.test(sha256) &&
    isListOfWarnings(warnings) &&
    headers.every(([, each]) => typeof each === 'string') &&
    !Number.isNaN(time.getTime());
  if (!isValid || from === undefined || to === undefined || to < from) return undefined;
  const name = windowFile(identity, { from, to });
  if (file !== name) return undefined;
  return {
    from,
    to,
    file: name,
    contentType: (contentType as string | null) ?? undefined,
    headers: new Map(headers as [string, string][]),
    bytes: bytes as number,
    sha256,
    receivedAt: time,
    warnings,
  };
}

/** A recording whose files were those of its index when it was opened. */
export interface Recording extends RecordingIndex {
  readonly kind: 'recording';
  /** The directory, as the user named it. */
  readonly directory: string;
  readonly location: string;
  /** True if a sandbox gave the recorded responses. */
  readonly isSandbox: boolean;
}

/** Reads the index and compares every file with it. Throws a damaged error for a broken index, and for a file that is missing or has changed. */
export async function openRecording(location: string, directory: string): Promise<Recording> {
  const shown = path.join(directory, INDEX_FILE);
  let text: string;
  try {
    text = readRegularFile(path.join(location, INDEX_FILE));
  } catch (error) {
    throw missingOrUnreadable(shown, error);
  }
  const index = parseIndex(text, shown);
  for (const window of index.windows)
    for await (const chunk of recordedChunks({ location, directory }, window)) void chunk;
  return {
    kind: 'recording',
    ...index,
    directory,
    location,
    isSandbox: index.baseUrl.startsWith(SANDBOX_SCHEME),
  };
}

type Place = Pick<Recording, 'location' | 'directory'>;

/** The error for a file of a recording, or for its directory. */
function missingOrUnreadable(name: string, error: unknown): ReportingError {
  if (codeOf(error) === 'ENOENT') return damaged(`${name} is missing`);
  return unreadable(name, error);
}

function damaged(message: string): ReportingError {
  return new ReportingError('E-recording-damaged', message, { hint: RESTORE });
}

/** The bytes of a recorded body. Throws a damaged error at its end if the file has changed since the recording was opened. */
export async function* recordedChunks(
  { location, directory }: Place,
  { file, sha256 }: Pick<RecordedWindow, 'file' | 'sha256'>,
): AsyncGenerator<Buffer> {
  const name = path.join(directory, file);
  const content = new ContentHash();
  try {
    for await (const chunk of createReadStream(path.join(location, file))) {
      content.add(chunk as Buffer);
      yield chunk as Buffer;
    }
  } catch (error) {
    throw missingOrUnreadable(name, error);
  }
  if (content.facts().sha256 !== sha256) throw damaged(`${name} has changed: its SHA-256 is not the one in the index`);
}
