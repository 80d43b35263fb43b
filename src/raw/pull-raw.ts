/** Records the responses of one plan for the command line, and shows the user the outcome. */

import { createReadStream } from 'node:fs';
import path from 'node:path';
import { openRecorder } from '../archive/recorder.ts';
import { INDEX_FILE, type RecordingIdentity, windowFile } from '../archive/recording-index.ts';
import type { StoredConfig } from '../config/load-config.ts';
import { ReportingError } from '../core/errors.ts';
import { STDOUT, writeDocument } from '../core/sink.ts';
import { countOf, formatSize } from '../core/text.ts';
import { countWindows, isSandboxData, wordOwners } from '../plan/report-plan.ts';
import { withBodyHint } from '../report/failure-hints.ts';
import { createReportObserver, storedNote } from '../report/progress.ts';
import type { RunProgress } from '../report/progress-model.ts';
import { withSessions } from '../report/pull-rows.ts';
import type { ClientSession } from '../report/report-services.ts';
import { describeOutput, isFailedCheck, isInterruption, writeWhole } from '../report/run.ts';
import type { Services } from '../services.ts';
import { aboutWindow, checkBodies, type Outcome } from './check-bodies.ts';
import type { RawPlan } from './plan-raw.ts';
import { type BodyStore, type ReceivedBody, type ReceiveServices, receiveBodies } from './receive-bodies.ts';

/**
 * Records the responses of a plan. `stored` has the credentials of the plan's only client. `shared` is the progress of several
 * runs; without it, the run has its own. Throws the failure of a check also if its response is kept.
 */
export async function pullRaw(
  plan: RawPlan,
  stored: StoredConfig,
  services: Services,
  shared?: RunProgress,
): Promise<void> {
  const { fetch, document, keepInvalid } = plan;
  try {
    await withSessions(fetch, { stored, shared }, services, async ([session], progress) => {
      const spool = await services.createSpool({ signal: services.signal, isOnDisk: true });
      try {
        const run = openRun(plan, session!, { spool, progress }, services);
        const recorded = await (document.output === STDOUT
          ? recordToStdout(run, services)
          : recordToDirectory(run, services));
        // Messages of several runs begin with the profile's name.
        const owner = shared === undefined ? ` of ${wordOwners(fetch)}` : '';
        showOutcome(run, { ...recorded, owner }, services);
      } finally {
        await spool.remove();
      }
    });
  } catch (error) {
    if (keepInvalid || isSandboxData(fetch) || !(error instanceof ReportingError)) throw error;
    throw withBodyHint(error, 'add --unchecked to keep the response for a support ticket');
  }
}

interface Run {
  readonly plan: RawPlan;
  readonly identity: RecordingIdentity;
  readonly startedMs: number;
  readonly receive: ReceiveServices;
}

function openRun(
  plan: RawPlan,
  { owner, fetchBody }: ClientSession,
  { spool, progress }: Pick<ReceiveServices, 'spool' | 'progress'>,
  services: Services,
): Run {
  const { fetch, wire } = plan;
  const { report, requests } = fetch;
  const { baseUrl, clientId, token } = owner!;
  const observer = createReportObserver(report, countWindows(fetch), progress, services);
  return {
    plan,
    identity: { report, wire, baseUrl, clientId, endDate: fetch.clients[0]!.endDate },
    startedMs: services.now().getTime(),
    receive: {
      now: services.now,
      signal: services.signal,
      messages: services.messages,
      fetchBody,
      token,
      retry: services.createRetryPolicy({ ...observer.onRetry, ...requests }),
      observer,
      progress,
      spool,
    },
  };
}

/** The responses of a run, and the results of their checks. */
interface Recorded {
  readonly bodies: readonly ReceivedBody[];
  readonly warnings: readonly string[];
  /** The failures of checks whose responses were kept. */
  readonly refusals: readonly ReportingError[];
}

async function recordToDirectory(run: Run, services: Services): Promise<Recorded> {
  const { plan, identity, receive } = run;
  const { fetch } = plan;
  const { output } = plan.document;
  const { messages } = services;
  const recorder = await openRecorder(await services.targetOf(output), output, {
    identity,
    files: new Set(fetch.clients[0]!.windows.map((window) => windowFile(identity, window))),
    resume: fetch.requests.resume,
    now: services.now,
  });
  let isReceived = false;
  let recorded: Recorded;
  let hash: string;
  try {
    const bodies = await receiveBodies(plan, identity, recorder, receive);
    isReceived = true;
    const outcome = await checkBodies(bodies, { plan, store: recorder, receive }, services);
    services.signal.throwIfAborted();
    hash = await recorder.commit({
      ...identity,
      windowUnit: fetch.windowUnit,
      windows: bodies.map(({ window }) => window),
      warnings: outcome.warnings.map((text) => messages.redact(text)),
      problem: outcome.refusal && messages.redact(outcome.refusal.message),
    });
    recorded = withRefusals(run, bodies, outcome);
  } catch (error) {
    receive.progress.stop();
    // After a failed check of all responses together, they must be requested again.
    const kept = await (isReceived && isFailedCheck(error) ? recorder.discard() : recorder.keep());
    if (kept !== undefined && error instanceof ReportingError) {
      messages.note(storedNote(kept, countWindows(fetch)));
    }
    throw isInterruption(error) ? describeOutput(error, true) : error;
  }
  receive.progress.stop();
  if (recorded.refusals.length === 0) {
    await services.print(`${hash}  ${path.join(output, INDEX_FILE)}\n`).catch((error: unknown) => {
      // The recording is complete. A signal that arrived meanwhile changes nothing.
      if (!isInterruption(error)) throw error;
    });
  }
  return recorded;
}

async function recordToStdout(run: Run, services: Services): Promise<Recorded> {
  const { plan, identity, receive } = run;
  const file = receive.spool.scratchPath();
  const store: BodyStore = { finished: new Map(), pathOf: () => file, finish: async () => undefined };
  const sink = await services.openSink(STDOUT, { isPaged: false, makesDirectories: false });
  return writeWhole(sink, async () => {
    const bodies = await receiveBodies(plan, identity, store, receive);
    const outcome = await checkBodies(bodies, { plan, store, receive }, services);
    receive.progress.stop();
    await writeDocument(sink, createReadStream(file), services.signal);
    return withRefusals(run, bodies, outcome);
  });
}

function withRefusals(
  { plan: { fetch } }: Run,
  bodies: readonly ReceivedBody[],
  { warnings, refusal }: Outcome,
): Recorded {
  const refusals = bodies.flatMap(({ window }) => {
    if (window.problem === undefined) return [];
    const { from, to } = window;
    const { report } = fetch;
    const message = aboutWindow(report, window, window.problem);
    return [new ReportingError('E-bad-body', message, { report, window: { from, to } })];
  });
  return { bodies, warnings, refusals: refusal === undefined ? refusals : [...refusals, refusal] };
}

/** Shows the outcome. Throws the first refusal. */
function showOutcome(
  { plan: { fetch, document }, startedMs }: Run,
  { bodies, warnings, refusals: [refusal, ...others], owner }: Recorded & { readonly owner: string },
  { messages, now }: Services,
): void {
  for (const { window } of bodies) {
    for (const text of window.warnings) messages.warning(aboutWindow(fetch.report, window, text));
  }
  for (const text of warnings) messages.warning(text);
  for (const other of others) messages.warning(other.message);
  const { output } = document;
  if (refusal !== undefined) {
    const kept =
      output === STDOUT
        ? 'wrote the response to stdout: send it'
        : `kept the responses: send the directory ${output}`;
    throw refusal.with(
      {},
      { hint: `--unchecked ${kept} to the operator of the service; no report can use it` },
    );
  }
  const sizeBytes = bodies.reduce((sum, { window }) => sum + window.bytes, 0);
  const seconds = ((now().getTime() - startedMs) / 1000).toFixed(1);
  const where = output === STDOUT ? '' : `, in ${output}`;
  messages.summary(
    `${formatSize(sizeBytes)}${owner} from ${countOf(bodies.length, 'window')} in ${seconds} s${where}`,
  );
}
