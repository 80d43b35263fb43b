/** Records split over several files by their keys, so that each file can be grouped in memory on its own. */

import { type Column, createColumn } from '../core/columns.ts';
import type { Cell } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import { openStoredRows, readRows } from '../records/rows.ts';
import { identityOf } from './group-key.ts';
import type { Grouping } from './group-table.ts';

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
 * The cells of `columns` of all records of all sides. The keys of `grouping` must be the first columns. All records of one key
 * are in one part, in their order.
 */
export async function partitionRecords(
  sides: readonly RecordSet[],
  columns: readonly Column[],
  grouping: Grouping,
  { partCount, newFile }: PartOptions,
): Promise<readonly Part[]> {
  const cellColumns = columns.map((_, index) => createColumn([`c${index}`]));
  const [side, order] = [createColumn(['side']), createColumn(['order'])];
  const parts = await Promise.all(Array.from({ length: partCount }, () => openStoredRows(newFile())));
  const add = (cells: readonly Cell[], sideIndex: number, recordIndex: number): void => {
    const values = cells.map((cell, index) => `"c${index}":${cell ?? 'null'}`);
    const part = parts[hashOf(identityOf(cells, { ...grouping, side: sideIndex })) % partCount]!;
    part.addText(`{${values.join(',')},"side":${sideIndex},"order":${recordIndex}}`);
  };
  try {
    let recordIndex = 0;
    for (const [index, recordSet] of sides.entries()) {
      for await (const rows of readRows(recordSet, columns)) {
        for (const { cells } of rows) add(cells, index, recordIndex++);
        for (const part of parts) await part.settle();
      }
    }
    const all = [...cellColumns, side, order];
    const recordSets = await Promise.all(parts.map((part) => part.finish(all)));
    return recordSets.map((recordSet) => ({ recordSet, columns: cellColumns, side, order }));
  } catch (error) {
    await Promise.all(parts.map((part) => part.abandon().catch(() => undefined)));
    throw error;
  }
}

/** FNV-1a over UTF-16 code units; not negative. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
