/** What a caller gave, checked one by one: callers without types are told as well. Defaults are those of the command. */

import { END_DATES } from '../contract/end-date.ts';
import { MAX_WINDOW_DAYS } from '../contract/wire.ts';
import { MAX_CONCURRENCY, MAX_DURATION_MS, MAX_RETRIES } from '../core/limits.ts';
import { nearest } from '../core/nearest.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { parseTimeZone, timeZoneHint } from '../core/time-zone.ts';
import { parseWeekday } from '../core/weekday.ts';
import { REPORTS } from '../reports/registry.ts';
import type { AbortSignalLike, PullOptions } from './pull-options.ts';

/** Gives the value that an option stands for, or throws a usage error that names it. Not asked for what is undefined. */
type Reader<T> = (value: unknown, option: string) => T;

const READERS = {
  report: oneOf(REPORTS.map(({ name }) => name)),
  from: text,
  to: text,
  period: text,
  includeToday: flag,
  weekStart(value, option) {
    return (
      parseWeekday(text(value, option)) ?? refuse(option, 'a day of the week, such as monday or sun', value)
    );
  },
  timeZone(value, option) {
    const named = text(value, option);
    const zone = parseTimeZone(named);
    if (zone !== undefined) return zone;
    throw new ReportingError('usage', `${option} ${show(named)} is no time zone`, {
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
    return refuse(option, 'a function', value);
  },
} satisfies Record<keyof PullOptions, Reader<unknown>>;

type Option = keyof typeof READERS;

export const OPTION_NAMES = Object.keys(READERS) as readonly Option[];

/** Each value as it was understood; undefined if it was not given. */
export type CheckedOptions = {
  readonly [Name in Option]: ReturnType<(typeof READERS)[Name]> | undefined;
};

const EXCLUDING: readonly (readonly [Option, Option])[] = [
  ['period', 'from'],
  ['period', 'to'],
  ['byDay', 'windowDays'],
];

/** Throws a usage error for a name that is no option, a value that an option does not take, and two that exclude each other. */
export function checkOptions(given: unknown): CheckedOptions {
  if (typeof given !== 'object' || given === null) refuse('pullReport', 'its options in an object', given);
  const options = given as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(READERS, name));
  if (unknown !== undefined) throw unknownOption(unknown);
  const checked = Object.fromEntries(
    OPTION_NAMES.map((name) => {
      const value = options[name];
      return [name, value === undefined ? undefined : (READERS[name] as Reader<unknown>)(value, name)];
    }),
  ) as CheckedOptions;
  if (checked.report === undefined) refuse('report', listed(REPORTS.map(({ name }) => name)), undefined);
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
  const near = nearest(name, OPTION_NAMES);
  return new ReportingError('usage', `pullReport has no option ${show(name)}`, {
    hint: near === undefined ? `it has ${OPTION_NAMES.join(', ')}` : `did you mean ${near}?`,
  });
}

function text(value: unknown, option: string): string {
  return typeof value === 'string' ? value : refuse(option, 'a text', value);
}

function filledText(value: unknown, option: string): string {
  return text(value, option) || refuse(option, 'a text that is not empty', value);
}

/** A value that no message may show. */
function secret(value: unknown, option: string): string {
  if (typeof value === 'string') return value;
  throw new ReportingError('usage', `${option} takes a text`);
}

function flag(value: unknown, option: string): boolean {
  return typeof value === 'boolean' ? value : refuse(option, 'true or false', value);
}

function oneOf<T extends string>(choices: readonly T[]): Reader<T> {
  return (value, option) =>
    choices.find((choice) => choice === value) ?? refuse(option, listed(choices), value);
}

function wholeNumber(least: number, most: number): Reader<number> {
  return (value, option) => {
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
    return refuse(option, `a whole number from ${least} to ${most}`, value);
  };
}

function names(value: unknown, option: string): readonly string[] {
  if (!Array.isArray(value) || ![...value].every((name) => typeof name === 'string' && name !== '')) {
    return refuse(option, 'a list of names', value);
  }
  const repeated = value.find((name, index) => value.indexOf(name) !== index);
  if (repeated !== undefined) throw new ReportingError('usage', `${option} names ${show(repeated)} twice`);
  return [...value];
}

function variables(value: unknown, option: string): Readonly<Record<string, string | undefined>> {
  if (typeof value !== 'object' || value === null) return refuse(option, 'variables in an object', value);
  const wrong = Object.entries(value).find(([, each]) => each !== undefined && typeof each !== 'string');
  if (wrong !== undefined)
    throw new ReportingError('usage', `${option} takes texts, and ${wrong[0]} is none`);
  return value as Record<string, string | undefined>;
}

function abortSignal(value: unknown, option: string): AbortSignalLike {
  const signal = value as Partial<AbortSignalLike> | null;
  if (typeof signal?.aborted === 'boolean' && typeof signal.addEventListener === 'function') {
    return signal as AbortSignalLike;
  }
  return refuse(option, 'an AbortSignal', value);
}

function refuse(option: string, takes: string, value: unknown): never {
  throw new ReportingError('usage', `${option} takes ${takes}, not ${show(value)}`);
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
