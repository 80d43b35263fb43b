/**
 * `_schema.json`: the columns of a report's files and their types, the same in every file. A person can edit it before the first
 * full run. Later versions only add columns. A version is written only if its number is free, so that two runs never write
 * different schemas with one number.
 */

import path from 'node:path';
import type { StoredSchema } from '../config/stored-input.ts';
import { columnKey } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import { hashOf } from '../core/hash.ts';
import { asObject, parseObject } from '../core/json-object.ts';
import { makeDirectories, stageFile, writeDurably } from '../fs/durable-files.ts';
import { codeOf, readRegularFile, unreadable } from '../fs/paths.ts';
import { COLUMN_TYPES, type PinnedColumn, type TypedColumn } from '../parquet/column-types.ts';
import { SCHEMA_FILE } from './tree.ts';

const SCHEMA_FILES = /^_schema(?:-([2-9]|[1-9]\d+))?\.json$/;

/** The columns that all files of a report have, and those that a sync compares. */
export interface DatasetSchema extends StoredSchema {
  /** From 1. */
  readonly version: number;
  /** The columns that are added up, the main measure first, by the service's names. */
  readonly measures: readonly string[];
  /** True if the first measure is the main one, which drops are measured by. */
  readonly hasMainMeasure: boolean;
  /** The hashes of the versions before, the first one first. */
  readonly earlier: readonly string[];
}

/** Columns that engines replace, silently, by the names of folders. They ignore case. */
const FOLDER_COLUMNS: ReadonlySet<string> = new Set(['report', 'profile', 'month']);

/** True for the name of a column that engines take from the names of folders. */
export function isFolderColumn(name: string): boolean {
  return FOLDER_COLUMNS.has(name.toLowerCase());
}

/** The columns of the files: those with a type. */
export function typedColumns({ columns }: Pick<DatasetSchema, 'columns'>): readonly TypedColumn[] {
  return columns.flatMap(({ name, path, type }) => (type === undefined ? [] : [{ name, path, type }]));
}

/** The text of a schema file, one column a line. */
export function formatSchema({
  version,
  dateColumn,
  measures,
  hasMainMeasure,
  columns,
  earlier,
}: DatasetSchema): string {
  const head = {
    version,
    dateColumn: dateColumn ?? null,
    mainMeasure: hasMainMeasure ? measures[0] : null,
    measures,
    ...(earlier.length > 0 && { earlier }),
  };
  const members = Object.entries(head).map(([name, value]) => `"${name}":${JSON.stringify(value)},\n`);
  const lines = columns.map(({ name, path: keys, type = null }) => `\n  ${JSON.stringify({ name, path: keys, type })}`);
  return `{${members.join('')}"columns":[${lines.join(',')}\n]}\n`;
}

const HASH_LENGTH = 8;

/** The hash of a schema, which the records of its files have. It ignores spaces and the order of members. */
export function hashOfSchema(schema: DatasetSchema): string {
  return hashOf(formatSchema(schema)).slice(0, HASH_LENGTH);
}

/** Parses a text of `formatSchema` that a user may have edited. `file` names it in errors. Throws a configuration error. */
export function parseSchema(text: string, file: string): DatasetSchema {
  const fail = (what: string, hint = 'restore it from a copy: every file of the dataset depends on it'): never => {
    throw new ReportingError('E-dataset-file', `${file} is broken: ${what}`, { hint });
  };
  const found = parseObject(text) ?? fail('not a JSON object');
  const { version, dateColumn, mainMeasure, measures, columns, earlier = [] } = found;
  if (!Number.isSafeInteger(version) || (version as number) < 1) return fail('version');
  if (dateColumn !== null && typeof dateColumn !== 'string') return fail('dateColumn');
  if (mainMeasure !== null && typeof mainMeasure !== 'string') return fail('mainMeasure');
  if (!Array.isArray(measures) || !measures.every((each) => typeof each === 'string')) return fail('measures');
  if (!Array.isArray(earlier) || !earlier.every((each) => typeof each === 'string')) return fail('earlier');
  if (!Array.isArray(columns)) return fail('columns');
  const pinned = columns.map((each: unknown, index) => parseColumn(each) ?? fail(`column ${index + 1}`, COLUMN_HINT));
  const names = pinned.map(({ name }) => name.toWellFormed().toLowerCase());
  const paths = pinned.map(({ path: keys }) => columnKey(keys));
  for (const [index, { name }] of pinned.entries()) {
    const shown = JSON.stringify(name);
    if (isFolderColumn(name) || names.indexOf(names[index]!) !== index)
      return fail(`engines would replace the column ${shown} by another one`);
    if (paths.indexOf(paths[index]!) !== index) return fail(`the column ${shown} has the path of another one`);
  }
  const others = (measures as string[]).filter((each) => each !== mainMeasure);
  return {
    version: version as number,
    dateColumn: dateColumn ?? undefined,
    measures: mainMeasure === null ? others : [mainMeasure, ...others],
    hasMainMeasure: mainMeasure !== null,
    columns: pinned,
    earlier: earlier as string[],
  };
}

const COLUMN_HINT = `a column is {"name": …, "path": [ … ], "type": …}; the types are ${COLUMN_TYPES.join(', ')}, and null for a column without values`;

/** Undefined for a value that is no column. */
function parseColumn(value: unknown): PinnedColumn | undefined {
  const { name, path: keys, type } = asObject(value) ?? {};
  const known = COLUMN_TYPES.find((each) => each === type);
  const isPath = Array.isArray(keys) && keys.length > 0 && keys.every((key) => typeof key === 'string');
  if (typeof name !== 'string' || !isPath || (known === undefined && type !== null)) return undefined;
  return { name, path: keys as string[], type: known };
}

/** The schemas of a dataset, by report. */
export interface SchemaStore {
  /** The latest version; undefined before the first. Throws a configuration error for a broken file. */
  read(report: string): Promise<DatasetSchema | undefined>;
  /** Puts a schema. False if another run has put that version first: read it, and decide again. */
  put(report: string, schema: DatasetSchema): Promise<boolean>;
}

/**
 * Opens the schemas in `root`. `shown` names the directory in messages. With `isReadOnly`, `read` completes no version that a
 * killed run has put.
 */
export function openSchemas(root: string, shown: string, { isReadOnly = false } = {}): SchemaStore {
  const fileOf = (report: string, name: string): readonly [location: string, shown: string] => [
    path.join(root, `report=${report}`, name),
    path.join(shown, `report=${report}`, name),
  ];

  function readFile(report: string, name: string): string | undefined {
    const [location, label] = fileOf(report, name);
    try {
      return readRegularFile(location);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw unreadable(label, error);
    }
  }

  /** Throws a configuration error for a later version whose numbered file is missing or different. */
  function assertHasCopy(report: string, schema: DatasetSchema): void {
    if (schema.version === 1) return;
    const name = numbered(schema.version);
    const copy = readFile(report, name);
    if (copy !== undefined && hashOfSchema(parseSchema(copy, fileOf(report, name)[1])) === hashOfSchema(schema)) return;
    const [, shownFile] = fileOf(report, SCHEMA_FILE);
    throw new ReportingError('E-dataset-file', `${shownFile} is not the same as ${name} beside it`, {
      hint: 'restore both from a copy: every file of the dataset depends on them',
    });
  }

  return {
    async read(report) {
      const text = readFile(report, SCHEMA_FILE);
      if (text === undefined) return undefined;
      let schema = parseSchema(text, fileOf(report, SCHEMA_FILE)[1]);
      assertHasCopy(report, schema);
      // A run that was killed after it put a version has not made it the current one.
      for (let isCurrent = true; ; isCurrent = false) {
        const name = numbered(schema.version + 1);
        const next = readFile(report, name);
        if (next === undefined) {
          if (!isCurrent && !isReadOnly) await writeDurably(...fileOf(report, SCHEMA_FILE), formatSchema(schema));
          return schema;
        }
        const parsed = parseSchema(next, fileOf(report, name)[1]);
        if (parsed.version !== schema.version + 1 || parsed.earlier.at(-1) !== hashOfSchema(schema))
          throw strayVersion(fileOf(report, name)[1]);
        schema = parsed;
      }
    },
    async put(report, schema) {
      await makeDirectories(root, `report=${report}`, path.join(shown, `report=${report}`));
      const name = schema.version === 1 ? SCHEMA_FILE : numbered(schema.version);
      const [location, label] = fileOf(report, name);
      const staged = await stageFile(location, label, [formatSchema(schema)]);
      if (!(await staged.publishIfAbsent())) return false;
      if (schema.version > 1) await writeDurably(...fileOf(report, SCHEMA_FILE), formatSchema(schema));
      return true;
    },
  };
}

/** True for the name of the current schema file, and of those that the dataset got up to this version. */
export function isSchemaFile(name: string, schema: DatasetSchema | undefined): boolean {
  const found = SCHEMA_FILES.exec(name);
  return found !== null && Number(found[1] ?? 1) <= (schema?.version ?? 1);
}

function strayVersion(file: string): ReportingError {
  return new ReportingError('E-dataset-file', `${file} does not continue the ${SCHEMA_FILE} beside it`, {
    hint: `restore ${SCHEMA_FILE} from a copy; if it is unchanged, move the other file to another directory`,
  });
}

function numbered(version: number): string {
  return `_schema-${version}.json`;
}
