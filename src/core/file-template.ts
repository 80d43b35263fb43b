/** Names of files with placeholders in them: `{profile}-{report}-{from}-{to}.csv`. */

import { countOf } from './count.ts';
import { countDays, type DateRange, formatRange } from './date-range.ts';
import { nearest } from './nearest.ts';
import { ReportingError } from './reporting-error.ts';

export const PLACEHOLDERS = ['profile', 'report', 'from', 'to'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

const PLACEHOLDER = /\{([A-Za-z _-]*)\}/g;
/** Nothing that a path could take for more than a part of a name. */
const SAFE = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** The placeholders in `template`, in order. Throws a usage error for braces around anything else. */
export function placeholdersOf(template: string): readonly Placeholder[] {
  return [...template.matchAll(PLACEHOLDER)].map(([, name]) => {
    const known = PLACEHOLDERS.find((each) => each === name);
    if (known !== undefined) return known;
    const near = nearest(name!, PLACEHOLDERS);
    const list = PLACEHOLDERS.map((each) => `{${each}}`).join(', ');
    throw new ReportingError('usage', `--output ${JSON.stringify(template)}: {${name}} stands for nothing`, {
      hint: near === undefined ? `the placeholders are ${list}` : `did you mean {${near}}?`,
    });
  });
}

/** True for a name that stands for several files: `undefined` is stdout. */
export function isTemplate(name: string | undefined): boolean {
  return name !== undefined && placeholdersOf(name).length > 0;
}

/** The warning about a name with one end of a range of several days: it reads like that of one day. Undefined for others. */
export function misleadingName(template: string, range: DateRange): string | undefined {
  const named = placeholdersOf(template);
  if (named.includes('from') === named.includes('to') || countDays(range) === 1) return undefined;
  const day = named.includes('from') ? 'first' : 'last';
  const better = template.replace(/\{(?:from|to)\}(?!.*\{(?:from|to)\})/s, '{from}-{to}');
  return (
    `--output ${JSON.stringify(template)} names only the ${day} day of ${formatRange(range)} (${countOf(countDays(range), 'day')}): ` +
    `name both ends, as in ${JSON.stringify(better)}, or pull one day`
  );
}

/** `template` with the values in the placeholders' places. Throws a configuration error for a value that could lead to another directory. */
export function fillTemplate(template: string, values: Readonly<Record<Placeholder, string>>): string {
  const unsafe = placeholdersOf(template).find((name) => !SAFE.test(values[name]));
  if (unsafe !== undefined) {
    throw new ReportingError(
      'config',
      `the ${unsafe} ${JSON.stringify(values[unsafe])} cannot be part of the name of a file`,
    );
  }
  return template.replace(PLACEHOLDER, (_all, name: Placeholder) => values[name]);
}
