/** Output file names with placeholders: `{profile}-{report}-{from}-{to}.csv`. */

import { ReportingError } from '../core/errors.ts';
import { type Message, option, phrase } from '../core/message.ts';
import { closestMatch, countOf } from '../core/text.ts';
import { countDays, type DateRange, formatRange } from '../dates/range.ts';

/** The placeholders that a file name can have. */
export const PLACEHOLDERS = ['profile', 'report', 'from', 'to'] as const;
type Placeholder = (typeof PLACEHOLDERS)[number];

const PLACEHOLDER = /\{([A-Za-z _-]*)\}/g;
/** Matches text that can be part of a file name, but not a path. */
const SAFE = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** The placeholders in `template`, in order. Throws a usage error for an unknown one. */
export function placeholdersOf(template: string): readonly Placeholder[] {
  return [...template.matchAll(PLACEHOLDER)].map(([, name]) => {
    const known = PLACEHOLDERS.find((each) => each === name);
    if (known !== undefined) return known;
    const near = closestMatch(name!, PLACEHOLDERS);
    const list = PLACEHOLDERS.map((each) => `{${each}}`).join(', ');
    throw new ReportingError(
      'usage',
      phrase`${option('output')} ${JSON.stringify(template)}: unknown placeholder {${name!}}`,
      {
        hint: near === undefined ? `the placeholders are ${list}` : `did you mean {${near}}?`,
      },
    );
  });
}

/** True for a name with placeholders; `undefined` is stdout. */
export function isTemplate(name: string | undefined): boolean {
  return name !== undefined && placeholdersOf(name).length > 0;
}

/** A warning about a name with only one end of a range of several days, which looks like the name of one day's file. */
export function misleadingName(template: string, range: DateRange): Message | undefined {
  const named = placeholdersOf(template);
  if (named.includes('from') === named.includes('to') || countDays(range) === 1) return undefined;
  const day = named.includes('from') ? 'first' : 'last';
  const better = template.replace(/\{(?:from|to)\}(?!.*\{(?:from|to)\})/s, '{from}-{to}');
  const days = `${formatRange(range)} (${countOf(countDays(range), 'day')})`;
  const advice = `name both ends, as in ${JSON.stringify(better)}, or pull one day`;
  return phrase`${option('output')} ${JSON.stringify(template)} names only the ${day} day of ${days}: ${advice}`;
}

/** Fills the placeholders. Throws a configuration error for a value that could lead to another directory. */
export function fillTemplate(template: string, values: Readonly<Record<Placeholder, string>>): string {
  const unsafe = placeholdersOf(template).find((name) => !SAFE.test(values[name]));
  if (unsafe !== undefined) {
    throw new ReportingError(
      'config',
      `the ${unsafe} ${JSON.stringify(values[unsafe])} cannot be part of a file name`,
    );
  }
  return template.replace(PLACEHOLDER, (_all, name: Placeholder) => values[name]);
}
