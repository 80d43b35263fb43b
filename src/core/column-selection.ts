import type { Column } from './column.ts';
import { nearest } from './nearest.ts';
import { ReportingError } from './reporting-error.ts';

/**
 * The names in a list such as `date,campaign.id,"a,b"`: separated by commas; one that holds a comma stands in double
 * quotation marks, with quotation marks inside doubled. They come behind `earlier` ones. Throws a usage error, which names
 * `option` and shows `example`, for an empty name, or one that comes twice.
 */
export function parseColumnNames(
  list: string,
  earlier: readonly string[] = [],
  option = '--columns',
  example = 'date,revenue',
): readonly string[] {
  const matches = `${list},`.matchAll(/\s*(?:"((?:[^"]|"")*)"\s*|([^,]*)),/gy);
  const names = Array.from(matches, (match) => match[1]?.replaceAll('""', '"') ?? match[2]!.trim());
  if (names.includes('')) {
    throw new ReportingError('usage', `${option} ${JSON.stringify(list)} has an empty name in it`, {
      hint: `separate the names by commas: ${option} ${example}`,
    });
  }
  const all = [...earlier, ...names];
  const repeated = all.find((name, index) => all.indexOf(name) !== index);
  if (repeated !== undefined) {
    throw new ReportingError('usage', `${option} names ${JSON.stringify(repeated)} twice`);
  }
  return all;
}

/**
 * The columns that `names` ask for, in that order, once each. A name stands for the column so called, and for all columns
 * below it: `campaign` for `campaign.id` and `campaign.name`; `*` in it, where no column is so called, for anything. One with
 * `-` in front leaves columns out, of all if it comes first. Throws a usage error for a name that no record has.
 */
export function selectColumns(names: readonly string[], available: readonly Column[]): readonly Column[] {
  let chosen = new Set<Column>(isExclusion(names[0], available) ? available : []);
  for (const name of names) {
    if (isExclusion(name, available)) {
      const excluded = new Set(columnsCalled(name.slice(1), available));
      chosen = new Set([...chosen].filter((column) => !excluded.has(column)));
    } else for (const column of columnsCalled(name, available)) chosen.add(column);
  }
  if (chosen.size === 0) throw new ReportingError('usage', `--columns ${names.join(',')} leaves no column`);
  return [...chosen];
}

/**
 * The members that `names` ask for, in that order: like `selectColumns`, but the name of an object stands for the whole
 * object, and not for what is in it.
 */
export function selectMembers(names: readonly string[], available: readonly Column[]): readonly Column[] {
  if (names.some((name) => isExclusion(name, available) || isGlob(name, available))) {
    return gatherObjects(selectColumns(names, available), available);
  }
  return names.map((name) => {
    const [path, ...others] = columnsCalled(name, available).map((column) => prefixCalled(name, column)!);
    const other = others.find((each) => JSON.stringify(each) !== JSON.stringify(path));
    if (other === undefined) return { name, path: path! };
    throw new ReportingError(
      'usage',
      `--columns ${JSON.stringify(name)} means two members: one key with a dot in it, and one below another`,
      {
        hint: 'csv and tsv show both; or leave out --columns',
      },
    );
  });
}

/**
 * The columns, chosen among `available`, under other names. Throws a usage error for a column that is not there, and for two
 * of one name.
 */
export function renameColumns(
  columns: readonly Column[],
  renames: ReadonlyMap<string, string>,
  available: readonly Column[],
): readonly Column[] {
  for (const name of renames.keys()) {
    if (columns.some((column) => column.name === name)) continue;
    if (!available.some((column) => column.name === name)) throw unknownColumn(name, available, '--rename');
    throw new ReportingError('usage', `--rename ${JSON.stringify(name)}: --columns leaves that column out`);
  }
  const renamed = columns.map((column) => ({ ...column, name: renames.get(column.name) ?? column.name }));
  const names = renamed.map(({ name }) => name);
  const shared = [...renames.values()].find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (shared === undefined) return renamed;
  throw new ReportingError('usage', `--rename would make two columns called ${JSON.stringify(shared)}`);
}

/** Objects of which every column is chosen stay whole, where their first column stands. */
function gatherObjects(chosen: readonly Column[], available: readonly Column[]): readonly Column[] {
  const members = new Map<string, Column>();
  const missing = new Set(available);
  for (const column of chosen) missing.delete(column);
  const broken = new Set(Array.from(missing, ({ path }) => path[0]));
  for (const column of chosen) {
    const [key] = column.path;
    const member = broken.has(key) ? column : { name: key!, path: [key!] };
    members.set(JSON.stringify(member.path), member);
  }
  return [...members.values()];
}

function isExclusion(name: string | undefined, available: readonly Column[]): name is `-${string}` {
  return name?.startsWith('-') === true && findCalled(name, available).length === 0;
}

function isGlob(name: string, available: readonly Column[]): boolean {
  return name.includes('*') && findCalled(name, available).length === 0;
}

function columnsCalled(name: string, available: readonly Column[]): readonly Column[] {
  const found = isGlob(name, available) ? findMatching(name, available) : findCalled(name, available);
  if (found.length === 0) throw unknownColumn(name, available, '--columns');
  return found;
}

function findCalled(name: string, available: readonly Column[]): readonly Column[] {
  return available.filter((column) => prefixCalled(name, column) !== undefined);
}

function findMatching(glob: string, available: readonly Column[]): readonly Column[] {
  const parts = glob.split('*').map((part) => part.replace(/[\\^$.+?()[\]{}|]/g, '\\$&'));
  const pattern = new RegExp(`^${parts.join('.*')}$`, 's');
  return available.filter((column) => pattern.test(column.name));
}

/** The shortest beginning of the column's path that is called `name`, or undefined. */
function prefixCalled(name: string, column: Column): readonly string[] | undefined {
  if (!column.name.startsWith(name)) return undefined;
  const prefixes = column.path.map((_, index) => column.path.slice(0, index + 1));
  return prefixes.find((prefix) => prefix.join('.') === name);
}

/** The error for a name that no record has, with the nearest that one has. */
export function unknownColumn(name: string, available: readonly Column[], option: string): ReportingError {
  const where = option === '--columns' ? '' : `, which ${option} names`;
  if (name === 'window_from' || name === 'window_to') {
    return new ReportingError('usage', `no record has the column ${JSON.stringify(name)}`, {
      hint: 'add --window-columns',
    });
  }
  const near = nearest(
    name,
    available.map((column) => column.name),
  );
  const shown = available.slice(0, 50).map((column) => column.name);
  const more = available.length > shown.length ? `, and ${available.length - shown.length} more` : '';
  return new ReportingError('usage', `no record has the column ${JSON.stringify(name)}${where}`, {
    hint:
      near === undefined
        ? `the columns are: ${shown.join(', ')}${more}`
        : `did you mean ${JSON.stringify(near)}?`,
  });
}
