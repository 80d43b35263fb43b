/** Carries out a plan for the command line, and reports how it went. */

import type { Ports } from '../commands/ports.ts';
import type { StoredConfig } from '../config/stored.ts';
import { countOf } from '../core/count.ts';
import { formatRange } from '../core/date-range.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { emptyNotes, summaryOf } from './progress.ts';
import type { ReportPlan } from './report-plan.ts';
import { type ReportResult, runReport } from './run.ts';
import { type CommandServices, closeSessions, createCommandServices, openSessions } from './services.ts';
import { suggestResume } from './suggest-resume.ts';

/** `stored` has the credentials that the plan names. */
export async function pullReport(plan: ReportPlan, stored: StoredConfig, ports: Ports): Promise<void> {
  const startedMs = ports.now().getTime();
  const sessions = await openSessions(plan, stored, ports);
  try {
    const windows = plan.clients.flatMap((client) => client.windows).filter(({ isCompared }) => !isCompared);
    const where = plan.output === '-' ? 'stdout' : plan.output;
    ports.messages.verbose(
      `${plan.report} ${formatRange(plan.range)}: ${countOf(windows.length, 'window')}, ${plan.format} to ${where}`,
    );
    const services = await createCommandServices(plan, sessions, ports);
    const result = await run(plan, services);
    const readyMs = services.pagedAtMs() ?? ports.now().getTime();
    reportResult(plan, result, { services, elapsedMs: readyMs - startedMs }, ports);
  } finally {
    await closeSessions(sessions);
  }
}

async function run(plan: ReportPlan, services: CommandServices): Promise<ReportResult> {
  const { observer } = services;
  try {
    const result = await runReport(plan, services);
    observer.stop();
    observer.noteReused();
    return result;
  } catch (error) {
    observer.stop();
    if (!(error instanceof ReportingError)) throw error;
    observer.noteKept();
    throw plan.requests.resume ? error : suggestResume(error, observer.windows());
  }
}

function reportResult(
  plan: ReportPlan,
  result: ReportResult,
  {
    services: { notes, omissions },
    elapsedMs,
  }: { readonly services: CommandServices; readonly elapsedMs: number },
  { messages, stdout }: Ports,
): void {
  const isSeen = plan.output === '-' && stdout.isTerminal;
  const isExpected = isSeen || plan.display.isMaxRowsChosen;
  for (const omission of omissions) messages.omission(omission, isExpected ? 'note' : 'warning');
  for (const note of [...notes, ...emptyNotes(plan, result)]) messages.note(note);
  messages.summary(summaryOf(result, elapsedMs, plan.output));
  if (plan.sandbox !== undefined) {
    messages.summary(
      'These figures are made up. For your own: reporting login, then the same without --sandbox.',
    );
  }
}
