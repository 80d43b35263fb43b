/** The kinds of values that options take. Each parses a text of the command line, and names the words that shells offer. */

import { REPORT_NAMES } from '../api/wire.ts';
import { type ColumnItem, parseColumnList } from '../core/column-list.ts';
import { parseColumnNames } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import { MAX_DURATION_MS } from '../core/limits.ts';
import { closestMatch, closestOrPrefix, parseDuration } from '../core/text.ts';
import { WARNING_NAMES, type WarningName } from '../core/warnings.ts';
import { isMonth } from '../dates/calendar.ts';
import { parseWeekday, WEEKDAY_NAMES } from '../dates/date.ts';
import { parseDays } from '../dates/range.ts';
import { parseTimeZone, timeZoneHint } from '../dates/time-zone.ts';
import { type FormatName, formatInsteadOf, formatOfFile } from '../formats/registry.ts';
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

/** Any text. */
export const anyText: ValueType<string> = {
  parse: (text) => text,
  offers: 'nothing',
};

/** The name of a profile. */
export const profileName: ValueType<string> = { ...anyText, parse: checkProfileName, offers: 'profile' };

/** A text that is not empty. */
export const text: ValueType<string> = {
  parse: (value, flag) => value || reject(flag, value, 'a value that is not empty'),
  offers: 'nothing',
};

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
    const words = list.trim() === 'none' ? [] : parseColumnNames(list, [], flag, ALLOWED);
    for (const word of words) assertAllowed(word, flag);
    return [...new Set([...earlier, ...words])];
  },
  // A colon needs quoting in bash, and `partial` needs a scope.
  offers: WARNING_NAMES.filter((name) => name !== 'partial'),
};

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
    throw invalid(`${word} needs ${what}`, `for example: ${flag} ${ALLOWED}`);
  }
  if (name === 'gaps' && scope !== undefined && /^\d/.test(scope) && parseDays(scope) === undefined) {
    throw invalid(`${word} does not name a day or a range of days`, `for example: ${flag} gaps:2026-12-24..2026-12-26`);
  }
}

/** The list of `--columns`. */
export const columnList: ValueType<readonly ColumnItem[]> = {
  parse: (list, _flag, earlier) => parseColumnList(list, earlier),
  offers: 'nothing',
};

/**
 * One of these words, in upper or lower case. `suggest` gives another value or option for a wrong word that is near none of them.
 */
export function oneOf<const T extends string>(
  choices: readonly T[],
  suggest: (word: string) => string | undefined = () => undefined,
): ValueType<T> {
  return {
    parse(value, flag) {
      const known = choices.find((each) => each === value.toLowerCase());
      if (known !== undefined) return known;
      return reject(flag, value, `one of ${choices.join(', ')}`, suggest(value) ?? closestOrPrefix(value, choices));
    },
    offers: choices,
    choices,
  };
}

/** One of these formats. A wrong word can be the extension of a file. */
export function oneFormat(formats: readonly FormatName[]): ValueType<FormatName> {
  return oneOf(formats, (word) => {
    const { instead = formatOfFile(`file.${word}`), use } = formatInsteadOf(word) ?? {};
    if (!formats.some((each) => each === instead)) return undefined;
    return use === undefined ? instead : `${instead}, ${use}`;
  });
}

/** A whole number from `least` to `most`, or a word. */
export function wholeNumber(least: number, most: number): ValueType<number>;
export function wholeNumber<const W extends string>(least: number, most: number, word: W): ValueType<number | W>;
export function wholeNumber(least: number, most: number, word?: string): ValueType<number | string> {
  return {
    parse(value, flag) {
      if (word !== undefined && value.toLowerCase() === word) return word;
      const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
      if (number >= least && number <= most) return number;
      return reject(flag, value, `a whole number from ${least} to ${most}${word === undefined ? '' : `, or ${word}`}`);
    },
    offers: word === undefined ? 'nothing' : [word],
  };
}

/** Seconds, more than 0 and at most a day, as milliseconds. */
export const seconds: ValueType<number> = {
  parse(value, flag) {
    const parsed = /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
    if (parsed > 0 && parsed <= 86_400) return Math.ceil(parsed * 1000);
    return reject(flag, value, 'seconds up to 86400, such as 30 or 0.5');
  },
  offers: 'nothing',
};

/** A month, `2026-01`. */
export const month: ValueType<string> = {
  parse(value, flag) {
    if (isMonth(value.trim())) return value.trim();
    throw new ReportingError('E-option-value', `${flag} takes a whole month, not ${JSON.stringify(value)}`, {
      hint: `for example: ${flag} 2026-01`,
    });
  },
  offers: 'nothing',
};

/** A number of days up to `most`, such as `35d`. */
export function days(most: number): ValueType<number> {
  return {
    parse(value, flag) {
      const number = Number(/^(\d{1,4})d$/.exec(value)?.[1] ?? Number.NaN);
      return number <= most ? number : reject(flag, value, `days up to ${most}d, such as 35d`);
    },
    offers: 'nothing',
  };
}

/** By name of report: a column, or `none`. */
export type DateColumns = Readonly<Record<string, string>>;

/** A list such as `revenue=day,domains=none`, or one name for all reports. */
export const dateColumns: ValueType<DateColumns> = {
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
  return {
    parse(value, flag) {
      const parsed = parseDuration(value) ?? Number.NaN;
      if (parsed >= parseDuration(least)! && parsed <= MAX_DURATION_MS) return parsed;
      return reject(flag, value, `a duration from ${least} to 24h, such as 90s, 30m or 2h`);
    },
    offers: 'nothing',
  };
}

/** A percentage from 0 to 100, as the text of its number: `80%`, `12.5%`, `80`. */
export const percentage: ValueType<string> = {
  parse(value, flag) {
    const number = /^(\d{1,3}(?:\.\d{1,6})?)%?$/.exec(value)?.[1];
    if (number !== undefined && Number(number) <= 100) return number;
    return reject(flag, value, 'a percentage from 0% to 100%');
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
    return reject(flag, value, 'one of , ; : | ! # & * ^ ~, or comma, semicolon, tab or pipe');
  },
  offers: [...DELIMITER_NAMES.keys()],
};

const WEEKDAY = 'a day of the week, such as monday or sun';

/** The name of a day of the week; also for its first three letters. */
export const weekday: ValueType<string> = {
  parse(value, flag) {
    const day = parseWeekday(value);
    return day === undefined
      ? reject(flag, value, WEEKDAY, closestMatch(value, WEEKDAY_NAMES))
      : WEEKDAY_NAMES[day - 1]!;
  },
  offers: WEEKDAY_NAMES,
};

/** The IANA name of a time zone. */
export const zone: ValueType<string> = {
  parse(value, flag) {
    const known = parseTimeZone(value);
    if (known !== undefined) return known;
    throw new ReportingError('E-date', `${flag}: unknown time zone ${JSON.stringify(value)}`, {
      hint: timeZoneHint(value),
    });
  },
  offers: 'time-zone',
};

/** Throws the usage error for `value`, with a suggestion of what the user meant. */
export function reject(flag: string, value: string, expected: string, near?: string): never {
  throw new ReportingError('E-option-value', `${flag} takes ${expected}, not ${JSON.stringify(value)}`, {
    hint: near && `did you mean ${near}?`,
  });
}
