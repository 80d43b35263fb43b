/** Plans a recording of the service's answers, and makes or shows it. */

import { readStored, type StoredConfig } from '../config/stored.ts';
import { ReportingError } from '../core/errors.ts';
import { option, phrase } from '../core/message.ts';
import { STDOUT } from '../core/sink.ts';
import { countOf } from '../core/text.ts';
import { assertAbsent } from '../recording/recorder.ts';
import { runBatch } from '../report/batch.ts';
import { checkReachable, showPlans } from '../report/dry-run.ts';
import { planReport } from '../report/plan.ts';
import { reportRanges } from '../report/progress.ts';
import { countWindows, labelOf, type ReportPlan } from '../report/report-plan.ts';
import type { ReportRequest } from '../report/request.ts';
import type { Services } from '../services.ts';
import { pullRaw } from './pull-raw.ts';

/**
 * Makes a recording, or shows its plan. `request.output` is the directory of the recording. `unchecked` keeps answers that a
 * check refuses.
 */
export async function startRaw(
  request: ReportRequest,
  { unchecked }: { readonly unchecked: boolean },
  services: Services,
): Promise<void> {
  const stored = await readStored(request, services);
  const hasProfile = request.output.placeholders.includes('profile');
  if (stored.clients.length > 1 && !hasProfile) {
    throw new ReportingError('usage', phrase`several profiles need {profile} in ${option('output')}`, {
      hint: phrase`write one recording for each: ${option('output')} '{profile}-{from}-{to}'`,
    });
  }
  if (stored.clients[0]!.isNamed && hasProfile) {
    return runBatch(request, stored, services, {
      plan: (own, ownStored) => planRaw(own, ownStored, services),
      pull: (plan, own, ownServices, progress) => pullRaw(plan, own, ownServices, { unchecked, progress }),
    });
  }
  const plan = await planRaw(request, stored, services);
  reportRanges(
    plan.clients.map((client) => ({ label: labelOf(plan, client), client })),
    services,
  );
  if (request.mode === 'run') return pullRaw(plan, stored, services, { unchecked });
  await checkReachable(plan, stored, services);
  return showPlans([plan], services);
}

/** Throws a usage error for a directory that exists, and for several windows on stdout. */
async function planRaw(
  request: ReportRequest,
  stored: StoredConfig,
  services: Services,
): Promise<ReportPlan> {
  const plan: ReportPlan = { ...planReport(request, stored, services), makesDirectories: true };
  if (plan.output !== STDOUT) {
    await assertAbsent(await services.targetOf(plan.output), plan.output);
    return plan;
  }
  const count = countWindows(plan);
  if (count > 1) {
    throw new ReportingError(
      'usage',
      phrase`${option('output')} - takes one window, and the range has ${countOf(count, 'window')}`,
      { hint: phrase`name a directory: ${option('output')} ${request.report}-${plan.range.from}` },
    );
  }
  return plan;
}
