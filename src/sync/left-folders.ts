/**
 * Folders that a dataset had before `--reconfigure`: months outside its range, and the months of clients and reports that it has no
 * more. Nothing removes them, and engines still read them.
 */

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { shellWord } from '../core/text.ts';
import type { Dataset } from './dataset.ts';
import type { Month } from './months.ts';

/** True for a month before the first or after the last one of the dataset. */
export function isOutside(month: Month, { from, to }: Pick<Dataset, 'from' | 'to'>): boolean {
  return month < from || (to !== undefined && month > to);
}

/** The folders in `root` that are not part of the dataset, as patterns for the shell. `shown` names `root` in them. */
export function findLeftFolders(root: string, shown: string, dataset: Dataset): readonly string[] {
  const left = new Set<string>();
  const foldersIn = (folder: string, key: string): readonly string[] =>
    readdirSync(path.join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name.startsWith(`${key}=`))
      .map(({ name }) => name);
  for (const report of foldersIn('', 'report')) {
    if (!dataset.reports.includes(report.slice('report='.length))) {
      left.add(report);
      continue;
    }
    for (const profile of foldersIn(report, 'profile')) {
      if (!Object.hasOwn(dataset.profiles, profile.slice('profile='.length))) {
        left.add(`report=*/${profile}`);
        continue;
      }
      for (const month of foldersIn(path.join(report, profile), 'month')) {
        if (isOutside(month.slice('month='.length), dataset)) left.add(`report=*/profile=*/${month}`);
      }
    }
  }
  return [...left].sort().map((pattern) => `${shellWord(shown)}/${pattern}`);
}
