/** The warnings that a user allows: `gaps`, `gaps:2026-12-25`, `partial:limit`. */

import { parseColumnNames } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import { closestMatch } from '../core/text.ts';
import { WARNING_NAMES, type WarningName } from '../core/warnings.ts';
import { parseDays } from '../dates/range.ts';

const EXAMPLE = 'gaps:2026-12-25,partial:limit';

/** The names in a list with commas, each with its scope, and the `earlier` ones. `flag` names the option or the setting in errors. */
export function parseAllowed(list: string, earlier: readonly string[] = [], flag = '--allow'): readonly string[] {
  const words = parseColumnNames(list, [], flag, EXAMPLE);
  for (const word of words) assertAllowed(word, flag);
  return [...new Set([...earlier, ...words])];
}

function assertAllowed(word: string, flag: string): void {
  const [, name = '', scope] = /^([^:]*)(?::(.*))?$/s.exec(word)!;
  const invalid = (problem: string, hint: string): ReportingError =>
    new ReportingError('E-option-value', `${flag}: ${problem}`, { hint });
  if (!WARNING_NAMES.includes(name as WarningName)) {
    const near = closestMatch(name, WARNING_NAMES);
    throw invalid(
      `unknown warning ${JSON.stringify(name)}`,
      near === undefined ? `the warnings are: ${WARNING_NAMES.join(', ')}` : `did you mean ${near}?`,
    );
  }
  if (scope === '' || (name === 'partial' && scope === undefined)) {
    const what = name === 'partial' ? 'the member or header that the warning names' : 'a scope after the colon';
    throw invalid(`${word} needs ${what}`, `for example: ${flag} ${EXAMPLE}`);
  }
  if (name === 'gaps' && scope !== undefined && /^\d/.test(scope) && parseDays(scope) === undefined) {
    throw invalid(`${word} does not name a day or a range of days`, `for example: ${flag} gaps:2026-12-24..2026-12-26`);
  }
}
