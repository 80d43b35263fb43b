/** Plans and runs a check: pulls a day and its like days, prints the alerts, and remembers them with `--state`. */

import { loadConfig } from '../config/load-config.ts';
import { nameProfile, ofProfile, ReportingError } from '../core/errors.ts';
import type { JsonObject } from '../core/json-object.ts';
import { STDOUT } from '../core/sink.ts';
import { countOf } from '../core/text.ts';
import type { DataWarning } from '../core/warnings.ts';
import type { CalendarDate } from '../dates/date.ts';
import { formatDays, formatRange } from '../dates/range.ts';
import { planFetch } from '../plan/plan-fetch.ts';
import { type ClientPlan, type FetchPlan, isSandboxData } from '../plan/report-plan.ts';
import type { Spool } from '../records/spool.ts';
import { describeEmptyRange } from '../report/checks/check-records.ts';
import { standingWarnings } from '../report/checks/standing-warnings.ts';
import type { CheckedPart } from '../report/fetch.ts';
import { planMessages, showPlanMessages } from '../report/progress.ts';
import { withCheckedRecords } from '../report/run.ts';
import { withRecordServices } from '../report/sessions.ts';
import { transformParts } from '../report/transform-parts.ts';
import type { Services } from '../services.ts';
import { type AlertState, openAlertState } from './alert-state.ts';
import { type Alert, type CheckRequest, idOfAlert, type ToldAlert } from './check-request.ts';
import { type FoundAlerts, findAlerts } from './find-alerts.ts';
import { writeAlerts } from './write-alerts.ts';

/** Throws `E-alerts` if it has printed a line. */
export async function startCheck(request: CheckRequest, services: Services): Promise<void> {
  const stored = await loadConfig(request.fetch, services);
  const fetch = planFetch(request.fetch, stored, services);
  assertOver(fetch, services);
  showPlanMessages(planMessages({ fetch, document: { notes: [], warnings: [] } }, 'run'), services);
  const state = request.state === undefined ? undefined : await openAlertState(request.state, services);
  const run: Run = { request, fetch, state, services };
  try {
    const checks = await withRecordServices(fetch, { stored }, services, (recordServices) =>
      withCheckedRecords(
        fetch,
        recordServices,
        (parts, spool) => checkParts(parts, spool, run),
        async ({ rows }) => rows,
      ),
    ).catch((error: unknown) => {
      const isStrict = error instanceof ReportingError && error.code === 'E-strict';
      throw isStrict ? error.with({}, { hint: STRICT }) : error;
    });
    await tell(checks, run);
  } finally {
    await state?.close();
  }
}

/** An alert of a part of the data may be wrong, and its silence, too. */
const STRICT = 'no alert was printed: check makes this warning an error';

interface Run {
  readonly request: CheckRequest;
  readonly fetch: FetchPlan;
  readonly state: AlertState | undefined;
  readonly services: Services;
}

/** Throws a usage error for a day that is not over for a client: its sums would look like a drop. */
function assertOver({ range, clients }: FetchPlan, { today }: Services): void {
  for (const { profile, timeZone } of clients) {
    const now = today(timeZone);
    if (range.to < now) continue;
    const message = `check compares whole days, and ${range.to} is not over: today is ${now}`;
    const hint = 'check yesterday, or an earlier day, with --period';
    throw nameProfile(
      new ReportingError('E-date', message, { hint }),
      clients.length > 1 ? profile : undefined,
    );
  }
}

/** The result of one client. */
interface ClientCheck extends FoundAlerts {
  readonly profile: string | undefined;
  readonly check: JsonObject;
  readonly groupCount: number;
  /** The alerts that were told before. */
  readonly told: readonly ToldAlert[];
  readonly days: readonly CalendarDate[];
  /** Those of the days without any record, which are not compared. */
  readonly missing: readonly CalendarDate[];
}

async function checkParts(
  parts: readonly CheckedPart[],
  spool: Spool,
  run: Run,
): Promise<{ readonly rows: readonly ClientCheck[]; readonly warnings: readonly DataWarning[] }> {
  const checks: ClientCheck[] = [];
  const warnings: DataWarning[] = [];
  for (const part of parts) {
    const { profile } = part;
    const { doubts, ...check } = await ofProfile(profile, () => checkPart(part, spool, run));
    checks.push(check);
    warnings.push(...doubts.map((warning) => ({ ...warning, profile })));
  }
  return { rows: checks, warnings };
}

/** The alerts of one client. Throws an empty error for a day without records, and if there is nothing to compare it with. */
async function checkPart(
  part: CheckedPart,
  spool: Spool,
  { request, fetch, state, services }: Run,
): Promise<ClientCheck & { readonly doubts: readonly DataWarning[] }> {
  const { client, profile, comparison, dates } = part;
  const { report, range } = fetch;
  assertHasRecords(part, fetch);
  const day = dates.dateColumn?.column.name;
  if (day !== undefined && request.transform.groupBy.includes(day)) {
    throw new ReportingError('E-column', `--group-by ${day}: no two days have a group in common`, {
      hint: 'leave the date out: check compares one day with others',
    });
  }
  const document = { transform: request.transform, format: 'json', columns: undefined } as const;
  const rows = await transformParts({ fetch, document }, [part], spool, services);
  if (rows.recordSet.recordCount === 0)
    throw emptyError(
      fetch,
      `no record of ${report} ${formatRange({ from: fetch.compared!.from, to: range.to })} matches --where`,
    );
  for (const text of [...rows.notes, ...rows.details]) services.messages.verbose(text);
  const check = describeCheck(request, client);
  const told = state?.told(check, range.to) ?? [];
  const daysOf = (windows: CheckedPart['now']): readonly CalendarDate[] =>
    windows.map(({ window }) => window.from);
  return {
    ...(await findAlerts(rows, request, told)),
    ...{ profile, check, told, groupCount: rows.recordSet.recordCount, doubts: rows.warnings },
    days: daysOf(comparison),
    missing: daysOf(comparison.filter(({ recordCount }) => recordCount === 0)),
  };
}

/** A warning about the like days of a client that have no records. */
function missingDays({ profile, days, missing }: ClientCheck): readonly DataWarning[] {
  if (missing.length === 0) return [];
  const text = `no records on ${missing.length} of ${countOf(days.length, 'day')} to compare with: ${formatDays(missing)}`;
  return [{ name: 'gaps', scope: missing, profile, text }];
}

function emptyError({ report, range }: FetchPlan, message: string): ReportingError {
  const { from, to } = range;
  return new ReportingError('E-no-records', message, { report, window: { from, to } });
}

function assertHasRecords({ now, comparison }: CheckedPart, fetch: FetchPlan): void {
  const { report, compared } = fetch;
  const isEmpty = (windows: CheckedPart['now']): boolean =>
    windows.every(({ recordCount }) => recordCount === 0);
  if (isEmpty(now)) throw emptyError(fetch, describeEmptyRange(report, now));
  if (!isEmpty(comparison)) return;
  throw new ReportingError(
    'E-no-records',
    `no records of ${report} to compare with: ${formatDays(compared!.days!)}`,
    {
      hint: 'choose other days with --against',
      report,
    },
  );
}

/** The arguments that decide which alerts there are, and the client. */
function describeCheck(request: CheckRequest, { clientId, profile }: ClientPlan): JsonObject {
  const { fetch, transform, against, alerts, minimum, where, tellsNew, tellsGone } = request;
  return {
    report: fetch.report,
    client: clientId?.value.toLowerCase() ?? profile ?? 'sandbox',
    groupBy: transform.groupBy,
    where,
    sum: transform.aggregations.map(({ column }) => column),
    against,
    alerts,
    min: minimum,
    new: tellsNew,
    gone: tellsGone,
  };
}

/** Prints the alerts that were not told before, and those that have ended; then remembers them. */
async function tell(checks: readonly ClientCheck[], { request, fetch, state, services }: Run): Promise<void> {
  const { openSink, messages, signal } = services;
  const { range, report, profileColumn: hasProfiles } = fetch;
  const { format, transform } = request;
  const lines = checks.flatMap((check) =>
    linesOf(check).map((alert) => ({ ...alert, profile: check.profile })),
  );
  const layout = { format, day: range.to, groupBy: transform.groupBy, hasProfiles };
  const sink = await openSink(STDOUT, { isPaged: false, makesDirectories: false });
  const isRead = await writeAlerts(lines, layout, sink, signal);
  if (isRead)
    await state?.save(
      checks.map((each) => ({ check: each.check, day: range.to, alerts: toldAlerts(each, fetch) })),
    );
  for (const each of standingWarnings(fetch, checks.flatMap(missingDays))) messages.warning(each);
  const groups = checks.reduce((sum, { groupCount }) => sum + groupCount, 0);
  const summary = `${countOf(lines.length, 'alert')} in ${countOf(groups, 'group')} of ${report} ${range.to}, compared with ${formatDays(fetch.compared!.days!)}${isSandboxData(fetch) ? '; sandbox data' : ''}`;
  messages.summary(summary);
  if (lines.length > 0) throw new ReportingError('E-alerts', summary, { isResult: true });
}

/** The alerts to print. A new group does not end: it becomes usual. */
function linesOf({ alerts, ended, told }: ClientCheck): readonly Alert[] {
  const ids = new Set(told.map(idOfAlert));
  return [
    ...alerts.filter((each) => !ids.has(idOfAlert(each))),
    ...ended.filter(({ alert }) => alert !== 'new'),
  ];
}

/**
 * The alerts to remember: those that hold and were told. A new group is remembered for as long as a like day may be earlier than
 * the last day on which it was new: a group with few records is new on several days.
 */
function toldAlerts(
  { alerts, covered, told }: ClientCheck,
  { range, compared }: FetchPlan,
): readonly ToldAlert[] {
  const now = new Set(alerts.map(idOfAlert));
  const kept = told.flatMap((each) => {
    const id = idOfAlert(each);
    if (now.has(id)) return [];
    if (covered.has(id)) return { ...each, day: range.to };
    return each.alert === 'new' && each.day >= compared!.from ? each : [];
  });
  return [...alerts.map(({ group, alert }) => ({ group, alert, day: range.to })), ...kept];
}
