/** The plan of a pull from its options, and what carries it out. The plan is built as for the command line. */

import os from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type CredentialChoice,
  type CredentialName,
  checkAddress,
  checkToken,
} from '../config/credentials.ts';
import type { StoredConfig } from '../config/stored.ts';
import { calendarDateAt } from '../core/calendar-date.ts';
import { DEFAULT_HEAD_TIMEOUT_MS, DEFAULT_RETRY_FOR_MS, STALL_TIMEOUT_MS } from '../core/limits.ts';
import { MONDAY } from '../core/weekday.ts';
import { absolutePath } from '../disk/absolute-path.ts';
import { readTextFile } from '../disk/read-text-file.ts';
import { zoneOfTzVariable } from '../disk/tz-variable.ts';
import { createRetryPolicy } from '../pipeline/retry.ts';
import { DEFAULT_PROFILE } from '../profiles/profile.ts';
import type { Sourced } from '../profiles/resolve-credentials.ts';
import { planReport } from '../report/plan.ts';
import { parseRequestedRange } from '../report/ranges.ts';
import type { ReportPlan } from '../report/report-plan.ts';
import type { ReportRequest } from '../report/request.ts';
import type { ReportServices } from '../report/run.ts';
import { reportNamed } from '../reports/registry.ts';
import { createSpool } from '../segments/spool.ts';
import type { Service } from '../service/client.ts';
import { PLAIN } from '../shaping/shape-request.ts';
import { version } from '../version.ts';
import type { CheckedOptions } from './check-options.ts';
import type { ReportSummary } from './pull-report.ts';

export interface PreparedPull {
  readonly plan: ReportPlan;
  readonly services: Omit<ReportServices, 'sink'>;
  /** Grows while the report is pulled. */
  readonly warnings: string[];
  readonly onWarning: CheckedOptions['onWarning'];
  close(): void;
}

export interface PullSurroundings {
  /** Aborted with a ReportingError when the pull is to end. */
  readonly signal: AbortSignal;
  /** Called with the secrets that no message may show. */
  readonly hide: (secret: string) => void;
  readonly onSummary: (summary: ReportSummary) => void;
}

/** The plan, and all that a pull needs. Nothing is requested yet. */
export async function preparePull(
  options: CheckedOptions,
  { signal, hide, onSummary }: PullSurroundings,
): Promise<PreparedPull> {
  const now = (): Date => new Date();
  const today = (timeZone = tzVariable()) => calendarDateAt(now(), timeZone);
  const credentials = givenCredentials(options);
  hide(credentials.token?.value ?? '');
  const plan = planReport(requestOf(options), storedOf(credentials), {
    today,
    missingHint: (_inUse, name) => `give it as ${OPTION_NAMES[name]}`,
  });
  const service = await openService(plan, credentials, options, { signal, hide, now });
  const [client] = plan.clients as [ReportPlan['clients'][0]];
  const report = reportNamed(plan.report);
  const warnings = [...client.warnings];
  return {
    plan,
    services: {
      clients: [
        {
          request: (window, windowSignal) => service.fetchWindow(report, window, windowSignal),
          kept: undefined,
        },
      ],
      retry: createRetryPolicy({ ...plan.requests, now, sleep, random: Math.random }),
      createSpool: async () => createSpool(temporaryDirectory(options)),
      observer: { ...SILENT, warning: (text) => void warnings.push(text) },
      signal,
      today,
      encode({ dataset }) {
        const { columns, hasMoreColumns, recordCount } = dataset;
        onSummary({
          range: plan.range,
          windows: client.windows.map(({ from, to }) => ({ from, to })),
          recordCount,
          columns: hasMoreColumns ? undefined : columns.map(({ name }) => name),
        });
        return dataset.lines();
      },
    },
    warnings,
    onWarning: options.onWarning,
    close: service.close,
  };
}

const SILENT = {
  bytes: nothing,
  segment: nothing,
  reused: nothing,
  kept: nothing,
  forgotten: nothing,
  remark: nothing,
};

function nothing(): void {}

/** The options as the command line would put them. The library gives records, so the format is the one of lines of JSON. */
function requestOf(options: CheckedOptions): ReportRequest {
  const { from, to, period, includeToday } = options;
  return {
    report: options.report!,
    mode: 'run',
    range: parseRequestedRange({ from, to, period, includeToday }, options.weekStart ?? MONDAY),
    compare: undefined,
    timeZone: withSource(options, 'timeZone'),
    endDate: withSource(options, 'endDate'),
    windows: {
      days: options.windowDays,
      byDay: options.byDay === true,
      columns: options.windowColumns === true,
    },
    clients: {
      kind: 'one',
      profile: undefined,
      baseUrl: options.baseUrl,
      clientId: options.clientId,
      tokenFile: undefined,
    },
    network: { caFile: withSource(options, 'caFile'), insecureHttp: options.insecureHttp === true },
    output: '-',
    format: 'ndjson',
    csv: {},
    columns: undefined,
    renames: [],
    display: { maxRows: undefined, human: false, wide: false, pager: false },
    transform: PLAIN,
    checks: {
      failEmpty: options.failEmpty === true,
      failGaps: options.failGaps === true,
      strict: options.strict === true,
      expectedColumns: options.expectColumns,
      dateColumn: withSource(options, 'dateColumn'),
      ignoredMembers: options.ignoreMembers ?? [],
    },
    requests: {
      concurrency: options.concurrency,
      retryForMs: options.retryForMs ?? DEFAULT_RETRY_FOR_MS,
      retries: options.retries,
      timeoutMs: options.timeoutMs ?? DEFAULT_HEAD_TIMEOUT_MS,
      resume: false,
    },
  };
}

/** Nothing is stored for a pull; of the environment, it goes by TZ alone. */
function storedOf(credentials: CredentialChoice): StoredConfig {
  return {
    env: { TZ: process.env.TZ },
    defaults: {},
    systemTimeZone: tzVariable(),
    timeZoneWay: 'give timeZone',
    isTerminal: false,
    clients: [{ profile: undefined, isNamed: false, inUse: credentials, credentials }],
  };
}

const OPTION_NAMES: Readonly<Record<CredentialName, 'baseUrl' | 'clientId' | 'token'>> = {
  'base URL': 'baseUrl',
  'client id': 'clientId',
  'API token': 'token',
};

/** White space around a value is not part of it: variables and files come with line breaks. */
function givenCredentials(options: CheckedOptions): CredentialChoice {
  return {
    profileName: DEFAULT_PROFILE,
    profile: undefined,
    baseUrl: trimmed(withSource(options, 'baseUrl')),
    clientId: trimmed(withSource(options, 'clientId')),
    // Its own option needs no name in a message: there is no other source.
    token: trimmed(options.token === undefined ? undefined : { value: options.token, source: '' }),
  };
}

function withSource<Name extends keyof CheckedOptions>(
  options: { readonly [Each in Name]: string | undefined },
  name: Name,
): Sourced | undefined {
  const value = options[name];
  return value === undefined ? undefined : { value, source: name };
}

/** Undefined for a value that is missing or blank. */
function trimmed(found: Sourced | undefined): Sourced | undefined {
  const value = found?.value.trim();
  return found && value ? { ...found, value } : undefined;
}

/** The client is heavy, and not needed for what is refused before. */
async function openService(
  { network, requests, clients }: ReportPlan,
  credentials: CredentialChoice,
  { env = {} }: CheckedOptions,
  { signal, hide, now }: Pick<PullSurroundings, 'signal' | 'hide'> & { readonly now: () => Date },
): Promise<Service> {
  const [{ createService }, { connectionTo }] = await Promise.all([
    import('../service/client.ts'),
    import('../service/connection.ts'),
  ]);
  const address = checkAddress(credentials, { insecureHttp: network.allowInsecureHttp });
  const readFile = (file: string, what: string) => readTextFile(file, what, signal);
  const connection = await connectionTo(address.baseUrl, network, env, readFile);
  for (const secret of connection.proxy?.secrets ?? []) hide(secret);
  return createService(
    { ...address, token: checkToken(credentials) },
    {
      headTimeoutMs: requests.timeoutMs,
      stallTimeoutMs: STALL_TIMEOUT_MS,
      userAgent: `reporting/${version}`,
      now,
      refusalHint: 'check the token',
      endDate: clients[0]!.endDate,
      ...connection,
    },
  );
}

/** Undefined where TZ is not set, or names no zone. */
function tzVariable(): string | undefined {
  return process.env.TZ === undefined ? undefined : zoneOfTzVariable(process.env.TZ);
}

/** Throws an output error for a relative path where the working directory is gone. */
function temporaryDirectory({ temporaryDirectory: directory = os.tmpdir() }: CheckedOptions): string {
  const what = `keep the windows in the temporary directory ${directory}`;
  return absolutePath(workingDirectory(), directory, { kind: 'output', what });
}

/** Empty if it was removed. */
function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return '';
  }
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => {
    throw signal.reason;
  });
}
