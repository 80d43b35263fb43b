/** Selects the records that belong to some of the groups. */

import { createColumn } from '../core/columns.ts';
import type { RecordSet } from '../records/record-set.ts';
import { readRows, storeRows } from '../records/rows.ts';
import { scanRows } from '../records/scanned-rows.ts';
import { type GroupKey, identityOf } from './group-key.ts';
import { createKeyHash, splitOver } from './partition.ts';

interface SelectOptions {
  /** Path of a new file in the spool. */
  readonly newFile: () => string;
  /** True to select the records of all other groups. */
  readonly isExcluded?: boolean;
  /** Approximate number of groups whose keys are in memory at once. */
  readonly maxGroups?: number;
}

/** A key takes some hundred bytes. */
const MAX_GROUPS = 16_000;
/** Each part has an open file and a write buffer. */
const MAX_PARTS = 64;

/**
 * The records of each side whose keys are those of a row in `groups`, unchanged. They keep their order if the groups fit in
 * memory. Otherwise groups and records are split over files by their keys.
 */
export async function selectGroups(
  sides: readonly RecordSet[],
  keys: readonly GroupKey[],
  groups: RecordSet,
  { newFile, isExcluded = false, maxGroups = MAX_GROUPS }: SelectOptions,
): Promise<readonly RecordSet[]> {
  const partCount = Math.max(1, Math.min(MAX_PARTS, Math.ceil(groups.recordCount / maxGroups)));
  const groupKeys = keys.map(({ name }) => ({ column: createColumn([name]), name }));
  const groupParts = await splitRows(groups, { keys: groupKeys, side: 0 }, partCount, newFile);
  const selected: RecordSet[] = [];
  for (const [sideIndex, side] of sides.entries()) {
    const ofSide = { keys, side: sideIndex };
    const parts = await splitRows(side, ofSide, partCount, newFile);
    selected.push(
      await storeRows(newFile(), side, async (stored) => {
        for (const [index, part] of parts.entries()) {
          const identities = await identitiesOf(groupParts[index]!, groupKeys);
          for await (const rows of readRows(part, columnsOf(keys))) {
            for (const { cells, block, start, end } of rows) {
              if (identities.has(identityOf(cells, ofSide)) !== isExcluded) stored.add(block, start, end);
            }
            await stored.flush();
          }
        }
      }),
    );
  }
  return selected;
}

function columnsOf(keys: readonly GroupKey[]) {
  return keys.map(({ column }) => column);
}

async function identitiesOf(rows: RecordSet, keys: readonly GroupKey[]): Promise<ReadonlySet<string>> {
  const identities = new Set<string>();
  for await (const batch of readRows(rows, columnsOf(keys))) {
    for (const { cells } of batch) identities.add(identityOf(cells, { keys, side: 0 }));
  }
  return identities;
}

/** The rows in `partCount` parts. All rows of one key are in one part. */
async function splitRows(
  rows: RecordSet,
  { keys, side }: { readonly keys: readonly GroupKey[]; readonly side: number },
  partCount: number,
  newFile: () => string,
): Promise<readonly RecordSet[]> {
  if (partCount === 1) return [rows];
  const hashOf = createKeyHash(keys);
  return splitOver(partCount, newFile, rows, async (parts) => {
    for await (const batch of scanRows(rows, columnsOf(keys))) {
      while (batch.next()) parts[hashOf(batch, side) % partCount]!.add(batch.block, batch.start, batch.end);
      for (const part of parts) await part.flush();
    }
  });
}
