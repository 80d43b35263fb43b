/** Shows which months of a dataset are whole, open, stale or missing, and when each client was last pulled. */

import { ReportingError } from '../core/errors.ts';
import { countOf, shellWord } from '../core/text.ts';
import { prefixed } from '../core/warnings.ts';
import { isLockHeld } from '../fs/lock.ts';
import type { Services } from '../services.ts';
import { isSandbox } from './dataset.ts';
import { keyOf, labelOf, monthsBetween, type Partition } from './months.ts';
import { clockOf, listPartitions, type PartitionState, type PartitionStatus, statusOf, wholeOf } from './sync-plan.ts';
import { findDataset, LOCK_FILE, Tree } from './tree.ts';

const STATUSES: readonly PartitionStatus[] = ['whole', 'open', 'refused', 'stale', 'missing'];
const BATCH = 500;

/** A month of one report of one client. */
interface MonthStatus extends Partition, Pick<PartitionState, 'record'> {
  readonly status: PartitionStatus;
}

/** Prints the months by client and report. Throws an incomplete error if one is missing or stale. */
export async function showStatus(directory: string, services: Services): Promise<void> {
  const { messages, print, signal, stdout } = services;
  const root = await services.targetOf(directory);
  const dataset = findDataset(root, directory);
  const tree = new Tree(root, directory, dataset);
  tree.assertNoStrays();
  const clock = clockOf(dataset, services);
  const months: MonthStatus[] = [];
  for (const [index, partition] of listPartitions(wholeOf(dataset), clock.yesterday).entries()) {
    if (index % BATCH === 0) await new Promise(setImmediate);
    signal.throwIfAborted();
    const state = readStateOf(partition, tree, clock.now);
    const status = statusOf(partition, state, dataset.lookbackDays, clock);
    months.push({ ...partition, record: state.record, status });
  }
  const dayOf = ({ record }: MonthStatus): readonly string[] => (record ? [clock.dayOf(record.pulledAt)] : []);
  const byClient = new Map<string, MonthStatus[]>();
  for (const each of months) {
    const key = `${each.profile} ${each.report}`;
    if (!byClient.has(key)) byClient.set(key, []);
    byClient.get(key)!.push(each);
  }
  const rows = Object.keys(dataset.profiles).flatMap((profile) =>
    dataset.reports.flatMap((report) => {
      const own = byClient.get(`${profile} ${report}`) ?? [];
      const facts: readonly (readonly [string, readonly string[]])[] = [
        ...STATUSES.map((status) => [status, rangesOf(own.filter((each) => each.status === status))] as const),
        ['no records', rangesOf(own.filter(({ record }) => record?.records === 0))],
        ['pulled', [own.flatMap(dayOf).sort().at(-1) ?? 'never']],
      ];
      return facts.flatMap(([name, texts]) => (texts.length === 0 ? [] : [[profile, report, name, texts.join(', ')]]));
    }),
  );
  const { drawTextTable } = await import('../terminal/terminal-table.ts');
  await print(await drawTextTable(['profile', 'report', 'status', 'months'], rows, stdout));
  for (const month of months)
    for (const each of month.record?.warnings ?? []) messages.show(prefixed(labelOf(month), each));
  if (isSandbox(dataset)) messages.summary('Sandbox data.');
  for (const month of months)
    if (month.record?.refused !== undefined)
      messages.warning(`${labelOf(month)}: a pull lost more than --max-drop allows: ${month.record.refused}`);
  const problems = dataset.reports.flatMap((report) => wordProblem(report, months));
  if (problems.length === 0) return;
  throw new ReportingError('E-missing-months', problems.join('; '), {
    hint: hintOf(months, `reporting sync ${shellWord(directory)}`),
  });
}

/** The state of a partition. The files of one that a run replaces now are not incomplete. */
function readStateOf(partition: Partition, tree: Tree, now: Date): PartitionState {
  const state = tree.readState(partition);
  if (!state.isIncomplete) return state;
  if (isLockHeld(tree.placeOf(partition, LOCK_FILE)[0], now)) return { ...state, isIncomplete: false };
  // The run may have ended in between.
  return tree.readState(partition);
}

/** The command that brings months up to date. A refused one needs a decision of the user. */
function hintOf(months: readonly MonthStatus[], command: string): string {
  const refused = months.find(({ status }) => status === 'refused');
  const run = `run \`${command}\``;
  if (refused === undefined) return run;
  return `${run}; if the new figures of a refused month are right, add --force ${keyOf(refused)}`;
}

const PROBLEMS: readonly PartitionStatus[] = ['missing', 'stale', 'refused'];

function wordProblem(report: string, months: readonly MonthStatus[]): readonly string[] {
  const counts = PROBLEMS.map((status) => {
    const own = months.filter((each) => each.report === report && each.status === status);
    return [own.length, status] as const;
  }).filter(([count]) => count > 0);
  if (counts.length === 0) return [];
  const all = counts.reduce((sum, [count]) => sum + count, 0);
  return [`${report}: ${countOf(all, 'month')} not up to date: ${counts.map((each) => each.join(' ')).join(', ')}`];
}

/** `2024-01..2026-09, 2026-11` */
function rangesOf(months: readonly MonthStatus[]): readonly string[] {
  const ranges: [string, string][] = [];
  for (const { month } of months) {
    const last = ranges.at(-1);
    if (last !== undefined && monthsBetween(last[1], month).length === 2) last[1] = month;
    else ranges.push([month, month]);
  }
  return ranges.map(([first, last]) => (first === last ? first : `${first}..${last}`));
}
