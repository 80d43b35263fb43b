/** Made-up reports as the formats get them, and what their fields are to show. */

import fc from 'fast-check';
import { type Column, columnKey, createColumn, uniteColumns } from '../../../src/core/column.ts';
import type { Dataset } from '../../../src/segments/dataset.ts';
import { splitLines } from '../../../src/segments/spooled-lines.ts';
import { hasRepeatedNames, leavesOf, parseJson, plainRecord } from '../segments/json-documents.ts';
import { likeRecords } from '../segments/like-records.ts';

const columnsOf = (record: string): Column[] => leavesOf(record).map(({ path }) => createColumn(path));

/** Records like each other, and some like none, without repeated members. */
export const records = fc
  .tuple(likeRecords, fc.array(plainRecord, { maxLength: 2 }), fc.nat(12))
  .map(([like, others, place]) => {
    const texts = like.map((tokens) => tokens.join(''));
    return [...texts.slice(0, place), ...others, ...texts.slice(place)];
  })
  .filter((texts) => texts.every((text) => !hasRepeatedNames(text)));

export function datasetOf(texts: readonly string[], blockRows: number): Dataset {
  async function* lines(): AsyncGenerator<Buffer> {
    for (let start = 0; start < texts.length; start += blockRows) {
      yield Buffer.from(`${texts.slice(start, start + blockRows).join('\n')}\n`);
    }
  }
  return {
    recordCount: texts.length,
    columns: uniteColumns(texts.map(columnsOf)),
    hasMoreColumns: false,
    lines,
    async *records() {
      for await (const block of lines()) yield splitLines(block);
    },
  };
}

/** What a value shows in a field; half a surrogate pair is no character. */
function shown(value: string | undefined): string {
  if (value === undefined || value === 'null') return '';
  return value.startsWith('"') ? String(parseJson(value)).toWellFormed() : value;
}

export function expectedRows(texts: readonly string[], columns: readonly Column[]): string[][] {
  return texts.map((text) => {
    const cells = new Map(leavesOf(text).map((leaf) => [columnKey(leaf.path), leaf.text]));
    return columns.map(({ path }) => shown(cells.get(columnKey(path))));
  });
}

/** True if two names differ only in half of a surrogate pair: text formats refuse such columns. */
export function hasMergedNames({ columns }: Pick<Dataset, 'columns'>): boolean {
  const names = new Set(columns.map(({ name }) => name));
  return new Set([...names].map((name) => name.toWellFormed())).size < names.size;
}
