/**
 * Runs a plan: windows → records → checks → transform → format → sink, and shows the user the outcome. Writes nothing before every
 * window is complete and checked, and commits nothing before everything is written.
 */

import { NO_DATE_COLUMN } from '../config/settings.ts';
import { parseDecimal, percentText } from '../core/decimal.ts';
import { ReportingError } from '../core/errors.ts';
import { STDOUT, writeDocument, writeWhole } from '../core/sink.ts';
import { countOf, formatCount, signed } from '../core/text.ts';
import { noticeText } from '../core/warnings.ts';
import { formatRange } from '../dates/range.ts';
import { groupThousands, round, showAmount } from '../document/display-number.ts';
import type { Messages } from '../output/messages.ts';
import { countWindows, inputOf, profileNames, type ReportPlan, wordOwners } from '../plan/report-plan.ts';
import { type Cell, isEmpty } from '../records/cells.ts';
import type { Spool } from '../records/spool.ts';
import type { Uses } from '../services.ts';
import { textOf } from '../transform/condition.ts';
import { isIdentity } from '../transform/transform-request.ts';
import type { AlertedGroups, ComparedTotal } from '../transform/transformed-rows.ts';
import { checkDocument } from './checks/ambiguity.ts';
import { findEmptyClients, noGroup, RECORDS } from './checks/check-records.ts';
import { countRecords } from './checks/date-column.ts';
import { describeWeekdays } from './checks/gaps.ts';
import { type OpenDocument, openDocument } from './open-document.ts';
import { type AlertOutcome, allWindows, type CheckedPart, type PullServices, pull } from './pull.ts';
import { type RunContext, type RunServices, withPullServices } from './pull-services.ts';
import { transformParts } from './transform-parts.ts';

/** Runs a plan, and shows its messages and its outcome. Throws `E-alerts` if groups meet `--alert`. */
export async function runReport(
  plan: ReportPlan,
  context: RunContext,
  services: RunServices & Uses<'openSink' | 'stdout'>,
): Promise<void> {
  const { fetch, document } = plan;
  const { messages, now } = services;
  const startedMs = now().getTime();
  const windows = fetch.clients.flatMap((client) => client.windows).filter(({ isCompared }) => !isCompared);
  const where = document.output === STDOUT ? 'stdout' : document.output;
  const { opened, result } = await withPullServices(fetch, context, services, async (pullServices) => {
    messages.verbose(
      `${fetch.report} ${formatRange(fetch.range)}: ${countOf(windows.length, 'window')}, ${document.format} to ${where}`,
    );
    const opened = await openDocument(plan, services);
    return { opened, result: await writeReport(plan, pullServices, opened, { messages, now }) };
  });
  // Messages of several runs begin with the profile's name.
  const owner = context.progress === undefined ? ` of ${wordOwners(fetch)}` : '';
  showOutcome(plan, result, opened, { elapsedMs: result.readyMs - startedMs, owner }, services);
  const line = result.alert?.line;
  if (line !== undefined) throw new ReportingError('E-alerts', line);
}

type ReportResult = Awaited<ReturnType<typeof writeReport>>;

/** Writes the document of a plan, and returns the facts about it. The output gets all of it or, as far as possible, nothing. */
async function writeReport(
  plan: ReportPlan,
  services: PullServices,
  { sink, encode, isPaged, findsDays, needsSums }: OpenDocument,
  { messages, now }: Uses<'messages' | 'now'>,
) {
  async function makeRows(parts: readonly CheckedPart[], spool: Spool) {
    const rows = await transformParts(plan, parts, spool, { ...services, findsDays, needsSums });
    const warnings = [...findEmptyClients(plan.fetch, parts), ...(await checkDocument(plan, parts, rows))];
    const alert = alertOf(plan, rows.alerted, messages);
    return { rows, warnings, alert };
  }
  return writeWhole(sink, () =>
    pull(RECORDS, plan.fetch, services, makeRows, async ({ rows, parts, warnings, alert }) => {
      // The output may go to the same terminal as the progress line.
      services.observer.stop();
      const readyMs = now().getTime();
      const pieces = encode(rows, {
        warnings: warnings.map(noticeText),
        between: services.observer.pulledBetween(),
        alert,
      });
      const isDelivered = await writeDocument(sink, pieces, services.signal);
      const { emptiedBy, recordSet } = rows;
      const rowCount = recordSet.recordCount;
      return { parts, rowCount, emptiedBy, alert, isDelivered, readyMs: isPaged ? readyMs : now().getTime() };
    }),
  );
}

/** `owner` is ` of profile acme`; empty if a prefix of the message names the client. */
type RunFacts = { readonly elapsedMs: number; readonly owner: string };

function showOutcome(
  { fetch, document }: ReportPlan,
  result: ReportResult,
  { notes, details, truncations, warningsOfFormat, content }: OpenDocument,
  run: RunFacts,
  { messages, stdout }: Uses<'messages' | 'stdout'>,
): void {
  const { parts, emptiedBy, rowCount } = result;
  const recordCount = countRecords(parts.flatMap((each) => each.now));
  const { output, transform, display, isOnScreen } = document;
  const isSeen = output === STDOUT && stdout.isTerminal;
  if (truncations.length > 0)
    messages.show({
      level: isSeen || display.isLimitChosen ? 'note' : 'warning',
      text: truncations.join('; '),
      isAlways: true,
    });
  warningsOfFormat.forEach(messages.show);
  result.alert?.show();
  for (const note of notes) messages.note(note);
  for (const { profile, gaps } of parts) {
    const note = describeWeekdays(gaps);
    if (note !== undefined) messages.note(profile === undefined ? note : `profile ${profile}: ${note}`);
  }
  const hidesGaps = parts.some(
    ({ client, dates, gaps }) => client.dateColumn?.value !== NO_DATE_COLUMN && !dates.isOpen && !gaps.areKnown,
  );
  if (hidesGaps && inputOf(fetch) === undefined && transform.listsColumns !== true)
    messages.note('records have no dates, so missing days stay unseen: add --windows 1 --window-columns');
  if (!isOnScreen && recordCount > 0 && rowCount === 0 && emptiedBy !== 'where')
    messages.note(noGroup(`${fetch.report} ${formatRange(fetch.range)}`, emptiedBy));
  for (const detail of details) messages.verbose(detail);
  const compared = countRecords(allWindows(parts)) - recordCount;
  const others = compared === 0 ? '' : `, and ${formatCount(compared)} of the compared range,`;
  const rows = isIdentity(transform) ? '' : `${countOf(rowCount, 'row')} of `;
  const records = `${rows}${countOf(recordCount, 'record')}${run.owner}${others}`;
  const seconds = (run.elapsedMs / 1000).toFixed(1);
  const where = output === STDOUT ? '' : `, in ${output}`;
  const summary = `${records} from ${countOf(countWindows(fetch), 'window')} in ${seconds} s${where}`;
  if (isOnScreen) messages.verbose(summary);
  else messages.summary(summary);
  if (fetch.source.isSandbox) messages.summary('Sandbox data. Run `reporting login` to use your account.');
  const written = content();
  if (written === undefined || !result.isDelivered) return;
  const { bytes, sha256, sums } = written;
  const { from, to } = fetch.range;
  messages.result({
    report: fetch.report,
    profile: profileNames(fetch),
    range: { from, to },
    windows: countWindows(fetch),
    records: recordCount,
    rows: rowCount,
    sums,
    file: output === STDOUT ? null : output,
    bytes,
    sha256,
  });
}

/** Undefined for a report without `--alert`. */
function alertOf(
  { fetch, document }: ReportPlan,
  alerted: AlertedGroups | undefined,
  messages: Pick<Messages, 'alert'>,
): AlertOutcome | undefined {
  const { alert } = document.transform;
  if (alert.length === 0) return undefined;
  if (alerted === undefined || alerted.count === 0) return { line: undefined, show: () => undefined };
  const { count, ofCount, total } = alerted;
  const { report, range } = fetch;
  const groups = `${formatCount(count)} of ${countOf(ofCount, 'group')}`;
  const what = `${count === 1 ? 'meets' : 'meet'} ${alert.map(textOf).join(' and ')}`;
  const inAll = total === undefined ? '' : wordTotal(total, fetch.compared?.weeks === undefined ? 'before' : 'usually');
  const line = `${wordOwners(fetch)}, ${report} ${formatRange(range)}: ${groups} ${what}${inAll}`;
  const facts = {
    report,
    profile: profileNames(fetch),
    range: { from: range.from, to: range.to },
    groups: { alerted: count, all: ofCount },
    total: total === undefined ? null : factsOf(total),
  };
  return { line, show: () => messages.alert(line, facts) };
}

/** `; total revenue 2,900.00, before 3,000.00 (-3.3%)`. `word` names the compared side. */
function wordTotal({ measure, now, before, change, percent, percentPerDay }: ComparedTotal, word: string): string {
  const hasDecimals = `${now}${before}`.includes('.');
  const show = (cell: Cell): string =>
    isEmpty(cell) ? 'unknown' : showAmount(cell!, { roundsNumbers: true }, hasDecimals);
  const showPercent = (text: string): string => `${signed(groupThousands(text))}%`;
  const perDay = isEmpty(percentPerDay) ? '' : `, a day: ${showPercent(round(percentPerDay!, 1, true))}`;
  // The percent itself has two decimals: a second rounding may be wrong.
  const exact = isEmpty(percent) ? undefined : percentText(parseDecimal(change!)!, parseDecimal(before!)!);
  const by = exact === undefined ? '' : ` (${showPercent(exact)}${perDay})`;
  return `; total ${measure} ${show(now)}, ${word} ${show(before)}${by}`;
}

/** The digits of each figure; null for one that is not known. */
function factsOf({ measure, now, before, change, percent }: ComparedTotal): object {
  const digits = (cell: Cell): string | null => (isEmpty(cell) ? null : cell!);
  return {
    measure,
    now: digits(now),
    before: digits(before),
    change: digits(change),
    percent: digits(percent),
  };
}
