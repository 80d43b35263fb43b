/** Plans a request, and runs, shows or explains the plan. The usual run loads none of the others. */

import { readStored, type StoredConfig } from '../config/stored.ts';
import { ReportingError } from '../core/errors.ts';
import { option, phrase } from '../core/message.ts';
import { isJsonFormat } from '../formats/registry.ts';
import type { Services } from '../services.ts';
import { planReport } from './plan.ts';
import { reportRanges } from './progress.ts';
import { pullReport } from './pull.ts';
import { labelOf } from './report-plan.ts';
import type { ReportRequest } from './request.ts';

/** Runs the request, or prints its plan or its script. */
export async function startReport(request: ReportRequest, services: Services): Promise<void> {
  const { messages } = services;
  if (request.format === undefined) messages.awaitFormat();
  else messages.settleFormat(isJsonFormat(request.format));
  const stored = await readStored(request, services);
  if (request.mode === 'explain') return explain(request, stored, services);
  const isOneFileEach = stored.clients[0]!.isNamed && request.output.placeholders.includes('profile');
  if (isOneFileEach) return (await import('./batch.ts')).runBatch(request, stored, services);

  const { clients } = request;
  const plan =
    clients.kind === 'recording'
      ? await (await import('./replay.ts')).planReplay(request, clients, stored, services)
      : planReport(request, stored, services);
  reportRanges(
    plan.clients.map((client) => ({ label: labelOf(plan, client), client })),
    services,
  );
  messages.settleFormat(isJsonFormat(plan.format));
  if (request.mode === 'run') return pullReport(plan, stored, services);
  const { checkReachable, showPlans } = await import('./dry-run.ts');
  await checkReachable(plan, stored, services);
  return showPlans([plan], services);
}

async function explain(request: ReportRequest, stored: StoredConfig, services: Services): Promise<void> {
  if (stored.clients.length > 1) {
    throw new ReportingError(
      'usage',
      phrase`${option('explain')} needs one client, and the command selects several profiles`,
      {
        hint: phrase`select one: ${option('profile')} <name>`,
      },
    );
  }
  const plan = planReport(request, stored, services);
  for (const note of plan.clients[0]!.notes) services.messages.note(note);
  return (await import('./curl-script.ts')).explainPlan(plan, request, stored, services);
}
