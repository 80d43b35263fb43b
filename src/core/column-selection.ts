import type { Column } from './column.ts';
import { ReportingError } from './reporting-error.ts';

/**
 * The names in a list such as `date,campaign.id,"a,b"`: separated by commas; one that holds a comma stands in double
 * quotation marks, with quotation marks inside doubled. They come behind `earlier` ones. Throws a usage error for an empty name, or one that comes twice.
 */
export function parseColumnNames(list: string, earlier: readonly string[] = []): readonly string[] {
  const matches = `${list},`.matchAll(/\s*(?:"((?:[^"]|"")*)"\s*|([^,]*)),/gy);
  const names = Array.from(matches, (match) => match[1]?.replaceAll('""', '"') ?? match[2]!.trim());
  if (names.includes('')) {
    throw new ReportingError('usage', `--columns ${JSON.stringify(list)} has an empty name in it`, {
      hint: 'separate the names by commas: --columns date,revenue',
    });
  }
  const all = [...earlier, ...names];
  const repeated = all.find((name, index) => all.indexOf(name) !== index);
  if (repeated !== undefined) {
    throw new ReportingError('usage', `--columns names ${JSON.stringify(repeated)} twice`);
  }
  return all;
}

/**
 * The columns that `names` ask for, in that order, once each. A name stands for the column so called, and for all
 * columns below it: `campaign` for `campaign.id` and `campaign.name`. Throws a usage error for a name that no record has.
 */
export function selectColumns(names: readonly string[], available: readonly Column[]): readonly Column[] {
  return [...new Set(names.flatMap((name) => columnsCalled(name, available)))];
}

/**
 * The members that `names` ask for, in that order: like `selectColumns`, but the name of an object stands for the whole
 * object, and not for what is in it.
 */
export function selectMembers(names: readonly string[], available: readonly Column[]): readonly Column[] {
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

function columnsCalled(name: string, available: readonly Column[]): readonly Column[] {
  const found = available.filter((column) => prefixCalled(name, column) !== undefined);
  if (found.length === 0) throw unknownColumn(name, available);
  return found;
}

/** The shortest beginning of the column's path that is called `name`, or undefined. */
function prefixCalled(name: string, column: Column): readonly string[] | undefined {
  if (!column.name.startsWith(name)) return undefined;
  const prefixes = column.path.map((_, index) => column.path.slice(0, index + 1));
  return prefixes.find((prefix) => prefix.join('.') === name);
}

function unknownColumn(name: string, available: readonly Column[]): ReportingError {
  if (name === 'window_from' || name === 'window_to') {
    return new ReportingError('usage', `no record has the column ${JSON.stringify(name)}`, {
      hint: 'add --window-columns',
    });
  }
  const near = available.find((column) => column.name.toLowerCase() === name.toLowerCase());
  const shown = available.slice(0, 50).map((column) => column.name);
  const more = available.length > shown.length ? `, and ${available.length - shown.length} more` : '';
  return new ReportingError('usage', `no record has the column ${JSON.stringify(name)}`, {
    hint:
      near === undefined
        ? `the columns are: ${shown.join(', ')}${more}`
        : `did you mean ${JSON.stringify(near.name)}?`,
  });
}
