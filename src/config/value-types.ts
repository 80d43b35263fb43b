/** The kinds of values that options take. Each parses a text of the command line, and names the words that shells offer. */

import { REPORT_NAMES } from '../api/wire.ts';
import { type ColumnItem, parseColumnList } from '../core/column-list.ts';
import { parseColumnNames } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import { MAX_DURATION_MS } from '../core/limits.ts';
import { parseDuration } from '../core/text.ts';
import { WARNING_NAMES, type WarningName } from '../core/warnings.ts';
import { isMonth } from '../dates/calendar.ts';
import { WEEKDAY_NAMES } from '../dates/date.ts';
import { parseDays } from '../dates/range.ts';
import { parseTimeZone, TIME_ZONE_FORM } from '../dates/time-zone.ts';
import { checkProfileName } from './profile.ts';

/** What a shell can offer: words, or values that it or the program finds. It offers no file names for `nothing`. */
export type Offer =
  | 'file'
  | 'directory'
  | 'profile'
  | 'time-zone'
  | 'nothing'
  | readonly string[]
  /** Words in the place of a directory. */
  | { readonly orDirectory: readonly string[] };

/** A kind of value. */
export interface ValueType<T> {
  /** Throws a usage error that names `flag`. `earlier` is the value of an earlier use of the same option. */
  parse(text: string, flag: string, earlier?: T): T;
  readonly offers: Offer;
  /** All values, if help shows them. */
  readonly choices?: readonly string[];
  /** True if all uses of the option count, not only the last one. */
  readonly isRepeatable?: true;
}

/** `kind`, with other words for shells. */
export function offering<T>(offers: Offer, kind: ValueType<T>): ValueType<T> {
  return { ...kind, offers };
}

/** A value that `read` makes of its text. `expected` completes "--flag takes …". */
function kindOf<T>(expected: string, read: (text: string) => T | undefined, offers: Offer = 'nothing'): ValueType<T> {
  return { parse: (text, flag) => read(text) ?? reject(flag, text, expected), offers };
}

/** Any text. */
export const anyText = kindOf('a text', (text) => text);

/** The name of a profile. */
export const profileName: ValueType<string> = { ...anyText, parse: checkProfileName, offers: 'profile' };

/** A text that is not empty. */
export const text = kindOf('a value that is not empty', (text) => text || undefined);

/** The number of uses of an option without a value. */
export const count: ValueType<number> = {
  parse: (_text, _flag, earlier = 0) => earlier + 1,
  offers: 'nothing',
  isRepeatable: true,
};

/** Texts of several uses. */
export const texts: ValueType<readonly string[]> = {
  parse: (value, _flag, earlier = []) => [...earlier, value],
  offers: 'nothing',
  isRepeatable: true,
};

/** Names in a list with commas, and in several uses. */
export const names: ValueType<readonly string[]> = {
  parse: (list, flag, earlier) => parseColumnNames(list, earlier, flag),
  offers: 'nothing',
};

const ALLOWED = 'gaps:2026-12-25,partial:limit';

/** Names of warnings, with or without a scope, in a list with commas, and in several uses; or `none`. */
export const warningNames: ValueType<readonly string[]> = {
  parse(list, flag, earlier = []) {
    const words = list.trim() === 'none' ? [] : parseColumnNames(list, [], flag);
    for (const word of words) assertAllowed(word, flag);
    return [...new Set([...earlier, ...words])];
  },
  // A colon needs quoting in bash, and `partial` needs a scope.
  offers: WARNING_NAMES.filter((name) => name !== 'partial'),
};

function assertAllowed(word: string, flag: string): void {
  const [, name = '', scope] = /^([^:]*)(?::(.*))?$/s.exec(word)!;
  if (!WARNING_NAMES.includes(name as WarningName)) {
    throw new ReportingError('E-option-value', `${flag}: unknown warning ${JSON.stringify(name)}`, {
      hint: `the warnings are: ${WARNING_NAMES.join(', ')}`,
    });
  }
  const isDay = name === 'gaps' && scope !== undefined && /^\d/.test(scope);
  const isValid = scope === undefined ? name !== 'partial' : scope !== '' && (!isDay || parseDays(scope) !== undefined);
  if (isValid) return;
  const fault = isDay ? `${scope} is not a day or a range of days` : `${word} does not name what the warning is about`;
  throw new ReportingError('E-option-value', `${flag}: ${fault}`, {
    hint: `for example: ${flag} ${ALLOWED}, or gaps:2026-12-24..2026-12-26`,
  });
}

/** The text of a checked list, as it is stored; several uses make one list. */
export function asText(kind: ValueType<unknown>): ValueType<string> {
  return {
    ...kind,
    parse(text, flag, earlier) {
      const all = earlier === undefined ? text.trim() : `${earlier},${text.trim()}`;
      kind.parse(all, flag);
      return all;
    },
  };
}

/** The list of `--columns`. */
export const columnList: ValueType<readonly ColumnItem[]> = {
  parse: (list, _flag, earlier) => parseColumnList(list, earlier),
  offers: 'nothing',
};

/** One of these words, in upper or lower case. */
export function oneOf<const T extends string>(choices: readonly T[]): ValueType<T> {
  const read = (text: string): T | undefined => choices.find((each) => each === text.toLowerCase());
  return { ...kindOf(`one of ${choices.join(', ')}`, read, choices), choices };
}

/** The number that `pattern` finds in a text, if it is from `least` to `most`. */
function numberIn(text: string, pattern: RegExp, least: number, most: number): number | undefined {
  const number = Number(pattern.exec(text)?.[1] ?? Number.NaN);
  return number >= least && number <= most ? number : undefined;
}

/** A whole number from `least` to `most`, or a word. */
export function wholeNumber(least: number, most: number): ValueType<number>;
export function wholeNumber<const W extends string>(least: number, most: number, word: W): ValueType<number | W>;
export function wholeNumber(least: number, most: number, word?: string): ValueType<number | string> {
  return kindOf(
    `a whole number from ${least} to ${most}${word === undefined ? '' : `, or ${word}`}`,
    (text) => (text.toLowerCase() === word ? word : numberIn(text, /^(\d+)$/, least, most)),
    word === undefined ? 'nothing' : [word],
  );
}

const DAY_S = 86_400;

/** Seconds, more than 0 and at most a day, as milliseconds. */
export const seconds = kindOf(`seconds up to ${DAY_S}, such as 30 or 0.5`, (text) => {
  const number = numberIn(text, /^(\d+(?:\.\d+)?)$/, 0, DAY_S);
  return number ? Math.ceil(number * 1000) : undefined;
});

/** A month, `2026-01`. */
export const month = kindOf('a whole month, such as 2026-01', (text) =>
  isMonth(text.trim()) ? text.trim() : undefined,
);

/** A number of days up to `most`, such as `35d`. */
export function days(most: number): ValueType<number> {
  return kindOf(`days up to ${most}d, such as 35d`, (text) => numberIn(text, /^(\d{1,4})d$/, 0, most));
}

/** By name of report, a column or `none`: a list such as `revenue=day,domains=none`, or one name for all reports. */
export const dateColumns: ValueType<Readonly<Record<string, string>>> = {
  parse(list, flag, earlier = {}) {
    if (list.trim() !== '' && !list.includes('=')) {
      return Object.fromEntries(REPORT_NAMES.map((report) => [report, list]));
    }
    const columns = new Map(Object.entries(earlier));
    for (const pair of list.split(',')) {
      const [, report = '', column] = /^\s*([^=]*?)\s*=\s*(\S.*?)\s*$/s.exec(pair) ?? [];
      if (column === undefined || !REPORT_NAMES.includes(report) || columns.has(report)) {
        return reject(flag, pair, 'each report once, with a column, such as revenue=day,domains=none');
      }
      columns.set(report, column);
    }
    return Object.fromEntries(columns);
  },
  offers: 'nothing',
};

/** A duration from `least`, or from none, up to a day, as milliseconds. */
export function duration(least = '0'): ValueType<number> {
  return kindOf(`a duration from ${least} to 24h, such as 90s, 30m or 2h`, (text) => {
    const parsed = parseDuration(text) ?? Number.NaN;
    return parsed >= parseDuration(least)! && parsed <= MAX_DURATION_MS ? parsed : undefined;
  });
}

/** A percentage from 0 to 100, as the text of its number: `80%`, `12.5%`, `80`. */
export const percentage = kindOf('a percentage from 0% to 100%', (text) => {
  const number = /^(\d{1,3}(?:\.\d{1,6})?)%?$/.exec(text)?.[1];
  return Number(number) <= 100 ? number : undefined;
});

const DELIMITER_NAMES = new Map([
  ['comma', ','],
  ['semicolon', ';'],
  ['tab', '\t'],
  ['pipe', '|'],
]);

/** A character, or its name. Rejects characters of numbers, of words, and at the start of formulas. */
export const delimiter = kindOf(
  'one of , ; : | ! # & * ^ ~, or comma, semicolon, tab or pipe',
  (text) => {
    const character = DELIMITER_NAMES.get(text.toLowerCase()) ?? text;
    return /^[\t,;:|!#&*^~]$/.test(character) ? character : undefined;
  },
  [...DELIMITER_NAMES.keys()],
);

/** The name of a day of the week. */
export const weekday = oneOf(WEEKDAY_NAMES);

/** The IANA name of a time zone. */
export const zone: ValueType<string> = {
  parse(value, flag) {
    const known = parseTimeZone(value);
    if (known !== undefined) return known;
    throw new ReportingError('E-date', `${flag}: unknown time zone ${JSON.stringify(value)}`, {
      hint: TIME_ZONE_FORM,
    });
  },
  offers: 'time-zone',
};

/** Throws the usage error for `value`. */
export function reject(flag: string, value: string, expected: string): never {
  throw new ReportingError('E-option-value', `${flag} takes ${expected}, not ${JSON.stringify(value)}`);
}
