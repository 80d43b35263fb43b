/**
 * The options of `pullReport`, and their check. Callers without types get the same errors as callers with types. Defaults are
 * those of the command line.
 */

import { REPORTS } from '../api/reports.ts';
import {
  CALENDAR_WINDOWS,
  type CalendarWindow,
  END_DATES,
  type EndDate,
  MAX_WINDOW_DAYS,
} from '../api/wire.ts';
import { ReportingError } from '../core/errors.ts';
import { MAX_CONCURRENCY, MAX_DURATION_MS, MAX_RETRIES } from '../core/limits.ts';
import { closestMatch } from '../core/text.ts';
import { parseWeekday } from '../dates/date.ts';
import { parseTimeZone, timeZoneHint } from '../dates/time-zone.ts';

/** The name of a report. */
export type ReportName = (typeof REPORTS)[number]['name'];

/**
 * Selects the report, the service and the client. An undefined option counts as not set. A pull reads no environment variable
 * besides TZ, and no stored profile.
 */
export interface PullOptions {
  readonly report: ReportName;

  /** First day, spelled as on the command line: `2026-01-31`, `2026-01`, `yesterday`, `7d`. */
  readonly from?: string | undefined;
  /** Last day, included, spelled like `from`. Default: yesterday. */
  readonly to?: string | undefined;
  /** A period in place of `from` and `to`: `last-month`, `ytd`, `2026-Q1`. */
  readonly period?: string | undefined;
  /** Ends a range that runs up to the present today instead of yesterday. */
  readonly includeToday?: boolean | undefined;
  /** First day of `this-week` and `last-week`. Default: `monday`. */
  readonly weekStart?: string | undefined;
  /** IANA name of the zone that determines today. Default: the system's zone. */
  readonly timeZone?: string | undefined;

  /** Such as `https://reports.example.com/v2/reporting`. Required. */
  readonly baseUrl: string | undefined;
  /** A UUID. Required. */
  readonly clientId: string | undefined;
  /** Secret: sent only to the base URL's origin, and never in an error. Required. */
  readonly token: string | undefined;
  /** Allows plain http beyond this machine. */
  readonly insecureHttp?: boolean | undefined;
  /** PEM file of CA certificates to trust in addition to the built-in ones. */
  readonly caFile?: string | undefined;
  /** Holds `HTTPS_PROXY`, `NO_PROXY` and similar variables, for example `process.env`. Default: none. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;

  /** Whether the service counts `end_date`. Default: `inclusive`. */
  readonly endDate?: EndDate | undefined;
  /** Days per request, 1 to 31. Default: 31. */
  readonly windowDays?: number | undefined;
  /** `month` requests one calendar month at a time, cut to the range. Not with `windowDays` or `byDay`. */
  readonly windows?: CalendarWindow | undefined;
  /** Starts each record with `window_from` and `window_to`, the window that it came from. Default: false. */
  readonly windowColumns?: boolean | undefined;
  /** Same as `windowDays: 1` with `windowColumns: true`. */
  readonly byDay?: boolean | undefined;
  /** Requests at once, 1 to 16. Default: 4. */
  readonly concurrency?: number | undefined;
  /** How long to retry a failed window, in milliseconds from its first failure; 0 for never. Default: 45000. */
  readonly retryForMs?: number | undefined;
  /** Further attempts for a failed window, 0 to 20. Default: no limit besides `retryForMs`. */
  readonly retries?: number | undefined;
  /** Longest wait for the response head, in milliseconds. Default: 60000. */
  readonly timeoutMs?: number | undefined;

  /** Throws an `empty` error if there are no records. */
  readonly failEmpty?: boolean | undefined;
  /** Throws a `gaps` error if past days have no records. */
  readonly failGaps?: boolean | undefined;
  /** Throws a `columns` error unless the columns are exactly these, in any order. Nested columns have dotted names. */
  readonly expectColumns?: readonly string[] | undefined;
  /** Column that holds the record's date, with a dotted name if nested, or `none`. Default: found in the data. */
  readonly dateColumn?: string | undefined;
  /** Turns a warning about missing or ambiguous data into an error with `exitCode` 9. Default: false. */
  readonly strict?: boolean | undefined;
  /** Names of members beside the records that cause no warning. Default: none. */
  readonly ignoreMembers?: readonly string[] | undefined;

  /** Aborting it ends the pull with an `interrupted` error, whose cause is the signal's reason. */
  readonly signal?: AbortSignalLike | undefined;
  /** Existing directory that holds windows until all have arrived. Default: the system's temporary directory. */
  readonly temporaryDirectory?: string | undefined;
  /** Called with each warning about the result, before the loop ends. */
  readonly onWarning?: ((text: string) => void) | undefined;
}

/** The part of an AbortSignal that a pull uses, whichever library of types declares it. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Checks the value of an option that is not undefined. Throws a usage error that names the option. */
type Reader<T> = (value: unknown, option: string) => T;

const READERS = {
  report: oneOf(REPORTS.map(({ name }) => name)),
  from: text,
  to: text,
  period: text,
  includeToday: flag,
  weekStart(value, option) {
    return (
      parseWeekday(text(value, option)) ?? reject(option, 'a day of the week, such as monday or sun', value)
    );
  },
  timeZone(value, option) {
    const named = text(value, option);
    const zone = parseTimeZone(named);
    if (zone !== undefined) return zone;
    throw new ReportingError('usage', `${option}: unknown time zone ${show(named)}`, {
      hint: timeZoneHint(named),
    });
  },
  baseUrl: text,
  clientId: text,
  token: secret,
  insecureHttp: flag,
  caFile: filledText,
  env: variables,
  endDate: oneOf(END_DATES),
  windowDays: wholeNumber(1, MAX_WINDOW_DAYS),
  windows: oneOf(CALENDAR_WINDOWS),
  windowColumns: flag,
  byDay: flag,
  concurrency: wholeNumber(1, MAX_CONCURRENCY),
  retryForMs: wholeNumber(0, MAX_DURATION_MS),
  retries: wholeNumber(0, MAX_RETRIES),
  timeoutMs: wholeNumber(1, MAX_DURATION_MS),
  failEmpty: flag,
  failGaps: flag,
  expectColumns: names,
  dateColumn: filledText,
  strict: flag,
  ignoreMembers: names,
  signal: abortSignal,
  temporaryDirectory: filledText,
  onWarning(value, option) {
    if (typeof value === 'function') return value as (text: string) => void;
    return reject(option, 'a function', value);
  },
} satisfies Record<keyof PullOptions, Reader<unknown>>;

type Option = keyof typeof READERS;

/** The names of all options. */
export const OPTION_NAMES = Object.keys(READERS) as readonly Option[];

/** The checked values; undefined if not set. */
export type CheckedOptions = {
  readonly [Name in Option]: ReturnType<(typeof READERS)[Name]> | undefined;
};

const EXCLUDING: readonly (readonly [Option, Option])[] = [
  ['period', 'from'],
  ['period', 'to'],
  ['byDay', 'windowDays'],
  ['windows', 'windowDays'],
  ['windows', 'byDay'],
];

/** Throws a usage error for an unknown option, an invalid value, and two options that exclude each other. */
export function checkOptions(given: unknown): CheckedOptions {
  if (typeof given !== 'object' || given === null) reject('pullReport', 'an object of options', given);
  const options = given as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(READERS, name));
  if (unknown !== undefined) throw unknownOption(unknown);
  const checked = Object.fromEntries(
    OPTION_NAMES.map((name) => {
      const value = options[name];
      return [name, value === undefined ? undefined : (READERS[name] as Reader<unknown>)(value, name)];
    }),
  ) as CheckedOptions;
  if (checked.report === undefined) reject('report', listed(REPORTS.map(({ name }) => name)), undefined);
  for (const [one, other] of EXCLUDING) {
    if (isSet(checked[one]) && isSet(checked[other])) {
      throw new ReportingError('usage', `${one} cannot be used with ${other}`);
    }
  }
  return checked;
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== false;
}

function unknownOption(name: string): ReportingError {
  const near = closestMatch(name, OPTION_NAMES);
  return new ReportingError('usage', `unknown option ${show(name)}`, {
    hint: near === undefined ? `the options are ${OPTION_NAMES.join(', ')}` : `did you mean ${near}?`,
  });
}

function text(value: unknown, option: string): string {
  return typeof value === 'string' ? value : reject(option, 'a string', value);
}

function filledText(value: unknown, option: string): string {
  return text(value, option) || reject(option, 'a string that is not empty', value);
}

/** Keeps the value out of the message. */
function secret(value: unknown, option: string): string {
  if (typeof value === 'string') return value;
  throw new ReportingError('usage', `${option} takes a string`);
}

function flag(value: unknown, option: string): boolean {
  return typeof value === 'boolean' ? value : reject(option, 'true or false', value);
}

function oneOf<T extends string>(choices: readonly T[]): Reader<T> {
  return (value, option) =>
    choices.find((choice) => choice === value) ?? reject(option, listed(choices), value);
}

function wholeNumber(least: number, most: number): Reader<number> {
  return (value, option) => {
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
    return reject(option, `a whole number from ${least} to ${most}`, value);
  };
}

function names(value: unknown, option: string): readonly string[] {
  if (!Array.isArray(value) || ![...value].every((name) => typeof name === 'string' && name !== '')) {
    return reject(option, 'a list of names', value);
  }
  const repeated = value.find((name, index) => value.indexOf(name) !== index);
  if (repeated !== undefined) throw new ReportingError('usage', `${option} names ${show(repeated)} twice`);
  return [...value];
}

function variables(value: unknown, option: string): Readonly<Record<string, string | undefined>> {
  if (typeof value !== 'object' || value === null) return reject(option, 'an object of variables', value);
  const wrong = Object.entries(value).find(([, each]) => each !== undefined && typeof each !== 'string');
  if (wrong !== undefined) throw new ReportingError('usage', `${option}.${wrong[0]} takes a string`);
  return value as Record<string, string | undefined>;
}

function abortSignal(value: unknown, option: string): AbortSignalLike {
  const signal = value as Partial<AbortSignalLike> | null;
  if (typeof signal?.aborted === 'boolean' && typeof signal.addEventListener === 'function') {
    return signal as AbortSignalLike;
  }
  return reject(option, 'an AbortSignal', value);
}

function reject(option: string, expected: string, value: unknown): never {
  throw new ReportingError('usage', `${option} takes ${expected}, not ${show(value)}`);
}

function listed(choices: readonly string[]): string {
  return choices.join(' or ');
}

function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'function' || typeof value === 'symbol' ? `a ${typeof value}` : String(value);
}
