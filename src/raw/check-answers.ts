/** Checks the answers of a run together, before they become a recording: those in JSON as a report does. */

import { open } from 'node:fs/promises';
import type { ReportingError } from '../core/errors.ts';
import { type Message, phrase, reportSubject } from '../core/message.ts';
import { formatRange } from '../dates/range.ts';
import type { ReportPlan } from '../report/report-plan.ts';
import { checkAndTransform, isFailedCheck, strictError } from '../report/run.ts';
import type { Services } from '../services.ts';
import type { Answer, AnswerStore, ReceiveServices } from './receive-answers.ts';

/** The findings of the checks in answers that become a recording. */
export interface Outcome {
  /** Warnings about all answers together. A warning about one answer is in its window. */
  readonly warnings: readonly Message[];
  /** The failure of a check of all answers together, with `unchecked`: the answers are kept. */
  readonly refusal: ReportingError | undefined;
}

interface AnswerContext {
  readonly plan: ReportPlan;
  readonly store: AnswerStore;
  readonly receive: ReceiveServices;
}

/** Throws the errors of a report, also for warnings with `strict`. With `unchecked`, failed checks are in the outcome instead. */
export async function checkAnswers(
  answers: readonly Answer[],
  context: AnswerContext,
  services: Services,
): Promise<Outcome> {
  try {
    const check = context.plan.wire === 'csv' ? checkCsvAnswers : checkJsonAnswers;
    return { warnings: await check(answers, context, services), refusal: undefined };
  } catch (error) {
    if (!context.receive.keepsRefused || !isFailedCheck(error)) throw error;
    return { warnings: [], refusal: error };
  }
}

async function checkJsonAnswers(
  answers: readonly Answer[],
  { plan, receive: { observer, spool } }: AnswerContext,
  { today, findSameAnswer }: Services,
): Promise<readonly Message[]> {
  const records = answers.flatMap((answer) => answer.records ?? []);
  // With a refused answer, the recording gives no report, so its other answers need no check.
  if (records.length < answers.length) return [];
  const part = { client: plan.clients[0]!, profile: undefined, now: records, before: [] };
  // Recorded bodies keep every character, as NDJSON does.
  const checked = { ...plan, format: 'ndjson' } as const;
  const services = { observer, today, findSameAnswer };
  return (await checkAndTransform(checked, [part], spool, services)).warnings;
}

async function checkCsvAnswers(
  answers: readonly Answer[],
  { plan, store, receive: { observer } }: AnswerContext,
): Promise<readonly Message[]> {
  const ofWindows = answers.flatMap(({ window }) =>
    window.warnings.map((text) => aboutWindow(plan, window, text)),
  );
  const twins = await findTwins(answers, store);
  const ofAll =
    twins === undefined
      ? []
      : [
          phrase`the answers for ${reportSubject(`${plan.report} ${twins.map(({ window }) => formatRange(window)).join(' and ')}`)} are the same bytes: a cache may ignore the query`,
        ];
  const warnings = [...ofWindows, ...ofAll];
  if (plan.checks.strict && warnings.length > 0) throw strictError(plan, warnings, observer);
  return ofAll;
}

/** Two answers with the same bytes, which hold more than a header line. Undefined if there are none. */
async function findTwins(
  answers: readonly Answer[],
  store: AnswerStore,
): Promise<readonly [Answer, Answer] | undefined> {
  const byHash = new Map<string, Answer>();
  for (const answer of answers) {
    const { sha256, file } = answer.window;
    const first = byHash.get(sha256);
    if (first === undefined) byHash.set(sha256, answer);
    else if (await hasRows(store.pathOf(file))) return [first, answer];
  }
  return undefined;
}

const BEGINNING_BYTES = 64 * 1024;

/** True if the file has a second line, or a first one that is longer than any header. */
async function hasRows(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(BEGINNING_BYTES), 0, BEGINNING_BYTES, 0);
    return bytesRead === BEGINNING_BYTES || buffer.toString('utf8', 0, bytesRead).trim().includes('\n');
  } finally {
    await handle.close();
  }
}

/** The message about one window. */
export function aboutWindow(
  { report }: Pick<ReportPlan, 'report'>,
  window: Answer['window'],
  text: Message,
): Message {
  return phrase`${reportSubject(`${report} ${formatRange(window)}`)}: ${text}`;
}
