/** The output that the tool must write, made from the records without the tool's code. */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type Dates, datedTexts, dateOn } from './bodies.ts';
import { COLUMNS, JSON_DATE_OFFSET, type MadeRecord, recordOf, type Shape } from './shapes.ts';

export const OUTPUT_FORMATS = ['csv', 'ndjson', 'json'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** A summary of bytes. */
export interface Digest {
  readonly sha256: string;
  readonly lines: number;
  readonly sizeBytes: number;
}

/** The digest of a report that has the same records once for each window, dated on the window's days. */
export function expectedDigest(shape: Shape, records: number, windows: readonly Dates[], format: OutputFormat): Digest {
  const isCsv = format === 'csv';
  const line = ({ json, cells }: MadeRecord) => (isCsv ? csvLine(cells) : json);
  const separator = format === 'json' ? ',\n' : '\n';
  const chunks = datedTexts({ shape, records }, line, separator, isCsv ? 0 : JSON_DATE_OFFSET);
  const total = createTotal();
  total.add({ csv: `${csvLine(COLUMNS)}\n`, ndjson: '', json: '[\n' }[format]);
  for (const [copy, dates] of windows.entries()) {
    chunks.forEach((chunk, index) => {
      if (copy > 0 || index > 0) total.add(separator);
      total.add(dateOn(chunk, dates));
    });
  }
  total.add(format === 'json' ? '\n]\n' : '\n');
  return total.digest();
}

/** The digest of a CSV report with the first `limit` records, the largest revenue first. */
export function sortedDigest(shape: Shape, records: number, limit: number): Digest {
  const revenues = Float64Array.from({ length: records }, (_, index) =>
    Number(recordOf(shape, index).cells[COLUMNS.indexOf('revenue')]),
  );
  const order = Uint32Array.from({ length: records }, (_, index) => index);
  order.sort((left, right) => revenues[right]! - revenues[left]! || left - right);
  const total = createTotal();
  total.add(`${csvLine(COLUMNS)}\n`);
  for (const index of order.subarray(0, limit)) total.add(`${csvLine(recordOf(shape, index).cells)}\n`);
  return total.digest();
}

/** The digest of a file. */
export async function fileDigest(file: string): Promise<Digest> {
  const total = createTotal();
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) total.add(chunk as Buffer);
  return total.digest();
}

function createTotal() {
  const hash = createHash('sha256');
  let [lines, sizeBytes] = [0, 0];
  return {
    add(text: string | Buffer): void {
      const bytes = Buffer.from(text);
      hash.update(bytes);
      sizeBytes += bytes.length;
      for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++;
    },
    digest: (): Digest => ({ sha256: hash.digest('hex'), lines, sizeBytes }),
  };
}

/** No cell has a quotation mark or a line break. */
function csvLine(cells: readonly string[]): string {
  return cells.map((cell) => (cell.includes(',') ? `"${cell}"` : cell)).join(',');
}
