/** Groups of one range beside those of another: now, before, the change, and the change in percent. */

import { type Column, createColumn } from '../core/column.ts';
import { formatDecimal, subtractDecimals, ZERO } from '../core/decimal.ts';
import { ReportingError } from '../core/reporting-error.ts';
import type { Cell } from '../segments/cell.ts';
import type { Dataset } from '../segments/dataset.ts';
import { numberIn } from './cell-number.ts';
import { percentOf, type Ratio } from './ratio.ts';
import { readRows } from './rows.ts';
import { openStoredRows } from './stored-rows.ts';

export interface Comparison {
  readonly dataset: Dataset;
  /** The percentages, for totals to be made anew of. */
  readonly ratios: readonly Ratio[];
  /** Columns that hold a change. */
  readonly changes: readonly Column[];
}

/** Names of what is added for a measure. */
const SUFFIXES = { before: '_before', change: '_change', percent: '_percent' };

/**
 * Joins two datasets that were grouped alike, by their first `keyCount` columns: keys of both, in the order of `now`, then
 * those that only `before` has. What one side lacks is empty, and counts as nothing in the change.
 */
export async function compareGroups(
  now: Dataset,
  before: Dataset,
  keyCount: number,
  file: string,
): Promise<Comparison> {
  const keys = now.columns.slice(0, keyCount);
  const measures = now.columns.slice(keyCount);
  const columns = [...keys, ...measures.flatMap(comparedColumns)];
  refuseSharedNames(columns);
  const earlier = await readByKey(before, keyCount);
  const stored = await openStoredRows(file);
  const add = (
    key: readonly Cell[],
    left: readonly Cell[] | undefined,
    right: readonly Cell[] | undefined,
  ) => {
    const values = measures.flatMap((_, index) => comparedCells(left?.[index], right?.[index]));
    const members = [...key, ...values].map(
      (cell, index) => `${JSON.stringify(columns[index]!.name)}:${cell ?? 'null'}`,
    );
    stored.add(Buffer.from(`{${members.join(',')}}`));
  };
  try {
    for await (const rows of readRows(now, now.columns)) {
      for (const { cells } of rows) {
        const key = cells.slice(0, keyCount);
        const id = key.join('\n');
        add(key, cells.slice(keyCount), earlier.get(id)?.slice(keyCount));
        earlier.delete(id);
      }
      await stored.settle();
    }
    for (const cells of earlier.values()) {
      add(cells.slice(0, keyCount), undefined, cells.slice(keyCount));
      await stored.settle();
    }
    return {
      dataset: await stored.finish(columns),
      ratios: measures.map(percentRatio),
      changes: measures.flatMap((column) => comparedColumns(column).slice(2)),
    };
  } catch (error) {
    await stored.abandon();
    throw error;
  }
}

function comparedColumns({ name }: Column): readonly Column[] {
  const names = [name, name + SUFFIXES.before, name + SUFFIXES.change, name + SUFFIXES.percent];
  return names.map((each) => createColumn([each]));
}

function comparedCells(now: Cell, before: Cell): readonly Cell[] {
  const [left, right] = [numberIn(now), numberIn(before)];
  const change =
    left === undefined && right === undefined
      ? 'null'
      : formatDecimal(subtractDecimals(left ?? ZERO, right ?? ZERO));
  return [now, before, change, percentOf(change, before)];
}

function percentRatio(column: Column): Ratio {
  const [, before, change, percent] = comparedColumns(column);
  return { column: percent!, numerator: change!, denominator: before!, quotientOf: percentOf };
}

async function readByKey(dataset: Dataset, keyCount: number): Promise<Map<string, readonly Cell[]>> {
  const byKey = new Map<string, readonly Cell[]>();
  for await (const rows of readRows(dataset, dataset.columns)) {
    for (const { cells } of rows) byKey.set(cells.slice(0, keyCount).join('\n'), [...cells]);
  }
  return byKey;
}

function refuseSharedNames(columns: readonly Column[]): void {
  const names = columns.map(({ name }) => name);
  const shared = names.find((name, index) => names.indexOf(name) !== index);
  if (shared === undefined) return;
  throw new ReportingError('usage', `--compare would make two columns called ${JSON.stringify(shared)}`);
}
