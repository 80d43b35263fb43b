/** Plans a request, and runs or shows the plan. The usual run loads none of the others. */

import path from 'node:path';
import { loadConfig, type StoredConfig } from '../config/load-config.ts';
import { ReportingError } from '../core/errors.ts';
import { STDOUT } from '../core/sink.ts';
import { planReport } from '../plan/plan-document.ts';
import { inputOf, type PlannedRun, type ReportPlan } from '../plan/report-plan.ts';
import type { ReportRequest } from '../plan/request.ts';
import type { Services } from '../services.ts';
import type { Job } from './batch.ts';
import { planMessages, showPlanMessages } from './progress.ts';
import { pullReport } from './pull.ts';

/** Runs the request, or prints its plan. */
export async function startReport(request: ReportRequest, services: Services): Promise<void> {
  return startJob(
    {
      mode: request.mode,
      output: request.document.output,
      plan: (own) => planRequest(request, own, services),
      pull: pullReport,
      show: async (plans) => (await import('./dry-run.ts')).showPlans(plans, services),
    },
    await loadConfig(request.fetch, services),
    services,
  );
}

/** The plan of a request. */
async function planRequest(request: ReportRequest, stored: StoredConfig, services: Services): Promise<ReportPlan> {
  const plan = planReport(request, stored, services);
  const input = inputOf(plan.fetch);
  const { output } = plan.document;
  if (input !== undefined && output !== STDOUT) {
    const [file, folder] = [await services.targetOf(output), await services.targetOf(input.directory)];
    if (file.startsWith(folder + path.sep)) {
      throw new ReportingError('E-input', `${output} is in ${input.directory}, which must not change`, {
        hint: 'name a file in another directory with --output',
      });
    }
  }
  return plan;
}

/** Runs one plan for all clients in `stored`, or one for each of them; or shows what a run would do. */
export async function startJob<Plan extends PlannedRun>(
  job: Job<Plan>,
  stored: StoredConfig,
  services: Services,
): Promise<void> {
  if (stored.clients[0]!.isNamed && job.output.placeholders.includes('profile'))
    return (await import('./batch.ts')).runBatch(job, stored, services);
  const plan = await job.plan(stored);
  const { messages } = services;
  // Nothing stands before the answer that people read on a terminal.
  const isQuiet = job.mode === 'run' && plan.document.isOnScreen === true;
  showPlanMessages(planMessages(plan, job.mode), services, isQuiet ? messages.verbose : messages.note);
  const pull = (): Promise<void> => job.pull(plan, stored, services);
  if (job.mode === 'dry-run') {
    await (await import('./dry-run.ts')).checkReachable(plan, stored, services);
    return job.show([plan]);
  }
  if (plan.fetch.waitMs === undefined) return pull();
  return (await import('./wait.ts')).runWhenIn(plan, stored, services, pull);
}
