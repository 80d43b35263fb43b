/**
 * The types of a dataset's columns as JSON that people can read and edit, and the differences between a report and such a list.
 */

import { type Column, columnKey } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import { asObject } from '../core/json-object.ts';
import { COLUMN_TYPES, type ColumnType } from './column-types.ts';

/** A column of a dataset. Its type is undefined until a record has a value for it: no file has such a column. */
export interface PinnedColumn extends Column {
  readonly type: ColumnType | undefined;
}

/** The list as JSON, one column a line. */
export function formatTypeList(columns: readonly PinnedColumn[]): string {
  const lines = columns.map(({ name, path, type = null }) => `  ${JSON.stringify({ name, path, type })}`);
  return lines.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n`;
}

/**
 * Parses a list that `formatTypeList` wrote and a user may have edited. `source` names the file in errors. Throws a
 * configuration error.
 */
export function parseTypeList(text: string, source: string): readonly PinnedColumn[] {
  const fail = (what: string): never => {
    throw new ReportingError('E-setting', `${source}: ${what}`, {
      hint: `a column is {"name": …, "path": [ … ], "type": …}; the types are ${COLUMN_TYPES.join(', ')}, and null for a column without values`,
    });
  };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return fail(`not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!Array.isArray(value)) return fail('not a list of columns');
  const columns = value.map((each: unknown, index): PinnedColumn => {
    const { name, path, type } = asObject(each) ?? {};
    const where = `column ${typeof name === 'string' ? JSON.stringify(name) : index + 1}`;
    if (typeof name !== 'string') return fail(`${where} has no name`);
    if (!Array.isArray(path) || path.length === 0 || !path.every((key) => typeof key === 'string')) {
      return fail(`${where} has no path`);
    }
    if (type === undefined) return fail(`${where} has no type`);
    const known = COLUMN_TYPES.find((each) => each === type);
    if (known === undefined && type !== null) return fail(`${where} has the type ${JSON.stringify(type)}`);
    return { name, path: path as string[], type: known };
  });
  const names = columns.map(({ name }) => JSON.stringify(name));
  const paths = columns.map(({ path }) => columnKey(path));
  for (const [what, keys] of [
    ['name', names],
    ['path', paths],
  ] as const) {
    const second = keys.find((key, index) => keys.indexOf(key) !== index);
    if (second !== undefined) return fail(`two columns have the ${what} ${second}`);
  }
  return columns;
}

/** A type list compared with the columns of a report. */
export interface TypeListChanges {
  /** The list, with a type for each column that had none, and with new columns at the end. */
  readonly columns: readonly PinnedColumn[];
  /** The columns that are new or got a type. */
  readonly added: readonly PinnedColumn[];
}

/** Extends a type list by the columns of a report, with the types that the report alone would have. No known type changes. */
export function extendTypeList(pinned: readonly PinnedColumn[], found: readonly PinnedColumn[]): TypeListChanges {
  const foundByKey = new Map(found.map((column) => [columnKey(column.path), column]));
  const known = new Set(pinned.map(({ path }) => columnKey(path)));
  const columns = [
    ...pinned.map((column) => ({
      ...column,
      type: column.type ?? foundByKey.get(columnKey(column.path))?.type,
    })),
    ...found.filter(({ path }) => !known.has(columnKey(path))),
  ];
  return {
    columns,
    added: columns.filter(({ type }, index) => index >= pinned.length || type !== pinned[index]!.type),
  };
}
