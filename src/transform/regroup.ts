/**
 * Groups the records of a report's groups again, by fewer keys: for the totals of pivoted rows, and for one row of all other
 * groups. Their values come from records, because an average of averages would be wrong.
 */

import { createColumn } from '../core/columns.ts';
import type { RecordSet } from '../records/record-set.ts';
import { type Currencies, type MixedAmount, watchAmounts, withoutMixed } from './amounts.ts';
import { comparedColumns, comparerOf } from './compare-groups.ts';
import { groupRows } from './group.ts';
import type { GroupKey } from './group-key.ts';
import { type Grouping, measureColumns } from './group-table.ts';
import type { Ratio } from './ratio.ts';

/** The groups of a report, and the records that they come from. */
export interface RecordGroups {
  readonly grouping: Grouping;
  /** The records of the groups, for each range. */
  readonly records: readonly RecordSet[];
  readonly isCompared: boolean;
  readonly currencies: Currencies;
  /** The ratios and the shares of each row. */
  readonly computed: readonly Ratio[];
}

interface RegroupOptions {
  readonly keys: readonly GroupKey[];
  /** The cells of the keys of `grouping` in the only row; undefined if the rows have those of `keys`. */
  readonly keyCells?: readonly string[];
  /** Path of a new file in the spool. */
  readonly newFile: () => string;
}

/** Rows of groups, and their measures that are empty in some row, because they would combine currencies, by name. */
interface Regrouped {
  readonly recordSet: RecordSet;
  readonly combined: ReadonlyMap<string, MixedAmount>;
}

/** One row for each group of `keys` of some records, with the measures of `groups`, and without computed columns. */
export async function regroup(
  { grouping, isCompared, currencies }: Pick<RecordGroups, 'grouping' | 'isCompared' | 'currencies'>,
  sides: readonly RecordSet[],
  { keys, keyCells, newFile }: RegroupOptions,
): Promise<Regrouped> {
  const measures = measureColumns(grouping);
  const compare = isCompared ? comparerOf(grouping) : undefined;
  const watched = watchAmounts({ ...grouping, keys }, currencies);
  const shown = keyCells === undefined ? keys : grouping.keys;
  const recordSet = await groupRows(sides, watched.grouping, {
    newFile,
    columns: [
      ...shown.map(({ name }) => createColumn([name])),
      ...(isCompared ? measures.flatMap(comparedColumns) : measures),
    ],
    valuesOf(group) {
      const { sides: results, mixed } = watched.read(group);
      const cells = compare === undefined ? results[0]! : compare(results);
      return [...(keyCells ?? group.keys), ...withoutMixed(cells, mixed, measures.length)];
    },
  });
  return { recordSet, combined: watched.combined };
}
