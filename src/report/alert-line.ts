/** The line about the groups that meet `--alert`. */

import { countOf, formatCount, signed } from '../core/text.ts';
import { formatRange } from '../dates/range.ts';
import { groupThousands, round } from '../document/display-number.ts';
import type { Messages } from '../output/messages.ts';
import { profileNames, type ReportPlan, wordOwners } from '../plan/report-plan.ts';
import { type Cell, isEmpty } from '../records/cells.ts';
import { textOf } from '../transform/condition.ts';
import type { AlertedGroups, ComparedTotal } from '../transform/transformed-rows.ts';

/** What a report with `--alert` found. */
export interface AlertOutcome {
  /** The line; undefined if no group meets the conditions. */
  readonly line: string | undefined;
  /** Shows the line, if there is one. */
  readonly show: () => void;
}

/** Undefined for a report without `--alert`. */
export function alertOf(
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
function wordTotal({ measure, now, before, percent, percentPerDay }: ComparedTotal, word: string): string {
  const show = (cell: Cell): string => (isEmpty(cell) ? 'unknown' : groupThousands(cell!));
  const showPercent = (cell: Cell): string => `${signed(groupThousands(round(cell!, 1, true)))}%`;
  const perDay = isEmpty(percentPerDay) ? '' : `, a day: ${showPercent(percentPerDay)}`;
  const change = isEmpty(percent) ? '' : ` (${showPercent(percent)}${perDay})`;
  return `; total ${measure} ${show(now)}, ${word} ${show(before)}${change}`;
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
