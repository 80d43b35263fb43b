/** What a report's subcommand does with a request: plan it, and run, show or explain the plan. */

import type { Ports } from '../commands/ports.ts';
import { readStored, type StoredConfig } from '../config/stored.ts';
import { placeholdersOf } from '../core/file-template.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { pullEach } from './batch.ts';
import { explainPlan } from './curl-script.ts';
import { checkReachable, showPlans } from './dry-run.ts';
import { planReport } from './plan.ts';
import { reportRanges } from './progress.ts';
import { pullReport } from './pull.ts';
import { labelOf } from './report-plan.ts';
import type { ReportRequest } from './request.ts';

export async function startReport(request: ReportRequest, ports: Ports): Promise<void> {
  const { messages } = ports;
  if (request.format === undefined) messages.awaitFormat();
  else messages.settleFormat(request.format);
  const stored = await readStored(request, ports);
  if (request.mode === 'explain') return explain(request, stored, ports);
  const isFileEach = stored.clients[0]!.isNamed && placeholdersOf(request.output).includes('profile');
  if (isFileEach) return pullEach(request, stored, ports);

  const plan = planReport(request, stored, ports);
  reportRanges(
    plan.clients.map((client) => ({ label: labelOf(plan, client), client })),
    ports,
  );
  messages.settleFormat(plan.format);
  if (request.mode === 'run') return pullReport(plan, stored, ports);
  await checkReachable(plan, stored, ports);
  return showPlans([plan], ports);
}

async function explain(request: ReportRequest, stored: StoredConfig, ports: Ports): Promise<void> {
  if (stored.clients.length > 1) {
    throw new ReportingError('usage', '--explain is of one client, and these are several profiles', {
      hint: 'name one: --profile <name>',
    });
  }
  const plan = planReport(request, stored, ports);
  for (const note of plan.clients[0]!.notes) ports.messages.note(note);
  return explainPlan(plan, request, stored, ports);
}
