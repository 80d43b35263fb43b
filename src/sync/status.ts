/** Shows which months of a dataset are whole, open, stale or missing, and when each client was last pulled. */

import { ReportingError } from '../core/errors.ts';
import { countOf, shellWord } from '../core/text.ts';
import { prefixed } from '../core/warnings.ts';
import { isLockHeld } from '../fs/lock.ts';
import type { Services } from '../services.ts';
import { isSandbox } from './dataset.ts';
import { labelOf, monthsBetween, type Partition } from './months.ts';
import { clockOf, listPartitions, type PartitionState, type PartitionStatus, statusOf, wholeOf } from './sync-plan.ts';
import { findDataset, LOCK_FILE, Tree } from './tree.ts';

const STATUSES: readonly PartitionStatus[] = ['whole', 'open', 'stale', 'missing'];
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
  tree.assertNoForeignFiles();
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
  const problems = dataset.reports.flatMap((report) => wordProblem(report, months));
  if (problems.length === 0) return;
  throw new ReportingError('E-missing-months', problems.join('; '), {
    hint: `run reporting sync ${shellWord(directory)}`,
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

function wordProblem(report: string, months: readonly MonthStatus[]): readonly string[] {
  const count = (status: PartitionStatus): number =>
    months.filter((each) => each.report === report && each.status === status).length;
  const [stale, missing] = [count('stale'), count('missing')];
  const parts = [missing > 0 && `${missing} missing`, stale > 0 && `${stale} stale`].filter(Boolean);
  if (parts.length === 0) return [];
  return [`${report}: ${countOf(stale + missing, 'month')} not up to date: ${parts.join(', ')}`];
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
