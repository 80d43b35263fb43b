/** Runs a plan for the command line, and shows the user the outcome. */

import type { StoredConfig } from '../config/stored.ts';
import { ReportingError } from '../core/errors.ts';
import { joinMessages, type Message, option, phrase } from '../core/message.ts';
import { STDOUT } from '../core/sink.ts';
import { countOf } from '../core/text.ts';
import { formatRange } from '../dates/range.ts';
import type { Services } from '../services.ts';
import { emptyNotes, summaryOf } from './progress.ts';
import { createRunProgress, type RunProgress } from './progress-model.ts';
import { countWindows, type ReportPlan } from './report-plan.ts';
import {
  type CommandServices,
  closeSessions,
  createCommandServices,
  openSessions,
} from './report-services.ts';
import { type ReportResult, runReport } from './run.ts';

/**
 * Runs a plan, and shows its messages and its outcome. `stored` has the credentials of the plan's clients. `shared` is the
 * progress of several runs; without it, the run has its own.
 */
export async function pullReport(
  plan: ReportPlan,
  stored: StoredConfig,
  services: Services,
  shared?: RunProgress,
): Promise<void> {
  const startedMs = services.now().getTime();
  const sessions = await openSessions(plan, stored, services);
  const progress =
    shared ??
    createRunProgress(
      {
        label: plan.report,
        windowCount: countWindows(plan),
        concurrency: plan.requests.concurrency,
      },
      services,
    );
  try {
    const windows = plan.clients.flatMap((client) => client.windows).filter(({ isCompared }) => !isCompared);
    const where = plan.output === STDOUT ? 'stdout' : plan.output;
    services.messages.verbose(
      `${plan.report} ${formatRange(plan.range)}: ${countOf(windows.length, 'window')}, ${plan.format} to ${where}`,
    );
    const reportServices = await createCommandServices(plan, sessions, progress, services);
    const result = await run(plan, reportServices);
    const readyMs = reportServices.pagedAtMs() ?? services.now().getTime();
    reportResult(plan, result, { reportServices, elapsedMs: readyMs - startedMs }, services);
  } finally {
    progress.stop();
    await closeSessions(sessions);
  }
}

async function run(plan: ReportPlan, reportServices: CommandServices): Promise<ReportResult> {
  const { observer } = reportServices;
  try {
    const result = await runReport(plan, reportServices);
    observer.stop();
    observer.noteReused();
    return result;
  } catch (error) {
    observer.stop();
    if (!(error instanceof ReportingError)) throw error;
    observer.noteCached();
    const hinted = suggestRecording(error, plan);
    throw plan.requests.resume ? hinted : suggestResume(hinted, observer.windows());
  }
}

function reportResult(
  plan: ReportPlan,
  result: ReportResult,
  {
    reportServices: { notes, details, truncations },
    elapsedMs,
  }: { readonly reportServices: CommandServices; readonly elapsedMs: number },
  { messages, stdout }: Services,
): void {
  const isSeen = plan.output === STDOUT && stdout.isTerminal;
  const isExpected = isSeen || plan.display.isMaxRowsChosen;
  if (truncations.length > 0) {
    messages.truncation(joinMessages(truncations, '; '), isExpected ? 'note' : 'warning');
  }
  for (const note of [...notes, ...emptyNotes(plan, result)]) messages.note(note);
  for (const detail of details) messages.verbose(detail);
  messages.summary(summaryOf(result, elapsedMs, plan.output));
  if (plan.isMadeUp) {
    messages.summary(
      phrase`These figures are made up. For yours: reporting login, and no ${option('sandbox')}.`,
    );
  }
}

/** Adds a hint at `unchecked` for an answer that the service has sent, and that a report cannot use. */
function suggestRecording(
  error: ReportingError,
  { report, recording, isMadeUp }: ReportPlan,
): ReportingError {
  if (recording !== undefined || isMadeUp) return error;
  return withAnswerHint(
    error,
    phrase`\`reporting raw ${report} … ${option('unchecked')}\` keeps the answer for a support ticket`,
  );
}

/** Adds a hint to the error of an answer that the service has sent whole, and that no report can use. */
export function withAnswerHint(error: ReportingError, hint: Message): ReportingError {
  const isAnswer = error.kind === 'malformed' && error.facts.window !== undefined && !error.lacksBody;
  return isAnswer ? withHint(error, hint) : error;
}

/** Adds a hint at `resume` if the same command can succeed later, and some windows were finished. */
function suggestResume(
  error: ReportingError,
  { finished, all }: { readonly finished: number; readonly all: number },
): ReportingError {
  const canSucceedLater = error.kind === 'unavailable' || error.kind === 'interrupted';
  if (finished === 0 || !canSucceedLater) return error;
  const were = finished === 1 ? 'was' : 'were';
  const lost = `${finished} of ${countOf(all, 'window')} ${were} finished but not stored`;
  return withHint(error, phrase`${lost}: add ${option('resume')} to store them next time`);
}

/** Adds the same hint to the interruption of several runs. */
export function suggestResumeForAll(error: ReportingError): ReportingError {
  return withHint(
    error,
    phrase`windows of other reports were finished but not stored: add ${option('resume')} to store them next time`,
  );
}

function withHint(error: ReportingError, added: Message): ReportingError {
  const { hint } = error.text;
  return error.with({}, { hint: hint === undefined ? added : phrase`${hint}; ${added}` });
}
