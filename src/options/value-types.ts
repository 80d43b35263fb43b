/** The kinds of values that options take. Each parses a text of the command line, checks a value of the library, and names the words that shells offer. */

import { MAX_WINDOW_DAYS, type WindowSize } from '../api/wire.ts';
import { parseColumnNames } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import { MAX_DURATION_MS } from '../core/limits.ts';
import { closestMatch, parseDuration } from '../core/text.ts';
import { parseWholeNumber } from '../core/whole-number.ts';
import { parseWeekday, WEEKDAY_NAMES, type Weekday } from '../dates/date.ts';
import { parseTimeZone, timeZoneHint } from '../dates/time-zone.ts';

/** What a shell can offer: words, or values that it or the program finds. It offers no file names for `nothing`. */
export type Offer =
  | 'file'
  | 'directory'
  | 'profile'
  | 'time-zone'
  | 'column'
  | 'dataset'
  | 'nothing'
  | readonly string[]
  | DatasetOffer
  | DependentOffer;

/** Words in the place of a dataset's directory. */
export interface DatasetOffer {
  /** Words that the user can list with commas. */
  readonly list: readonly string[];
  readonly alone: readonly string[];
}

/** Offers for each word of the argument before. */
export interface DependentOffer {
  readonly after: Readonly<Record<string, Offer>>;
}

/** A kind of value. */
export interface ValueType<T> {
  /** Throws a usage error that names `flag`. `earlier` is the value of an earlier use of the same option. */
  parse(text: string, flag: string, earlier?: T): T;
  /** Checks a value of the library, which calls the option `name`. Throws a usage error. */
  check?(value: unknown, name: string): T;
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

/** Any text. */
export const anyText: ValueType<string> = {
  parse: (text) => text,
  check: (value, name) => (typeof value === 'string' ? value : reject(name, 'a string', value)),
  offers: 'nothing',
};

/** A text that is not empty. */
export const text: ValueType<string> = {
  parse: (value, flag) => value || rejectText(flag, value, 'a value that is not empty'),
  check: (value, name) => anyText.check!(value, name) || reject(name, 'a string that is not empty', value),
  offers: 'nothing',
};

/** A text that is not empty on the command line. The library says later that it is missing. */
export const address: ValueType<string> = { ...anyText, parse: text.parse };

/** Texts of several uses. */
export const texts: ValueType<readonly string[]> = {
  parse: (value, _flag, earlier = []) => [...earlier, value],
  offers: 'nothing',
  isRepeatable: true,
};

/** Names in a list with commas, and in several uses. */
export function names(example?: string): ValueType<readonly string[]> {
  return {
    parse: (list, flag, earlier) => parseColumnNames(list, earlier, flag, example),
    check(value, name) {
      if (!Array.isArray(value) || ![...value].every((each) => typeof each === 'string' && each !== '')) {
        return reject(name, 'a list of names', value);
      }
      const repeated = value.find((each, index) => value.indexOf(each) !== index);
      if (repeated !== undefined)
        throw new ReportingError('E-option-value', `${name} names ${show(repeated)} twice`);
      return [...value];
    },
    offers: 'column',
  };
}

/** One of these words. */
export function oneOf<const T extends string>(choices: readonly T[]): ValueType<T> {
  return {
    // Commander rejects other words.
    parse: (value) => value as T,
    check: (value, name) =>
      choices.find((choice) => choice === value) ?? reject(name, choices.join(' or '), value),
    offers: choices,
    choices,
  };
}

/** One of these words, in upper or lower case. */
export function anyCase<const T extends string>(choices: readonly T[]): ValueType<T> {
  return { ...oneOf(choices), parse: (value) => value.toLowerCase() as T };
}

/** A whole number from `least` to `most`. */
export function wholeNumber(least: number, most: number): ValueType<number> {
  return {
    parse: (value, flag) => parseWholeNumber(flag, value, least, most),
    check(value, name) {
      if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most)
        return value;
      return reject(name, `a whole number from ${least} to ${most}`, value);
    },
    offers: 'nothing',
  };
}

/** The size of windows: a number of days, or `month`. */
export const windowSize: ValueType<WindowSize> = {
  parse: (value, flag) => readWindowSize(value.toLowerCase()) ?? rejectText(flag, value, WINDOW_SIZES),
  check: (value, name) => readWindowSize(value) ?? reject(name, WINDOW_SIZES, value),
  offers: ['1', '7', 'month'],
};

const WINDOW_SIZES = `days from 1 to ${MAX_WINDOW_DAYS}, or month`;

function readWindowSize(value: unknown): WindowSize | undefined {
  if (value === 'month') return value;
  const days = typeof value === 'string' && /^\d{1,2}$/.test(value) ? Number(value) : value;
  const isValid = typeof days === 'number' && Number.isInteger(days) && days >= 1 && days <= MAX_WINDOW_DAYS;
  return isValid ? days : undefined;
}

/** Seconds, more than 0 and at most a day, as milliseconds. */
export const seconds: ValueType<number> = {
  ...wholeNumber(1, MAX_DURATION_MS),
  parse(value, flag) {
    const parsed = /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
    if (parsed > 0 && parsed <= 86_400) return Math.ceil(parsed * 1000);
    return rejectText(flag, value, 'seconds up to 86400, such as 30 or 0.5');
  },
};

/** A duration up to a day, as milliseconds. */
export const duration: ValueType<number> = {
  ...wholeNumber(0, MAX_DURATION_MS),
  parse(value, flag) {
    const parsed = parseDuration(value) ?? Number.NaN;
    if (parsed <= MAX_DURATION_MS) return parsed;
    return rejectText(flag, value, 'a duration up to 24h, such as 90s, 30m or 2h');
  },
};

/** Like `duration`, and not shorter than `least`. */
export function durationFrom(leastMs: number, least: string): ValueType<number> {
  return {
    ...duration,
    parse(value, flag) {
      const parsed = duration.parse(value, flag);
      return parsed >= leastMs ? parsed : rejectText(flag, value, `a duration of ${least} or more`);
    },
  };
}

/** A percentage from 0 to 100, as the text of its number: `80%`, `12.5%`, `80`. */
export const percentage: ValueType<string> = {
  parse(value, flag) {
    const number = /^(\d{1,3}(?:\.\d{1,6})?)%?$/.exec(value)?.[1];
    if (number !== undefined && Number(number) <= 100) return number;
    return rejectText(flag, value, 'a percentage from 0% to 100%');
  },
  offers: 'nothing',
};

const DELIMITER_NAMES = new Map([
  ['comma', ','],
  ['semicolon', ';'],
  ['tab', '\t'],
  ['pipe', '|'],
]);

/** A character, or its name. Rejects characters of numbers, of words, and at the start of formulas. */
export const delimiter: ValueType<string> = {
  parse(value, flag) {
    const character = DELIMITER_NAMES.get(value.toLowerCase()) ?? value;
    if (/^[\t,;:|!#&*^~]$/.test(character)) return character;
    return rejectText(flag, value, 'one of , ; : | ! # & * ^ ~, or comma, semicolon, tab or pipe');
  },
  offers: [...DELIMITER_NAMES.keys()],
};

const WEEKDAY = 'a day of the week, such as monday or sun';

/** A day of the week: its name or the first three letters. */
export const weekday: ValueType<Weekday> = {
  parse: (value, flag) =>
    parseWeekday(value) ?? rejectText(flag, value, WEEKDAY, closestMatch(value, WEEKDAY_NAMES)),
  check: (value, name) => parseWeekday(anyText.check!(value, name)) ?? reject(name, WEEKDAY, value),
  offers: WEEKDAY_NAMES,
};

/** The IANA name of a time zone. */
export const zone: ValueType<string> = {
  parse: parseZone,
  check: (value, name) => parseZone(anyText.check!(value, name), name),
  offers: 'time-zone',
};

function parseZone(value: string, name: string): string {
  const known = parseTimeZone(value);
  if (known !== undefined) return known;
  throw new ReportingError('E-date', `${name}: unknown time zone ${show(value)}`, {
    hint: timeZoneHint(value),
  });
}

function rejectText(flag: string, value: string, expected: string, near?: string): never {
  throw new ReportingError('E-option-value', `${flag} takes ${expected}, not ${show(value)}`, {
    hint: near && `did you mean ${near}?`,
  });
}

/** Throws the usage error of a value in the library. */
export function reject(name: string, expected: string, value: unknown): never {
  throw new ReportingError('E-option-value', `${name} takes ${expected}, not ${show(value)}`);
}

/** A value in a message. */
export function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'function' || typeof value === 'symbol' ? `a ${typeof value}` : String(value);
}
