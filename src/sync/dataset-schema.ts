/**
 * The schemas of a report's files: the columns and their types, the same in every file. A later version only adds columns, in a file
 * of its own beside `_schema.json`: the newest counts. A version is written only if its number is free, so that two runs never write
 * different schemas with one number. The record of each month has the hash of its version: an edited schema is found.
 */

import type { StoredSchema } from '../config/stored-input.ts';
import { columnKey } from '../core/columns.ts';
import { shortHashOf } from '../core/hash.ts';
import { asObject, parseObject } from '../core/json-object.ts';
import { COLUMN_TYPES, type PinnedColumn, type TypedColumn } from '../parquet/column-types.ts';
import { damaged } from './dataset.ts';

/** The first schema of a report, beside its clients. */
export const SCHEMA_FILE = '_schema.json';

/** The hint for a damaged schema file, without which new files could get other types. */
export const RESTORE_SCHEMA =
  'restore the schema files of the report from a copy: they have the types of its data files';

/** The columns that all files of a report have, and those that a sync compares. */
export interface DatasetSchema extends StoredSchema {
  /** From 1. */
  readonly version: number;
  /** The measure that drops are measured by; undefined without one. */
  readonly mainMeasure: string | undefined;
  /** The columns that are added up, the main measure first, by the service's names. */
  readonly measures: readonly string[];
  /** The hashes of the versions before, the first one first. */
  readonly earlier: readonly string[];
}

/** True for the name of a column that engines replace, silently, by the names of folders. They ignore case. */
export function isFolderColumn(name: string): boolean {
  return /^(?:report|profile|month)$/i.test(name);
}

/** The columns of the files: those with a type. */
export function typedColumns({ columns }: Pick<DatasetSchema, 'columns'>): readonly TypedColumn[] {
  return columns.flatMap(({ name, path, type }) => (type === undefined ? [] : [{ name, path, type }]));
}

/** The keys of the columns that files have. */
export function keysOfColumns(schema: DatasetSchema | undefined): ReadonlySet<string> {
  return new Set(schema && typedColumns(schema).map(({ path }) => columnKey(path)));
}

/** The text of a schema file, one column a line. */
export function formatSchema({ columns, earlier, ...schema }: DatasetSchema): string {
  const { version, dateColumn = null, mainMeasure = null, measures } = schema;
  const head = { version, dateColumn, mainMeasure, measures, ...(earlier.length > 0 && { earlier }) };
  const members = Object.entries(head).map(([name, value]) => `"${name}":${JSON.stringify(value)},\n`);
  const lines = columns.map(({ name, path: keys, type = null }) => `\n  ${JSON.stringify({ name, path: keys, type })}`);
  return `{${members.join('')}"columns":[${lines.join(',')}\n]}\n`;
}

/** The hash of a schema, which the records of its files have. It ignores spaces and the order of members. */
export function hashOfSchema(schema: DatasetSchema): string {
  return shortHashOf(formatSchema(schema));
}

/** True if the month of a record was written with this schema or an earlier version of it. */
export function isOfSchema({ schema: hash }: { readonly schema: string | undefined }, schema: DatasetSchema): boolean {
  return hash === undefined || hash === hashOfSchema(schema) || schema.earlier.includes(hash);
}

/** Parses a text of `formatSchema`. `file` names it in errors. Throws a damaged error. */
export function parseSchema(text: string, file: string): DatasetSchema {
  const { version, dateColumn, mainMeasure, measures, columns, earlier = [] } = parseObject(text) ?? {};
  const areNames = (value: unknown): boolean => Array.isArray(value) && value.every((each) => typeof each === 'string');
  const isName = (value: unknown): boolean => value === null || typeof value === 'string';
  const pinned = Array.isArray(columns) ? columns.map(parseColumn) : [undefined];
  const isValid =
    Number.isSafeInteger(version) &&
    [dateColumn, mainMeasure].every(isName) &&
    [measures, earlier].every(areNames) &&
    pinned.every((each) => each !== undefined);
  if (!isValid) throw damaged(file, 'is broken', RESTORE_SCHEMA);
  const names = { dateColumn: dateColumn ?? undefined, mainMeasure: mainMeasure ?? undefined };
  return { version, ...names, measures, columns: pinned, earlier } as DatasetSchema;
}

/** Undefined for a value that is no column. */
function parseColumn(value: unknown): PinnedColumn | undefined {
  const { name, path: keys, type } = asObject(value) ?? {};
  const known = COLUMN_TYPES.find((each) => each === type);
  const isPath = Array.isArray(keys) && keys.length > 0 && keys.every((key) => typeof key === 'string');
  if (typeof name !== 'string' || !isPath || (known === undefined && type !== null)) return undefined;
  return { name, path: keys as string[], type: known };
}
