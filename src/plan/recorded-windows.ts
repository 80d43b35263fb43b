/** Plans a report from a recording: its windows are those of the recording. */

import type { Recording } from '../archive/open-recording.ts';
import { ReportingError } from '../core/errors.ts';
import { countOf, shellWord } from '../core/text.ts';
import { type DateRange, daysOf, formatDays, formatRange } from '../dates/range.ts';
import { fixedRange } from '../dates/resolve-range.ts';
import type { ClientPlan, FetchPlan } from './report-plan.ts';
import type { FetchRequest } from './request.ts';

const SOURCE = 'the recording';

/** A message lists this many windows, and counts the others. */
const MAX_SHOWN = 12;

/**
 * The request with the settings of the recording, and with its range if the user names none. Throws a usage error for a recording
 * without the responses of the report.
 */
export function recordedRequest(request: FetchRequest, recording: Recording): FetchRequest {
  assertReadable(recording, request);
  const { windows, endDate, windowUnit: size } = recording;
  const whole = { from: windows[0]!.from, to: windows.at(-1)!.to };
  const isNamed = request.range.kind !== 'no-start' || request.range.words.to !== undefined;
  return {
    ...request,
    range: isNamed ? request.range : fixedRange(whole),
    endDate: { value: endDate, source: SOURCE },
    windows: { ...request.windows, size, recorded: windows.map(({ from, to }) => ({ from, to })) },
  };
}

function assertReadable({ directory, report, wire }: Recording, request: FetchRequest): void {
  if (report !== request.report) {
    throw new ReportingError('E-recording', `${directory} is a recording of ${report}, not of ${request.report}`, {
      hint: `run: reporting ${report} --input ${shellWord(directory)}`,
    });
  }
  if (wire === 'csv') {
    throw new ReportingError('E-recording', `${directory} is a CSV recording, which makes no report`, {
      hint: 'the interface documents no columns of CSV, so nothing could be checked: record JSON with --wire json',
    });
  }
}

/** The plan with the files of its windows as the source. */
export function readRecording(plan: FetchPlan, recording: Recording): FetchPlan {
  const { kind, directory, location, isSandbox, baseUrl, clientId, windows } = recording;
  const files = windows.filter(({ from }) => plan.clients[0]!.windows.some((each) => each.from === from));
  const shown: Partial<ClientPlan> = isSandbox
    ? {}
    : { baseUrl: { value: baseUrl, source: SOURCE }, clientId: { value: clientId, source: SOURCE } };
  return {
    ...plan,
    clients: plan.clients.map((client) => ({ ...client, ...shown })),
    source: {
      ...{ kind, directory, location, isSandbox },
      files: files.map(({ from, to, file, sha256, contentType, headers, receivedAt }) => {
        return { from, to, file, sha256, contentType, headers, receivedAt: receivedAt.toISOString() };
      }),
    },
  };
}

/**
 * The recorded windows that `range` consists of. Throws a usage error that lists the windows it cuts, and the days that it
 * lacks.
 */
export function recordedWindows(range: DateRange, recorded: readonly DateRange[]): readonly DateRange[] {
  const touched = recorded.filter(({ from, to }) => from <= range.to && to >= range.from);
  const cut = touched.filter(({ from, to }) => from < range.from || to > range.to);
  const missing = daysOf(range).filter((day) => !touched.some(({ from, to }) => from <= day && day <= to));
  if (cut.length + missing.length === 0) return touched;
  const problems = [
    cut.length > 0 && `it cuts ${listOf(cut)}`,
    missing.length > 0 && `${countOf(missing.length, 'day')} without a recording: ${formatDays(missing)}`,
  ].filter((each) => each !== false);
  throw new ReportingError(
    'E-recording',
    `the range ${formatRange(range)} is not made of whole recorded windows: ${problems.join('; ')}`,
    { hint: `the recording has ${listOf(recorded)}` },
  );
}

function listOf(windows: readonly DateRange[]): string {
  const rest = windows.length - MAX_SHOWN;
  const shown = windows.slice(0, MAX_SHOWN).map(formatRange).join(', ');
  return rest > 0 ? `${shown} and ${countOf(rest, 'more window')}` : shown;
}
