import { ReportingError } from './errors.ts';
import { closestMatch } from './text.ts';

/** A column of a report. */
export interface Column {
  /** The keys that lead to the value, outermost first: `['campaign', 'id']`. */
  readonly path: readonly string[];
  /** The name in a header: `campaign.id`. */
  readonly name: string;
  /** The path whose words say what the numbers mean, if the column's own name does not: `['revenue']` for `2026-01`. */
  readonly meaning?: readonly string[];
}

/** The column with this path. Its name is the path with dots. */
export function createColumn(path: readonly string[]): Column {
  return { path, name: path.join('.') };
}

/** A key for the column with this path. Columns with different paths can share a name. */
export function columnKey(path: readonly string[]): string {
  return JSON.stringify(path);
}

/** True for two columns with the same path. */
export function isSameColumn(one: Column, other: Column | undefined): boolean {
  return other !== undefined && columnKey(one.path) === columnKey(other.path);
}

/** A function that tests whether a column is one of `columns`. */
export function isAmong(columns: readonly Column[]): (column: Column) => boolean {
  const keys = new Set(columns.map(({ path }) => columnKey(path)));
  return ({ path }) => keys.has(columnKey(path));
}

/** The columns of all lists, once each, in order of first appearance. Columns with the same path are the same. */
export function uniteColumns(lists: Iterable<readonly Column[]>): readonly Column[] {
  const united = new Map<string, Column>();
  for (const columns of lists) {
    for (const column of columns) {
      const key = columnKey(column.path);
      if (!united.has(key)) united.set(key, column);
    }
  }
  return [...united.values()];
}

/**
 * `earlier`, followed by the names in a list such as `date,campaign.id,"a,b"`. A name with a comma must be in double quotation
 * marks; a quotation mark inside is doubled. Throws a usage error about `flag` for an empty or repeated name.
 */
export function parseColumnNames(list: string, earlier: readonly string[] = [], flag = '--sum'): readonly string[] {
  const matches = `${list},`.matchAll(/\s*(?:"((?:[^"]|"")*)"\s*|([^,]*)),/gy);
  const names = Array.from(matches, (match) => match[1]?.replaceAll('""', '"') ?? match[2]!.trim());
  if (names.includes('')) {
    throw new ReportingError('E-option-value', `${flag} ${JSON.stringify(list)} contains an empty name`, {
      hint: 'separate the names by commas',
    });
  }
  const all = [...earlier, ...names];
  const repeated = all.find((name, index) => all.indexOf(name) !== index);
  if (repeated !== undefined) {
    throw new ReportingError('E-option-value', `${flag} names ${JSON.stringify(repeated)} twice`);
  }
  return all;
}

/** A hint lists at most this many columns. */
const MAX_COLUMNS = 50;

/** The error for an unknown column, with the closest match. `source` is the option that has the name. */
export function unknownColumn(name: string, available: readonly Column[], source: string): ReportingError {
  const names = available.map((column) => column.name);
  const compared = name.replace(/_(?:before|change|percent)$/, '');
  const near = closestMatch(name, names);
  const more = names.length > MAX_COLUMNS ? `, and ${names.length - MAX_COLUMNS} more` : '';
  return new ReportingError('E-column', `no record has the column ${JSON.stringify(name)} (${source})`, {
    hint:
      compared !== name && names.includes(compared)
        ? '--compare adds it, for all options but --where'
        : `${near === undefined ? '' : `did you mean ${JSON.stringify(near)}? `}the columns are: ${names.slice(0, MAX_COLUMNS).join(', ')}${more}`,
  });
}
