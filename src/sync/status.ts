/** Shows which months of a dataset are whole, open, stale or missing, and when each client was last pulled. */

import { ReportingError } from '../core/errors.ts';
import { countOf, shellWord, toVisibleLine, toVisibleText } from '../core/text.ts';
import { type DataWarning, prefixed } from '../core/warnings.ts';
import type { CalendarDate } from '../dates/date.ts';
import { isLockHeld } from '../fs/lock.ts';
import type { Services, Uses } from '../services.ts';
import { isSandbox } from './dataset.ts';
import { type FailedPull, readFailure } from './failure-file.ts';
import { labelOf, monthsBetween, type Partition } from './months.ts';
import { clockOf, listPartitions, type PartitionState, type PartitionStatus, statusOf, wholeOf } from './sync-plan.ts';
import { findDataset, LOCK_FILE, openTree, type Tree } from './tree.ts';

const STATUSES: readonly PartitionStatus[] = ['whole', 'open', 'stale', 'missing'];
const BATCH = 500;
const MAX_FAILURE_LENGTH = 300;

/** Prints the months by client and report. Throws an incomplete error if one is missing or stale, or if a last pull failed. */
export async function showStatus(
  directory: string,
  { isJson }: { readonly isJson: boolean },
  services: Services,
): Promise<void> {
  const root = await services.targetOf(directory);
  const dataset = findDataset(root, directory);
  const tree = openTree(root, directory, dataset);
  tree.assertNoForeignFiles();
  const clock = clockOf(dataset, services);
  const clients = new Map<string, ClientStatus>();
  const warnings: DataWarning[] = [];
  for (const [index, partition] of listPartitions(wholeOf(dataset), clock.yesterday).entries()) {
    if (index % BATCH === 0) await new Promise(setImmediate);
    services.signal.throwIfAborted();
    const { profile, report, month } = partition;
    const key = `${profile} ${report}`;
    const own: ClientStatus = clients.get(key) ?? {
      ...{ profile, report, months: new Map(), empty: [], warnings: [], pulledOn: undefined },
      failure: readFailure({ root, shown: directory }, partition),
    };
    clients.set(key, own);
    const state = readStateOf(partition, tree, clock.now);
    const status = statusOf(partition, state, dataset.lookbackDays, clock);
    own.months.set(status, [...(own.months.get(status) ?? []), month]);
    for (const each of state.record?.warnings ?? []) {
      warnings.push(prefixed(labelOf(partition), each));
      own.warnings.push({ month, ...each });
    }
    if (state.record?.records === 0) own.empty.push(month);
    const pulledOn = state.record && clock.dayOf(state.record.pulledAt);
    if (pulledOn !== undefined && pulledOn > (own.pulledOn ?? '')) own.pulledOn = pulledOn;
  }
  const listed = Object.keys(dataset.profiles).flatMap((profile) =>
    dataset.reports.flatMap((report) => clients.get(`${profile} ${report}`) ?? []),
  );
  await services.print(isJson ? toJson(listed) : await toText(listed, services));
  warnings.forEach(services.messages.show);
  if (isSandbox(dataset)) services.messages.summary('Sandbox data.');
  const problems = problemsOf(listed);
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

/** The months of one report of one client. */
interface ClientStatus {
  readonly profile: string;
  readonly report: string;
  /** Each ascending. */
  readonly months: Map<PartitionStatus, readonly string[]>;
  /** Those without records. */
  readonly empty: string[];
  /** Why months stay open. */
  readonly warnings: (DataWarning & { readonly month: string })[];
  /** The day of the last pull that succeeded; undefined without one. */
  pulledOn: CalendarDate | undefined;
  /** Set if the last pull failed. */
  readonly failure: FailedPull | undefined;
}

function problemsOf(clients: readonly ClientStatus[]): readonly string[] {
  const reports = [...new Set(clients.map(({ report }) => report))];
  const lacking = reports.flatMap((report) => {
    const own = clients.filter((each) => each.report === report);
    const count = (status: PartitionStatus): number =>
      own.reduce((sum, { months }) => sum + (months.get(status)?.length ?? 0), 0);
    const [stale, missing] = [count('stale'), count('missing')];
    const parts = [missing > 0 && `${missing} missing`, stale > 0 && `${stale} stale`].filter(Boolean);
    const months = countOf(stale + missing, 'month');
    return parts.length === 0 ? [] : [`${report}: ${months} not up to date: ${parts.join(', ')}`];
  });
  const failed = clients.filter(({ failure }) => failure !== undefined);
  const names = new Set(failed.map(({ profile }) => toVisibleText(profile)));
  return [...lacking, ...(failed.length === 0 ? [] : [`the last pull failed: ${[...names].join(', ')}`])];
}

/** A row for each status of a client, and a line for each pull that failed. */
async function toText(clients: readonly ClientStatus[], { stdout }: Uses<'stdout'>): Promise<string> {
  const { drawTextTable } = await import('../terminal/terminal-table.ts');
  const rows = clients.flatMap(({ profile, report, months, empty, pulledOn }) => {
    const facts: readonly (readonly [string, readonly string[]])[] = [
      ...STATUSES.map((status) => [status, rangesOf(months.get(status) ?? [])] as const),
      ['no records', rangesOf(empty)],
      ['pulled', [pulledOn ?? 'never']],
    ];
    return facts.flatMap(([name, ranges]) => (ranges.length === 0 ? [] : [[profile, report, name, ranges.join(', ')]]));
  });
  const failed = clients.flatMap(({ profile, report, failure }) => {
    if (failure === undefined) return [];
    const message = toVisibleLine(failure.message, MAX_FAILURE_LENGTH);
    return [`${profile} ${report}: the last pull failed ${failure.time}: ${message} (${failure.kind})`];
  });
  return drawTextTable(['profile', 'report', 'status', 'months'], rows, stdout, failed);
}

/** One line for each status of a client, with the facts about its last pull. */
function toJson(clients: readonly ClientStatus[]): string {
  const rows = clients.flatMap(({ profile, report, months, empty, warnings, pulledOn = null, failure = null }) =>
    STATUSES.flatMap((status) => {
      const found = months.get(status);
      if (found === undefined) return [];
      const own = empty.filter((month) => found.includes(month));
      const doubts = warnings
        .filter(({ month }) => found.includes(month))
        .map(({ month, name, scope, text }) => ({ month, name, scope, message: text }));
      return [{ profile, report, status, months: found, empty: own, warnings: doubts, pulledOn, failure }];
    }),
  );
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** `2024-01..2026-09, 2026-11` */
function rangesOf(months: readonly string[]): readonly string[] {
  const ranges: [string, string][] = [];
  for (const month of months) {
    const last = ranges.at(-1);
    if (last !== undefined && monthsBetween(last[1], month).length === 2) last[1] = month;
    else ranges.push([month, month]);
  }
  return ranges.map(([first, last]) => (first === last ? first : `${first}..${last}`));
}
