/**
 * `_schema.json`: the columns of a report's files and their types, the same in every file. A person can edit it before the first
 * full run. Later versions only add columns. A version is written only if its number is free, so that two runs never write
 * different schemas with one number.
 */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ReportingError } from '../core/errors.ts';
import { parseObject } from '../core/json-object.ts';
import { makeDirectories, stageFile, writeDurably } from '../fs/durable-files.ts';
import { codeOf } from '../fs/paths.ts';
import { formatTypeList, type PinnedColumn, parseTypeList } from '../parquet/type-list.ts';
import { SCHEMA_FILE, unreadable } from './tree.ts';

/** The names of schema files: the current one, and those that the dataset got later. */
export const SCHEMA_FILES = /^_schema(?:-\d+)?\.json$/;

/** The columns that all files of a report have, and those that a sync compares. */
export interface DatasetSchema {
  /** From 1. */
  readonly version: number;
  /** The column with a record's date, by the service's name; undefined without one. */
  readonly dateColumn: string | undefined;
  /** The columns that are added up, the main measure first, by the service's names. */
  readonly measures: readonly string[];
  /** True if the first measure is the main one, which drops are measured by. */
  readonly hasMainMeasure: boolean;
  readonly columns: readonly PinnedColumn[];
}

/** Columns that engines replace, silently, by the names of folders. They ignore case. */
const FOLDER_COLUMNS: ReadonlySet<string> = new Set(['report', 'profile', 'month']);

/** True for the name of a column that engines take from the names of folders. */
export function isFolderColumn(name: string): boolean {
  return FOLDER_COLUMNS.has(name.toLowerCase());
}

/** The text of a schema file. */
export function formatSchema({
  version,
  dateColumn,
  measures,
  hasMainMeasure,
  columns,
}: DatasetSchema): string {
  const head = {
    version,
    dateColumn: dateColumn ?? null,
    mainMeasure: hasMainMeasure ? measures[0] : null,
    measures,
  };
  const members = Object.entries(head).map(([name, value]) => `"${name}":${JSON.stringify(value)},\n`);
  return `{${members.join('')}"columns":${formatTypeList(columns).trimEnd()}}\n`;
}

/** Parses a text of `formatSchema` that a user may have edited. `file` names it in errors. Throws a configuration error. */
export function parseSchema(text: string, file: string): DatasetSchema {
  const fail = (what: string): never => {
    throw new ReportingError('config', `${file} is broken: ${what}`, {
      hint: 'restore it from a copy: every file of the dataset depends on it',
    });
  };
  const found = parseObject(text) ?? fail('not a JSON object');
  const { version, dateColumn, mainMeasure, measures, columns } = found;
  if (!Number.isSafeInteger(version) || (version as number) < 1) return fail('version');
  if (dateColumn !== null && typeof dateColumn !== 'string') return fail('dateColumn');
  if (mainMeasure !== null && typeof mainMeasure !== 'string') return fail('mainMeasure');
  if (!Array.isArray(measures) || !measures.every((each) => typeof each === 'string'))
    return fail('measures');
  const pinned = parseTypeList(JSON.stringify(columns ?? null), file);
  const names = pinned.map(({ name }) => name.toLowerCase());
  const unusable = pinned.find(
    ({ name }, index) => isFolderColumn(name) || names.indexOf(names[index]!) !== index,
  );
  if (unusable !== undefined)
    return fail(`engines would replace the column ${JSON.stringify(unusable.name)} by another one`);
  const others = (measures as string[]).filter((each) => each !== mainMeasure);
  return {
    version: version as number,
    dateColumn: dateColumn ?? undefined,
    measures: mainMeasure === null ? others : [mainMeasure, ...others],
    hasMainMeasure: mainMeasure !== null,
    columns: pinned,
  };
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
      return readFileSync(location, 'utf8');
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw unreadable(label, error);
    }
  }

  return {
    async read(report) {
      const text = readFile(report, SCHEMA_FILE);
      if (text === undefined) return undefined;
      let schema = parseSchema(text, fileOf(report, SCHEMA_FILE)[1]);
      // A run that was killed after it put a version has not made it the current one.
      for (let isCurrent = true; ; isCurrent = false) {
        const name = numbered(schema.version + 1);
        const next = readFile(report, name);
        if (next === undefined) {
          if (!isCurrent && !isReadOnly)
            await writeDurably(...fileOf(report, SCHEMA_FILE), formatSchema(schema));
          return schema;
        }
        schema = parseSchema(next, fileOf(report, name)[1]);
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

function numbered(version: number): string {
  return `_schema-${version}.json`;
}
