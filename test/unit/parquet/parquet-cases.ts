/** Writes records as Parquet, as the format does, or with given types. */

import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { parquet } from '../../../src/formats/parquet.ts';
import type { ColumnType } from '../../../src/parquet/column-types.ts';
import { encodeParquet } from '../../../src/parquet/parquet-encoder.ts';
import { recordSetOf } from '../formats/datasets.ts';

export interface EncodedReport {
  readonly bytes: Buffer;
  readonly notes: readonly string[];
  readonly warnings: readonly string[];
}

/** The file of a report, with the types that its records need. */
export async function encodeReport(records: readonly string[], blockRows = 3): Promise<EncodedReport> {
  const notes: string[] = [];
  const warnings: string[] = [];
  const pieces = parquet({
    recordSet: recordSetOf(records, blockRows),
    chosen: undefined,
    terminalWidth: undefined,
    color: false,
    maxRows: Number.POSITIVE_INFINITY,
    onNote: (text) => notes.push(String(text)),
    onTruncation: () => undefined,
    onWarning: ({ text }) => warnings.push(text),
  });
  return { bytes: await gather(pieces), notes, warnings };
}

/** The file of records with given types: pairs of name and type. */
export function encodeTyped(
  records: readonly string[],
  types: readonly (readonly [string, ColumnType])[],
): Promise<Buffer> {
  const columns = types.map(([name, type]) => ({ name, path: [name], type }));
  return gather(encodeParquet(recordSetOf(records, 3), columns));
}

async function gather(pieces: AsyncIterable<string | Uint8Array>): Promise<Buffer> {
  const all: Buffer[] = [];
  // A piece is valid until the next is requested.
  for await (const piece of pieces) all.push(Buffer.from(piece as Uint8Array));
  return Buffer.concat(all);
}

/** The path of a new file with these bytes, for engines that read files. It is removed after the test. */
export function writeParquet(bytes: Uint8Array): string {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'reporting-test-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const file = path.join(directory, 'report.parquet');
  writeFileSync(file, bytes);
  return file;
}
