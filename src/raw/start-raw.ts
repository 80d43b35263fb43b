/** Makes recordings of the service's responses, or shows their plans. */

import { loadConfig } from '../config/load-config.ts';
import { ReportingError } from '../core/errors.ts';
import { type BatchJob, runBatch } from '../report/batch.ts';
import { checkReachable, showAsText } from '../report/dry-run.ts';
import { planMessages, showPlanMessages } from '../report/progress.ts';
import type { Services } from '../services.ts';
import { planRaw, type RawPlan, type RawRequest } from './plan-raw.ts';
import { pullRaw } from './pull-raw.ts';

/** Makes a recording, or shows its plan. */
export async function startRaw(request: RawRequest, services: Services): Promise<void> {
  const stored = await loadConfig(request.fetch, services);
  const hasProfile = request.output.placeholders.includes('profile');
  if (stored.clients.length > 1 && !hasProfile) {
    throw new ReportingError('E-recording', 'several profiles need {profile} in --output', {
      hint: `write one recording for each: --output '{profile}-{from}-{to}'`,
    });
  }
  const job: BatchJob<RawPlan> = {
    mode: request.mode,
    plan: (own) => planRaw(request, own, services),
    destinationOf: ({ destination }) => destination,
    messagesOf: (plan) => planMessages(plan.fetch, plan),
    pull: pullRaw,
    show: (plans, own) =>
      showAsText(
        plans.map((plan) => ({ ...plan, contents: `responses in ${plan.wire}` })),
        own,
      ),
  };
  if (stored.clients[0]!.isNamed && hasProfile) return runBatch(job, stored, services);
  const plan = await job.plan(stored);
  showPlanMessages(job.messagesOf(plan), services);
  if (request.mode === 'run') return pullRaw(plan, stored, services);
  await checkReachable(plan.fetch, plan.destination, stored, services);
  return job.show([plan], services);
}
