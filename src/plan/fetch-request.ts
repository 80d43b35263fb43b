/** Builds the request for records from the options of a report, of a recording or of a dataset. */

import type { Report } from '../api/reports.ts';
import type { Wire } from '../api/wire.ts';
import type { ClientsRequest } from '../config/load-config.ts';
import type { DateUnit } from '../dates/date.ts';
import { parseRange } from '../dates/resolve-range.ts';
import type { ReportOptions } from '../options/report-table.ts';
import { readRequestValues } from '../options/request-values.ts';
import { parseRequestedComparison } from './ranges.ts';
import type { FetchRequest, FetchSettings } from './request.ts';
import { readSandboxVariable, sandboxOptions } from './sandbox-options.ts';

/** The records to request. `by` is the unit of the rows. Throws a usage error for invalid values, also in the environment. */
export function parseFetch(
  { name }: Pick<Report, 'name'>,
  options: Partial<ReportOptions>,
  { wire, by, env }: { readonly wire: Wire; readonly by: DateUnit | undefined; readonly env: Env },
): FetchRequest {
  const { compare } = options;
  const { range, ...settings } = readRequestValues(options).fetch;
  return {
    ...settings,
    report: name,
    wire,
    range: parseRange(range),
    compare: compare === undefined ? undefined : parseRequestedComparison(compare, by),
    by,
    endDate: undefined,
    clients: parseClients(options, env),
  };
}

/** The settings of requests and checks, for a command with ranges of its own. */
export function parseFetchSettings(options: Partial<ReportOptions>): FetchSettings {
  const { range: _range, ...settings } = readRequestValues(options).fetch;
  return settings;
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
