/** Records the answers of one plan for the command line, and shows the user the outcome. */

import { createReadStream } from 'node:fs';
import path from 'node:path';
import type { StoredConfig } from '../config/stored.ts';
import { ReportingError } from '../core/errors.ts';
import { type Message, option, phrase } from '../core/message.ts';
import { STDOUT } from '../core/sink.ts';
import { countOf, formatSize } from '../core/text.ts';
import { openRecorder } from '../recording/recorder.ts';
import { INDEX_FILE, type RecordingIdentity, windowFile } from '../recording/recording-index.ts';
import type { Spool } from '../records/spool.ts';
import { createReportObserver } from '../report/progress.ts';
import { createRunProgress, type RunProgress } from '../report/progress-model.ts';
import { withAnswerHint } from '../report/pull.ts';
import { countWindows, type ReportPlan } from '../report/report-plan.ts';
import { type ClientSession, closeSessions, openSessions } from '../report/report-services.ts';
import { describeOutput, isFailedCheck, isInterruption } from '../report/run.ts';
import type { Services } from '../services.ts';
import { aboutWindow, checkAnswers, type Outcome } from './check-answers.ts';
import { type Answer, type AnswerStore, type ReceiveServices, receiveAnswers } from './receive-answers.ts';

/** The settings of a run that its plan does not have. */
export interface RawOptions {
  /** True to keep answers that a check refuses. */
  readonly unchecked: boolean;
  /** The progress of several runs; without it, the run has its own. */
  readonly progress?: RunProgress | undefined;
}

/**
 * Records the answers of a plan. `stored` has the credentials of the plan's only client. Throws the failure of a check also if
 * its answer is kept.
 */
export async function pullRaw(
  plan: ReportPlan,
  stored: StoredConfig,
  services: Services,
  { unchecked, progress: shared }: RawOptions,
): Promise<void> {
  const size = {
    label: plan.report,
    windowCount: countWindows(plan),
    concurrency: plan.requests.concurrency,
  };
  const sessions = await openSessions(plan, stored, services);
  const progress = shared ?? createRunProgress(size, services);
  let spool: Spool | undefined;
  try {
    spool = await services.createSpool({ signal: services.signal, isOnDisk: true });
    const run = await openRun(plan, { session: sessions[0]!, spool, progress, unchecked }, services);
    const recorded = await (plan.output === STDOUT
      ? recordToStdout(run, services)
      : recordToDirectory(run, services));
    showOutcome(run, recorded, services);
  } catch (error) {
    if (unchecked || plan.isMadeUp || !(error instanceof ReportingError)) throw error;
    throw withAnswerHint(error, phrase`add ${option('unchecked')} to keep the answer for a support ticket`);
  } finally {
    progress.stop();
    await spool?.remove();
    await closeSessions(sessions);
  }
}

interface Run {
  readonly plan: ReportPlan;
  readonly identity: RecordingIdentity;
  readonly startedMs: number;
  readonly receive: ReceiveServices;
}

async function openRun(
  plan: ReportPlan,
  {
    session,
    spool,
    progress,
    unchecked,
  }: {
    readonly session: ClientSession;
    readonly spool: Spool;
    readonly progress: RunProgress;
    readonly unchecked: boolean;
  },
  services: Services,
): Promise<Run> {
  const client = plan.clients[0]!;
  const { baseUrl, clientId, token } = session.owner!;
  const observer = createReportObserver(plan.report, countWindows(plan), progress, services);
  return {
    plan,
    identity: { report: plan.report, wire: plan.wire!, baseUrl, clientId, endDate: client.endDate },
    startedMs: services.now().getTime(),
    receive: {
      now: services.now,
      signal: services.signal,
      messages: services.messages,
      client: await session.reportServices(plan, client),
      token,
      retry: services.createRetryPolicy({ ...observer.onRetry, ...plan.requests }),
      observer,
      progress,
      spool,
      keepsRefused: unchecked,
    },
  };
}

/** The answers of a run, and the results of their checks. */
interface Recorded {
  readonly answers: readonly Answer[];
  readonly warnings: readonly Message[];
  /** The failures of checks whose answers were kept. */
  readonly refusals: readonly ReportingError[];
}

async function recordToDirectory(run: Run, services: Services): Promise<Recorded> {
  const { plan, identity, receive } = run;
  const { messages } = services;
  const recorder = await openRecorder(await services.targetOf(plan.output), plan.output, {
    identity,
    files: new Set(plan.clients[0]!.windows.map((window) => windowFile(identity, window))),
    resume: plan.requests.resume,
    now: services.now,
  });
  let isReceived = false;
  try {
    const answers = await receiveAnswers(plan, identity, recorder, receive);
    isReceived = true;
    const outcome = await checkAnswers(answers, { plan, store: recorder, receive }, services);
    services.signal.throwIfAborted();
    const hash = await recorder.commit({
      ...identity,
      windowUnit: plan.windowUnit,
      windows: answers.map(({ window }) => window),
      warnings: outcome.warnings.map((text) => messages.redact(messages.word(text))),
      problem: outcome.refusal && messages.redact(messages.word(outcome.refusal.text.message)),
    });
    receive.progress.stop();
    const recorded = withRefusals(run, answers, outcome);
    if (recorded.refusals.length === 0) {
      await services.print(`${hash}  ${path.join(plan.output, INDEX_FILE)}\n`);
    }
    return recorded;
  } catch (error) {
    receive.progress.stop();
    // After a failed check of all answers together, they must be requested again.
    const kept = await (isReceived && isFailedCheck(error) ? recorder.discard() : recorder.keep());
    if (kept !== undefined && error instanceof ReportingError) {
      const of = countOf(countWindows(plan), 'window');
      const them = kept === 1 ? 'it' : 'them';
      messages.note(
        phrase`stored ${kept} of ${of} for a day: the same command with ${option('resume')} does not request ${them} again`,
      );
    }
    throw isInterruption(error) ? describeOutput(error, true) : error;
  }
}

async function recordToStdout(run: Run, services: Services): Promise<Recorded> {
  const { plan, identity, receive } = run;
  const file = receive.spool.scratchPath();
  const store: AnswerStore = { finished: new Map(), pathOf: () => file, finish: async () => undefined };
  const sink = await services.openSink(STDOUT, { isPaged: false, makesDirectories: false });
  try {
    const answers = await receiveAnswers(plan, identity, store, receive);
    const outcome = await checkAnswers(answers, { plan, store, receive }, services);
    receive.progress.stop();
    for await (const chunk of createReadStream(file)) {
      services.signal.throwIfAborted();
      await sink.write(chunk as Buffer);
    }
    await sink.commit();
    return withRefusals(run, answers, outcome);
  } catch (error) {
    const isUntouched = await sink.abort();
    throw isInterruption(error) ? describeOutput(error, isUntouched) : error;
  }
}

function withRefusals({ plan }: Run, answers: readonly Answer[], { warnings, refusal }: Outcome): Recorded {
  const refusals = answers.flatMap(({ window }) => {
    if (window.problem === undefined) return [];
    const { from, to } = window;
    const message = aboutWindow(plan, window, window.problem);
    return [new ReportingError('malformed', message, { report: plan.report, window: { from, to } })];
  });
  return { answers, warnings, refusals: refusal === undefined ? refusals : [...refusals, refusal] };
}

/** Shows the outcome. Throws the first refusal. */
function showOutcome(
  { plan, startedMs }: Run,
  { answers, warnings, refusals: [refusal, ...others] }: Recorded,
  { messages, now }: Services,
): void {
  for (const { window } of answers) {
    for (const text of window.warnings) messages.warning(aboutWindow(plan, window, text));
  }
  for (const text of warnings) messages.warning(text);
  for (const other of others) messages.warning(other.text.message);
  if (refusal !== undefined) {
    const kept =
      plan.output === STDOUT
        ? 'wrote the answer to stdout: send it'
        : `kept the answers: send the directory ${plan.output}`;
    throw refusal.with(
      {},
      { hint: phrase`${option('unchecked')} ${kept} to the operator of the service; no report can use it` },
    );
  }
  const sizeBytes = answers.reduce((sum, { window }) => sum + window.bytes, 0);
  const seconds = ((now().getTime() - startedMs) / 1000).toFixed(1);
  const where = plan.output === STDOUT ? '' : `, in ${plan.output}`;
  messages.summary(
    `${formatSize(sizeBytes)} from ${countOf(answers.length, 'window')} in ${seconds} s${where}`,
  );
}
