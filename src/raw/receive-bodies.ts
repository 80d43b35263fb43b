/** Receives the responses of a plan's windows into files, each checked while it arrives and retried as for a report. */

import type { Credentials } from '../api/credentials.ts';
import { recordedChunks } from '../archive/open-recording.ts';
import type { Recorder } from '../archive/recorder.ts';
import { type RecordedWindow, type RecordingIdentity, STATUS, windowFile } from '../archive/recording-index.ts';
import { createTokenWatch } from '../archive/token-watch.ts';
import { mapConcurrent } from '../core/async.ts';
import { ReportingError } from '../core/errors.ts';
import { ContentHash } from '../core/hash.ts';
import { STDOUT } from '../core/sink.ts';
import { countOf, formatSize } from '../core/text.ts';
import { formatRange } from '../dates/range.ts';
import { createDurableFile } from '../fs/durable-files.ts';
import type { Body } from '../json/unexpected-body.ts';
import { requestsOf } from '../plan/report-plan.ts';
import type { Spool } from '../records/spool.ts';
import { receiveWindow, type WindowRecords } from '../records/window-records.ts';
import { chosenColumnName } from '../report/checks/date-column.ts';
import { attemptWindow, nameWindow } from '../report/fetch.ts';
import type { ReportObserver, RunProgress } from '../report/progress.ts';
import type { RunContext } from '../report/pull-services.ts';
import type { Session } from '../report/session.ts';
import type { WindowRequest } from '../service/client.ts';
import type { RetryPolicy } from '../service/retry.ts';
import type { Uses } from '../services.ts';
import { type CsvFacts, checkCsv } from './csv-check.ts';
import type { RawPlan } from './plan-raw.ts';

/** A refused response that is longer is not kept: it may never end. */
const MAX_REFUSED_BYTES = 256 * 1024 * 1024;

/** One response, whose body is in its file. */
export interface ReceivedBody {
  readonly window: RecordedWindow;
  /** The records of a JSON body; undefined for CSV. */
  readonly records?: WindowRecords | undefined;
  readonly csv?: CsvFacts | undefined;
}

/** A plan, and everything that receives and checks its responses. */
export interface RawRun extends Uses<'now' | 'signal' | 'messages'> {
  readonly plan: RawPlan;
  readonly identity: RecordingIdentity;
  readonly startedMs: number;
  readonly fetchBody: Session['fetchBody'];
  readonly owner: Pick<Credentials, 'token'>;
  readonly retry: RetryPolicy;
  readonly findSameResponse: RunContext['findSameResponse'];
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
  const { identity, progress, retry, messages } = run;
  const known = store.finished.get(windowFile(identity, window));
  const isReused = known !== undefined;
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
  const place = { location: job.store.pathOf(''), directory: run.plan.document.output };
  const chunks = recordedChunks(place, window);
  try {
    const body = { chunks, endIsKnown: true, contentType: window.contentType, answer: window };
    return { window, ...(await checkBody(body, job, run)) };
  } catch (error) {
    throw nameWindow(error, { ...job, profile: undefined });
  }
}

/** The body of a response that a check refused stays in its file if it arrived whole. */
async function attempt(job: BodyJob, attempts: number, run: RawRun, signal: AbortSignal): Promise<ReceivedBody> {
  const { window, store } = job;
  const { plan, identity, fetchBody, owner, observer, messages, now } = run;
  const file = windowFile(identity, window);
  return attemptWindow({ ...job, profile: undefined }, { fetchBody, observer }, signal, async (body, onBytes) => {
    const iterator = body.chunks[Symbol.asyncIterator]();
    const { output } = plan.document;
    const shown = output === STDOUT ? 'the temporary file' : output;
    // An attempt before it may have left a part of a body.
    const saved = await createDurableFile(store.pathOf(file), shown, { replaces: true });
    const content = new ContentHash();
    const watch = createTokenWatch(owner.token);
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

    /** True once the whole of a refused response is in the file. */
    async function finishRefused(error: unknown): Promise<boolean> {
      // If it broke off in transit, or cannot be decompressed, its bytes are not those of the service.
      if (isBroken || !(error instanceof ReportingError) || error.kind !== 'malformed') return false;
      try {
        let size = 0;
        for await (const chunk of chunks()) {
          signal.throwIfAborted();
          size += chunk.length;
          if (size > MAX_REFUSED_BYTES) return false;
        }
        await saved.finish();
        return watch.found() === undefined;
      } catch {
        return false;
      }
    }

    try {
      const checked = await checkBody({ ...body, chunks: chunks() }, job, run);
      const contentType = body.contentType && messages.redact(body.contentType);
      await saved.finish();
      const headers = body.answer?.headers ?? new Map<string, string>();
      const facts = { ...content.facts(), status: STATUS, contentType, headers };
      const warnings = checked.csv?.warnings ?? [];
      return { window: { ...window, file, ...facts, receivedAt: now(), attempts, warnings }, ...checked };
    } catch (error) {
      if (!(await finishRefused(error))) await saved.discard();
      throw watch.found() ?? error;
    } finally {
      await iterator.return?.();
    }
  });
}

/** Reads all of a response. Throws as `receiveWindow` and `checkCsv` do. */
async function checkBody(
  body: Body,
  { report, window, index }: BodyJob,
  { plan, identity, spool }: RawRun,
): Promise<Omit<ReceivedBody, 'window'>> {
  if (identity.wire === 'csv') return { csv: await checkCsv(body) };
  const dateColumn = chosenColumnName(plan.fetch.clients[0]!.dateColumn);
  return { records: await receiveWindow(body, window, { report, file: spool.filePath(index), dateColumn }) };
}
