/** `--wait`: asks for the last day of the range until its records are in, and then makes the report. */

import { nameProfile, ReportingError } from '../core/errors.ts';
import { UnorderedHash } from '../core/hash.ts';
import { WAIT_EVERY_MS } from '../core/limits.ts';
import { countOf, formatDuration } from '../core/text.ts';
import { timeOfDayAt } from '../dates/time-zone.ts';
import { type FetchPlan, labelOf, type PlannedRun } from '../plan/report-plan.ts';
import { readLines, splitLines } from '../records/spool.ts';
import type { WindowRecords } from '../records/window-records.ts';
import type { Uses } from '../services.ts';
import { notReady, RECORDS } from './checks/check-records.ts';
import { checkReachable } from './dry-run.ts';
import { pull } from './pull.ts';
import { type RunContext, type RunServices, withPullServices } from './pull-services.ts';

/** The time that the requests of a wait take must not make its last interval too short to count. */
const SLACK_MS = 60_000;

/**
 * Calls `run` once the last day of all clients has records, and two answers ten minutes apart have the same ones. A failure that
 * may pass, also of `run`, does not end the wait; at the end of the wait, the last one is thrown. Other errors are thrown at once.
 */
export async function runWhenIn(
  plan: PlannedRun,
  context: RunContext,
  services: RunServices & Uses<'sleep' | 'systemTimeZone' | 'connectionTo' | 'openSink'>,
  run: () => Promise<void>,
): Promise<void> {
  const { clients, waitMs = 0 } = plan.fetch;
  const { messages, now, sleep, signal } = services;
  await checkReachable(plan, context.stored, services);
  const endMs = now().getTime() + waitMs;
  const timeOf = (ms: number): string => timeOfDayAt(new Date(ms), clients[0]!.timeZone ?? services.systemTimeZone());
  let last: string | undefined;
  /** The time between the first and the last of the equal answers in a row. */
  let sameMs = 0;
  for (;;) {
    let reason: ReportingError;
    try {
      const days = await askLastDay(plan.fetch, context, services);
      const answer = days.map(({ hash }) => hash).join();
      if (answer !== last) sameMs = 0;
      last = answer;
      const lacking = days.find(({ recordCount }) => recordCount === 0);
      if (lacking !== undefined) throw nameProfile(notReady(plan.fetch, 'no records'), lacking.profile);
      if (sameMs >= WAIT_EVERY_MS) return await run();
      const records = countOf(
        days.reduce((sum, { recordCount }) => sum + recordCount, 0),
        'record',
      );
      reason = notReady(plan.fetch, `${records}, not yet the same for ${formatDuration(WAIT_EVERY_MS)}`);
    } catch (error) {
      if (!mayPass(error)) throw error;
      reason = error;
    }
    const leftMs = endMs - now().getTime();
    if (leftMs <= 0) {
      const hint = `the wait of ${formatDuration(waitMs)} has ended: run again later`;
      throw reason.with({}, { hint });
    }
    const nextMs = Math.max(WAIT_EVERY_MS, reason.retry?.afterMs ?? 0);
    const ms = leftMs < nextMs - SLACK_MS ? leftMs : nextMs;
    const next = timeOf(now().getTime() + ms);
    messages.summary(`waiting until ${timeOf(endMs)}: ${reason.message}; next request at ${next}`);
    await sleep(ms, signal);
    sameMs += ms;
  }
}

function mayPass(error: unknown): error is ReportingError {
  return error instanceof ReportingError && (error.retry !== undefined || error.code === 'E-not-ready');
}

/** The records of the last day of each client, checked as those of a report, with their hash in any order. */
function askLastDay(plan: FetchPlan, context: RunContext, services: RunServices) {
  const quiet = { ...services, showProgress: () => () => undefined };
  const day: FetchPlan = {
    ...plan,
    range: { ...plan.range, from: plan.range.to },
    clients: plan.clients.map((client) => ({ ...client, windows: [client.lastDay!] })),
    checks: { strict: false },
    requests: { ...plan.requests, resume: false },
    waitMs: undefined,
  };
  return withPullServices(day, { ...context, progress: undefined }, quiet, (pullServices) =>
    pull(
      RECORDS,
      day,
      // The report repeats the warnings about its records.
      { ...pullServices, observer: { ...pullServices.observer, warning: () => undefined } },
      async (parts) => ({ rows: parts, warnings: [] }),
      ({ rows }) =>
        Promise.all(
          rows.map(async ({ client, now: [received] }) => ({
            profile: labelOf(plan, client),
            recordCount: received!.recordCount,
            hash: await hashOfRecords(received!),
          })),
        ),
    ),
  );
}

async function hashOfRecords(received: WindowRecords): Promise<string> {
  const hash = new UnorderedHash();
  for await (const block of readLines(received)) for (const line of splitLines(block)) hash.add(line);
  return hash.result();
}
