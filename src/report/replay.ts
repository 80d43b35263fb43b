/** Makes a report from recorded responses: the same path as a live run, from the point where a body arrives. */

import path from 'node:path';
import { type Recording, recordedChunks } from '../archive/open-recording.ts';
import { SANDBOX_SCHEME } from '../archive/recording-index.ts';
import type { ClientsRequest, StoredConfig } from '../config/load-config.ts';
import { ReportingError } from '../core/errors.ts';
import { STDOUT } from '../core/sink.ts';
import { shellWord } from '../core/text.ts';
import type { Body } from '../json/unexpected-body.ts';
import { planDocument } from '../plan/plan-document.ts';
import { planFetch } from '../plan/plan-fetch.ts';
import type { ClientPlan, FetchPlan, RecordingPlan, ReportPlan } from '../plan/report-plan.ts';
import type { FetchRequest, ReportRequest } from '../plan/request.ts';
import type { WindowRequest } from '../service/client.ts';
import type { Services } from '../services.ts';

type RecordingRequest = Extract<ClientsRequest, { readonly kind: 'recording' }>;

const SOURCE = 'the recording';

/**
 * The plan for a report from a recording. Throws for a recording that has changed, and for one without the responses of the
 * report.
 */
export async function planReplay(
  request: ReportRequest,
  clients: RecordingRequest,
  stored: StoredConfig,
  services: Services,
): Promise<ReportPlan> {
  const recording = await services.openRecording(clients.directory);
  assertReplayable(recording, request.fetch);
  const { windows, endDate, windowUnit: size } = recording;
  const whole = { from: windows[0]!.from, to: windows.at(-1)!.to };
  const { typed, parsed } = request.fetch.range;
  const isNamed = parsed.kind !== 'no-start' || typed.to !== undefined;
  const fetch = fromRecording(
    planFetch(
      {
        ...request.fetch,
        range: isNamed
          ? { typed, parsed }
          : { typed: whole, parsed: { kind: 'fixed', range: whole, isRelative: false } },
        endDate: { value: endDate, source: SOURCE },
        windows: { ...request.fetch.windows, size, recorded: windows.map(({ from, to }) => ({ from, to })) },
      },
      stored,
      services,
    ),
    recording,
  );
  const document = planDocument(request, fetch, stored);
  await assertOutside(document.output, recording, services);
  return { fetch, document };
}

function assertReplayable(
  { directory, report, wire, windows, problem }: Recording,
  request: FetchRequest,
): void {
  if (report !== request.report) {
    throw new ReportingError(
      'E-recording',
      `${directory} is a recording of ${report}, not of ${request.report}`,
      {
        hint: `run: reporting ${report} --replay ${shellWord(directory)}`,
      },
    );
  }
  if (wire === 'csv') {
    throw new ReportingError('E-recording', `${directory} is a CSV recording, which cannot be replayed`, {
      hint: 'the interface documents no columns of CSV, so nothing could be checked: record JSON with --wire json',
    });
  }
  const refused = problem ?? windows.find((each) => each.problem !== undefined)?.problem;
  if (refused !== undefined) {
    throw new ReportingError(
      'E-recording',
      `${directory} holds a response that was refused when it was recorded: ${refused}`,
      {
        hint: '--unchecked keeps such responses only for a support ticket',
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
  throw new ReportingError(
    'E-recording',
    `${output} is in the recording ${directory}, which must not change`,
    {
      hint: 'name a file in another directory with --output',
    },
  );
}

function fromRecording(plan: FetchPlan, recording: Recording): FetchPlan {
  const { directory, location, baseUrl, clientId, windows } = recording;
  const files = windows.filter(({ from }) => plan.clients[0]!.windows.some((each) => each.from === from));
  const isSandbox = baseUrl.startsWith(SANDBOX_SCHEME);
  const shown: Partial<ClientPlan> = isSandbox
    ? {}
    : { baseUrl: { value: baseUrl, source: SOURCE }, clientId: { value: clientId, source: SOURCE } };
  return {
    ...plan,
    clients: plan.clients.map((client) => ({ ...client, ...shown })),
    source: {
      kind: 'recording',
      recording: {
        directory,
        location,
        isSandbox,
        files: files.map(({ receivedAt, ...window }) => {
          const { from, to, file, sha256, contentType } = window;
          return { from, to, file, sha256, contentType, receivedAt: receivedAt.toISOString() };
        }),
      },
    },
  };
}

/** Gives the recorded body of a window as a service would. */
export async function recordedBody(
  recording: RecordingPlan,
  { window: { from } }: Pick<WindowRequest, 'window'>,
): Promise<Body> {
  const found = recording.files.find((each) => each.from === from)!;
  return { chunks: recordedChunks(recording, found), endIsKnown: true, contentType: found.contentType };
}
