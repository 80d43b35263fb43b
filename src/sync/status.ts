/** Shows which months of a dataset are whole, open, stale or missing. */

import { ReportingError } from '../core/errors.ts';
import { countOf, shellWord } from '../core/text.ts';
import type { Services } from '../services.ts';
import { isSandbox } from './dataset.ts';
import { monthsBetween } from './months.ts';
import { clockOf } from './plan-clock.ts';
import { requireDataset } from './resolve-dataset.ts';
import { listPartitions, type PartitionStatus, statusOf } from './sync-plan.ts';
import { openTree } from './tree.ts';

const STATUSES: readonly PartitionStatus[] = ['whole', 'open', 'stale', 'missing'];
const BATCH = 500;

/** Prints the months by client and report. Throws an incomplete error if one is missing or stale. */
export async function showStatus(
  directory: string,
  { isJson }: { readonly isJson: boolean },
  services: Services,
): Promise<void> {
  const root = await services.targetOf(directory);
  const dataset = requireDataset(root, directory);
  const tree = openTree(root, directory, dataset.format);
  tree.assertNoLinks(dataset);
  const clock = clockOf(dataset, services);
  /** The months by client and report, then by status. */
  const months = new Map<string, Map<PartitionStatus, string[]>>();
  for (const [index, partition] of listPartitions(dataset, clock.yesterday).entries()) {
    if (index % BATCH === 0) await new Promise(setImmediate);
    services.signal.throwIfAborted();
    const status = statusOf(partition, tree.readState(partition), dataset.lookbackDays, clock);
    const key = `${partition.profile} ${partition.report}`;
    const own = months.get(key) ?? new Map<PartitionStatus, string[]>();
    months.set(key, own.set(status, [...(own.get(status) ?? []), partition.month]));
  }
  const rows = Object.keys(dataset.profiles).flatMap((profile) =>
    dataset.reports.flatMap((report) => {
      const own = months.get(`${profile} ${report}`);
      return STATUSES.flatMap((status) => {
        const found = own?.get(status);
        return found === undefined ? [] : [{ profile, report, status, months: found }];
      });
    }),
  );
  await services.print(isJson ? toJson(rows) : toText(rows));
  if (isSandbox(dataset)) services.messages.summary('These figures are made up.');
  const count = (wanted: PartitionStatus): number =>
    rows.filter(({ status }) => status === wanted).reduce((sum, each) => sum + each.months.length, 0);
  const [stale, missing] = [count('stale'), count('missing')];
  if (stale + missing === 0) return;
  const parts = [missing > 0 && `${missing} missing`, stale > 0 && `${stale} stale`].filter(Boolean);
  throw new ReportingError(
    'incomplete',
    `${countOf(stale + missing, 'month')} not up to date: ${parts.join(', ')}`,
    {
      hint: `run reporting sync ${shellWord(directory)}`,
    },
  );
}

interface StatusRow {
  readonly profile: string;
  readonly report: string;
  readonly status: PartitionStatus;
  /** Ascending. */
  readonly months: readonly string[];
}

function toText(rows: readonly StatusRow[]): string {
  const widthOf = (key: 'profile' | 'report' | 'status'): number =>
    Math.max(0, ...rows.map((row) => row[key].length));
  const [profile, report, status] = [widthOf('profile'), widthOf('report'), widthOf('status')];
  return rows
    .map((row) => {
      const cells = [row.profile.padEnd(profile), row.report.padEnd(report), row.status.padEnd(status)];
      return `${[...cells, rangesOf(row.months).join(', ')].join('  ')}\n`;
    })
    .join('');
}

function toJson(rows: readonly StatusRow[]): string {
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
