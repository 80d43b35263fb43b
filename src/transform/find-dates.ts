/** Decides which columns conditions compare as dates: those whose cells are dates, or most of whose cells are. */

import { type Column, columnKey } from '../core/columns.ts';
import { isEmptyValue } from '../json/column-dates.ts';
import { createFoundDate, dateRole, readDate } from '../json/date-values.ts';
import { kindOfName } from '../records/name-kind.ts';
import type { RecordSet } from '../records/record-set.ts';
import { scanRows } from '../records/scanned-rows.ts';

/** `maybe`: numbers such as 20260131 in a column whose name does not suggest dates. They compare as numbers, too. */
type Verdict = 'dates' | 'maybe';

/** The facts about columns that are known without a look at their cells. */
export interface DateFacts {
  /** The columns with any cell that looks like a date. */
  readonly dated: readonly Column[];
  /** The columns with so many dates that the report takes them for dates. */
  readonly dateColumns: readonly Column[];
}

/** The verdict on each of the `columns` that holds dates, by `columnKey`. Reads the records only if the facts do not decide. */
export async function findDates(
  columns: readonly Column[],
  recordSets: readonly RecordSet[],
  { dated, dateColumns }: DateFacts,
): Promise<ReadonlyMap<string, Verdict>> {
  const keysOf = (list: readonly Column[]): ReadonlySet<string> =>
    new Set(list.map(({ path }) => columnKey(path)));
  const [possible, likely] = [keysOf(dated), keysOf(dateColumns)];
  const verdicts = new Map<string, Verdict>();
  const open = new Map<string, Column>();
  for (const column of columns) {
    const key = columnKey(column.path);
    if (likely.has(key) && dateRole(column.path) === 'record') verdicts.set(key, 'dates');
    else if (possible.has(key)) open.set(key, column);
  }
  if (open.size === 0) return verdicts;
  const tallies = await countDates([...open.values()], recordSets);
  for (const [index, [key, column]] of [...open].entries()) {
    const verdict = verdictOn(column, tallies[index]!);
    if (verdict !== undefined) verdicts.set(key, verdict);
  }
  return verdicts;
}

interface DateTally {
  filled: number;
  dates: number;
  /** Dates with separators: `2026-01-31`. A number or an id does not look like that. */
  separated: number;
}

function verdictOn({ path }: Column, { filled, dates, separated }: DateTally): Verdict | undefined {
  if (separated > 0) return separated * 2 >= filled ? 'dates' : undefined;
  const { kind } = kindOfName(path);
  if (dates === 0 || dates < filled || kind === 'money' || kind === 'count') return undefined;
  return dateRole(path) === 'other' ? 'maybe' : 'dates';
}

async function countDates(
  columns: readonly Column[],
  recordSets: readonly RecordSet[],
): Promise<readonly DateTally[]> {
  const found = createFoundDate();
  const tallies = columns.map((): DateTally => ({ filled: 0, dates: 0, separated: 0 }));
  for (const recordSet of recordSets) {
    for await (const rows of scanRows(recordSet, columns)) {
      const { block, starts, ends } = rows;
      while (rows.next()) {
        for (let index = 0; index < tallies.length; index++) {
          const start = starts[index]!;
          if (ends[index] === 0 || isEmptyValue(block, start)) continue;
          const tally = tallies[index]!;
          tally.filled++;
          if (readDate(block, start, found) !== 'date') continue;
          tally.dates++;
          if (found.separator !== '') tally.separated++;
        }
      }
    }
  }
  return tallies;
}
