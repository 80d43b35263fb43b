/** Reads the files of a month without the code of the program. */

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readWithArrow } from '../harness/parquet-files.ts';
import type { Figures, Row } from './world.ts';

/** The files of a month, and what they say. */
export interface PartitionOnDisk {
  /** Undefined if there is no record. */
  readonly record: DiskRecord | undefined;
  /** True if the record describes the data file. */
  readonly isWhole: boolean;
  /** The lines of `linesOf`, read from the data file. */
  readonly lines: readonly string[];
  /** Changes with each change of a file, except the note of a refused pull. */
  readonly hash: string;
}

interface DiskRecord {
  readonly from: string;
  readonly to: string;
  readonly records: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly pulledAt: string;
  /** What a refused pull lost. */
  readonly refused?: string;
}

const NUMBERS = new Set(['clicks', 'revenue', 'bonus', 'views', 'ctr']);
const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** The same number in one spelling. */
export function plainNumber(text: string): string {
  const trimmed = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return trimmed === '-0' ? '0' : trimmed;
}

/** One line for each record, sorted, without empty values. */
export function linesOf(figures: Figures): readonly string[] {
  return sorted([...figures.values()].flat().map((row) => lineOf(Object.entries(row).map(cellOf))));
}

function cellOf([name, json]: readonly [string, string]): readonly [string, string | null] {
  return [name, json === 'null' ? null : json.startsWith('"') ? JSON.parse(json) : json];
}

function lineOf(cells: readonly (readonly [string, string | null])[]): string {
  const known = cells.flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${NUMBERS.has(name) ? plainNumber(value) : value}`],
  );
  return sorted(known).join(' ');
}

/** True if a day of both has other records. */
export function hasOtherRows(one: readonly Row[] = [], other: readonly Row[] = []): boolean {
  const text = (rows: readonly Row[]): string => linesOf(new Map([['', rows]])).join('\n');
  return text(one) !== text(other);
}

const sorted = (texts: readonly string[]): string[] => [...texts].sort();

/** Undefined for a month without files. */
export function readPartition(folder: string, format: string): PartitionOnDisk | undefined {
  const at = (name: string): Buffer | undefined => {
    const file = path.join(folder, name);
    return existsSync(file) ? readFileSync(file) : undefined;
  };
  const [data, text] = [at(`data.${format}`), at('_data.json')];
  if (data === undefined && text === undefined) return undefined;
  const record = text && (JSON.parse(text.toString()) as DiskRecord);
  const isWhole =
    record !== undefined &&
    (record.records === 0
      ? data === undefined
      : data !== undefined && data.length === record.bytes && sha256(data) === record.sha256);
  const lines = data === undefined ? [] : format === 'csv' ? linesOfCsv(data.toString()) : linesOfParquet(data);
  const { refused, ...figures } = record ?? {};
  const hash = [data, JSON.stringify(figures)].map((each) => (each === undefined ? '' : sha256(each))).join(' ');
  return { record, isWhole, lines, hash };
}

function linesOfParquet(bytes: Uint8Array): readonly string[] {
  const { columns, rows } = readWithArrow(bytes);
  return sorted(rows.map((row) => lineOf(row.map((cell, index) => [columns[index]![0], cell]))));
}

function linesOfCsv(text: string): readonly string[] {
  const [head, ...rows] = text
    .trimEnd()
    .split('\n')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!,
      ),
    );
  return sorted(rows.map((row) => lineOf(row.map((cell, index) => [head![index]!, cell === '' ? null : cell]))));
}
