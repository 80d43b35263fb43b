/** Checks that a report has the expected columns. */

import { ReportingError } from '../../core/errors.ts';
import { shellWord } from '../../core/text.ts';

/** Columns that a message names at most. */
const MAX_NAMES = 50;

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
