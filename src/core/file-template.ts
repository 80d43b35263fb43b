/** Names of files with placeholders in them: `{profile}-{report}-{from}-{to}.csv`. */

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
