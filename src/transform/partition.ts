/** Records split over several files by their keys, so that each file can be grouped in memory on its own. */

import { type Column, createColumn } from '../core/columns.ts';
import { cellAt } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import { openStoredRows, type StoredRows } from '../records/rows.ts';
import { scanRows } from '../records/scanned-rows.ts';
import { type GroupKey, keyIdentity } from './group-key.ts';
import type { RowBytes } from './key-table.ts';

/** One of several files of records. All records of a key are in the same one. */
export interface Part {
  readonly recordSet: RecordSet;
  /** The requested cells, in order. */
  readonly columns: readonly Column[];
  /** The index of the side that a record came from. */
  readonly side: Column;
  /** The index of the record among all records of all sides. */
  readonly order: Column;
}

interface PartOptions {
  readonly partCount: number;
  /** Path of a new file in the spool. */
  readonly newFile: () => string;
}

/**
 * Splits the records of all sides over files, with the cells of `columns`. The keys must be the first columns. All records of one
 * key are in one part, in their order.
 */
export async function partitionRecords(
  sides: readonly RecordSet[],
  columns: readonly Column[],
  keys: readonly GroupKey[],
  { partCount, newFile }: PartOptions,
): Promise<readonly Part[]> {
  const [side, order] = [createColumn(['side']), createColumn(['order'])];
  const cellColumns = columns.map((_, index) => createColumn([`c${index}`]));
  const names = cellColumns.map(({ name }) => `,"${name}":`);
  const hashOf = createKeyHash(keys);
  const recordSets = await splitOver(
    partCount,
    newFile,
    { columns: [side, order, ...cellColumns] },
    async (parts) => {
      let recordIndex = 0;
      for (const [sideIndex, recordSet] of sides.entries()) {
        for await (const rows of scanRows(recordSet, columns)) {
          while (rows.next()) {
            let line = `{"side":${sideIndex},"order":${recordIndex++}`;
            for (let index = 0; index < names.length; index++) {
              line += names[index]! + (rows.cell(index) ?? 'null');
            }
            parts[hashOf(rows, sideIndex) % partCount]!.addText(`${line}}`);
          }
          for (const part of parts) await part.flush();
        }
      }
    },
  );
  return recordSets.map((recordSet) => ({ recordSet, columns: cellColumns, side, order }));
}

/** Opens `partCount` files for the rows that `write` adds. Resolves with the rows of each. */
export async function splitOver(
  partCount: number,
  newFile: () => string,
  { columns, hasMoreColumns }: Pick<RecordSet, 'columns'> & Partial<Pick<RecordSet, 'hasMoreColumns'>>,
  write: (parts: readonly StoredRows[]) => Promise<void>,
): Promise<readonly RecordSet[]> {
  const parts = await Promise.all(Array.from({ length: partCount }, () => openStoredRows(newFile())));
  try {
    await write(parts);
    return await Promise.all(parts.map((part) => part.finish(columns, hasMoreColumns)));
  } catch (error) {
    await Promise.all(parts.map((part) => part.abandon().catch(() => undefined)));
    throw error;
  }
}

const FNV_OFFSET = 0x811c9dc5 | 0;
const FNV_PRIME = 0x01000193;

/**
 * A function that gives the FNV-1a hash of a row's keys on one side, which is not negative. The cells of the keys come first. Rows
 * of the same group have the same hash.
 */
export function createKeyHash(keys: readonly GroupKey[]): (row: RowBytes, side: number) => number {
  return ({ block, starts, ends }, side) => {
    let hash = FNV_OFFSET;
    for (let index = 0; index < keys.length; index++) {
      const { unitOf } = keys[index]!;
      const cell = cellAt(block, starts[index]!, ends[index]!);
      const identity = keyIdentity(unitOf === undefined ? cell : unitOf(cell, side));
      for (let at = 0; at < identity.length; at++) {
        hash = Math.imul(hash ^ identity.charCodeAt(at), FNV_PRIME);
      }
    }
    return hash >>> 0;
  };
}
