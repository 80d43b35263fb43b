/** Pulls the planned partitions, several at once. A failure of one client or month does not affect the others. */

import { mapConcurrent } from '../core/async.ts';
import { isInterruption, nameProfile, ReportingError } from '../core/errors.ts';
import { countOf, shellWord } from '../core/text.ts';
import type { Notice } from '../core/warnings.ts';
import type { Services } from '../services.ts';
import type { Fetcher } from './fetch-records.ts';
import { daysOfMonth, labelOf, type Partition } from './months.ts';
import { type PullContext, type PullOutcome, pullMonth } from './pull-month.ts';
import type { SyncClients } from './resolve-dataset.ts';
import type { PlannedPull } from './sync-plan.ts';

/** A partition that could not be pulled. */
export interface PullFailure {
  readonly partition: Partition;
  readonly error: ReportingError;
}

/** The numbers of months by outcome, and the failures. */
export interface RunResult {
  readonly written: number;
  /** Records of the written months. */
  readonly records: number;
  readonly unchanged: number;
  readonly elsewhere: number;
  /** Months of a client that the service has refused. */
  readonly skipped: number;
  readonly failures: readonly PullFailure[];
}

interface PullParts extends Pick<Services, 'messages' | 'signal'> {
  readonly clients: SyncClients;
  readonly fetcher: Fetcher;
  readonly context: PullContext;
  readonly concurrency: number;
  /** Called once every report has a schema, as far as possible. Its error ends the run. */
  readonly onSchemas: () => void;
}

/** Pulls all partitions of `work`. Failures are in the result; throws only interruptions, internal errors, and that of `onSchemas`. */
export async function pullAll(
  work: readonly PlannedPull[],
  { clients, fetcher, context, concurrency, onSchemas, messages, signal }: PullParts,
): Promise<RunResult> {
  const failures: PullFailure[] = [];
  /** Clients whose other months are not requested. */
  const refused = new Set<string>();
  const counts = { written: 0, unchanged: 0, elsewhere: 0, skipped: 0, records: 0 };

  function recordFailure(pull: PlannedPull, error: unknown): void {
    if (!(error instanceof ReportingError) || error.kind === 'interrupted') throw error;
    if (error.kind === 'auth' && refused.has(pull.profile)) {
      counts.skipped++;
      return;
    }
    if (error.kind === 'auth') refused.add(pull.profile);
    failures.push({ partition: pull, error: nameProfile(error, pull.profile) as ReportingError });
  }

  async function pullOne(pull: PlannedPull, abort: AbortSignal): Promise<void> {
    const client = clients.get(pull.profile)!;
    if (client instanceof ReportingError) return recordFailure(pull, client);
    if (refused.has(pull.profile)) {
      counts.skipped++;
      return;
    }
    const warnings: Notice[] = [];
    const onWarning = (warning: Notice): void => void warnings.push(warning);
    let outcome: PullOutcome;
    try {
      outcome = await pullMonth(
        pull,
        (dateColumn, consume) => fetcher.fetch(pull, client, { dateColumn, signal: abort, onWarning }, consume),
        context,
      );
    } catch (error) {
      return recordFailure(pull, error);
    }
    counts[outcome.kind]++;
    if (outcome.kind !== 'written') return;
    counts.records += outcome.records;
    const label = labelOf(pull);
    const own = messages.named(label);
    for (const warning of [...warnings, ...outcome.warnings]) own.show(warning);
    for (const note of outcome.notes) own.note(note);
  }

  const pullAtOnce = (items: readonly PlannedPull[]): Promise<unknown> =>
    mapConcurrent(items, (item, _index, abort) => pullOne(item, abort), { concurrency, signal });
  try {
    const first = firstOfReports(work, context);
    await pullAtOnce(first);
    onSchemas();
    await pullAtOnce(work.filter((item) => !first.includes(item)));
  } catch (error) {
    if (!isInterruption(error)) throw error;
    const done = `${counts.written} of ${countOf(work.length, 'month')} written`;
    const hint = `continue with \`reporting sync ${shellWord(context.tree.shown)}\``;
    throw error.with({}, { message: `${error.message}, ${done}`, hint });
  }
  return { ...counts, failures };
}

/** The newest whole month of each report without a schema: it decides the types of the columns. */
function firstOfReports(work: readonly PlannedPull[], { tree }: Pick<PullContext, 'tree'>): readonly PlannedPull[] {
  return tree.dataset.reports.flatMap((report) => {
    if (tree.readSchema(report) !== undefined) return [];
    const own = work.filter((pull) => pull.report === report);
    const whole = own.filter(({ month, range }) => range.to === daysOfMonth(month).to);
    const newest = [...own, ...whole].at(-1)?.month;
    return own.filter(({ month }) => month === newest).slice(0, 1);
  });
}
