/**
 * The labels of a chart with their numbers: the largest or the first ones, and one sum of all others. The transform groups rows
 * that share a label, so memory holds the labels to show and no others.
 */

import { compareNumbers } from '../core/decimal.ts';
import { createCellCutter } from '../document/short-cell.ts';
import { groupRecords } from '../frame/group-records.ts';
import { Numbers } from '../frame/states.ts';
import { type Cell, cellText, visibleText } from '../records/cells.ts';
import { isNameOfOthers, nameOthers } from '../records/row-keys.ts';
import {
  type ChartRow,
  type ChartSource,
  firstLabel,
  MAX_LABEL_BYTES,
  numberIn,
  readChartRows,
  SEPARATOR,
} from './chart-rows.ts';

interface RankOptions {
  /** Labels to keep, besides the sum of all others: one more if there is only one other label. */
  readonly limit: number;
  /** True to keep the first labels, in order of appearance, and not the largest. */
  readonly isOrdered: boolean;
  /** Gives the error for a label with several numbers, where a sum means nothing; undefined to add them up. */
  readonly sumError?: ((label: string) => Error) | undefined;
}

/** The labels of a chart. */
interface RankedLabels {
  /** The largest numbers first, whatever their signs, or in order of appearance. */
  readonly top: readonly ChartRow[];
  /** The sums of all other labels, empty where they mean nothing; undefined if there is none. */
  readonly others: (Pick<ChartRow, 'label' | 'number' | 'comparison'> & { readonly count: number }) | undefined;
}

/** Reads all rows. Throws the error of `sumError`. */
export async function rankLabels(
  source: ChartSource,
  { limit, isOrdered, sumError }: RankOptions,
): Promise<RankedLabels> {
  const blocks = labelsAreUnique(source) ? readChartRows(source) : [await groupLabels(source)];
  /** The last one joins the others, if there are any. */
  const room = limit + 1;
  const top: ChartRow[] = [];
  /** The smallest of the largest so far; undefined while there is room for any. */
  let least: ChartRow | undefined;
  let [otherCount, isTaken] = [0, false];
  const sums = new Numbers();

  function drop({ number, comparison }: ChartRow): void {
    otherCount++;
    if (!source.chosen.canTotal) return;
    sums.addCell(0, number);
    sums.addCell(1, comparison);
  }

  function trim(): void {
    top.sort(compareLargest);
    top.splice(room).forEach(drop);
    least = top[room - 1];
  }

  function assertOneNumber({ label, isRepeated }: ChartRow): void {
    if (isRepeated && sumError !== undefined) throw sumError(label);
  }

  for await (const block of blocks) {
    for (const row of block) {
      isTaken ||= isNameOfOthers(firstLabel(row.label));
      if (!isOrdered) assertOneNumber(row);
      if (isOrdered ? top.length === room : least !== undefined && compareLargest(least, row) <= 0) drop(row);
      else if (top.push(row) > 2 * room + 100) trim();
    }
  }
  if (!isOrdered) trim();
  if (otherCount > 0 || (top[limit]?.isRepeated && sumError !== undefined)) top.splice(limit).forEach(drop);
  top.forEach(assertOneNumber);
  const [number, comparison] = [0, 1].map((index) => numberIn(sums.textOf(index)));
  const others = { label: nameOthers(isTaken), number, comparison, count: otherCount };
  return { top, others: otherCount > 0 ? others : undefined };
}

/** True if the labels are all keys of the groups, or the numbers of the records. */
function labelsAreUnique({ chosen: { labels }, input: { keys } }: ChartSource): boolean {
  if (labels.length === 0) return true;
  const keyCount = (keys?.groups.length ?? 0) + (keys?.time === undefined ? 0 : 1);
  return keys?.areGroups === true && labels.length === keyCount;
}

/** One row for each label: the visible text of its columns, without the ends of long texts. */
async function groupLabels({ columns, chosen, input }: ChartSource): Promise<readonly ChartRow[]> {
  const { measure, comparison, labels, canAdd } = chosen;
  const cutter = createCellCutter(MAX_LABEL_BYTES);
  const unitOf = (cell: Cell): string => JSON.stringify(visibleText(cutter.cut(cell)));
  const keys = labels.map((index) => ({ column: columns[index]!, name: columns[index]!.name, unitOf }));
  const numbers = [measure, ...(comparison === undefined ? [] : [comparison])];
  const { table } = await groupRecords([input.recordSet], {
    keys,
    states: numbers.map((index) => ({ kind: 'number', column: columns[index]! })),
  });
  const [own, earlier] = (table.parts[0]?.states ?? []) as readonly Numbers[];
  return table.allGroups().map((group): ChartRow => {
    const isRepeated = !canAdd && own!.countOf(group) > 1;
    return {
      label: keys.map((_, key) => cellText(table.keyAt(key, group))).join(SEPARATOR),
      number: isRepeated ? undefined : numberIn(own!.textOf(group)),
      rank: undefined,
      isRepeated,
      comparison: numberIn(earlier?.textOf(group)),
      time: undefined,
      comparisonTime: undefined,
    };
  });
}

type Numbered = Pick<ChartRow, 'number'>;

/** Sorts the largest number first, whatever its sign. Nothing is less than any number. */
export function compareLargest({ number: one }: Numbered, { number: other }: Numbered): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  return compareNumbers(withoutSign(other), withoutSign(one));
}

function withoutSign(number: string): string {
  return number.startsWith('-') ? number.slice(1) : number;
}
