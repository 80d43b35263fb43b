/** Builds the request for records from the options of a report, of a recording or of a dataset. */

import type { Report } from '../api/reports.ts';
import type { Wire } from '../api/wire.ts';
import { type ClientsRequest, sharedByProfiles } from '../config/load-config.ts';
import { flagOf } from '../core/option-names.ts';
import { type GroupUnit, MONDAY } from '../dates/date.ts';
import { parseRange } from '../dates/resolve-range.ts';
import type { SandboxCommandOptions } from '../options/access-table.ts';
import type { ReportOptions } from '../options/report-table.ts';
import { readRequestValues } from '../options/request-values.ts';
import { parseRequestedComparison } from './ranges.ts';
import type { FetchRequest, FetchSettings } from './request.ts';
import { assertSandboxOptions, sandboxOptions } from './sandbox-options.ts';

/** The records to request. `by` is the unit of the rows. Throws a usage error for invalid values. */
export function parseFetch(
  { name }: Pick<Report, 'name'>,
  options: Partial<ReportOptions>,
  { wire, by }: { readonly wire: Wire; readonly by: GroupUnit | undefined },
): FetchRequest {
  assertSandboxOptions(options);
  const { weekStart = MONDAY, compare } = options;
  const { range, ...settings } = readRequestValues(options).fetch;
  return {
    ...settings,
    report: name,
    wire,
    range: { ...range, parsed: parseRange(range.typed, weekStart) },
    compare: compare === undefined ? undefined : parseRequestedComparison(compare, weekStart, by),
    clients: parseClients(options),
  };
}

/** The settings of requests and checks, for a command with ranges of its own. */
export function parseFetchSettings(options: Partial<ReportOptions>): FetchSettings {
  const { range: _range, ...settings } = readRequestValues(options).fetch;
  return settings;
}

type ClientOptions = SandboxCommandOptions &
  Pick<
    ReportOptions,
    | 'sandbox'
    | 'replay'
    | 'fromDataset'
    | 'profile'
    | 'allProfiles'
    | 'baseUrl'
    | 'clientId'
    | 'tokenFile'
    | 'tokenCommand'
  >;

const ONE_CLIENT_OPTIONS = ['baseUrl', 'clientId', 'tokenFile', 'tokenCommand'] as const;

/** Throws a usage error for an option that would override the credentials of several profiles. */
export function parseClients(options: ClientOptions): ClientsRequest {
  if (options.sandbox === true) return { kind: 'sandbox', sandbox: sandboxOptions(options) };
  const { profile: names = [], allProfiles = false, replay, fromDataset, ...one } = options;
  const { baseUrl, clientId, tokenFile, tokenCommand } = one;
  if (replay !== undefined) return { kind: 'recording', directory: replay, baseUrl, clientId };
  if (fromDataset !== undefined)
    return { kind: 'dataset', directory: fromDataset, names, isAll: allProfiles };
  if (names.length < 2 && !allProfiles) {
    return { kind: 'one', profile: names[0], baseUrl, clientId, tokenFile, tokenCommand };
  }
  const shared = ONE_CLIENT_OPTIONS.find((name) => options[name] !== undefined);
  if (shared !== undefined) {
    throw sharedByProfiles(flagOf(shared), `leave out ${flagOf(shared)}`);
  }
  return allProfiles ? { kind: 'all-profiles' } : { kind: 'profiles', names };
}
