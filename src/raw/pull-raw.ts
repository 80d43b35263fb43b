/** Records the responses of one plan, and shows the user the outcome. */

import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { openRecorder } from '../archive/recorder.ts';
import { INDEX_FILE, windowFile } from '../archive/recording-index.ts';
import { isInterruption, ReportingError } from '../core/errors.ts';
import { describeOutput, STDOUT, writeDocument, writeWhole } from '../core/sink.ts';
import { countOf, formatSize } from '../core/text.ts';
import type { DataWarning } from '../core/warnings.ts';
import type { DateRange } from '../dates/range.ts';
import { stageFile } from '../fs/durable-files.ts';
import { countWindows, wordOwners } from '../plan/report-plan.ts';
import { createReportObserver } from '../report/progress.ts';
import { isFailedCheck } from '../report/pull.ts';
import { type RunContext, suggestStored } from '../report/pull-services.ts';
import { type Session, withSessions } from '../report/session.ts';
import type { Services } from '../services.ts';
import { checkBodies } from './check-bodies.ts';
import type { RawPlan } from './plan-raw.ts';
import { type BodyStore, type RawRun, type ReceivedBody, receiveBodies } from './receive-bodies.ts';

/** Records the responses of a plan with one client. */
export async function pullRaw(plan: RawPlan, context: RunContext, services: Services): Promise<void> {
  const { fetch, document } = plan;
  await withSessions(fetch, context.stored, services, async ([session]) => {
    const observer = createReportObserver(fetch, context.progress, services);
    const spool = await services.createSpool({ signal: services.signal, isOnDisk: true });
    try {
      const run = openRun(plan, session!, { spool, observer }, context, services);
      const recorded = await (document.output === STDOUT
        ? recordToStdout(run, services)
        : recordToDirectory(run, services));
      // Messages of several runs begin with the profile's name.
      const owner = context.progress === undefined ? ` of ${wordOwners(fetch)}` : '';
      showOutcome(run, recorded, owner);
    } finally {
      observer.stop();
      await spool.remove();
    }
  });
}

function openRun(
  plan: RawPlan,
  { owner, fetchBody }: Session,
  { spool, observer }: Pick<RawRun, 'spool' | 'observer'>,
  { retry, findSameResponse }: RunContext,
  { now, signal, messages, createRetryPolicy }: Services,
): RawRun {
  const { fetch, wire } = plan;
  const { report, requests } = fetch;
  const { baseUrl, clientId } = owner!;
  return {
    plan,
    identity: { report, wire, baseUrl, clientId, endDate: fetch.clients[0]!.endDate },
    startedMs: now().getTime(),
    ...{ now, signal, messages, fetchBody, owner: owner!, observer, progress: observer.progress, spool },
    findSameResponse,
    retry: retry ?? createRetryPolicy({ ...observer.onRetry, ...requests }),
  };
}

/** The responses of a run, and the results of their checks. */
interface Recorded {
  readonly bodies: readonly ReceivedBody[];
  /** All that stand. */
  readonly warnings: readonly DataWarning[];
}

async function recordToDirectory(run: RawRun, services: Services): Promise<Recorded> {
  const { identity, progress, messages, now } = run;
  const { fetch, document } = run.plan;
  const { output } = document;
  const recorder = await openRecorder(await services.targetOf(output), output, {
    identity,
    files: new Set(fetch.clients[0]!.windows.map((window) => windowFile(identity, window))),
    resume: fetch.requests.resume,
    now,
  });
  let isReceived = false;
  let recorded: Recorded;
  let hash: string;
  try {
    const bodies = await receiveBodies(run, recorder);
    isReceived = true;
    const outcome = await checkBodies(bodies, run, services);
    run.signal.throwIfAborted();
    hash = await recorder.commit({
      ...identity,
      windowUnit: fetch.windowUnit,
      windows: bodies.map(({ window }) => window),
      warnings: outcome.warnings.map((warning) => ({ ...warning, text: messages.redact(warning.text) })),
    });
    recorded = { bodies, warnings: [...outcome.ofWindows, ...outcome.warnings] };
  } catch (thrown) {
    progress.stop();
    const error = await keepRefused(thrown, run, recorder, services);
    // After a failed check of all responses together, they must be requested again.
    const kept = await (isReceived && isFailedCheck(error) ? recorder.discard() : recorder.keep());
    if (!(error instanceof ReportingError)) throw error;
    throw suggestStored(isInterruption(error) ? describeOutput(error, true) : error, kept ?? 0, countWindows(fetch));
  }
  progress.stop();
  await services.print(`${hash}  ${path.join(output, INDEX_FILE)}\n`).catch((error: unknown) => {
    // The recording is complete. A signal that arrived meanwhile changes nothing.
    if (!isInterruption(error)) throw error;
  });
  return recorded;
}

async function recordToStdout(run: RawRun, services: Services): Promise<Recorded> {
  const file = run.spool.scratchPath();
  const store: BodyStore = { finished: new Map(), pathOf: () => file, finish: async () => undefined };
  const sink = await services.openSink(STDOUT, { isPaged: false, makesDirectories: false });
  return writeWhole(sink, async () => {
    try {
      const bodies = await receiveBodies(run, store);
      const { ofWindows, warnings } = await checkBodies(bodies, run, services);
      run.progress.stop();
      await writeDocument(sink, createReadStream(file), run.signal);
      return { bodies, warnings: [...ofWindows, ...warnings] };
    } catch (error) {
      throw await keepRefused(error, run, store, services);
    }
  });
}

/**
 * Keeps the response that a check refused, if it arrived whole: beside the recording, or in the working directory. The error then
 * names the file. A failure to keep it changes nothing.
 */
async function keepRefused(
  error: unknown,
  { plan, identity }: RawRun,
  store: BodyStore,
  services: Services,
): Promise<unknown> {
  if (!(error instanceof ReportingError) || error.kind !== 'malformed') return error;
  const { window } = error.facts;
  if (window === undefined) return error;
  const { output } = plan.document;
  const file = windowFile(identity, window as DateRange);
  const shown = `${output === STDOUT ? '' : `${output}.`}${file}.rejected`;
  try {
    const handle = await open(store.pathOf(file));
    const body = handle.createReadStream();
    const staged = await stageFile(services.absolutePath(shown), shown, body).finally(() => body.destroy());
    try {
      await staged.publish();
    } finally {
      await staged.discard();
    }
  } catch {
    return error;
  }
  return error.withHint(`the response is kept in ${shown}, for a support ticket`);
}

function showOutcome(
  { plan: { document }, startedMs, messages, now }: RawRun,
  { bodies, warnings }: Recorded,
  owner: string,
): void {
  warnings.forEach(messages.show);
  const { output } = document;
  const sizeBytes = bodies.reduce((sum, { window }) => sum + window.bytes, 0);
  const seconds = ((now().getTime() - startedMs) / 1000).toFixed(1);
  const where = output === STDOUT ? '' : `, in ${output}`;
  messages.summary(`${formatSize(sizeBytes)}${owner} from ${countOf(bodies.length, 'window')} in ${seconds} s${where}`);
}
