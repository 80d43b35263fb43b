/** Plans the requests for records from the request and the stored settings. Opens and requests nothing. */

import { unexpectedPath } from '../api/credentials.ts';
import { requestedRange, requestedWindows } from '../api/end-date.ts';
import { reportNamed, wireRequest } from '../api/wire.ts';
import type { ClientsRequest, StoredClient, StoredConfig } from '../config/load-config.ts';
import { checkAddress, checkToken, resolveNetwork, shownCredentials } from '../config/resolve-credentials.ts';
import {
  type DateColumnSetting,
  findDateColumn,
  findOrBuiltIn,
  findSetting,
  findZoneOfToday,
  type NetworkChoices,
  NO_DATE_COLUMN,
  parseFound,
  profileSource,
  resolve,
  type ValueWithSource,
} from '../config/settings.ts';
import { nameProfile, ReportingError } from '../core/errors.ts';
import { countOf, findTwins } from '../core/text.ts';
import type { DataWarning, Notice } from '../core/warnings.ts';
import { splitIntoUnits } from '../dates/calendar.ts';
import { resolveComparison, wordUsual } from '../dates/compared-range.ts';
import {
  addDays,
  type CalendarDate,
  type DateUnit,
  daysBetween,
  UTC,
  WEEKDAY_NAMES,
  type Weekday,
  weekdayNamed,
} from '../dates/date.ts';
import { type DateRange, daysOf, formatRange } from '../dates/range.ts';
import { type PeriodSettings, resolveRange } from '../dates/resolve-range.ts';
import { parseTimeZone } from '../dates/time-zone.ts';
import { inputRequest, readInput, recordedWindows } from './input-plan.ts';
import type { ClientPlan, FetchPlan, FetchRequest, Source, WindowPlan } from './report-plan.ts';

/** What a plan uses besides the request and the stored settings. */
export interface PlanOptions {
  /** The current day in a time zone, by IANA name; undefined is the system's. */
  readonly today: (timeZone: string | undefined) => CalendarDate;
}

/**
 * The plan for the records of all clients in `stored`. Throws for errors of the request, of the stored settings, and of their
 * combination.
 */
export function planFetch(given: FetchRequest, stored: StoredConfig, options: PlanOptions): FetchPlan {
  const { input } = stored;
  // A directory has settings of its own, and its files are the source.
  const request = input === undefined ? given : inputRequest(given, input);
  const { report, requests, windows, clients: source } = request;
  const clients = stored.clients.map((client) => planClient(request, stored, client, options));
  const { range, compared } = commonRange(clients, request);
  assertDifferentClients(clients);
  const plan: FetchPlan = {
    report,
    range,
    compared,
    clients: clients.map(({ plan }) => plan),
    profileColumn: stored.clients.some(({ isNamed }) => isNamed),
    windowColumns: windows.columns,
    windowUnit: windows.size === 'month' ? 'month' : undefined,
    checks: { strict: request.checks.strict },
    requests,
    source: sourceOf(source),
    waitMs: request.waitMs,
  };
  return input === undefined ? plan : readInput(plan, input, options.today);
}

/** What answers the requests for these clients. */
export function sourceOf(clients: ClientsRequest): Source {
  return clients.kind === 'sandbox'
    ? { kind: 'sandbox', isSandbox: true, sandbox: clients.sandbox }
    : { kind: 'service', isSandbox: false };
}

type PlannedClient = ReturnType<typeof planWindows>;

/** The windows to request from a client, and the settings that they were made with: dates, and no words of a user. */
export interface ClientWindows
  extends Pick<ClientPlan, 'compared' | 'timeZone' | 'weekStart' | 'endDate' | 'dateColumn' | 'notes'> {
  readonly range: DateRange;
  readonly warnings: readonly (Notice | undefined)[];
  readonly windows: readonly DateRange[];
  readonly comparedWindows: readonly DateRange[];
  readonly lastDay: DateRange | undefined;
}

/** The plan for the records of these windows. Throws for unusable credentials. */
export function planWindows(
  { range, warnings, windows, comparedWindows, lastDay, ...settings }: ClientWindows,
  {
    report,
    wire,
    allow,
    today,
  }: PlanOptions & Pick<FetchRequest, 'report' | 'wire'> & Pick<FetchRequest['checks'], 'allow'>,
  stored: StoredConfig,
  client: StoredClient,
) {
  const { profile, credentials } = client;
  const network = credentials && resolveNetwork(credentials, stored);
  const address = network && checkClient(client, network);
  const shown = credentials && shownCredentials(credentials);
  const isOfProfile =
    credentials !== undefined && credentials.clientId?.source === profileSource(credentials.profileName);
  // An unknown time zone falls back to the system's: the day matters to a warning and to marks only.
  // A day before yesterday in UTC is over in every zone: most ranges need no other zone, which takes time to load.
  const day = range.to < addDays(today(UTC), -1) ? undefined : today(settings.timeZone);
  const openDay = day !== undefined && range.to >= day ? day : undefined;
  const isToday = openDay !== undefined && range.from <= openDay;
  const pathWarning = address && unexpectedPath(address.baseUrl);
  const withRequest = (window: DateRange): WindowPlan => {
    const requested = requestedRange(window, settings.endDate);
    return { ...window, ...wireRequest(address?.baseUrl ?? '', reportNamed(report), requested, wire) };
  };
  return {
    /** Base URL and client id; undefined for the sandbox, and for clients of a directory. */
    identity: address && `${address.baseUrl} ${address.clientId.toLowerCase()}`,
    plan: {
      profile,
      ...(isOfProfile && { profileInUse: credentials.profileName }),
      ...settings,
      range: isToday ? { ...range, today: openDay } : range,
      baseUrl: shown?.baseUrl,
      clientId: shown?.clientId,
      token: shown?.token,
      network,
      allowed: allow ?? resolve('allow', { env: stored.env, inUse: credentials, defaults: stored.defaults }) ?? [],
      warnings: [
        pathWarning === undefined ? undefined : { text: pathWarning },
        openDay && unfinishedRange(range, openDay, nameZone(settings.timeZone, stored)),
        ...warnings,
      ].filter((warning) => warning !== undefined),
      windows: [
        ...windows.map(withRequest),
        ...comparedWindows.map((window) => ({ ...withRequest(window), isCompared: true as const })),
      ],
      lastDay: lastDay && withRequest(lastDay),
    },
  };
}

function planClient(
  request: FetchRequest,
  stored: StoredConfig,
  client: StoredClient,
  { today }: PlanOptions,
): PlannedClient {
  const { credentials } = client;
  const settings = { env: stored.env, inUse: credentials, defaults: stored.defaults };
  const zone = request.timeZone ?? findSetting('timeZone', settings);
  // An unknown time zone is an error only for a range that depends on it.
  const timeZone = zone && parseTimeZone(zone.value);
  const zoneName = () => nameZone(timeZone, stored);
  const findToday = (): CalendarDate => today(findZoneOfToday(zone, stored));
  const weekStart = weekdayNamed(parseFound('weekStart', findOrBuiltIn('weekStart', settings)));
  const { range, compared, notes, relative } = resolveRanges(request, { weekStart, findToday, zoneName });
  const found = request.endDate ?? findOrBuiltIn('endDate', settings);
  const endDate = parseFound('endDate', found);
  const { size, recorded } = request.windows;
  const unset = unsetZone(relative && `${relative} is ${formatRange(range)}`, 'report', zone, stored);
  const dateColumn = request.checks.dateColumn ?? findDateColumn(request.report, settings);
  const weeks = recorded === undefined && isUndated(dateColumn, request) ? compared?.weeks : undefined;
  // Without a date column, a window is all that tells the unit of a record.
  const by = dateColumn?.value === NO_DATE_COLUMN ? request.by : undefined;
  const split = (range: DateRange): readonly DateRange[] =>
    recorded === undefined
      ? unitsOf(range, by, weekStart).flatMap((each) =>
          requestedWindows(each, { size, endDate, endDateSource: found.source }),
        )
      : recordedWindows(range, recorded);
  const windows = weeks === undefined ? split(range) : daysOf(range).map(dayWindow);
  const comparedWindows =
    compared === undefined
      ? []
      : weeks === undefined
        ? split(compared)
        : // The day before the range says which groups have just ended.
          [...new Set([...weeks.flatMap(daysOf), compared.to])].map(dayWindow);
  const waits = request.waitMs !== undefined;
  if (waits) assertOver(range, findToday(), zoneName());

  const chosen = {
    ...{ range, compared, timeZone, weekStart, endDate, dateColumn, notes },
    ...{ windows, comparedWindows, warnings: [unset], lastDay: waits ? dayWindow(range.to) : undefined },
  };
  return planWindows(chosen, { ...request, allow: request.checks.allow, today }, stored, client);
}

function nameZone(timeZone: string | undefined, { systemTimeZone }: StoredConfig): string {
  return timeZone ?? systemTimeZone ?? "the system's time zone";
}

/** Throws a usage error for a range whose last day cannot be in yet. */
function assertOver({ to }: DateRange, today: CalendarDate, zoneName: string): void {
  if (to < today) return;
  throw new ReportingError(
    'E-date',
    `--wait needs a range that is over, and ${to} is not: today is ${today} in ${zoneName}`,
    { hint: 'end the range before today: --to yesterday' },
  );
}

/** True if the window of a record may be all that tells its day. */
function isUndated(dateColumn: DateColumnSetting | undefined, { report }: FetchRequest): boolean {
  return dateColumn === undefined ? reportNamed(report).isUndated === true : dateColumn.value === NO_DATE_COLUMN;
}

/** The units of a range; the range itself without one. */
function unitsOf(range: DateRange, unit: DateUnit | undefined, weekStart: Weekday): readonly DateRange[] {
  if (unit === undefined) return [range];
  return unit === 'day' ? daysOf(range).map(dayWindow) : splitIntoUnits(range, unit, weekStart);
}

function dayWindow(day: CalendarDate): DateRange {
  return { from: day, to: day };
}

/** The range of all clients. Throws a usage error if it has other days for some of them, or other weeks for rows by week. */
function commonRange(
  clients: readonly PlannedClient[],
  { range: { words: typed }, by }: FetchRequest,
): Pick<FetchPlan, 'range' | 'compared'> {
  const [first, ...others] = clients.map(({ plan }): ClientPlan => plan) as [ClientPlan, ...ClientPlan[]];
  const describe = ({ range, compared, weekStart }: ClientPlan): string => {
    const comparison = compared === undefined ? '' : ` (compared with ${formatRange(compared)})`;
    return `${formatRange(range)}${comparison}${by === 'week' ? ` in weeks from ${WEEKDAY_NAMES[weekStart - 1]}` : ''}`;
  };
  const other = others.find((each) => describe(each) !== describe(first));
  if (other === undefined) return first;
  const words = typed.period ?? [typed.from, typed.to].filter(Boolean).join(' to ');
  throw new ReportingError(
    'E-date',
    `${words} is ${describe(first)} for ${first.profile} and ${describe(other)} for ${other.profile}`,
    { hint: "set --timezone, give dates, or write one file per profile: -o '{profile}.csv'" },
  );
}

function checkClient(
  { profile, isNamed, credentials, tokenFailure }: StoredClient,
  network: NetworkChoices,
): ReturnType<typeof checkAddress> {
  try {
    if (tokenFailure !== undefined) throw tokenFailure;
    const address = checkAddress(credentials!, network);
    checkToken(credentials!);
    return address;
  } catch (error) {
    throw nameProfile(error, isNamed ? profile : undefined);
  }
}

/** Throws a usage error for two profiles of the same client, whose records would count twice. */
function assertDifferentClients(clients: readonly PlannedClient[]): void {
  const [one, other] = findTwins(clients, ({ identity }) => identity).map(({ plan }) => plan.profile);
  if (one === undefined) return;
  throw new ReportingError(
    'E-many-profiles',
    `profiles ${one} and ${other} belong to the same client: its records would count twice`,
    { hint: `leave one of them out, or write one file per profile: -o '{profile}.csv'` },
  );
}

/**
 * The days of the range and of the compared range, which is undefined without a comparison; notes about relative dates, since a cron
 * job's log shows which days were pulled; and the range as typed, if it depends on today. Calls `findToday`, and `zoneName` for the
 * note, only for such a range.
 */
function resolveRanges(
  { range: requested, compare, by }: Pick<FetchRequest, 'range' | 'compare' | 'by'>,
  {
    weekStart,
    findToday,
    zoneName,
  }: { readonly weekStart: Weekday; readonly findToday: () => CalendarDate; readonly zoneName: () => string },
) {
  let day: CalendarDate | undefined;
  // Both ranges use the same day, even around midnight.
  const settings = (): PeriodSettings => {
    day ??= findToday();
    return { today: day, weekStart };
  };
  const { range, relative } = resolveRange(requested, settings);
  const notes: string[] = [];
  if (relative !== undefined) {
    notes.push(`${relative} is ${formatRange(range)} (today is ${day!} in ${zoneName()})`);
  }
  if (compare === undefined) return { range, compared: undefined, notes, relative };
  const compared = resolveComparison(range, compare, { period: requested.first, by }, settings);
  notes.push(`compared with ${compared.weeks === undefined ? formatRange(compared) : wordUsual(compared.weeks)}`);
  return { range, compared, notes, relative };
}

/** A warning about a range that is not over, or in the future: a mistyped year. */
function unfinishedRange(range: DateRange, today: CalendarDate, zoneName: string): DataWarning {
  const day = `${today} in ${zoneName}`;
  const later = daysBetween(today, range.to);
  const text =
    range.from > today
      ? `the range ${formatRange(range)} is in the future: today is ${day}`
      : `the range includes today, ${day}${later === 0 ? '' : `, and ${countOf(later, 'later day')}`}`;
  return { name: 'unfinished', text };
}

/** The names of UTC that a system may have. */
const UTC_NAMES: ReadonlySet<string | undefined> = new Set<string>([UTC, 'Etc/UTC']);

/**
 * A warning about days of a `subject` in the zone UTC that nobody chose: most machines that run jobs have it, and few reports. None
 * for a `zone` that the user chose, and none on a terminal, where a note says which days these are.
 */
export function unsetZone(
  days: string | undefined,
  subject: 'report' | 'dataset',
  zone: ValueWithSource | undefined,
  stored: Pick<StoredConfig, 'env' | 'isWatched' | 'systemTimeZone'>,
): DataWarning | undefined {
  if (days === undefined || zone !== undefined || stored.env.TZ !== undefined || stored.isWatched) return undefined;
  if (!UTC_NAMES.has(stored.systemTimeZone)) return undefined;
  const text = `${days} in UTC, the zone of this machine: name the zone of the ${subject} with --timezone, even if it is UTC`;
  return { name: 'zone', text };
}
