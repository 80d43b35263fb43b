/** The list of `--columns`: which columns a document shows, in which order, and under which names. */

import { type Column, columnKey, unknownColumn } from './columns.ts';
import { ReportingError } from './errors.ts';

/** An item of the list. */
export interface ColumnItem {
  /** The name of a column, or of an object: then all columns below it. */
  readonly name: string;
  /** True if each `*` in the name stands for any text. */
  readonly isPattern: boolean;
  /** True to leave these columns out. */
  readonly isExcluded: boolean;
  /** The name to print; undefined for the column's own. */
  readonly newName: string | undefined;
}

const NAME = String.raw`\s*(?:"((?:[^"]|"")*)"|([^",=\s][^,=]*?)?)\s*`;
const LIST = new RegExp(`^(?:\\s*-?${NAME}(?:=${NAME})?,)+$`);
const ITEM = new RegExp(`\\s*(-?)${NAME}(?:(=)${NAME})?,`, 'gy');

/**
 * `earlier`, followed by the items of a list such as `date,money=revenue,-clicks,*_before`. A name with `,`, `=`, `*` or a leading
 * `-` must be in double quotation marks; a quotation mark inside is doubled. Throws a usage error for other text, and for a
 * name that is listed twice.
 */
export function parseColumnList(list: string, earlier: readonly ColumnItem[] = []): readonly ColumnItem[] {
  const items = LIST.test(`${list},`) ? Array.from(`${list},`.matchAll(ITEM), itemOf) : [undefined];
  if (!items.every((item) => item !== undefined)) {
    throw new ReportingError('E-option-value', `--columns ${JSON.stringify(list)} is not a list of columns`, {
      hint: 'for example: --columns date,money=revenue; a name with , = * or a leading - needs double quotation marks: --columns \'"a=b"\'',
    });
  }
  const all = [...earlier, ...items];
  const repeated = all.find(({ name }, index) => all.findIndex((other) => other.name === name) !== index);
  if (repeated !== undefined)
    throw new ReportingError('E-option-value', `--columns names ${JSON.stringify(repeated.name)} twice`);
  const printed = all.filter(({ isExcluded }) => !isExcluded);
  assertDistinct(printed.map(({ name, newName }) => newName ?? name));
  return all;
}

/** Undefined for an empty name, and for a new name of columns that are left out or of a pattern. */
function itemOf([, sign, ...parts]: RegExpExecArray): ColumnItem | undefined {
  const [quoted, bare, equals, quotedSource, bareSource] = parts;
  const first = nameOf(quoted, bare);
  const source = equals === undefined ? first : nameOf(quotedSource, bareSource);
  const isExcluded = sign !== '';
  if (first === undefined || source === undefined) return undefined;
  if (equals !== undefined && (isExcluded || first.isPattern || source.isPattern)) return undefined;
  if (equals !== undefined && bareSource?.startsWith('-')) return undefined;
  return { ...source, isExcluded, newName: equals === undefined ? undefined : first.name };
}

function nameOf(
  quoted: string | undefined,
  bare: string | undefined,
): Pick<ColumnItem, 'name' | 'isPattern'> | undefined {
  const name = quoted?.replaceAll('""', '"') ?? bare ?? '';
  return name === '' ? undefined : { name, isPattern: quoted === undefined && name.includes('*') };
}

/** The names of the columns that a list shows. */
export function namesIn(items: readonly ColumnItem[]): readonly string[] {
  return items.filter(({ isPattern, isExcluded }) => !isPattern && !isExcluded).map(({ name }) => name);
}

/** The new names of columns, by their own. */
export function newNamesIn(items: readonly ColumnItem[]): ReadonlyMap<string, string> {
  return new Map(items.flatMap(({ name, newName }) => (newName === undefined ? [] : [[name, newName]])));
}

/** A column that the item of a list stands for. */
interface Choice {
  readonly item: ColumnItem;
  readonly column: Column;
}

/**
 * The columns that a list selects, in its order, once each, with their new names. An item that names a column comes before one that
 * names the object around it, before a pattern, and before `*`, which stands for the rest. If all items leave columns
 * out, all others are selected. Throws a usage error for an unknown name, and for two columns of one name.
 */
export function selectColumns(items: readonly ColumnItem[], available: readonly Column[]): readonly Column[] {
  const choices = chooseColumns(items, available);
  return withDistinctNames(choices.map(({ item, column }) => ({ ...column, name: nameUnder(item, column) })));
}

/** The columns that a list selects, with their own names. */
export function chosenColumns(items: readonly ColumnItem[], available: readonly Column[]): readonly Column[] {
  return chooseColumns(items, available).map(({ column }) => column);
}

/** The columns of an empty report: those that the list names, and of those that are known the ones of its patterns. */
export function columnsOfEmpty(items: readonly ColumnItem[], known: readonly Column[]): readonly Column[] {
  const isKnown = items.every((item) => findColumns(item, known).length > 0);
  if (isKnown) return selectColumns(items, known);
  return items
    .filter(({ isPattern, isExcluded }) => !isPattern && !isExcluded)
    .map(({ name, newName = name }) => ({ path: [name], name: newName }));
}

/** Like `selectColumns`, but an object whose columns are all chosen by one item is one member, and no two have the same name. */
export function selectMembers(items: readonly ColumnItem[], available: readonly Column[]): readonly Column[] {
  const choices = chooseColumns(items, available);
  const itemOf = new Map(choices.map(({ item, column }) => [column, item]));
  /** The items that choose the columns below each path; undefined among them for a column that none chooses. */
  const below = new Map<string, Set<ColumnItem | undefined>>();
  for (const column of available) {
    for (const end of column.path.keys()) {
      const key = columnKey(column.path.slice(0, end + 1));
      below.set(key, (below.get(key) ?? new Set()).add(itemOf.get(column)));
    }
  }
  const members = new Map<string, Column>();
  for (const { item, column } of choices) {
    const path = item.isPattern ? column.path.slice(0, 1) : pathNamed(item.name, column)!;
    const isWhole = path.length === column.path.length || below.get(columnKey(path))!.size === 1;
    const member = isWhole
      ? { name: item.newName ?? path.join('.'), path }
      : { ...column, name: nameUnder(item, column) };
    members.set(columnKey(member.path), member);
  }
  assertDistinct(Array.from(members.values(), ({ name }) => name));
  return [...members.values()];
}

const ALL: ColumnItem = { name: '*', isPattern: true, isExcluded: false, newName: undefined };

function chooseColumns(items: readonly ColumnItem[], available: readonly Column[]): readonly Choice[] {
  const excluded = new Set(items.filter(({ isExcluded }) => isExcluded).flatMap((item) => columnsOf(item, available)));
  const named = items.filter(({ isExcluded }) => !isExcluded);
  const shown = named.length === 0 ? [ALL] : named;
  const choices = new Map<Column, ColumnItem>();
  for (const item of shown) {
    for (const column of columnsOf(item, available)) {
      const earlier = choices.get(column);
      if (earlier === undefined || rankOf(item, column) < rankOf(earlier, column)) choices.set(column, item);
    }
  }
  // The user of such a list expects all other columns.
  const idle = items.find((item) => item.isExcluded && !findColumns(item, available).some((each) => choices.has(each)));
  if (idle !== undefined) {
    const message = `--columns: -${idle.name} leaves out nothing: no other item of the list shows it`;
    throw new ReportingError('E-column', message, { hint: 'add * for all other columns, or remove it' });
  }
  const chosen = shown.flatMap((item) =>
    available
      .filter((column) => choices.get(column) === item && !excluded.has(column))
      .map((column) => ({ item, column })),
  );
  if (chosen.length === 0) throw new ReportingError('E-column', '--columns leaves no column');
  return chosen;
}

function rankOf({ name, isPattern }: ColumnItem, column: Column): number {
  if (isPattern) return name === '*' ? 3 : 2;
  return column.name === name ? 0 : 1;
}

function columnsOf(item: ColumnItem, available: readonly Column[]): readonly Column[] {
  const found = findColumns(item, available);
  if (found.length === 0) throw unknownColumn(item.name, available, '--columns');
  return found;
}

function findColumns({ name, isPattern }: ColumnItem, available: readonly Column[]): readonly Column[] {
  const parts = name.split('*').map((part) => part.replace(/[\\^$.+?()[\]{}|]/g, '\\$&'));
  const pattern = new RegExp(`^${parts.join('.*')}$`, 's');
  return available.filter((column) => (isPattern ? pattern.test(column.name) : pathNamed(name, column) !== undefined));
}

/** The name of a column below the one that the item renames keeps its end: `c.id` for `c=campaign`. */
function nameUnder({ name, newName }: ColumnItem, column: Column): string {
  return newName === undefined ? column.name : newName + column.name.slice(name.length);
}

/** Throws if a new name is that of another column. A key with a dot and a nested key may share a name. */
function withDistinctNames(columns: readonly Column[]): readonly Column[] {
  const renamed = columns.filter(({ name, path }) => name !== path.join('.')).map(({ name }) => name);
  assertDistinct(
    columns.map(({ name }) => name),
    renamed,
  );
  return columns;
}

/** Throws if two of the `names` are the same. */
function assertDistinct(names: readonly string[], tested: readonly string[] = names): void {
  const shared = tested.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (shared === undefined) return;
  throw new ReportingError('E-column', `--columns would make two columns called ${JSON.stringify(shared)}`, {
    hint: 'choose another name, or leave out the other column',
  });
}

/** The shortest prefix of the column's path that spells `name`; undefined if there is none. */
function pathNamed(name: string, column: Column): readonly string[] | undefined {
  if (!column.name.startsWith(name)) return undefined;
  const prefixes = column.path.map((_, index) => column.path.slice(0, index + 1));
  return prefixes.find((prefix) => prefix.join('.') === name);
}
