/** The user's request for a report, and the parts of it that a recording and a dataset share, made from their options. */

import type { Report, WindowSize, Wire } from '../api/wire.ts';
import type { ClientsRequest } from '../config/load-config.ts';
import type { DateColumnSetting, ValueWithSource } from '../config/settings.ts';
import type { ColumnItem } from '../core/column-list.ts';
import { parseComparison, type RequestedComparison } from '../dates/compared-range.ts';
import type { DateUnit } from '../dates/date.ts';
import type { DateRange } from '../dates/range.ts';
import { type ParsedRange, parseRange } from '../dates/resolve-range.ts';
import type { FormatName } from '../formats/registry.ts';
import type { TypedOption } from '../options/flag.ts';
import type { ReportOptions } from '../options/report-table.ts';
import type { Transform } from '../transform/transform-request.ts';
import type { OutputTemplate } from './destination.ts';
import { readSandboxVariable, sandboxOptions } from './sandbox-options.ts';

/**
 * The user's request for a report: plain data, parsed and validated once, before any stored setting is read. An undefined
 * value leaves the choice to the environment, the profile and the defaults.
 */
export interface ReportRequest {
  readonly mode: 'run' | 'dry-run';
  readonly fetch: FetchRequest;
  readonly document: DocumentRequest;
}

/** The settings of requests and checks. */
export interface FetchSettings {
  readonly timeZone: ValueWithSource | undefined;
  readonly windows: {
    /** Undefined for the longest valid window. */
    readonly size: WindowSize | undefined;
    readonly columns: boolean;
    /** The windows of a recording, to choose from; undefined for a range that is split. */
    readonly recorded?: readonly DateRange[];
  };
  readonly checks: {
    readonly strict: boolean;
    readonly allow: readonly string[] | undefined;
    /** `isStored` marks a name that the records may lack. */
    readonly dateColumn: (ValueWithSource & Partial<DateColumnSetting>) | undefined;
  };
  readonly requests: {
    readonly concurrency: number;
    readonly retryForMs: number;
    readonly timeoutMs: number;
    readonly resume: boolean;
  };
  readonly waitMs: number | undefined;
}

/** The records to request, and their checks. */
export interface FetchRequest extends FetchSettings {
  readonly report: string;
  /** The format of the service's responses. */
  readonly wire: Wire;
  readonly range: ParsedRange;
  readonly compare: RequestedComparison | undefined;
  /** The unit of the rows; undefined without one. */
  readonly by: DateUnit | undefined;
  /** How the requests of a recording or a dataset named the last day; undefined for the setting of the client. */
  readonly endDate: ValueWithSource | undefined;
  readonly clients: ClientsRequest;
}

/** The document to write: rows, format and destination. */
export interface DocumentRequest {
  /** The options as typed, in order. */
  readonly typedOptions: readonly TypedOption[];
  readonly output: OutputTemplate;
  /** From the option, the file's extension or the environment. */
  readonly format: FormatName | undefined;
  readonly transform: Transform;
  readonly columns: readonly ColumnItem[] | undefined;
  /** The separator of the fields of CSV; undefined for a comma. */
  readonly delimiter: string | undefined;
  readonly display: {
    readonly limit: number | 'all' | undefined;
    readonly allDigits: boolean;
    readonly wide: boolean;
  };
}

type RequestOptions = Partial<ReportOptions> & Pick<ReportOptions, 'concurrency' | 'retryFor' | 'timeout'>;

/** The records to request. `by` is the unit of the rows. Throws a usage error for invalid values, also in the environment. */
export function parseFetch(
  { name }: Pick<Report, 'name'>,
  options: RequestOptions,
  { wire, by, env }: { readonly wire: Wire; readonly by: DateUnit | undefined; readonly env: Env },
): FetchRequest {
  const { from, to, period, compare } = options;
  return {
    ...parseSettings(options),
    report: name,
    wire,
    range: parseRange({ from, to, period }),
    compare: compare === undefined ? undefined : parseComparison(compare, by),
    by,
    endDate: undefined,
    clients: parseClients(options, env),
  };
}

/** The settings that the options give unchanged. A command may lack some of the options. */
export function parseSettings(options: RequestOptions): FetchSettings {
  const { timezone, windows, dateColumn, concurrency, retryFor, timeout } = options;
  return {
    timeZone: timezone === undefined ? undefined : { value: timezone, source: '--timezone' },
    windows: { size: windows, columns: options.windowColumns === true },
    checks: {
      strict: options.strict === true,
      allow: options.allow,
      dateColumn: dateColumn === undefined ? undefined : { value: dateColumn, source: '--date-column' },
    },
    requests: { concurrency, retryForMs: retryFor, timeoutMs: timeout, resume: options.resume === true },
    waitMs: options.wait,
  };
}

type ClientOptions = Pick<ReportOptions, 'sandbox' | 'input' | 'profile' | 'allProfiles'>;

type Env = Readonly<Record<string, string | undefined>>;

/** The clients that the options name. */
export function parseClients(options: ClientOptions, env: Env): ClientsRequest {
  if (options.sandbox === true) return { kind: 'sandbox', sandbox: sandboxOptions(readSandboxVariable(env)) };
  const { profile: names = [], allProfiles = false, input } = options;
  if (input !== undefined) return { kind: 'input', directory: input, names, isAll: allProfiles };
  if (allProfiles) return { kind: 'all-profiles' };
  return names.length < 2 ? { kind: 'one', profile: names[0] } : { kind: 'profiles', names };
}
