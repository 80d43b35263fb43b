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

/** The measure at the end of the name of a pivoted column: `revenue` of `2026-01_revenue`. Undefined for other names. */
export function pivotedMeasure({ name, meaning }: Column): string | undefined {
  const measure = meaning?.join('.');
  return measure !== undefined && name.endsWith(`_${measure}`) ? measure : undefined;
}

/** A key for the column with this path. Columns with different paths can share a name. */
export function columnKey(path: readonly string[]): string {
  return JSON.stringify(path);
}

/** True for two columns with the same path. */
export function isSameColumn(one: Column, other: Column | undefined): boolean {
  return other !== undefined && columnKey(one.path) === columnKey(other.path);
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
 * marks; a quotation mark inside is doubled. Throws a usage error about `flag` for an empty or repeated name. Its hint shows
 * `example`.
 */
export function parseColumnNames(
  list: string,
  earlier: readonly string[] = [],
  flag = '--columns',
  example = 'date,revenue',
): readonly string[] {
  const matches = `${list},`.matchAll(/\s*(?:"((?:[^"]|"")*)"\s*|([^,]*)),/gy);
  const names = Array.from(matches, (match) => match[1]?.replaceAll('""', '"') ?? match[2]!.trim());
  if (names.includes('')) {
    throw new ReportingError('E-option-value', `${flag} ${JSON.stringify(list)} contains an empty name`, {
      hint: `separate the names by commas: ${flag} ${example}`,
    });
  }
  const all = [...earlier, ...names];
  const repeated = all.find((name, index) => all.indexOf(name) !== index);
  if (repeated !== undefined) {
    throw new ReportingError('E-option-value', `${flag} names ${JSON.stringify(repeated)} twice`);
  }
  return all;
}

/**
 * The columns that `names` select, in that order, once each. A name selects the column with that name and all columns below
 * it: `campaign` selects `campaign.id` and `campaign.name`. `*` matches any text. A name that starts with `-` excludes
 * columns; if it comes first, it excludes them from all columns. A column whose own name has `*` or `-` is selected by that
 * name. Throws a usage error for an unknown name.
 */
export function selectColumns(names: readonly string[], available: readonly Column[]): readonly Column[] {
  let chosen = new Set<Column>(isExclusion(names[0], available) ? available : []);
  for (const name of names) {
    if (isExclusion(name, available)) {
      const excluded = new Set(columnsNamed(name.slice(1), available));
      chosen = new Set([...chosen].filter((column) => !excluded.has(column)));
    } else for (const column of columnsNamed(name, available)) chosen.add(column);
  }
  if (chosen.size === 0)
    throw new ReportingError('E-column', `--columns ${names.join(',')} leaves no column`);
  return [...chosen];
}

/**
 * The members that `names` select, in that order. Like `selectColumns`, but the name of an object selects the whole object
 * instead of its columns.
 */
export function selectMembers(names: readonly string[], available: readonly Column[]): readonly Column[] {
  if (names.some((name) => isExclusion(name, available) || isGlob(name, available))) {
    return gatherObjects(selectColumns(names, available), available);
  }
  return names.map((name) => {
    const [path, ...others] = columnsNamed(name, available).map((column) => prefixNamed(name, column)!);
    const other = others.find((each) => columnKey(each) !== columnKey(path!));
    if (other === undefined) return { name, path: path! };
    throw new ReportingError(
      'E-column',
      `--columns ${JSON.stringify(name)} is ambiguous: a key with a dot and a nested key have this name`,
      { hint: 'use csv or tsv, which show both, or omit --columns' },
    );
  });
}

/**
 * `columns`, a selection from `available`, with new names. Throws a usage error for a column that is not in `columns`, and
 * for two columns with the same new name.
 */
export function renameColumns(
  columns: readonly Column[],
  renames: ReadonlyMap<string, string>,
  available: readonly Column[],
): readonly Column[] {
  for (const name of renames.keys()) {
    if (columns.some((column) => column.name === name)) continue;
    if (!available.some((column) => column.name === name)) throw unknownColumn(name, available, '--rename');
    throw new ReportingError(
      'E-column',
      `--rename ${JSON.stringify(name)}: --columns leaves that column out`,
    );
  }
  const renamed = columns.map((column) => ({ ...column, name: renames.get(column.name) ?? column.name }));
  const names = renamed.map(({ name }) => name);
  const shared = [...renames.values()].find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (shared === undefined) return renamed;
  throw new ReportingError('E-column', `--rename would make two columns called ${JSON.stringify(shared)}`, {
    hint: 'choose another name, or leave the other column out with --columns',
  });
}

/** A hint lists at most this many columns. */
const MAX_COLUMNS = 50;
const MAX_COLUMNS_BESIDE_SUGGESTION = 12;

/** The error for an unknown column, with the closest match. `source` is the option that has the name. */
export function unknownColumn(name: string, available: readonly Column[], source: string): ReportingError {
  if (name === 'window_from' || name === 'window_to') {
    return new ReportingError('E-column', `no record has the column ${JSON.stringify(name)}`, {
      hint: 'add --window-columns',
    });
  }
  const names = available.map((column) => column.name);
  const near = closestMatch(name, names);
  const shown = names.slice(0, near === undefined ? MAX_COLUMNS : MAX_COLUMNS_BESIDE_SUGGESTION);
  const more = names.length > shown.length ? `, and ${names.length - shown.length} more` : '';
  return new ReportingError('E-column', `no record has the column ${JSON.stringify(name)} (${source})`, {
    hint: `${near === undefined ? '' : `did you mean ${JSON.stringify(near)}? `}the columns are: ${shown.join(', ')}${more}`,
  });
}

/** The chosen columns. If all columns of a top-level object are chosen, one member replaces them at the first one's place. */
function gatherObjects(chosen: readonly Column[], available: readonly Column[]): readonly Column[] {
  const members = new Map<string, Column>();
  const missing = new Set(available);
  for (const column of chosen) missing.delete(column);
  const broken = new Set(Array.from(missing, ({ path }) => path[0]));
  for (const column of chosen) {
    const [key] = column.path;
    const member = broken.has(key) ? column : { name: key!, path: [key!] };
    members.set(columnKey(member.path), member);
  }
  return [...members.values()];
}

function isExclusion(name: string | undefined, available: readonly Column[]): name is `-${string}` {
  return name?.startsWith('-') === true && findNamed(name, available).length === 0;
}

function isGlob(name: string, available: readonly Column[]): boolean {
  return name.includes('*') && findNamed(name, available).length === 0;
}

function columnsNamed(name: string, available: readonly Column[]): readonly Column[] {
  const found = isGlob(name, available) ? findMatching(name, available) : findNamed(name, available);
  if (found.length === 0) throw unknownColumn(name, available, '--columns');
  return found;
}

function findNamed(name: string, available: readonly Column[]): readonly Column[] {
  return available.filter((column) => prefixNamed(name, column) !== undefined);
}

function findMatching(glob: string, available: readonly Column[]): readonly Column[] {
  const parts = glob.split('*').map((part) => part.replace(/[\\^$.+?()[\]{}|]/g, '\\$&'));
  const pattern = new RegExp(`^${parts.join('.*')}$`, 's');
  return available.filter((column) => pattern.test(column.name));
}

/** The shortest prefix of the column's path that spells `name`; undefined if there is none. */
function prefixNamed(name: string, column: Column): readonly string[] | undefined {
  if (!column.name.startsWith(name)) return undefined;
  const prefixes = column.path.map((_, index) => column.path.slice(0, index + 1));
  return prefixes.find((prefix) => prefix.join('.') === name);
}
