/** Plans a request, and runs or shows the plan. The usual run loads none of the others. */

import { loadConfig, type StoredConfig } from '../config/load-config.ts';
import { planReport } from '../plan/plan-document.ts';
import type { ReportRequest } from '../plan/request.ts';
import type { Services } from '../services.ts';
import { planMessages, showPlanMessages } from './progress.ts';
import { pullReport } from './pull.ts';
import { planRequest } from './pull-rows.ts';

/** Runs the request, or prints its plan. */
export async function startReport(request: ReportRequest, services: Services): Promise<void> {
  const stored = await loadConfig(request.fetch, services);
  const isOneFileEach =
    stored.clients[0]!.isNamed && request.document.output.placeholders.includes('profile');
  if (isOneFileEach) return runEachClient(request, stored, services);

  const plan = await planRequest(request, stored, services);
  showPlanMessages(planMessages(plan.fetch, plan.document), services);
  if (request.mode === 'run' && plan.fetch.wait === undefined) return pullReport(plan, stored, services);
  const { checkReachable, showPlans } = await import('./dry-run.ts');
  await checkReachable(plan.fetch, plan.document, stored, services);
  if (request.mode === 'dry-run') return showPlans([plan], services);
  await (await import('./await-days.ts')).awaitDays([{ plan: plan.fetch, stored }], services);
  return pullReport(plan, stored, services);
}

async function runEachClient(
  request: ReportRequest,
  stored: StoredConfig,
  services: Services,
): Promise<void> {
  const [{ runBatch }, { showPlans }] = await Promise.all([import('./batch.ts'), import('./dry-run.ts')]);
  return runBatch(
    {
      mode: request.mode,
      plan: (own) => planReport(request, own, services),
      destinationOf: ({ document }) => document,
      messagesOf: ({ fetch, document }) => planMessages(fetch, document),
      pull: pullReport,
      show: showPlans,
    },
    stored,
    services,
  );
}
