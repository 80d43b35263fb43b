/** The sheets of a workbook: one for all rows, or one for each value of a column. */

import { type Column, unknownColumn } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import { cellText } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import { openStoredRows, type StoredRows } from '../records/rows.ts';
import { scanRows } from '../records/scanned-rows.ts';
import type { EncoderInput } from './format.ts';

/** The records of a sheet. */
export interface SheetRecords {
  readonly name: string;
  readonly recordSet: RecordSet;
}

/** The sheet about the report. */
export const ABOUT = 'About';
/** Nobody finds a sheet among more, and each has a file in the spool. */
const MAX_SHEETS = 200;

/** The sheets of a report, in order of first appearance of their values. Throws a usage error for an unknown column. */
export async function splitIntoSheets(
  { sheets: by, newFile, caption }: EncoderInput,
  recordSet: RecordSet,
): Promise<readonly SheetRecords[]> {
  const report = caption?.report ?? 'report';
  const only = { name: report.charAt(0).toUpperCase() + report.slice(1), recordSet };
  if (by === undefined || recordSet.recordCount === 0) return [only];
  const column = recordSet.columns.find(({ name }) => name === by);
  if (column === undefined) throw unknownColumn(by, recordSet.columns, '--sheets');
  const parts = await splitByValue(recordSet, column, newFile!);
  const names = sheetNames([...parts.keys()]);
  return [...parts.values()].map((part, index) => ({ name: names[index]!, recordSet: part }));
}

async function splitByValue(
  recordSet: RecordSet,
  column: Column,
  newFile: () => string,
): Promise<ReadonlyMap<string, RecordSet>> {
  const stored = new Map<string, StoredRows>();
  try {
    for await (const rows of scanRows(recordSet, [column])) {
      while (rows.next()) {
        const value = cellText(rows.cell(0));
        let part = stored.get(value);
        if (part === undefined) {
          if (stored.size === MAX_SHEETS) throw tooManySheets(column);
          part = await openStoredRows(newFile());
          stored.set(value, part);
        }
        part.add(rows.block, rows.start, rows.end);
        if (part.isHalfFull()) await part.flush();
      }
    }
    const parts = new Map<string, RecordSet>();
    for (const [value, part] of stored) parts.set(value, await part.finish(recordSet.columns));
    return parts;
  } catch (error) {
    for (const part of stored.values()) await part.abandon().catch(() => undefined);
    throw error;
  }
}

function tooManySheets({ name }: Column): ReportingError {
  return new ReportingError(
    'E-option-value',
    `--sheets ${name}: the rows have more than ${MAX_SHEETS} different values of ${name}, and each would be a sheet`,
    { hint: 'choose a column with fewer values, or select values with --where' },
  );
}

/** The longest name, in UTF-16 units. Excel reserves one name, and rejects these characters and apostrophes at both ends. */
const MAX_NAME = 31;
const RESERVED = 'history';
// biome-ignore lint/complexity/useRegexLiterals: a literal with control characters is an error.
const FORBIDDEN = new RegExp('[\\[\\]:*?/\\\\\\u0000-\\u001f\\u007f\\ufffe\\uffff]', 'g');

/** Names that Excel accepts, one for each value: they differ in more than their case. */
export function sheetNames(values: readonly string[]): readonly string[] {
  const taken = new Set([ABOUT.toLowerCase(), RESERVED]);
  return values.map((value) => {
    const plain = value.toWellFormed().replace(FORBIDDEN, '_').trim();
    const base = plain.replace(/^'+|'+$/g, '') || '(empty)';
    for (let number = 1; ; number++) {
      const suffix = number === 1 ? '' : ` (${number})`;
      const name = cut(base, MAX_NAME - suffix.length) + suffix;
      if (taken.has(name.toLowerCase())) continue;
      taken.add(name.toLowerCase());
      return name;
    }
  });
}

function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return text
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/'+$/, '');
}
