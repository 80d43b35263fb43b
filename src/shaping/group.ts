/** Records that share a key become one: `--group-by`, `--by`, and what is made of the rest. */

import { type Column, createColumn } from '../core/column.ts';
import { formatCount } from '../core/count.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { type Cell, isText } from '../segments/cell.ts';
import type { Dataset } from '../segments/dataset.ts';
import { type Aggregate, type AggregateKind, createAggregate } from './aggregate.ts';
import { type Row, readRows } from './rows.ts';
import { openStoredRows } from './stored-rows.ts';

export interface GroupKey {
  readonly column: Column;
  /** The key's name in the result. */
  readonly name: string;
  /** The key that a cell leads to, as a JSON value. */
  readonly keyOf: (cell: Cell) => string;
}

export interface Aggregation {
  readonly kind: AggregateKind;
  readonly column: Column;
  readonly name: string;
}

export interface Grouping {
  readonly keys: readonly GroupKey[];
  readonly aggregations: readonly Aggregation[];
  /** True if a last column, `count`, tells the records of each group. */
  readonly withCount: boolean;
}

interface Group {
  readonly keys: readonly string[];
  readonly aggregates: readonly Aggregate[];
  count: number;
}

/** Groups are held in memory, some hundred bytes each. */
export const MAX_GROUPS = 1_000_000;
export const COUNT = 'count';

/** One record for each key, in order of first appearance, written to `file`. Throws a usage error for more than a million. */
export async function groupRows(dataset: Dataset, grouping: Grouping, file: string): Promise<Dataset> {
  const groups = await gather(dataset, grouping);
  const columns = resultColumns(grouping);
  const names = columns.map(({ name }) => JSON.stringify(name));
  const stored = await openStoredRows(file);
  try {
    for (const { keys, aggregates, count } of groups.values()) {
      const values = [...keys, ...aggregates.map((aggregate) => aggregate.result())];
      if (grouping.withCount) values.push(String(count));
      stored.add(Buffer.from(`{${values.map((value, index) => `${names[index]}:${value}`).join(',')}}`));
      await stored.settle();
    }
    return await stored.finish(columns);
  } catch (error) {
    await stored.abandon();
    throw error;
  }
}

/** The columns of the result: keys, then aggregates, then the count. Throws a usage error if two would have one name. */
export function resultColumns({ keys, aggregations, withCount }: Grouping): readonly Column[] {
  const names = [...keys, ...aggregations].map(({ name }) => name).concat(withCount ? [COUNT] : []);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) {
    throw new ReportingError(
      'usage',
      `two columns of the groups would be called ${JSON.stringify(repeated)}`,
    );
  }
  return names.map((name) => createColumn([name]));
}

async function gather(dataset: Dataset, grouping: Grouping): Promise<ReadonlyMap<string, Group>> {
  const { keys, aggregations } = grouping;
  const groups = new Map<string, Group>();
  const columns = [...new Set([...keys, ...aggregations].map(({ column }) => column))];
  const keyAt = keys.map(({ column }) => columns.indexOf(column));
  const valueAt = aggregations.map(({ column }) => columns.indexOf(column));

  function groupOf({ cells }: Row): Group {
    const values = keys.map(({ keyOf }, index) => keyOf(cells[keyAt[index]!]));
    const id = values.length === 1 ? values[0]! : values.join('\n');
    let group = groups.get(id);
    if (group === undefined) {
      if (groups.size === MAX_GROUPS) throw tooManyGroups(keys);
      const aggregates = aggregations.map(({ kind, column }) => createAggregate(kind, column.name));
      group = { keys: values, aggregates, count: 0 };
      groups.set(id, group);
    }
    return group;
  }

  for await (const rows of readRows(dataset, columns)) {
    for (const row of rows) {
      const group = groupOf(row);
      group.count++;
      for (let index = 0; index < valueAt.length; index++) {
        group.aggregates[index]!.add(row.cells[valueAt[index]!]);
      }
    }
  }
  return groups;
}

/** A cell as a key: texts are the same however they are spelled, and a missing member is as good as null. */
export function plainKey(cell: Cell): string {
  if (cell === undefined) return 'null';
  if (!isText(cell) || !cell.includes('\\')) return cell;
  return JSON.stringify(JSON.parse(cell) as string);
}

function tooManyGroups(keys: readonly GroupKey[]): ReportingError {
  const names = keys.map(({ name }) => name).join(',');
  return new ReportingError(
    'usage',
    `--group-by ${names} makes more than ${formatCount(MAX_GROUPS)} groups`,
    {
      hint: 'group by a column of fewer values, or leave some records out with --where',
    },
  );
}
