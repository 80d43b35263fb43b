/** Builds the plan of a run from the request and the stored settings. Opens and requests nothing. */

import { unexpectedPath } from '../api/credentials.ts';
import { requestedRange, requestedWindows } from '../api/end-date.ts';
import { reportNamed } from '../api/reports.ts';
import { requestUrl } from '../api/wire.ts';
import { profileSource } from '../config/precedence.ts';
import {
  type CredentialName,
  checkAddress,
  checkToken,
  type ProfileInUse,
  resolveNetwork,
  shownCredentials,
} from '../config/resolve-credentials.ts';
import {
  findDateColumn,
  findEndDate,
  findIgnoredMembers,
  findTimeZone,
  requireEndDate,
  requireZoneOfToday,
  resolveConcurrency,
  resolveGrouping,
  resolveMaxRows,
  resolveStrict,
} from '../config/settings.ts';
import type { StoredClient, StoredConfig } from '../config/stored.ts';
import { nameProfile, ReportingError } from '../core/errors.ts';
import { type Message, option, phrase } from '../core/message.ts';
import { STDOUT } from '../core/sink.ts';
import type { CalendarDate } from '../dates/date.ts';
import { type DateRange, formatRange } from '../dates/range.ts';
import { parseTimeZone } from '../dates/time-zone.ts';
import { FORMATS } from '../formats/registry.ts';
import { COUNT, hasKeys, isGrouped, type Transform } from '../transform/transform-request.ts';
import { textOf } from '../transform/where.ts';
import { fillTemplate, misleadingName } from './file-template.ts';
import { chooseFormat, csvDialect } from './format-choice.ts';
import { resolveRanges } from './ranges.ts';
import { recordedWindows } from './recorded-windows.ts';
import { csvCommand, repeatCommand } from './repeat-command.ts';
import type { ClientPlan, PagePlan, ReportPlan, WindowPlan } from './report-plan.ts';
import type { ReportRequest } from './request.ts';

interface PlanOptions {
  /** The current day in a time zone, by IANA name; undefined is the system's. */
  readonly today: (timeZone: string | undefined) => CalendarDate;
  /** The hint for a missing credential; undefined for that of the command line. */
  readonly missingHint?: (inUse: ProfileInUse, name: CredentialName) => Message;
}

/**
 * The plan for one document of all clients in `stored`. Throws for errors of the request, of the stored settings, and of their
 * combination. With mode `explain`, the token may be missing.
 */
export function planReport(request: ReportRequest, stored: StoredConfig, options: PlanOptions): ReportPlan {
  const { checks, requests, display } = request;
  const drafts = stored.clients.map((client) => draftClient(request, stored, client, options));
  const concurrency = resolveConcurrency(requests.concurrency, stored.defaults);
  const strict = resolveStrict(checks.strict, stored.defaults);
  const { range, compared } = commonRange(drafts, request);
  const output = outputFile(request, stored.clients, range);
  const format = chooseFormat(request, output, stored);
  const isOnTerminal = output === STDOUT && stored.isTerminal && FORMATS[format].fitsTerminal === true;
  const clients = drafts.map((draft) => completeClient(draft, request, options));
  assertDifferentClients(clients);
  return {
    report: request.report,
    range,
    compared,
    clients: clients.map(({ plan }) => plan),
    profileColumn: stored.clients.some(({ isNamed }) => isNamed),
    windowColumns: request.windows.columns || request.windows.byDay,
    windowUnit: request.windows.unit,
    output,
    makesDirectories: request.output.placeholders.length > 0,
    format,
    csvDialect: csvDialect(request.csv),
    columns: request.columns,
    renames: request.renames,
    display: {
      ...display,
      maxRows: resolveMaxRows(display.maxRows, stored.defaults),
      isMaxRowsChosen: display.maxRows !== undefined,
      human: display.human ?? (isOnTerminal && resolveGrouping(stored.defaults)),
      requestedMeasures: requestedMeasures(request.transform),
    },
    page:
      FORMATS[format].needsSummaries === true ? pagePlan(request, clients, { range, compared }) : undefined,
    transform: format === 'chart' ? forChart(request.transform) : request.transform,
    checks: {
      failEmpty: checks.failEmpty,
      failGaps: checks.failGaps,
      strict,
      expectedColumns: checks.expectedColumns,
      ...(checks.mixesWindows === true && { mixesWindows: true }),
    },
    requests: { ...requests, concurrency },
    network: {
      caFile: request.network.caFile ?? resolveNetwork({}, stored).caFile,
      allowInsecureHttp: request.network.insecureHttp,
    },
    sandbox: request.clients.kind === 'sandbox' ? request.clients.sandbox : undefined,
    isMadeUp: request.clients.kind === 'sandbox',
    ...(request.wire !== undefined && { wire: request.wire }),
  };
}

/** The measures that sums and sort keys name, in that order. Without a group, `count` alone names the number of records. */
function requestedMeasures(transform: Transform): readonly string[] {
  const { aggregations, sort, count } = transform;
  if (count && aggregations.length === 0 && !hasKeys(transform)) return [COUNT];
  const sums = aggregations.filter(({ kind }) => kind === 'sum');
  return [...sums, ...sort].map(({ column }) => column);
}

/**
 * A chart without groups draws days, or the first text column. It sums its measure itself, so sums need no groups. Other
 * aggregates and a comparison are of each day.
 */
function forChart(transform: Transform): Transform {
  if (hasKeys(transform) || !isGrouped(transform)) return transform;
  const { aggregations, count, isCompared } = transform;
  const onlySums = aggregations.every(({ kind }) => kind === 'sum') && !count && !isCompared;
  return onlySums ? { ...transform, aggregations: [] } : { ...transform, by: 'day' };
}

/** A client's plan, before its credentials are checked. */
interface ClientDraft {
  readonly client: StoredClient;
  readonly plan: Omit<ClientPlan, 'windows' | 'baseUrl' | 'clientId' | 'token'>;
  readonly windows: readonly Omit<WindowPlan, 'url'>[];
}

function draftClient(
  request: ReportRequest,
  stored: StoredConfig,
  client: StoredClient,
  { today }: PlanOptions,
): ClientDraft {
  const { inUse } = client;
  const zone = findTimeZone(request.timeZone, inUse, stored);
  // An unknown time zone is an error only for a range that depends on it.
  const timeZone = zone && parseTimeZone(zone.value);
  const zoneName = () => timeZone ?? stored.systemTimeZone ?? "the system's time zone";
  const ranges = resolveRanges(request, () => today(requireZoneOfToday(zone, stored)), zoneName);
  const found = findEndDate(request.endDate, inUse);
  const endDate = requireEndDate(found);
  const { days: windowDays, unit, byDay, recorded } = request.windows;
  const split = (range: DateRange) =>
    (recorded === undefined
      ? requestedWindows(range, { windowDays, unit, byDay, endDate, endDateSource: found.source })
      : recordedWindows(range, recorded)
    ).map((window) => ({ ...window, requested: requestedRange(window, endDate) }));
  const { range, compared, notes, warnings } = ranges;
  const nameWarning = misleadingName(request.output, range);
  const comparedWindows = compared === undefined ? [] : split(compared);
  return {
    client,
    windows: [
      ...split(range),
      ...comparedWindows.map((window) => ({ ...window, isCompared: true as const })),
    ],
    plan: {
      profile: client.profile,
      range,
      compared,
      timeZone,
      endDate,
      dateColumn: findDateColumn(request.checks.dateColumn, request.report, inUse),
      ignoredMembers: findIgnoredMembers(request.checks.ignoredMembers, inUse),
      notes,
      warnings: nameWarning === undefined ? warnings : [nameWarning, ...warnings],
    },
  };
}

/** The range of all clients. Throws a usage error if their time zones resolve it to different days. */
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
    `${words} is ${describe(first)} for ${first.profile} and ${describe(other)} for ${other.profile}: their time zones differ`,
    {
      hint: phrase`set ${option('timeZone')}, give dates, or write one file per profile: -o '{profile}.csv'`,
    },
  );
}

function describe({ range, compared }: Pick<ClientPlan, 'range' | 'compared'>): string {
  return formatRange(range) + (compared === undefined ? '' : ` (compared with ${formatRange(compared)})`);
}

/** The file without placeholders, or stdout. Throws a usage error if `{profile}` has no profile, or may name the wrong client. */
function outputFile(
  { report, output }: ReportRequest,
  clients: readonly StoredClient[],
  { from, to }: DateRange,
): string {
  const profile = output.placeholders.includes('profile') ? profileInFileName(clients[0]!) : '';
  return fillTemplate(output, { profile, report, from, to });
}

/** Credentials from options, the environment or the sandbox belong to no profile. */
function profileInFileName({ inUse, credentials, tokenFailure }: StoredClient): string {
  if (inUse?.profile === undefined || credentials === undefined) {
    throw new ReportingError(
      'usage',
      phrase`${option('output')} contains {profile}, but this run uses no profile`,
      {
        hint: phrase`select one with ${option('profile')}, or remove {profile}`,
      },
    );
  }
  if (tokenFailure !== undefined) throw tokenFailure;
  const own = profileSource(inUse.profileName);
  const { baseUrl, clientId, token } = credentials;
  const foreign = [baseUrl, clientId, token].find((value) => value !== undefined && value.source !== own);
  if (foreign === undefined) return inUse.profileName;
  throw new ReportingError(
    'usage',
    phrase`${option('output')} contains {profile}, but ${foreign.source} may belong to another client than profile ${inUse.profileName}`,
    { hint: phrase`remove ${foreign.source} or {profile} for this run` },
  );
}

/** The words of the page. */
function pagePlan(
  request: ReportRequest,
  clients: readonly CompleteClient[],
  ranges: Pick<ReportPlan, 'range' | 'compared'>,
): PagePlan {
  const { where, having } = request.transform;
  return {
    clients: clients.flatMap(({ plan: { profile, clientId } }) => profile ?? clientId?.value ?? []),
    conditions: [...where, ...having].map(textOf),
    command: repeatCommand(request, ranges),
    csvCommand: csvCommand(request, ranges),
  };
}

interface CompleteClient {
  readonly plan: ClientPlan;
  /** Base URL and client id; undefined for the sandbox. */
  readonly identity: string | undefined;
}

function completeClient(
  { client, plan, windows }: ClientDraft,
  request: ReportRequest,
  { missingHint }: PlanOptions,
): CompleteClient {
  const address = client.credentials && checkClient(client, request, missingHint);
  const report = reportNamed(request.report);
  const shown = client.credentials && shownCredentials(client.credentials);
  const { profile, range, compared, ...rest } = plan;
  const pathWarning = address && unexpectedPath(address.baseUrl);
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
      warnings: [...plan.warnings, ...(pathWarning === undefined ? [] : [pathWarning])],
      windows: windows.map((window) => ({
        ...window,
        url: requestUrl(address?.baseUrl ?? '', report, window.requested, request.wire),
      })),
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

/** Throws a usage error for two profiles of the same client, whose records would count twice. */
function assertDifferentClients(clients: readonly CompleteClient[]): void {
  const identities = clients.map(({ identity }) => identity);
  const second = identities.findIndex((each, index) => identities.indexOf(each) !== index);
  if (second === -1) return;
  const one = clients[identities.indexOf(identities[second])]!.plan.profile;
  const other = clients[second]!.plan.profile;
  throw new ReportingError(
    'usage',
    `profiles ${one} and ${other} belong to the same client: its records would count twice`,
    { hint: `leave one of them out, or write one file per profile: -o '{profile}.csv'` },
  );
}
