/** Runs a plan, and shows the user the outcome. */

import type { StoredConfig } from '../config/load-config.ts';
import { ReportingError } from '../core/errors.ts';
import { STDOUT } from '../core/sink.ts';
import { countOf, formatCount } from '../core/text.ts';
import { formatRange } from '../dates/range.ts';
import { SANDBOX_CLIENT } from '../fs/column-cache.ts';
import {
  type FetchPlan,
  inputOf,
  isSandboxData,
  profileNames,
  type ReportPlan,
  wordOwners,
} from '../plan/report-plan.ts';
import type { Services } from '../services.ts';
import { noGroup } from './checks/check-records.ts';
import { type OpenDocument, openDocument } from './open-document.ts';
import type { RunProgress } from './progress-model.ts';
import { type ReportResult, runReport } from './run.ts';
import { withRecordServices } from './sessions.ts';

/**
 * Runs a plan, and shows its messages and its outcome. Throws `E-alerts` if groups meet `--alert`. `stored` has the credentials of
 * the plan's clients. `shared` is the progress of several runs; without it, the run has its own.
 */
export async function pullReport(
  plan: ReportPlan,
  stored: StoredConfig,
  services: Services,
  shared?: RunProgress,
): Promise<void> {
  const { fetch, document } = plan;
  const startedMs = services.now().getTime();
  const windows = fetch.clients.flatMap((client) => client.windows).filter(({ isCompared }) => !isCompared);
  const where = document.output === STDOUT ? 'stdout' : document.output;
  const { opened, result, readyMs } = await withRecordServices(
    fetch,
    { stored, shared },
    services,
    async (recordServices) => {
      services.messages.verbose(
        `${fetch.report} ${formatRange(fetch.range)}: ${countOf(windows.length, 'window')}, ${document.format} to ${where}`,
      );
      const opened = await openDocument(plan, recordServices.observer, services);
      const result = await runReport(plan, recordServices, opened);
      return { opened, result, readyMs: opened.pagedAtMs() ?? services.now().getTime() };
    },
  );
  await keepColumns(fetch, result, services);
  // Messages of several runs begin with the profile's name.
  const whose = shared === undefined ? wordOwners(fetch) : undefined;
  reportResult(plan, result, { ...opened, elapsedMs: readyMs - startedMs, whose }, services);
  const line = result.alert?.line;
  if (line !== undefined) throw new ReportingError('E-alerts', line, { isResult: true });
}

/** Keeps the names of the columns for completion. */
async function keepColumns(fetch: FetchPlan, { columns }: ReportResult, services: Services): Promise<void> {
  if (columns.length === 0) return;
  for (const { profileInUse, profile = '' } of fetch.clients) {
    const client = isSandboxData(fetch) ? SANDBOX_CLIENT : (profileInUse ?? profile);
    await services.keepColumnNames(client, fetch.report, columns);
  }
}

interface RunFacts {
  readonly elapsedMs: number;
  /** Names the client; undefined if a prefix of the message does. */
  readonly whose: string | undefined;
}

function reportResult(
  { fetch, document }: ReportPlan,
  result: ReportResult,
  { notes, details, truncations, warningsOfFormat, content, ...run }: OpenDocument & RunFacts,
  { messages, stdout }: Services,
): void {
  const isSeen = document.output === STDOUT && stdout.isTerminal;
  const isExpected = isSeen || document.display.isLimitChosen;
  if (truncations.length > 0) {
    messages.truncation(truncations.join('; '), isExpected ? 'note' : 'warning');
  }
  const { emptiedBy } = result;
  const isEmptied = result.recordCount > 0 && result.rowCount === 0;
  for (const warning of warningsOfFormat) messages.warning(warning);
  result.alert?.show();
  for (const note of notes) messages.note(note);
  for (const note of result.weekdayNotes) messages.note(note);
  if (result.hidesGaps && inputOf(fetch) === undefined && document.transform.listsColumns !== true)
    messages.note('gaps cannot be checked: add --windows 1 --window-columns');
  if (isEmptied && emptiedBy !== 'where')
    messages.note(noGroup(`${fetch.report} ${formatRange(fetch.range)}`, emptiedBy));
  for (const detail of details) messages.verbose(detail);
  const summary = summaryOf(result, document.output, run);
  if (document.isOnScreen) messages.verbose(summary);
  else messages.summary(summary);
  if (isSandboxData(fetch)) {
    messages.summary('Sandbox data. Run `reporting login` to use your account.');
  }
  const written = content();
  if (written !== undefined && result.isDelivered) messages.result(documentFacts({ fetch, document }, result, written));
}

/** The facts about a written document, as programs get them. */
function documentFacts(
  { fetch, document: { output } }: ReportPlan,
  { windowCount, recordCount, rowCount }: ReportResult,
  { bytes, sha256, sums }: NonNullable<ReturnType<OpenDocument['content']>>,
): object {
  const { from, to } = fetch.range;
  return {
    report: fetch.report,
    profile: profileNames(fetch),
    range: { from, to },
    windows: windowCount,
    records: recordCount,
    rows: rowCount,
    sums,
    file: output === STDOUT ? null : output,
    bytes,
    sha256,
  };
}

/** One line about a finished report. */
function summaryOf(
  { recordCount, pulledCount, rowCount, isTransformed, windowCount }: ReportResult,
  output: string,
  { elapsedMs, whose }: RunFacts,
): string {
  const where = output === STDOUT ? '' : `, in ${output}`;
  const seconds = (elapsedMs / 1000).toFixed(1);
  const rows = isTransformed ? `${countOf(rowCount, 'row')} of ` : '';
  const owner = whose === undefined ? '' : ` of ${whose}`;
  const compared = pulledCount - recordCount;
  const others = compared === 0 ? '' : `, and ${formatCount(compared)} of the compared range,`;
  return `${rows}${countOf(recordCount, 'record')}${owner}${others} from ${countOf(windowCount, 'window')} in ${seconds} s${where}`;
}
