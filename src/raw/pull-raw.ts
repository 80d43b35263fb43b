/** Plans a recording of the service's responses, records them, and shows the user the outcome. */

import { open } from 'node:fs/promises';
import path from 'node:path';
import type { Wire } from '../api/wire.ts';
import { assertAbsent, type BodyStore, openBodyStore } from '../archive/body-store.ts';
import { INDEX_FILE, windowFile } from '../archive/recording.ts';
import type { StoredConfig } from '../config/load-config.ts';
import { uniteColumns } from '../core/columns.ts';
import { isInterruption, type ReportingError } from '../core/errors.ts';
import { countOf, formatSize } from '../core/text.ts';
import type { DataWarning } from '../core/warnings.ts';
import type { DateRange } from '../dates/range.ts';
import { stageFile } from '../fs/durable-files.ts';
import { type OutputTemplate, planDestination } from '../plan/destination.ts';
import { planFetch } from '../plan/plan-fetch.ts';
import { countWindows, type FetchPlan, type FetchRequest, type PlannedRun, wordOwners } from '../plan/report-plan.ts';
import { findSharedName } from '../report/checks/ambiguity.ts';
import { findEmptyClients, RECORDS } from '../report/checks/check-records.ts';
import {
  allWindows,
  type CheckedPart,
  type CheckedReport,
  type FetchedPart,
  type PullServices,
  pull,
} from '../report/pull.ts';
import { type RunContext, type RunServices, type Storing, withPullServices } from '../report/pull-services.ts';
import type { Uses } from '../services.ts';
import { type CsvFacts, checkCsv, checkCsvBodies } from './csv-check.ts';

/** The user's request for a recording: plain data. */
interface RawRequest {
  readonly fetch: FetchRequest;
  /** The directory of the recording. */
  readonly output: OutputTemplate;
}

/** Everything that a recording will do. Its document is the directory. */
interface RawPlan extends PlannedRun {
  readonly wire: Wire;
}

/** The plan for one client. Throws a usage error for a directory that exists. */
export async function planRaw(
  request: RawRequest,
  stored: StoredConfig,
  services: Uses<'targetOf' | 'today'>,
): Promise<RawPlan> {
  const { wire } = request.fetch;
  const fetch = planFetch(request.fetch, stored, services);
  const { output } = planDestination(request.output, fetch, stored.clients);
  await assertAbsent(await services.targetOf(output), output);
  const document = { output, makesDirectories: true, contents: `responses in ${wire}`, notes: [] };
  return { fetch, document, wire };
}

/** Records the responses of a plan with one client. */
export async function pullRaw(
  plan: RawPlan,
  context: RunContext,
  services: RunServices & Uses<'targetOf' | 'print' | 'absolutePath'>,
): Promise<void> {
  const { fetch, wire } = plan;
  const { output } = plan.document;
  const { messages, now, signal } = services;
  const startedMs = now().getTime();
  let store: BodyStore | undefined;
  let sizeBytes = 0;

  async function deliver(warnings: readonly DataWarning[], { observer }: PullServices): Promise<void> {
    const [first, ...others] = store!.windows();
    sizeBytes = others.reduce((sum, { bytes }) => sum + bytes, first!.bytes);
    observer.stop();
    signal.throwIfAborted();
    const shown = warnings.map((warning) => ({ ...warning, text: messages.redact(warning.text) }));
    const hash = await store!.commit({ windowUnit: fetch.windowUnit, warnings: shown });
    await services.print(`${hash}  ${path.join(output, INDEX_FILE)}\n`).catch((error: unknown) => {
      // The recording is complete. A signal that arrived meanwhile changes nothing.
      if (!isInterruption(error)) throw error;
    });
  }

  const storing: Storing = {
    async open({ endDate, windows: requested }, session) {
      const owner = session.owner!;
      const identity = { report: fetch.report, wire, baseUrl: owner.baseUrl, clientId: owner.clientId, endDate };
      const { resume } = fetch.requests;
      store = await openBodyStore(await services.targetOf(output), output, { identity, requested, resume, owner, now });
      return store;
    },
    hint: async (error) => (store === undefined ? error : keepRefused(error, plan, store, services)),
  };
  function receive(pullServices: PullServices): Promise<void> {
    const consume = ({ warnings }: Pick<CheckedReport<unknown>, 'warnings'>) => deliver(warnings, pullServices);
    if (wire === 'json') return pull(RECORDS, fetch, pullServices, async (parts) => warningsOf(plan, parts), consume);
    const check = async (_plan: FetchPlan, [part]: readonly FetchedPart<CsvFacts>[], { today }: Uses<'today'>) => ({
      parts: [],
      warnings: checkCsvBodies(fetch, store!.windows(), part!.now, today),
    });
    return pull({ receive: checkCsv, check }, fetch, pullServices, async () => NOTHING_MADE, consume);
  }

  await withPullServices(fetch, context, services, (each) => receive(each), storing);
  // Messages of several runs begin with the profile's name.
  const owner = context.progress === undefined ? ` of ${wordOwners(fetch)}` : '';
  const seconds = ((now().getTime() - startedMs) / 1000).toFixed(1);
  const windows = countOf(countWindows(fetch), 'window');
  messages.summary(`${formatSize(sizeBytes)}${owner} from ${windows} in ${seconds} s, in ${output}`);
}

/** A recording has responses, and no rows. */
const NOTHING_MADE = { rows: undefined, warnings: [] };

/** Warnings about records besides those of the checks. */
function warningsOf({ fetch }: RawPlan, parts: readonly CheckedPart[]) {
  const sharedName = findSharedName(uniteColumns(allWindows(parts).map(({ columns }) => columns)));
  const warnings = [...findEmptyClients(fetch, parts), ...(sharedName === undefined ? [] : [sharedName])];
  return { ...NOTHING_MADE, warnings };
}

/**
 * Keeps the response that a check refused, if it arrived whole, beside the recording. The error then names the file. A failure to keep
 * it changes nothing.
 */
async function keepRefused(
  error: ReportingError,
  { fetch: { report }, wire, document: { output } }: RawPlan,
  store: BodyStore,
  { absolutePath }: Uses<'absolutePath'>,
): Promise<ReportingError> {
  const window = error.facts.window as DateRange | undefined;
  if (error.kind !== 'malformed' || window === undefined) return error;
  const shown = `${output}.${windowFile({ report, wire }, window)}.rejected`;
  try {
    const handle = await open(store.pathOf(window));
    const body = handle.createReadStream();
    const staged = await stageFile(absolutePath(shown), shown, body).finally(() => body.destroy());
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
