/** Waits for the awaited days of plans, which it requests as windows of their own through the checks of a report. */

import type { StoredConfig } from '../config/load-config.ts';
import { mergeMessages, ofProfile } from '../core/errors.ts';
import { UnorderedHash } from '../core/hash.ts';
import { endOfWait } from '../plan/plan-wait.ts';
import { type ClientPlan, type FetchPlan, labelOf, type WindowPlan } from '../plan/report-plan.ts';
import { readLines, splitLines } from '../records/spool.ts';
import type { WindowRecords } from '../records/window-records.ts';
import type { RetryPolicy } from '../service/retry.ts';
import type { Services } from '../services.ts';
import { type AwaitedDay, awaitReady } from './await-ready.ts';
import { retryEvents } from './progress.ts';
import { NO_PROGRESS } from './progress-model.ts';
import type { DayRecords } from './ready.ts';
import { type ClientSession, closeSessions, openSessions } from './report-services.ts';
import { assertNoWarnings, describeOutput, isInterruption, withCheckedRecords } from './run.ts';

/** A plan whose clients have awaited days. */
export interface AwaitingPlan {
  readonly plan: FetchPlan;
  /** The credentials of the plan's clients. */
  readonly stored: StoredConfig;
  /** The name of its client, if each client has a plan of its own. */
  readonly profile?: string | undefined;
}

/**
 * Resolves when the awaited days of all plans are complete; at once without any. Throws `E-not-ready` at the end of the wait, and
 * the errors of a report at once unless another request may succeed. A day that was not awaited is a warning.
 */
export async function awaitDays(plans: readonly AwaitingPlan[], services: Services): Promise<void> {
  const wait = plans[0]?.plan.wait;
  if (wait === undefined) return;
  const { messages, now, sleep, random, signal } = services;
  const fetches = plans.map(({ plan }) => plan);
  const { requests, clients } = fetches[0]!;
  const end = endOfWait(wait, fetches, { now: now(), systemTimeZone: services.systemTimeZone() });
  const retry = services.createRetryPolicy({ ...requests, ...retryEvents(NO_PROGRESS, messages) });
  const sessions: ClientSession[] = [];
  const days: AwaitedDay[] = [];
  try {
    for (const { plan, stored, profile } of plans) {
      const opened = await openSessions(plan, stored, services);
      sessions.push(...opened);
      for (const [index, client] of plan.clients.entries()) {
        const owner = profile ?? labelOf(plan, client);
        days.push(awaitedDay({ plan, profile: owner }, client, opened[index]!, retry, services));
      }
    }
    const warnings = await awaitReady(days, {
      ...{ wait, end, now, sleep, random, signal },
      timeZone: clients[0]!.timeZone ?? services.systemTimeZone(),
      concurrency: requests.concurrency,
      say: messages.status,
    });
    const merged = mergeMessages(warnings, days.length);
    assertNoWarnings(fetches[0]!, merged, messages);
    for (const { text } of merged) messages.warning(text);
  } catch (error) {
    throw isInterruption(error) ? describeOutput(error, true) : error;
  } finally {
    await closeSessions(sessions);
  }
}

/** The checks whose failure only says that a day is not complete are those of the report, not of the wait. */
const CHECKS = { failEmpty: false, failGaps: false, strict: false, expectedColumns: undefined };

function awaitedDay(
  { plan, profile }: Omit<AwaitingPlan, 'stored'>,
  client: ClientPlan,
  { fetchBody }: ClientSession,
  retry: RetryPolicy,
  { createSpool, today }: Services,
): AwaitedDay {
  const [day, ...peers] = client.awaited as readonly [WindowPlan, ...WindowPlan[]];

  /** Requests windows, and gives their records to `consume`. Warnings about them are those of the report. */
  function receive<T>(
    windows: readonly WindowPlan[],
    signal: AbortSignal,
    consume: (received: readonly WindowRecords[]) => Promise<T>,
  ): Promise<T> {
    const { from, to } = windows[0]!;
    const ofDays = { range: { from, to }, compared: undefined, checks: CHECKS };
    return ofProfile(profile, () =>
      withCheckedRecords(
        { ...plan, ...ofDays, clients: [{ ...client, windows }] },
        {
          clients: [{ fetchBody, store: undefined }],
          observer: { warning: () => undefined },
          ...{ retry, signal, createSpool, today },
        },
        async ([part]) => ({ rows: part!.now, warnings: [] }),
        ({ rows }) => consume(rows),
      ),
    );
  }

  return {
    ...{ profile, report: plan.report, day: day.from },
    countPeers: (signal) =>
      receive(peers, signal, async (received) => received.map(({ recordCount }) => recordCount)),
    request: (signal) => receive([day], signal, ([received]) => readDay(received!)),
  };
}

async function readDay(received: WindowRecords): Promise<DayRecords> {
  const hash = new UnorderedHash();
  for await (const block of readLines(received)) for (const line of splitLines(block)) hash.add(line);
  return { records: received.recordCount, hash: hash.result() };
}
