import { ReportingError } from './reporting-error.ts';
import { shellWord } from './shell-word.ts';

/**
 * Throws an error that names what is missing and what was not expected, unless `actual` has the names of `expected`, in
 * any order.
 */
export function refuseOtherColumns(
  expected: readonly string[],
  actual: readonly string[],
  report: string,
): void {
  const missing = expected.filter((name) => !actual.includes(name));
  const unexpected = [...new Set(actual)].filter((name) => !expected.includes(name));
  if (missing.length === 0 && unexpected.length === 0) return;
  const differences = [
    ...(missing.length === 0 ? [] : [`missing ${list(missing)}`]),
    ...(unexpected.length === 0 ? [] : [`not expected ${list(unexpected)}`]),
  ];
  throw new ReportingError(
    'columns',
    `the columns of ${report} are not those expected: ${differences.join('; ')}`,
    {
      hint:
        actual.length > MAX_NAMES
          ? undefined
          : `if they are right as they are: --expect-columns ${shellWord(actual.map(quote).join(','))}`,
      report,
      columns: { missing, unexpected },
    },
  );
}

const MAX_NAMES = 50;

function list(names: readonly string[]): string {
  const rest = names.length - MAX_NAMES;
  return `${names.slice(0, MAX_NAMES).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** As `parseColumnNames` reads it back. */
function quote(name: string): string {
  return /[",]|^\s|\s$/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}
