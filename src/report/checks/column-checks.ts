/** Checks of a report's columns: those expected, and those that not all windows have. */

import { columnKey, uniteColumns } from '../../core/columns.ts';
import { ReportingError } from '../../core/errors.ts';
import { countOf, shellWord } from '../../core/text.ts';
import { formatRange } from '../../dates/range.ts';
import type { WindowRecords } from '../../records/window-records.ts';

/** Columns that a message names at most. */
const MAX_NAMES = 50;
const MAX_CHANGES = 20;

/** Throws a columns error unless `actual` has exactly the names of `expected`, in any order. */
export function assertExpectedColumns(
  expected: readonly string[],
  actual: readonly string[],
  report: string,
): void {
  const missing = expected.filter((name) => !actual.includes(name));
  const unexpected = [...new Set(actual)].filter((name) => !expected.includes(name));
  if (missing.length === 0 && unexpected.length === 0) return;
  const differences = [
    ...(missing.length === 0 ? [] : [`missing ${list(missing)}`]),
    ...(unexpected.length === 0 ? [] : [`unexpected ${list(unexpected)}`]),
  ];
  throw new ReportingError(
    'E-other-columns',
    `${report} does not have the expected columns: ${differences.join('; ')}`,
    {
      hint:
        actual.length > MAX_NAMES
          ? undefined
          : `if the columns are correct, use --expect-columns ${shellWord(actual.map(quote).join(','))}`,
      report,
      columns: { missing, unexpected },
    },
  );
}

function list(names: readonly string[]): string {
  const rest = names.length - MAX_NAMES;
  return `${names.slice(0, MAX_NAMES).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** The name in the syntax that `parseColumnNames` reads. */
function quote(name: string): string {
  return /[",]|^\s|\s$/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}

/** A message about columns that are missing in some windows with records; undefined if there are none. */
export function describeColumnChanges(recordsByWindow: readonly WindowRecords[]): string | undefined {
  const filled = recordsByWindow.filter(
    ({ recordCount, hasMoreColumns }) => recordCount > 0 && !hasMoreColumns,
  );
  const keys = filled.map(({ columns }) => new Set(columns.map(({ path }) => columnKey(path))));
  const changes = uniteColumns(filled.map(({ columns }) => columns)).flatMap(({ name, path }) => {
    const isIn = keys.map((each) => each.has(columnKey(path)));
    return isIn.includes(false) ? [`${JSON.stringify(name)} ${describeChange(isIn, filled)}`] : [];
  });
  if (changes.length === 0) return undefined;
  const rest = changes.length - MAX_CHANGES;
  const more = rest > 0 ? `; and ${countOf(rest, 'more column')}` : '';
  return `columns change: ${changes.slice(0, MAX_CHANGES).join('; ')}${more}`;
}

function describeChange(isIn: readonly boolean[], filled: readonly WindowRecords[]): string {
  const [first, last] = [isIn.indexOf(true), isIn.lastIndexOf(true)];
  const isOneRun = !isIn.slice(first, last + 1).includes(false);
  if (isOneRun && last === isIn.length - 1) return `first appears in ${formatRange(filled[first]!.window)}`;
  if (isOneRun && first === 0) return `is missing from ${formatRange(filled[last + 1]!.window)} on`;
  if (first === last) return `is in ${formatRange(filled[first]!.window)} only`;
  return `is in ${isIn.filter(Boolean).length} of ${countOf(filled.length, 'window')} with records`;
}
