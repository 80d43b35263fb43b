/** From what the user asks for, and what is stored, to what a run will do. Nothing is opened or requested. */

import {
  type CredentialName,
  checkAddress,
  checkToken,
  type ProfileInUse,
  resolveNetwork,
} from '../config/credentials.ts';
import {
  findDateColumn,
  findEndDate,
  findIgnoredMembers,
  findTimeZone,
  requireEndDate,
  requireZoneOfToday,
  resolveConcurrency,
  resolveStrict,
} from '../config/settings.ts';
import { shownCredentials } from '../config/shown-credentials.ts';
import type { StoredClient, StoredConfig } from '../config/stored.ts';
import { unexpectedPath } from '../contract/base-url.ts';
import { askedRange, askedWindows } from '../contract/end-date.ts';
import { requestUrl } from '../contract/request-url.ts';
import type { CalendarDate } from '../core/calendar-date.ts';
import { type DateRange, formatRange } from '../core/date-range.ts';
import { fillTemplate, isTemplate, placeholdersOf } from '../core/file-template.ts';
import { DEFAULT_MAX_ROWS } from '../core/limits.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { parseTimeZone } from '../core/time-zone.ts';
import { profileSource } from '../profiles/resolve-credentials.ts';
import { reportNamed } from '../reports/registry.ts';
import { hasTrend } from '../shaping/shape-request.ts';
import { assertFormatOptions, csvDialect, namedFormat, storedFormat } from './format-choice.ts';
import { nameProfile } from './profile-names.ts';
import { resolveRanges } from './ranges.ts';
import type { ClientPlan, ReportPlan } from './report-plan.ts';
import type { ReportRequest } from './request.ts';

export interface PlanOptions {
  /** The day that it is in a time zone, by its IANA name; undefined is the system's. */
  readonly today: (timeZone: string | undefined) => CalendarDate;
  /** What to do about a missing value; the advice of the command line. */
  readonly missingHint?: (inUse: ProfileInUse, name: CredentialName) => string;
}

/**
 * The plan for one document of all the clients in `stored`. Throws for what is wrong with the request, with what is stored, or
 * with the two together; for `--explain`, a token may be missing.
 */
export function planReport(request: ReportRequest, stored: StoredConfig, options: PlanOptions): ReportPlan {
  const { checks, requests, display } = request;
  const drafts = stored.clients.map((client) => draftClient(request, stored, client, options));
  const concurrency = resolveConcurrency(requests.concurrency, stored.defaults);
  const strict = resolveStrict(checks.strict, stored.defaults);
  const { range, compared } = commonRange(drafts, request);
  const output = outputFile(request, stored.clients, range);
  const format = chooseFormat(request, output, stored);
  // Bars are for the eye, and take the place of rows.
  const transform = { ...request.transform, asTrend: request.transform.asTrend && format === 'table' };
  assertComparable(transform, compared);
  const clients = drafts.map((draft) => completeClient(draft, request, options));
  assertDifferentClients(clients);
  return {
    report: request.report,
    range,
    compared,
    clients: clients.map(({ plan }) => plan),
    profileColumn: stored.clients.some(({ isNamed }) => isNamed),
    windowColumns: request.windows.columns || request.windows.byDay,
    output,
    makesDirectories: isTemplate(request.output),
    format,
    csvDialect: csvDialect(request.csv),
    columns: request.columns,
    renames: request.renames,
    display: {
      ...display,
      maxRows: display.maxRows ?? DEFAULT_MAX_ROWS,
      isMaxRowsChosen: display.maxRows !== undefined,
    },
    transform,
    checks: {
      failEmpty: checks.failEmpty,
      failGaps: checks.failGaps,
      strict,
      expectedColumns: checks.expectedColumns,
    },
    requests: { ...requests, concurrency },
    network: {
      caFile: request.network.caFile ?? resolveNetwork({}, stored).caFile,
      allowInsecureHttp: request.network.insecureHttp,
    },
    sandbox: request.clients.kind === 'sandbox' ? request.clients.sandbox : undefined,
  };
}

/** A client's plan, before its credentials are checked. */
interface ClientDraft {
  readonly client: StoredClient;
  readonly plan: Omit<ClientPlan, 'windows' | 'baseUrl' | 'clientId' | 'token'>;
  readonly windows: readonly DateRange[];
  readonly comparedWindows: readonly DateRange[];
}

function draftClient(
  request: ReportRequest,
  stored: StoredConfig,
  client: StoredClient,
  { today }: PlanOptions,
): ClientDraft {
  const { inUse } = client;
  const zone = findTimeZone(request.timeZone, inUse, stored);
  // A time zone that does not exist stops only a range that depends on it.
  const timeZone = zone && parseTimeZone(zone.value);
  const zoneName = timeZone ?? stored.systemTimeZone ?? "the system's time zone";
  const ranges = resolveRanges(request, () => today(requireZoneOfToday(zone, stored)), zoneName);
  const found = findEndDate(request.endDate, inUse);
  const endDate = requireEndDate(found);
  const { days: windowDays, byDay } = request.windows;
  const split = (range: DateRange) =>
    askedWindows(range, { windowDays, byDay, endDate, endDateSource: found.source });
  const { range, compared, notes, warnings } = ranges;
  return {
    client,
    windows: split(range),
    comparedWindows: compared === undefined ? [] : split(compared),
    plan: {
      profile: client.profile,
      range,
      compared,
      timeZone,
      endDate,
      dateColumn: findDateColumn(request.checks.dateColumn, request.report, inUse),
      ignoredMembers: findIgnoredMembers(request.checks.ignoredMembers, inUse),
      notes,
      warnings,
    },
  };
}

/**
 * The ranges of a report of several clients. Throws a usage error if their time zones make different days of the same words:
 * one document has one range.
 */
function commonRange(
  drafts: readonly ClientDraft[],
  { range: { typed } }: ReportRequest,
): Pick<ReportPlan, 'range' | 'compared'> {
  const [first, ...others] = drafts.map(({ plan }) => plan) as [ClientDraft['plan']];
  const other = (others as ClientDraft['plan'][]).find((each) => describe(each) !== describe(first));
  if (other === undefined) return first;
  const words = typed.period ?? [typed.from, typed.to].filter(Boolean).join(' to ');
  throw new ReportingError(
    'usage',
    `${words} is ${describe(first)} for ${first.profile}, and ${describe(other)} for ${other.profile}: their time zones differ`,
    { hint: "name one with --timezone, name the dates, or make a file for each: -o '{profile}.csv'" },
  );
}

function describe({ range, compared }: Pick<ClientPlan, 'range' | 'compared'>): string {
  return formatRange(range) + (compared === undefined ? '' : ` (compared with ${formatRange(compared)})`);
}

/** The file, its placeholders filled. Throws a usage error if no profile fills `{profile}`, or the figures would be another client's. */
function outputFile(
  { report, output }: ReportRequest,
  clients: readonly StoredClient[],
  { from, to }: DateRange,
): string {
  if (output === '-') return output;
  const profile = placeholdersOf(output).includes('profile') ? profileInFileName(clients[0]!) : '';
  return fillTemplate(output, { profile, report, from, to });
}

/** Credentials from options, the environment or the sandbox have no name, and may be anybody's. */
function profileInFileName({ inUse, credentials, tokenFailure }: StoredClient): string {
  if (inUse?.profile === undefined || credentials === undefined) {
    throw new ReportingError('usage', '--output has {profile} in it, and this run uses no profile', {
      hint: 'name one with --profile, or leave {profile} out',
    });
  }
  if (tokenFailure !== undefined) throw tokenFailure;
  const own = profileSource(inUse.profileName);
  const { baseUrl, clientId, token } = credentials;
  const foreign = [baseUrl, clientId, token].find((value) => value !== undefined && value.source !== own);
  if (foreign === undefined) return inUse.profileName;
  throw new ReportingError(
    'usage',
    `--output has {profile} in it, and ${foreign.source} may be another client's than profile ${inUse.profileName}`,
    { hint: `leave out ${foreign.source} for this run, or {profile}` },
  );
}

function chooseFormat(request: ReportRequest, output: string, stored: StoredConfig): ReportPlan['format'] {
  // Only a file name whose placeholders are filled has its ending.
  const named = isTemplate(request.output) ? namedFormat(request.format, output, stored.env) : request.format;
  const format = named ?? storedFormat(output, stored);
  if (request.format === undefined) assertFormatOptions(request, format);
  return format;
}

/** Throws a usage error for rows of a unit of time that would be compared with rows of another time. */
function assertComparable(transform: ReportRequest['transform'], compared: DateRange | undefined): void {
  const { by } = transform;
  if (compared === undefined || by === undefined || hasTrend(transform)) return;
  throw new ReportingError('usage', `--compare and --by ${by}: two ranges share no ${by}`, {
    hint: 'compare what both have: --group-by campaign --compare previous',
  });
}

interface CompleteClient {
  readonly plan: ClientPlan;
  /** Where to ask, and for which client; undefined for the embedded service. */
  readonly identity: string | undefined;
}

function completeClient(
  { client, plan, windows, comparedWindows }: ClientDraft,
  request: ReportRequest,
  { missingHint }: PlanOptions,
): CompleteClient {
  const address = client.credentials && checkClient(client, request, missingHint);
  const report = reportNamed(request.report);
  const planWindow = ({ from, to }: DateRange) => {
    const requested = askedRange({ from, to }, plan.endDate);
    return { from, to, requested, url: requestUrl(address?.baseUrl ?? '', report, requested) };
  };
  const shown = client.credentials && shownCredentials(client.credentials);
  const { profile, range, compared, ...rest } = plan;
  const doubt = address && unexpectedPath(address.baseUrl);
  return {
    identity: address && `${address.baseUrl} ${address.clientId.toLowerCase()}`,
    plan: {
      profile,
      range,
      compared,
      baseUrl: shown?.baseUrl,
      clientId: shown?.clientId,
      token: shown?.token,
      ...rest,
      warnings: [...plan.warnings, ...(doubt === undefined ? [] : [doubt])],
      windows: [
        ...windows.map(planWindow),
        ...comparedWindows.map((window) => ({ ...planWindow(window), isCompared: true as const })),
      ],
    },
  };
}

function checkClient(
  { profile, isNamed, credentials, tokenFailure }: StoredClient,
  { mode, network }: ReportRequest,
  missingHint: PlanOptions['missingHint'],
): ReturnType<typeof checkAddress> {
  try {
    if (tokenFailure !== undefined) throw tokenFailure;
    const address = checkAddress(credentials!, network, missingHint);
    if (mode !== 'explain') checkToken(credentials!, missingHint);
    return address;
  } catch (error) {
    throw nameProfile(error, isNamed ? profile : undefined);
  }
}

/** Throws a usage error for two profiles of the same client: in one document its records would count twice. */
function assertDifferentClients(clients: readonly CompleteClient[]): void {
  const identities = clients.map(({ identity }) => identity);
  const second = identities.findIndex((each, index) => identities.indexOf(each) !== index);
  if (second === -1) return;
  const one = clients[identities.indexOf(identities[second])]!.plan.profile;
  const other = clients[second]!.plan.profile;
  throw new ReportingError(
    'usage',
    `profiles ${one} and ${other} are of the same client: its records would be there twice`,
    { hint: `name the profiles without one of them, or make a file for each: -o '{profile}.csv'` },
  );
}
