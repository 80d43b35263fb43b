/** Receives the responses of a plan's windows into files, each checked while it arrives and retried as for a report. */

import { recordedChunks } from '../archive/open-recording.ts';
import type { Recorder } from '../archive/recorder.ts';
import {
  type RecordedWindow,
  type RecordingIdentity,
  STATUS,
  windowFile,
} from '../archive/recording-index.ts';
import { createTokenWatch } from '../archive/token-watch.ts';
import { mapConcurrent } from '../core/async.ts';
import type { ErrorKind } from '../core/error-codes.ts';
import { ReportingError } from '../core/errors.ts';
import { ContentHash } from '../core/hash.ts';
import { STDOUT } from '../core/sink.ts';
import { countOf, formatSize } from '../core/text.ts';
import type { DataWarning } from '../core/warnings.ts';
import { formatRange } from '../dates/range.ts';
import { createDurableFile } from '../fs/durable-files.ts';
import type { Body } from '../json/unexpected-body.ts';
import { requestsOf } from '../plan/report-plan.ts';
import type { Spool } from '../records/spool.ts';
import type { WindowRecords } from '../records/window-records.ts';
import { chosenColumnName } from '../report/checks/date-column.ts';
import { attemptWindow, type ClientServices, nameWindow, receive } from '../report/fetch.ts';
import type { ReportObserver } from '../report/progress.ts';
import type { RunProgress } from '../report/progress-model.ts';
import type { WindowRequest } from '../service/client.ts';
import type { RetryPolicy } from '../service/retry.ts';
import type { Services } from '../services.ts';
import { checkCsv } from './csv-check.ts';
import type { RawPlan } from './plan-raw.ts';

/** The kinds of errors with which the checks refuse a response: `unavailable` if it may have lost its end. */
const REFUSALS: ReadonlySet<ErrorKind> = new Set(['malformed', 'unavailable']);

/** One response, whose body is in its file. */
export interface ReceivedBody {
  readonly window: RecordedWindow;
  /** The records of a JSON body; undefined for CSV, and for a response that was refused. */
  readonly records: WindowRecords | undefined;
}

/** A plan, and everything that receives and checks its responses. */
export interface RawRun extends Pick<Services, 'now' | 'signal' | 'messages'> {
  readonly plan: RawPlan;
  readonly identity: RecordingIdentity;
  readonly startedMs: number;
  readonly fetchBody: ClientServices['fetchBody'];
  readonly token: string;
  readonly retry: RetryPolicy;
  readonly observer: ReportObserver;
  readonly progress: RunProgress;
  /** For the records of JSON responses. */
  readonly spool: Spool;
}

/** The part of a recorder that stores responses. */
export type BodyStore = Pick<Recorder, 'finished' | 'pathOf' | 'finish'>;

/** The responses in the order of the plan's windows. The first failure cancels the other windows and is thrown. */
export function receiveBodies(run: RawRun, store: BodyStore): Promise<readonly ReceivedBody[]> {
  const { fetch } = run.plan;
  return mapConcurrent(
    requestsOf(fetch, fetch.clients[0]!),
    (request, index, signal) => receiveBody({ ...request, index, store }, run, signal),
    { concurrency: fetch.requests.concurrency, signal: run.signal },
  );
}

interface BodyJob extends WindowRequest {
  readonly index: number;
  readonly store: BodyStore;
}

async function receiveBody(job: BodyJob, run: RawRun, signal: AbortSignal): Promise<ReceivedBody> {
  const { window, store } = job;
  const { plan, identity, progress, retry, messages } = run;
  const known = store.finished.get(windowFile(identity, window));
  const isReused = known !== undefined && (known.problem === undefined || plan.keepInvalid);
  let attempts = 0;
  const body = isReused
    ? await readAgain(known, job, run)
    : await retry.run(() => attempt(job, ++attempts, run, signal), signal);
  if (!isReused) await store.finish(body.window);
  const { bytes, sha256 } = body.window;
  progress.received(body.records?.recordCount ?? 0, isReused);
  const count = body.records === undefined ? '' : `${countOf(body.records.recordCount, 'record')}, `;
  const source = isReused ? ', from the earlier run' : '';
  messages.verbose(
    `${identity.report} ${formatRange(window)}: ${count}${formatSize(bytes)}, SHA-256 ${sha256}${source}`,
  );
  return body;
}

/** Checks the response that an earlier run has recorded. */
async function readAgain(window: RecordedWindow, job: BodyJob, run: RawRun): Promise<ReceivedBody> {
  if (window.problem !== undefined || run.identity.wire === 'csv') return { window, records: undefined };
  const place = { location: job.store.pathOf(''), directory: run.plan.document.output };
  const chunks = recordedChunks(place, window);
  try {
    const body = { chunks, endIsKnown: true, contentType: window.contentType };
    return { window, records: (await checkBody(body, job, run)).records };
  } catch (error) {
    throw nameWindow(error, { ...job, profile: undefined });
  }
}

async function attempt(
  job: BodyJob,
  attempts: number,
  run: RawRun,
  signal: AbortSignal,
): Promise<ReceivedBody> {
  const { window, store } = job;
  const { plan, identity, fetchBody, token, observer, messages, now } = run;
  const file = windowFile(identity, window);
  return attemptWindow(
    { ...job, profile: undefined },
    { fetchBody, observer },
    signal,
    async (body, onBytes) => {
      const iterator = body.chunks[Symbol.asyncIterator]();
      const { output } = plan.document;
      const shown = output === STDOUT ? 'the temporary file' : output;
      // An earlier run may have kept an invalid body of this name.
      const saved = await createDurableFile(store.pathOf(file), shown, { replaces: true });
      const content = new ContentHash();
      const watch = createTokenWatch(token);
      let isBroken = false;

      /** The chunks once they are in the file. When a reader leaves early, the next one gets the rest. */
      async function* chunks(): AsyncGenerator<Buffer> {
        for (;;) {
          const next = await iterator.next().catch((error: unknown) => {
            isBroken = true;
            throw error;
          });
          if (next.done === true) return;
          const chunk: Buffer = next.value;
          onBytes(chunk.length);
          watch.check(chunk);
          content.add(chunk);
          await saved.write(chunk);
          yield chunk;
        }
      }

      try {
        const checked = await checkBody({ ...body, chunks: chunks() }, job, run).catch(
          async (error: unknown) => {
            if (!plan.keepInvalid || !(error instanceof ReportingError)) throw error;
            // If a response broke off in transit, or cannot be decompressed, its bytes are not those of the service.
            if (isBroken || !REFUSALS.has(error.kind)) throw error;
            for await (const _rest of chunks()) signal.throwIfAborted();
            const problem = messages.redact(error.message);
            return { warnings: [], records: undefined, problem };
          },
        );
        const tokenError = watch.found();
        if (tokenError !== undefined) throw tokenError;
        const { records, warnings, problem } = checked;
        const contentType = body.contentType && messages.redact(body.contentType);
        await saved.finish();
        const facts = { ...content.facts(), status: STATUS, contentType };
        const receivedAt = now();
        return { window: { ...window, file, ...facts, receivedAt, attempts, warnings, problem }, records };
      } catch (error) {
        await saved.discard();
        throw watch.found() ?? error;
      } finally {
        await iterator.return?.();
      }
    },
  );
}

interface CheckedBody {
  readonly warnings: readonly DataWarning[];
  readonly records: WindowRecords | undefined;
  readonly problem: string | undefined;
}

/** Reads all of a response. Throws as `receive` and `checkCsv` do. */
async function checkBody(
  body: Body,
  { window, index }: BodyJob,
  { plan, identity, spool }: RawRun,
): Promise<CheckedBody> {
  if (identity.wire === 'csv') {
    return { warnings: await checkCsv(body), records: undefined, problem: undefined };
  }
  const dateColumn = chosenColumnName(plan.fetch.clients[0]!.dateColumn);
  const records = await receive(body, { window, file: spool.filePath(index), dateColumn });
  return { warnings: [], records, problem: undefined };
}
