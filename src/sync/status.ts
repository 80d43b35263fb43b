/** Shows which months of a dataset are whole, open, stale, incomplete or missing, and when each client was last pulled. */

import { ReportingError } from '../core/errors.ts';
import { countOf, shellWord } from '../core/text.ts';
import { prefixed } from '../core/warnings.ts';
import { mergeRanges } from '../dates/range.ts';
import { isLockHeld } from '../fs/lock.ts';
import type { Uses } from '../services.ts';
import { isSandbox } from './dataset.ts';
import { type PartitionState, readState } from './month-files.ts';
import { daysOfMonth, labelOf, monthOf, type Partition } from './months.ts';
import {
  type PartitionStatus,
  type PlannedMonth,
  planMonths,
  planSettings,
  statusOf,
  throwFailures,
  wholeOf,
} from './sync-plan.ts';
import { LOCK_FILE, openTree, type Tree } from './tree.ts';

type MonthStatus = PlannedMonth & { readonly status: PartitionStatus };

const PROBLEMS = ['refused', 'stale', 'incomplete', 'missing'] as const;
const STATUSES: readonly PartitionStatus[] = ['whole', 'open', ...PROBLEMS];

/** Prints the months by client and report. Throws an incomplete error if one is missing, stale, incomplete or refused. */
export async function showStatus(
  directory: string,
  services: Uses<'messages' | 'print' | 'signal' | 'stdout' | 'targetOf' | 'now' | 'today'>,
): Promise<void> {
  const { messages, print, signal, stdout } = services;
  const tree = openTree(await services.targetOf(directory), directory);
  const { dataset } = tree;
  const { reports, profiles } = dataset;
  const settings = planSettings(dataset, services);
  const planned = await planMonths(wholeOf(dataset), tree, settings, signal, (partition) =>
    stateOf(partition, tree, settings.now),
  );
  const months = planned.flatMap((month) =>
    month.error === undefined ? [{ ...month, status: statusOf(month.pull, settings) }] : [],
  );
  const byClient = Object.keys(profiles).flatMap((profile) => reports.map((report) => ({ profile, report })));
  const rows = byClient.flatMap(({ profile, report }) => {
    const own = months.filter((each) => each.profile === profile && each.report === report);
    const days = own.flatMap(({ record }) => record?.pulledAt ?? []).map(settings.dayOf);
    const facts: readonly (readonly [string, readonly string[]])[] = [
      ...STATUSES.map((status) => [status, rangesOf(own.filter((each) => each.status === status))] as const),
      ['no records', rangesOf(own.filter(({ record }) => record?.records === 0))],
      ['pulled', [days.sort().at(-1) ?? 'never']],
    ];
    return facts.flatMap(([name, texts]) => (texts.length === 0 ? [] : [[profile, report, name, texts.join(', ')]]));
  });
  const { drawTextTable } = await import('../terminal/terminal-table.ts');
  await print(await drawTextTable(['profile', 'report', 'status', 'when'], rows, stdout));
  for (const month of months) {
    const { warnings = [], refused } = month.record ?? {};
    for (const each of warnings) messages.show(prefixed(labelOf(month), each));
    if (refused !== undefined)
      messages.warning(`${labelOf(month)}: a pull lost more than --max-drop allows: ${refused}`);
  }
  if (isSandbox(dataset)) messages.summary('Sandbox data.');
  const problems = PROBLEMS.flatMap((name) => {
    const count = months.filter(({ status }) => status === name).length;
    return count === 0 ? [] : [`${countOf(count, 'month')} ${name}`];
  });
  throwFailures(
    planned.flatMap(({ error }) => error ?? []),
    problems.length === 0 ? 'all other months are up to date' : problems.join(', '),
  );
  if (problems.length === 0) return;
  throw new ReportingError('E-missing-months', problems.join(', '), {
    hint: `run \`reporting sync ${shellWord(directory)}\``,
  });
}

/** The state of a partition. The files of one that a run replaces now are not incomplete. */
function stateOf(partition: Partition, tree: Tree, now: Date): PartitionState {
  const state = readState(partition, tree);
  if (!state.isIncomplete) return state;
  if (isLockHeld(tree.placeOf(partition, LOCK_FILE)[0], now)) return { ...state, isIncomplete: false };
  // The run may have ended in between.
  return readState(partition, tree);
}

/** `2024-01..2026-09, 2026-11` */
function rangesOf(months: readonly MonthStatus[]): readonly string[] {
  return mergeRanges(months.map(({ month }) => daysOfMonth(month))).map(({ from, to }) => {
    const [first, last] = [monthOf(from), monthOf(to)];
    return first === last ? first : `${first}..${last}`;
  });
}
