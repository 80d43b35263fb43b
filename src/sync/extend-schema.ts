/** Decides the columns of a partition's file: those of the dataset's schema, which gets the columns that are new. */

import { type Column, columnKey } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import type { DataWarning } from '../core/warnings.ts';
import { COLUMN_LIMITS } from '../json/record-survey.ts';
import { COLUMN_TYPES, type ColumnType, type PinnedColumn, type TypedColumn } from '../parquet/column-types.ts';
import { type SurveyedColumn, surveyTypes } from '../parquet/type-survey.ts';
import { kindOfName } from '../records/name-kind.ts';
import type { RecordSet } from '../records/record-set.ts';
import { isSummable, mainMeasure } from '../records/schema.ts';
import { type DatasetSchema, hashOfSchema, isFolderColumn, typedColumns } from './schema-file.ts';

/** Types that the user chose, by the service's name of a column. */
export type ChosenTypes = ReadonlyMap<string, ColumnType>;

const TYPE_NAMES: ReadonlyMap<string, ColumnType> = new Map([
  ...COLUMN_TYPES.map((type) => [type.toLowerCase(), type] as const),
  ['decimal', 'DECIMAL(38,9)'],
  ['integer', 'INT64'],
  ['text', 'UTF8'],
]);

/** `earlier` types with that of `ctr=double`. Throws a usage error for an unknown type. */
export function parseChosenType(text: string, earlier: ChosenTypes = new Map()): ChosenTypes {
  const [, name, typed] = /^(.+)=([^=]+)$/s.exec(text) ?? [];
  const type = TYPE_NAMES.get((typed ?? '').trim().toLowerCase());
  if (name === undefined || type === undefined) {
    throw new ReportingError('E-option-value', `--type takes a column and a type, not ${JSON.stringify(text)}`, {
      hint: `for example: --type ctr=double; the types are ${COLUMN_TYPES.join(', ').toLowerCase()}, text`,
    });
  }
  return new Map([...earlier, [name.trim(), type]]);
}

/** The column's name in files. UTF-8 has no bytes for half of a surrogate pair (RFC 3629, section 3). */
function nameInFiles({ name }: Column): string {
  return isFolderColumn(name) ? `service_${name}` : name.toWellFormed();
}

/** A schema that has every column of some records, and messages about the changes. */
export interface ExtendedSchema {
  readonly schema: DatasetSchema;
  /** The columns of the file: those of the records, and those that the schema had when the run began. */
  readonly columns: readonly TypedColumn[];
  /** True for a version that is not on disk yet. */
  readonly isNew: boolean;
  readonly notes: readonly string[];
  readonly warnings: readonly DataWarning[];
}

interface ExtendOptions {
  /** The name of the column with a record's date, as the checks found it. */
  readonly dateColumn: string | undefined;
  readonly types: ChosenTypes;
  /**
   * Keys of the columns that the schema had when the run began. A column that another month of the run has added is not among them:
   * which month is first is chance.
   */
  readonly atStart: ReadonlySet<string>;
}

/**
 * The report's schema `known` with every column of these records; there must be at least one record. Writes nothing. Throws a
 * `columns` error if they lack the date column or the main measure.
 */
export async function extendSchema(
  recordSet: RecordSet,
  known: DatasetSchema | undefined,
  { dateColumn, types, atStart }: ExtendOptions,
): Promise<ExtendedSchema> {
  assertAllColumns(recordSet);
  if (known !== undefined && !hasUntyped(recordSet, known))
    return { ...describe(recordSet, known, atStart), isNew: false };
  const surveyed = (await surveyTypes(recordSet, recordSet.columns)).map(withEmptyTexts);
  const found = surveyed.map((column): PinnedColumn => {
    const type = types.get(column.name) ?? column.type;
    return { name: nameInFiles(column), path: column.path, type };
  });
  assertDifferentNames(extendColumns(known?.columns ?? [], found));
  if (known === undefined) {
    return {
      ...describe(recordSet, firstSchema(surveyed, found, dateColumn), atStart, surveyed, found),
      isNew: true,
    };
  }
  const columns = extendColumns(known.columns, found);
  const typed = columns.filter(({ type }, index) => type !== undefined && type !== known.columns[index]?.type);
  if (typed.length === 0) return { ...describe(recordSet, known, atStart), isNew: false };
  const keys = new Set(typed.map(({ path }) => columnKey(path)));
  const isNew = ({ path }: Column): boolean => keys.has(columnKey(path));
  const newColumns = surveyed.filter(isNew);
  const sums = newColumns.filter(({ schema }) => isSummable(schema)).map(({ name }) => name);
  const schema = {
    ...known,
    version: known.version + 1,
    earlier: [...known.earlier, hashOfSchema(known)],
    measures: [...new Set([...known.measures, ...sums])],
    columns: columns.filter((column, index) => index < known.columns.length || column.type !== undefined),
  };
  const names = typed.map(({ name }) => JSON.stringify(name)).join(', ');
  const extended = describe(recordSet, schema, atStart, newColumns, typed);
  return {
    ...extended,
    isNew: true,
    notes: [
      `${typed.length === 1 ? 'new column' : 'new columns'} ${names}: absent from older files`,
      ...extended.notes,
    ],
  };
}

/** The columns with a type for each that had none, and with new columns at the end. No known type changes. */
function extendColumns(pinned: readonly PinnedColumn[], found: readonly PinnedColumn[]): readonly PinnedColumn[] {
  const foundByKey = new Map(found.map((column) => [columnKey(column.path), column]));
  const known = new Set(pinned.map(({ path }) => columnKey(path)));
  return [
    ...pinned.map((column) => ({ ...column, type: column.type ?? foundByKey.get(columnKey(column.path))?.type })),
    ...found.filter(({ path }) => !known.has(columnKey(path))),
  ];
}

/**
 * The column with the type of texts if all its values are empty texts. Without a type, it would not be in the file, and they would
 * read as null. A column that is named for numbers or dates gets its type with its first value: there, the empty text is null.
 */
function withEmptyTexts(column: SurveyedColumn): SurveyedColumn {
  const { kind } = kindOfName(column.path);
  if (column.type !== undefined || !column.hasEmptyText || (kind !== undefined && kind !== 'id')) return column;
  const note = `column ${JSON.stringify(column.name)} has only empty texts: it is text; for another type, sync to a new directory with --type`;
  return { ...column, type: 'UTF8', note };
}

/** Throws a `columns` error if the list of columns is cut: a file without some columns would look whole. */
function assertAllColumns({ hasMoreColumns }: RecordSet): void {
  if (!hasMoreColumns) return;
  throw new ReportingError('E-types', `the records have more than ${COLUMN_LIMITS}`, {
    hint: 'a dataset cannot hold them; pull this report as ndjson, which has no columns',
  });
}

/** Throws a `columns` error for equal names. Engines ignore case: of two such columns, DuckDB gives the values of the first. */
function assertDifferentNames(columns: readonly PinnedColumn[]): void {
  const names = columns.map(({ name }) => name);
  const keys = names.map((name) => name.toLowerCase());
  const index = keys.findIndex((key, at) => keys.indexOf(key) !== at);
  if (index === -1) return;
  const [first, second] = [names[keys.indexOf(keys[index]!)]!, names[index]!].map((name) => JSON.stringify(name));
  const what =
    first === second ? `have the name ${first}` : `have names that differ only in case, ${first} and ${second},`;
  throw new ReportingError('E-types', `two columns ${what} in the files`, {
    hint: 'a dataset cannot hold both; pull this report as ndjson, which keeps them apart',
  });
}

/** True if the records have a column that the schema lacks, or has no type for. */
function hasUntyped({ columns }: RecordSet, schema: DatasetSchema): boolean {
  const typed = new Set(schema.columns.filter(({ type }) => type !== undefined).map(({ path }) => columnKey(path)));
  return columns.some(({ path }) => !typed.has(columnKey(path)));
}

function firstSchema(
  surveyed: readonly SurveyedColumn[],
  found: readonly PinnedColumn[],
  dateColumn: string | undefined,
): DatasetSchema {
  const main = mainMeasure(surveyed.map(({ schema }) => schema))?.column.name;
  const summable = surveyed.filter(({ schema }) => isSummable(schema)).map(({ name }) => name);
  return {
    version: 1,
    dateColumn,
    measures: [...new Set(main === undefined ? summable : [main, ...summable])],
    hasMainMeasure: main !== undefined,
    columns: found,
    earlier: [],
  };
}

/** Notes about the columns in `fresh`, and warnings about columns that the records lack. */
function describe(
  { columns }: RecordSet,
  schema: DatasetSchema,
  atStart: ReadonlySet<string>,
  surveyed: readonly SurveyedColumn[] = [],
  fresh: readonly PinnedColumn[] = [],
): Omit<ExtendedSchema, 'isNew'> {
  const names = new Set(columns.map(({ name }) => name));
  for (const required of [schema.dateColumn, schema.hasMainMeasure ? schema.measures[0] : undefined]) {
    if (required === undefined || names.has(required)) continue;
    const what = required === schema.dateColumn ? 'the date column' : 'the main measure';
    throw new ReportingError('E-types', `no record has ${what} ${JSON.stringify(required)} of the dataset`, {
      columns: { missing: [required] },
      hint: 'nothing was written; if the service has renamed the column, sync to a new directory',
    });
  }
  const paths = new Set(columns.map(({ path }) => columnKey(path)));
  const own = typedColumns(schema).filter(({ path }) => [paths, atStart].some((keys) => keys.has(columnKey(path))));
  const missing = own.filter(({ path }) => !paths.has(columnKey(path)));
  const absent = missing.map(({ name }) => JSON.stringify(name)).join(', ');
  const renamed = fresh.filter(({ path }) => isFolderColumn(path.join('.')));
  return {
    schema,
    columns: own,
    notes: [
      ...surveyed.flatMap(({ note }) => note ?? []),
      ...renamed.map(
        ({ name, path }) =>
          `the service's column ${JSON.stringify(path.join('.'))} is stored as ${JSON.stringify(name)}: engines would replace it by the folder's name`,
      ),
    ],
    warnings: [
      ...surveyed.flatMap(({ name, warning }): readonly DataWarning[] =>
        warning === undefined ? [] : [{ name: 'encoding', scope: [name], text: warning }],
      ),
      ...(missing.length === 0
        ? []
        : [
            {
              name: 'unknown-amounts',
              scope: missing.map(({ name }) => name),
              text: `no record has ${missing.length === 1 ? 'the column' : 'the columns'} ${absent}: null in this file`,
            } as const,
          ]),
    ],
  };
}

/** The keys of the columns that files have now. */
export function keysOfColumns(schema: DatasetSchema | undefined): ReadonlySet<string> {
  return new Set(schema && typedColumns(schema).map(({ path }) => columnKey(path)));
}
