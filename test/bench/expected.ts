/** The output that the tool must write, made from the records without the tool's code. */

import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createDatedText, type DatedText, type Dates, dateOn } from './dates.ts';
import { JSON_DATE_OFFSET, type MadeRecord, SHAPES, type Shape, type ShapeName } from './shapes.ts';

export const OUTPUT_FORMATS = ['csv', 'tsv', 'ndjson', 'json', 'table'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** A summary of bytes. */
export interface Digest {
  readonly sha256: string;
  readonly lines: number;
  readonly sizeBytes: number;
}

const RECORDS_IN_A_CHUNK = 10_000;

/** The digest of a report that has the same records once for each window, dated on the window's days. */
export function expectedDigest(
  shapeName: ShapeName,
  records: number,
  windows: readonly Dates[],
  format: Exclude<OutputFormat, 'table'>,
): Digest {
  const shape = SHAPES[shapeName];
  const total = createTotal();
  const delimiter = { csv: ',', tsv: '\t', ndjson: undefined, json: undefined }[format];
  const line = ({ json, cells }: MadeRecord) => (delimiter ? delimited(cells, delimiter) : json);
  const separator = format === 'json' ? ',\n' : '\n';
  const chunks: DatedText[] = [];
  const dateOffset = delimiter ? 0 : JSON_DATE_OFFSET;
  for (let start = 0; start < records; start += RECORDS_IN_A_CHUNK) {
    const count = Math.min(RECORDS_IN_A_CHUNK, records - start);
    const lines = Array.from({ length: count }, (_, offset) => line(shape.record(start + offset)));
    chunks.push(createDatedText(lines, { separator, dateOffset, start }));
  }
  if (delimiter) total.add(`${delimited(shape.columns, delimiter)}\n`);
  if (format === 'json') total.add('[\n');
  for (const [copy, dates] of windows.entries()) {
    chunks.forEach((chunk, index) => {
      if (copy > 0 || index > 0) total.add(separator);
      total.add(dateOn(chunk, dates));
    });
  }
  total.add(format === 'json' ? '\n]\n' : '\n');
  return total.digest();
}

/** The digest of a CSV report with the first `limit` records, the largest figures of `column` first. */
export function sortedDigest(shapeName: ShapeName, records: number, column: string, limit: number): Digest {
  const { columns, record } = SHAPES[shapeName] as Shape;
  const place = columns.indexOf(column);
  const figures = Float64Array.from({ length: records }, (_, index) => Number(record(index).cells[place]));
  const order = Uint32Array.from({ length: records }, (_, index) => index);
  order.sort((left, right) => figures[right]! - figures[left]! || left - right);
  const total = createTotal();
  total.add(`${delimited(columns, ',')}\n`);
  for (const index of order.subarray(0, limit)) total.add(`${delimited(record(index).cells, ',')}\n`);
  return total.digest();
}

/** The digest of a file. */
export async function fileDigest(file: string): Promise<Digest> {
  const total = createTotal();
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) total.add(chunk as Buffer);
  return total.digest();
}

function createTotal() {
  const hash: Hash = createHash('sha256');
  let lines = 0;
  let sizeBytes = 0;
  return {
    add(text: string | Buffer): void {
      const bytes = typeof text === 'string' ? Buffer.from(text) : text;
      hash.update(bytes);
      sizeBytes += bytes.length;
      for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++;
    },
    digest: (): Digest => ({ sha256: hash.digest('hex'), lines, sizeBytes }),
  };
}

/** A line of fields, quoted as in RFC 4180, section 2. */
function delimited(cells: readonly string[], delimiter: string): string {
  return cells
    .map((cell) =>
      /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell,
    )
    .join(delimiter);
}
