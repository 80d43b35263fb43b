/** Makes a report from recorded answers: the same path as a live run, from the point where a body arrives. */

import path from 'node:path';
import { correctBaseUrl, parseBaseUrl, parseClientId } from '../api/credentials.ts';
import type { StoredConfig } from '../config/stored.ts';
import { ReportingError } from '../core/errors.ts';
import { option, phrase } from '../core/message.ts';
import { STDOUT } from '../core/sink.ts';
import { shellWord } from '../core/text.ts';
import { type Recording, recordedChunks } from '../recording/open-recording.ts';
import { SANDBOX_SCHEME } from '../recording/recording-index.ts';
import type { Services } from '../services.ts';
import type { ClientServices } from './fetch.ts';
import { planReport } from './plan.ts';
import type { ClientPlan, RecordingPlan, ReportPlan } from './report-plan.ts';
import type { ClientsRequest, ReportRequest } from './request.ts';

type RecordingRequest = Extract<ClientsRequest, { readonly kind: 'recording' }>;

const SOURCE = 'the recording';

/**
 * The plan for a report from a recording. Throws for a recording that has changed, and for one without the answers of the
 * report.
 */
export async function planReplay(
  request: ReportRequest,
  clients: RecordingRequest,
  stored: StoredConfig,
  services: Services,
): Promise<ReportPlan> {
  const recording = await services.openRecording(clients.directory);
  assertReplayable(recording, request);
  assertClient(recording, clients);
  const { windows, endDate, windowUnit: unit } = recording;
  const whole = { from: windows[0]!.from, to: windows.at(-1)!.to };
  const { range } = request;
  const plan = planReport(
    {
      ...request,
      range: isUnnamed(range)
        ? { typed: whole, parsed: { kind: 'fixed', range: whole, isRelative: false } }
        : range,
      endDate: { value: endDate, source: SOURCE },
      windows: { ...request.windows, unit, recorded: windows.map(({ from, to }) => ({ from, to })) },
    },
    stored,
    services,
  );
  await assertOutside(plan.output, recording, services);
  return fromRecording(plan, recording);
}

/** True without any option that names the range. */
function isUnnamed({ typed, parsed }: ReportRequest['range']): boolean {
  return parsed.kind === 'no-start' && typed.to === undefined && typed.includeToday !== true;
}

function assertReplayable(
  { directory, report, wire, windows, problem }: Recording,
  request: ReportRequest,
): void {
  if (report !== request.report) {
    throw new ReportingError('usage', `${directory} is a recording of ${report}, not of ${request.report}`, {
      hint: phrase`run: reporting ${report} ${option('replay')} ${shellWord(directory)}`,
    });
  }
  if (wire === 'csv') {
    throw new ReportingError('usage', `${directory} is a CSV recording, which cannot be replayed`, {
      hint: phrase`the interface documents no columns of CSV, so nothing could be checked: record JSON with ${option('wire')} json`,
    });
  }
  const refused = problem ?? windows.find((each) => each.problem !== undefined)?.problem;
  if (refused !== undefined) {
    throw new ReportingError(
      'usage',
      `${directory} holds an answer that was refused when it was recorded: ${refused}`,
      {
        hint: phrase`${option('unchecked')} keeps such answers only for a support ticket`,
      },
    );
  }
}

/** Throws a usage error for an output file that would become part of the recording. */
async function assertOutside(
  output: string,
  { directory }: Recording,
  { targetOf }: Services,
): Promise<void> {
  if (output === STDOUT) return;
  const [file, folder] = [await targetOf(output), await targetOf(directory)];
  if (!file.startsWith(folder + path.sep)) return;
  throw new ReportingError('usage', `${output} is in the recording ${directory}, which must not change`, {
    hint: phrase`name a file in another directory with ${option('output')}`,
  });
}

/** Throws a usage error if an option names another client than the recorded one. */
function assertClient({ directory, clientId, baseUrl }: Recording, named: RecordingRequest): void {
  const others = [
    named.clientId !== undefined &&
      parseClientId(named.clientId).toLowerCase() !== clientId.toLowerCase() &&
      phrase`client ${clientId}, not of ${option('clientId')} ${named.clientId}`,
    named.baseUrl !== undefined &&
      parseBaseUrl(correctBaseUrl(named.baseUrl), { allowInsecureHttp: true }) !== baseUrl &&
      phrase`${baseUrl}, not of ${option('baseUrl')} ${named.baseUrl}`,
  ].filter((each) => each !== false);
  for (const other of others)
    throw new ReportingError('usage', phrase`${directory} is a recording of ${other}`, {
      hint: 'leave the option out, or name the recording of that client',
    });
}

function fromRecording(plan: ReportPlan, recording: Recording): ReportPlan {
  const { directory, location, baseUrl, clientId, windows } = recording;
  const files = windows.filter(({ from }) => plan.clients[0]!.windows.some((each) => each.from === from));
  const isSandbox = baseUrl.startsWith(SANDBOX_SCHEME);
  const shown: Partial<ClientPlan> = isSandbox
    ? {}
    : { baseUrl: { value: baseUrl, source: SOURCE }, clientId: { value: clientId, source: SOURCE } };
  return {
    ...plan,
    clients: plan.clients.map((client) => ({ ...client, ...shown })),
    page: plan.page && { ...plan.page, clients: isSandbox ? [] : [clientId] },
    isMadeUp: isSandbox,
    recording: {
      directory,
      location,
      files: files.map(({ receivedAt, ...window }) => {
        const { from, to, file, sha256, contentType } = window;
        return { from, to, file, sha256, contentType, receivedAt: receivedAt.toISOString() };
      }),
    },
  };
}

/** Gives recorded bodies as a service would. */
export function replayServices(recording: RecordingPlan): ClientServices {
  return {
    async fetchBody({ window: { from } }) {
      const found = recording.files.find((each) => each.from === from)!;
      return { chunks: recordedChunks(recording, found), endIsKnown: true, contentType: found.contentType };
    },
    cache: undefined,
  };
}
