/**
 * Waits for a day before a sync. It takes no lock and writes nothing: another sync can run meanwhile. The run reads the dataset
 * again after the wait.
 */

import { planFetch } from '../plan/plan-fetch.ts';
import { planWait, resolveAwaited } from '../plan/plan-wait.ts';
import { type AwaitingPlan, awaitDays } from '../report/await-days.ts';
import type { Services } from '../services.ts';
import { fetchRequest } from './fetch-records.ts';
import { daysOfMonth, monthOf } from './months.ts';
import { clockOf } from './plan-clock.ts';
import { type ResolvedDataset, resolveDataset } from './resolve-dataset.ts';
import { listPartitions, shardOf } from './sync-plan.ts';
import type { SyncRequest } from './sync-request.ts';

/** Resolves when the awaited day of each report and client of this run is complete; at once without one. */
export async function awaitDataset(request: SyncRequest, root: string, services: Services): Promise<void> {
  if (planWait(request.wait) === undefined) return;
  const resolved = await resolveDataset(request, root, services);
  const plans = planDays(request, resolved, services);
  if (request.dryRun) return noteWait(plans, services);
  await awaitDays(plans, services);
}

/** A plan for each report and client. A client without credentials is not awaited: its pull fails. */
function planDays(
  request: SyncRequest,
  { dataset, clients }: ResolvedDataset,
  services: Services,
): readonly AwaitingPlan[] {
  const { timeZone } = dataset;
  const { yesterday } = clockOf(dataset, services);
  const partitions = listPartitions(dataset, yesterday);
  const last = daysOfMonth(partitions.at(-1)?.month ?? dataset.from).to;
  const range = { from: daysOfMonth(dataset.from).from, to: last < yesterday ? last : yesterday };
  const [day] = resolveAwaited(request.wait.day!, range, {
    today: () => services.today(timeZone),
    zoneName: () => timeZone,
  });
  const own = shardOf(partitions, request.shard).filter(({ month }) => month === monthOf(day!));
  return own.flatMap(({ report, profile }) => {
    const client = clients.find((each) => each.profile === profile);
    if (client === undefined) return [];
    const ofDay = { report, range: { from: day!, to: day! } };
    const asked = fetchRequest(
      ofDay,
      dataset,
      client,
      { ...request, wait: { ...request.wait, day } },
      undefined,
    );
    const plan = planFetch(asked, client.stored, services);
    // A warning about one client must not stop the others. With `strict`, the month of the client fails by its own checks.
    const checks = { ...plan.checks, strict: false };
    return [{ plan: { ...plan, checks }, stored: client.stored, profile }];
  });
}

function noteWait(plans: readonly AwaitingPlan[], { messages }: Pick<Services, 'messages'>): void {
  for (const { plan, profile } of plans) {
    const [day] = plan.clients[0]!.awaited!;
    messages.note(`--dry-run: the run would first wait for ${profile} ${plan.report} ${day!.from}`);
  }
}
