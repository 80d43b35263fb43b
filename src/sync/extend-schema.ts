/** Decides the columns of a month's file: those of the dataset's schema, which gets the columns that are new. */

import { type Column, columnKey } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import { findTwins, quoteLine } from '../core/text.ts';
import type { DataWarning } from '../core/warnings.ts';
import { COLUMN_LIMITS } from '../json/record-survey.ts';
import type { ColumnType, PinnedColumn } from '../parquet/column-types.ts';
import { type SurveyedColumn, surveyTypes } from '../parquet/type-survey.ts';
import { kindOfName } from '../records/name-kind.ts';
import type { RecordSet } from '../records/record-set.ts';
import { scanRows } from '../records/scanned-rows.ts';
import { createSchemaSurvey, isSummable, mainMeasure } from '../records/schema.ts';
import { NEVER_CHANGES } from './dataset.ts';
import { type DatasetSchema, hashOfSchema, isFolderColumn, keysOfColumns, typedColumns } from './dataset-schema.ts';

/** Types that the user chose, by the service's name of a column. */
export type ChosenTypes = ReadonlyMap<string, ColumnType>;

/** Throws a usage error for a chosen type that differs from the type in a schema, and for a column that no schema has. */
export function assertChosenTypes(types: ChosenTypes, schemas: readonly DatasetSchema[]): void {
  const columns = schemas.flatMap((schema) => schema.columns).map((each) => ({ ...each, name: each.path.join('.') }));
  for (const [name, type] of types) {
    const found = columns.filter((column) => column.name === name);
    const other = found.find((column) => column.type !== undefined && column.type !== type)?.type;
    if (found.length > 0 && other === undefined) continue;
    const problem = other === undefined ? 'no report has the column' : `the dataset has ${other} for it`;
    const names = columns.map((column) => column.name).join(', ');
    throw new ReportingError('E-dataset-option', `--type ${name}=${type.toLowerCase()}: ${problem}`, {
      hint: other === undefined ? `the columns are: ${names}` : NEVER_CHANGES,
    });
  }
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
  /** The names of the columns of the records that these replace. */
  readonly replaced: readonly string[];
}

/**
 * The report's schema `known` with every column of these records, and messages about the changes; there must be at least one
 * record. Writes nothing. Throws a `columns` error if they lack the date column or the main measure, and for more columns than a
 * list holds: a file without some would look whole.
 */
export async function extendSchema(
  recordSet: RecordSet,
  known: DatasetSchema | undefined,
  { dateColumn, types, atStart, replaced }: ExtendOptions,
) {
  if (recordSet.hasMoreColumns) {
    throw new ReportingError('E-types', `the records have more than ${COLUMN_LIMITS}`, {
      hint: 'a dataset cannot hold them; pull this report as ndjson, which has no columns',
    });
  }
  const before = keysOfColumns(known);
  const isKnown = recordSet.columns.every(({ path }) => before.has(columnKey(path)));
  const surveyed = isKnown ? [] : await surveyTypes(recordSet, recordSet.columns);
  const found = surveyed.filter(({ path }) => !before.has(columnKey(path)));
  const columns = unite(known?.columns ?? [], found, types);
  assertDifferentNames(columns);
  const fresh = columns.filter(({ path, type }) => type !== undefined && !before.has(columnKey(path)));
  const isNew = known === undefined || fresh.length > 0;
  const schema: DatasetSchema = isNew ? { ...versionAfter(known, found, dateColumn), columns } : known;
  assertRequired(recordSet, schema);
  const own = new Set(recordSet.columns.map(({ path }) => columnKey(path)));
  const inFile = typedColumns(schema).filter(({ path }) => [own, atStart].some((keys) => keys.has(columnKey(path))));
  if (inFile.length === 0)
    throw new ReportingError('E-types', 'no record has a value in any column', { hint: 'nothing was written' });
  // Other clients and other months may never have had the others.
  const lost = inFile.filter(({ name, path }) => !own.has(columnKey(path)) && replaced.includes(name));
  const absence = `no record has ${columnsOf(lost, 'the column')}: null in this file`;
  return {
    schema,
    /** The columns of the file: those of the records, and those that the schema had when the run began. */
    columns: inFile,
    /** True for a version that is not on disk yet. */
    isNew,
    notes: isNew ? notesAbout(fresh, found, known !== undefined) : [],
    warnings: [
      ...(isNew ? found : []).flatMap(({ name, warning }): readonly DataWarning[] =>
        warning === undefined ? [] : [{ name: 'encoding', scope: [name], text: warning }],
      ),
      ...(lost.length === 0
        ? []
        : [{ name: 'unknown-amounts', scope: lost.map(({ name }) => name), text: absence } as const]),
      ...(await findTextMeasures(recordSet, schema)),
    ],
  };
}

/** The pinned columns with a type for each that has one now, and the new columns at the end. No known type changes. */
function unite(
  pinned: readonly PinnedColumn[],
  found: readonly SurveyedColumn[],
  types: ChosenTypes,
): readonly PinnedColumn[] {
  const rest = new Map(
    found.map((column) => {
      const type = types.get(column.name) ?? column.type;
      return [columnKey(column.path), { name: nameInFiles(column), path: column.path, type }];
    }),
  );
  const known = pinned.map((column) => {
    const key = columnKey(column.path);
    const type = column.type ?? rest.get(key)?.type;
    rest.delete(key);
    return { ...column, type };
  });
  return [...known, ...rest.values()];
}

/** The column's name in files. UTF-8 has no bytes for half of a surrogate pair (RFC 3629, section 3). */
function nameInFiles({ name }: Column): string {
  return isFolderColumn(name) ? `service_${name}` : name.toWellFormed();
}

/** The next version of a schema, without its columns. The first one chooses the main measure and the date column. */
function versionAfter(
  known: DatasetSchema | undefined,
  found: readonly SurveyedColumn[],
  dateColumn: string | undefined,
): Omit<DatasetSchema, 'columns'> {
  const sums = found.filter(({ schema }) => isSummable(schema)).map(({ name }) => name);
  if (known !== undefined) {
    return {
      ...known,
      version: known.version + 1,
      earlier: [...known.earlier, hashOfSchema(known)],
      measures: [...new Set([...known.measures, ...sums])],
    };
  }
  const main = mainMeasure(found.map(({ schema }) => schema))?.column.name;
  const measures = [...new Set(main === undefined ? sums : [main, ...sums])];
  return { version: 1, dateColumn, mainMeasure: main, measures, earlier: [] };
}

/** Throws a `columns` error for equal names. Engines ignore case: of two such columns, DuckDB gives the values of the first. */
function assertDifferentNames(columns: readonly PinnedColumn[]): void {
  const names = columns.map(({ name }) => name);
  const [first, second] = findTwins(names, (name) => name.toLowerCase()).map((name) => JSON.stringify(name));
  if (first === undefined) return;
  const what =
    first === second ? `have the name ${first}` : `have names that differ only in case, ${first} and ${second},`;
  throw new ReportingError('E-types', `two columns ${what} in the files`, {
    hint: 'a dataset cannot hold both; pull this report as ndjson, which keeps them apart',
  });
}

function assertRequired({ columns }: RecordSet, { dateColumn, mainMeasure: main }: DatasetSchema): void {
  const names = new Set(columns.map(({ name }) => name));
  for (const [what, required] of [
    ['the date column', dateColumn],
    ['the main measure', main],
  ]) {
    if (required === undefined || names.has(required)) continue;
    throw new ReportingError('E-types', `no record has ${what} ${JSON.stringify(required)} of the dataset`, {
      columns: { missing: [required] },
      hint: 'nothing was written; if the service has renamed the column, sync to a new directory',
    });
  }
}

/** Notes about the columns `fresh`, which a schema gets. `isLater` if it has files already. */
function notesAbout(
  fresh: readonly PinnedColumn[],
  found: readonly SurveyedColumn[],
  isLater: boolean,
): readonly string[] {
  const inFolders = fresh.filter(({ path }) => isFolderColumn(path.join('.')));
  return [
    ...(isLater ? [`${columnsOf(fresh, 'new column')}: absent from older files`] : []),
    ...found.flatMap(({ note }) => note ?? []),
    ...inFolders.map(({ name, path }) => {
      const [own, stored] = [path.join('.'), name].map((each) => JSON.stringify(each));
      return `the service's column ${own} is stored as ${stored}: engines would replace it by the folder's name`;
    }),
  ];
}

/** `the columns "a", "b"` */
function columnsOf(columns: readonly Pick<PinnedColumn, 'name'>[], what: string): string {
  return `${what}${columns.length === 1 ? '' : 's'} ${columns.map(({ name }) => JSON.stringify(name)).join(', ')}`;
}

const SHOWN_LENGTH = 40;

/**
 * A warning for each column of text, named for amounts or counts, in which these records have numbers in any spelling: engines
 * cannot add them up. Not for those whose type the user chose.
 */
async function findTextMeasures(recordSet: RecordSet, schema: DatasetSchema): Promise<readonly DataWarning[]> {
  const texts = new Set(schema.columns.filter(({ type }) => type === 'UTF8').map(({ path }) => columnKey(path)));
  const columns = recordSet.columns.filter(({ name, path }) => {
    const { kind } = kindOfName(path);
    return texts.has(columnKey(path)) && !schema.measures.includes(name) && (kind === 'money' || kind === 'count');
  });
  if (columns.length === 0) return [];
  const survey = createSchemaSurvey(columns);
  for await (const rows of scanRows(recordSet, columns)) while (rows.next()) survey.addRow(rows);
  return survey.schemas().flatMap(({ column, cells: { numbers, spelledNumber } }): readonly DataWarning[] => {
    if (numbers === 0 && spelledNumber === undefined) return [];
    const example =
      spelledNumber === undefined ? 'numbers' : `texts such as ${quoteLine(JSON.parse(spelledNumber), SHOWN_LENGTH)}`;
    const text = `${column.name} is text in the dataset, and has ${example}: it cannot be added up`;
    return [{ name: 'text-numbers', scope: [column.name], text }];
  });
}
