/** The output of a report as the user names it, with placeholders: `{profile}-{report}-{from}-{to}.csv`. */

import { ReportingError } from '../core/errors.ts';
import { type Message, option, phrase } from '../core/message.ts';
import { STDOUT } from '../core/sink.ts';
import { closestMatch, countOf } from '../core/text.ts';
import { countDays, type DateRange, formatRange } from '../dates/range.ts';

/** The placeholders that a file name can have. */
export const PLACEHOLDERS = ['profile', 'report', 'from', 'to'] as const;
type Placeholder = (typeof PLACEHOLDERS)[number];

const PLACEHOLDER = /\{([A-Za-z _-]*)\}/g;
/** Matches text that can be part of a file name, but not a path. */
const SAFE = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** The output of a report: stdout, or a file whose name may have placeholders. */
export interface OutputTemplate {
  /** As typed, or `STDOUT`. */
  readonly text: string;
  /** In order; none in a plain name. */
  readonly placeholders: readonly Placeholder[];
}

export const TO_STDOUT: OutputTemplate = { text: STDOUT, placeholders: [] };

/** True for each name of stdout that users type. */
export function isStdout(typed: string): boolean {
  return [STDOUT, '/dev/stdout', '/dev/fd/1'].includes(typed);
}

/** Parses the value of `--output`. Throws a usage error for an unknown placeholder. */
export function parseOutput(typed = STDOUT): OutputTemplate {
  if (isStdout(typed)) return TO_STDOUT;
  const names = [...typed.matchAll(PLACEHOLDER)].map(([, name]) => name!);
  return { text: typed, placeholders: names.map((name) => knownPlaceholder(name, typed)) };
}

function knownPlaceholder(name: string, typed: string): Placeholder {
  const known = PLACEHOLDERS.find((each) => each === name);
  if (known !== undefined) return known;
  const near = closestMatch(name, PLACEHOLDERS);
  const list = PLACEHOLDERS.map((each) => `{${each}}`).join(', ');
  throw new ReportingError(
    'usage',
    phrase`${option('output')} ${JSON.stringify(typed)}: unknown placeholder {${name}}`,
    {
      hint: near === undefined ? `the placeholders are ${list}` : `did you mean {${near}}?`,
    },
  );
}

/** A warning about a name with only one end of a range of several days, which looks like the name of one day's file. */
export function misleadingName(
  { text, placeholders }: OutputTemplate,
  range: DateRange,
): Message | undefined {
  const hasFrom = placeholders.includes('from');
  if (hasFrom === placeholders.includes('to') || countDays(range) === 1) return undefined;
  const day = hasFrom ? 'first' : 'last';
  const better = text.replace(/\{(?:from|to)\}(?!.*\{(?:from|to)\})/s, '{from}-{to}');
  const days = `${formatRange(range)} (${countOf(countDays(range), 'day')})`;
  const advice = `name both ends, as in ${JSON.stringify(better)}, or pull one day`;
  return phrase`${option('output')} ${JSON.stringify(text)} names only the ${day} day of ${days}: ${advice}`;
}

/** The output without placeholders. Throws a configuration error for a value that could lead to another directory. */
export function fillTemplate(
  { text, placeholders }: OutputTemplate,
  values: Readonly<Record<Placeholder, string>>,
): string {
  const unsafe = placeholders.find((name) => !SAFE.test(values[name]));
  if (unsafe !== undefined) {
    throw new ReportingError(
      'config',
      `the ${unsafe} ${JSON.stringify(values[unsafe])} cannot be part of a file name`,
    );
  }
  return text.replace(PLACEHOLDER, (_all, name: Placeholder) => values[name]);
}
