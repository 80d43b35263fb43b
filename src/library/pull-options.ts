/**
 * The options of `pullReport`, and their check. Callers without types get the same errors as callers with types. Defaults are
 * those of the command line.
 */

import { REPORT_NAMES, type REPORTS } from '../api/reports.ts';
import type { EndDate, WindowSize } from '../api/wire.ts';
import { ReportingError } from '../core/errors.ts';
import { flagOf } from '../core/option-names.ts';
import { closestMatch } from '../core/text.ts';
import type { Flag, LibraryOf } from '../options/flag.ts';
import { REPORT, type ReportOptions } from '../options/report-table.ts';
import { oneOf, reject, show, text } from '../options/value-types.ts';

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
  /** Days per request, 1 to 31, or `month` for calendar months, cut to the range. Default: 31. */
  readonly windows?: WindowSize | undefined;
  /** Starts each record with `window_from` and `window_to`, the window that it came from. Default: false. */
  readonly windowColumns?: boolean | undefined;
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
type Check<T> = (value: unknown, option: string) => T;

/** The options that the command line lacks. */
const OWN = {
  report: oneOf(REPORT_NAMES).check!,
  token: secret,
  env: variables,
  signal: abortSignal,
  temporaryDirectory: text.check!,
  onWarning(value: unknown, option: string) {
    if (typeof value === 'function') return value as (text: string) => void;
    return reject(option, 'a function', value);
  },
} satisfies Record<string, Check<unknown>>;

/** The members and entries of the options that the command line has, too. */
const SHARED = REPORT.flatMap(({ flags }): readonly (readonly [string, Flag])[] =>
  Object.entries(flags),
).filter(([, { library }]) => library !== undefined);

const CHECKS: Readonly<Record<string, Check<unknown>>> = {
  ...OWN,
  ...Object.fromEntries(
    SHARED.map(([, { library, value }]) => [library, value === undefined ? flag : value.check!]),
  ),
};

/** The names of all options. */
export const OPTION_NAMES = Object.keys(CHECKS);

/** The flags of the command line with their options in the library. */
export const OPTION_OF_FLAG: ReadonlyMap<string, string> = new Map(
  SHARED.map(([member, { library }]) => [flagOf(member), library!]),
);

type Checks = typeof OWN;
type Values = LibraryOf<typeof REPORT> & { readonly [Name in keyof Checks]: ReturnType<Checks[Name]> };

/** The checked values; undefined if not set. */
export type CheckedOptions = {
  readonly [Name in keyof Required<PullOptions>]: Values[Name] | undefined;
};

/** The pairs of options that exclude each other. */
const EXCLUDING = SHARED.flatMap(([, { library, excludes = [] }]) =>
  SHARED.filter(([member]) => excludes.includes(member)).map(
    ([, other]) => [library!, other.library!] as const,
  ),
);

/** Throws a usage error for an unknown option, an invalid value, and two options that exclude each other. */
export function checkOptions(given: unknown): CheckedOptions {
  if (typeof given !== 'object' || given === null) reject('pullReport', 'an object of options', given);
  const options = given as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(CHECKS, name));
  if (unknown !== undefined) throw unknownOption(unknown);
  const checked: Readonly<Record<string, unknown>> = Object.fromEntries(
    OPTION_NAMES.map((name) => {
      const value = options[name];
      return [name, value === undefined ? undefined : CHECKS[name]!(value, name)];
    }),
  );
  if (checked.report === undefined) OWN.report(undefined, 'report');
  for (const [one, other] of EXCLUDING) {
    if (isSet(checked[one]) && isSet(checked[other])) {
      throw new ReportingError('E-option-conflict', `${one} cannot be used with ${other}`);
    }
  }
  return checked as CheckedOptions;
}

/** The options that the command line has, too, by their members there. */
export function reportOptions(options: CheckedOptions): Partial<ReportOptions> {
  const values: Readonly<Record<string, unknown>> = options;
  return Object.fromEntries(SHARED.map(([member, { library }]) => [member, values[library!]]));
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== false;
}

function unknownOption(name: string): ReportingError {
  const near = closestMatch(name, OPTION_NAMES);
  return new ReportingError('E-option-value', `unknown option ${show(name)}`, {
    hint: near === undefined ? `the options are ${OPTION_NAMES.join(', ')}` : `did you mean ${near}?`,
  });
}

/** Keeps the value out of the message. */
function secret(value: unknown, option: string): string {
  if (typeof value === 'string') return value;
  throw new ReportingError('E-option-value', `${option} takes a string`);
}

function flag(value: unknown, option: string): boolean {
  return typeof value === 'boolean' ? value : reject(option, 'true or false', value);
}

function variables(value: unknown, option: string): Readonly<Record<string, string | undefined>> {
  if (typeof value !== 'object' || value === null) return reject(option, 'an object of variables', value);
  const wrong = Object.entries(value).find(([, each]) => each !== undefined && typeof each !== 'string');
  if (wrong !== undefined) throw new ReportingError('E-option-value', `${option}.${wrong[0]} takes a string`);
  return value as Record<string, string | undefined>;
}

function abortSignal(value: unknown, option: string): AbortSignalLike {
  const signal = value as Partial<AbortSignalLike> | null;
  if (typeof signal?.aborted === 'boolean' && typeof signal.addEventListener === 'function') {
    return signal as AbortSignalLike;
  }
  return reject(option, 'an AbortSignal', value);
}
