/** Records dealt out to files, so that all records of a key are in one: what is too much for the memory, in shares. */

import { type Column, createColumn } from '../core/column.ts';
import type { Cell } from '../segments/cell.ts';
import type { Dataset } from '../segments/dataset.ts';
import { identityOf } from './group-table.ts';
import type { Grouping } from './grouping.ts';
import { readRows } from './rows.ts';
import { openStoredRows } from './stored-rows.ts';

export interface Part {
  readonly dataset: Dataset;
  /** The cells that were asked for, in order. */
  readonly columns: readonly Column[];
  /** Index of the dataset that a record came from, and its place among all records. */
  readonly side: Column;
  readonly order: Column;
}

export interface PartOptions {
  readonly partCount: number;
  /** Path of a further file in the spool, a new one each time. */
  readonly newFile: () => string;
}

/** The cells of `columns`, of which the keys of `grouping` come first, of all records of all sides. */
export async function dealOut(
  sides: readonly Dataset[],
  columns: readonly Column[],
  grouping: Grouping,
  { partCount, newFile }: PartOptions,
): Promise<readonly Part[]> {
  const cellColumns = columns.map((_, index) => createColumn([`c${index}`]));
  const [side, order] = [createColumn(['side']), createColumn(['order'])];
  const parts = await Promise.all(Array.from({ length: partCount }, () => openStoredRows(newFile())));
  const deal = (cells: readonly Cell[], from: number, place: number): void => {
    const values = cells.map((cell, index) => `"c${index}":${cell ?? 'null'}`);
    const part = parts[hashOf(identityOf(cells, grouping)) % partCount]!;
    part.addText(`{${values.join(',')},"side":${from},"order":${place}}`);
  };
  try {
    let place = 0;
    for (const [index, dataset] of sides.entries()) {
      for await (const rows of readRows(dataset, columns)) {
        for (const { cells } of rows) deal(cells, index, place++);
        for (const part of parts) await part.settle();
      }
    }
    const all = [...cellColumns, side, order];
    const datasets = await Promise.all(parts.map((part) => part.finish(all)));
    return datasets.map((dataset) => ({ dataset, columns: cellColumns, side, order }));
  } catch (error) {
    await Promise.all(parts.map((part) => part.abandon().catch(() => undefined)));
    throw error;
  }
}

/** FNV-1a, a code unit at a time: not negative. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
