import os from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { askedWindows } from '../contract/asked-windows.ts';
import { parseBaseUrl, unexpectedPath } from '../contract/base-url.ts';
import { type Credentials, parseClientId, parseToken } from '../contract/credentials.ts';
import { askedRange } from '../contract/end-date.ts';
import { RECORDS_MEMBER } from '../contract/wire.ts';
import { calendarDateAt } from '../core/calendar-date.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { parseRange, resolveRange } from '../core/resolve-range.ts';
import { unknownTzVariable } from '../core/time-zone.ts';
import { absolutePath } from '../disk/absolute-path.ts';
import { readTextFile } from '../disk/read-text-file.ts';
import { zoneOfTzVariable } from '../disk/tz-variable.ts';
import { DEFAULT_RETRY_FOR_MS } from '../pipeline/patience.ts';
import { parseDateColumn, type ReportPlan } from '../pipeline/report-plan.ts';
import { createRetryPolicy } from '../pipeline/retry.ts';
import type { ReportPorts } from '../pipeline/run-report.ts';
import { REPORTS } from '../reports/registry.ts';
import { createSpool } from '../segments/spool.ts';
import type { Service } from '../service/client.ts';
import { PLAIN } from '../shaping/shape-request.ts';
import { version } from '../version.ts';
import type { CheckedOptions } from './check-options.ts';
import type { ReportSummary } from './pull-report.ts';

export interface PreparedPull {
  readonly plan: ReportPlan;
  readonly ports: Omit<ReportPorts, 'sink'>;
  /** Grows while the report is pulled. */
  readonly warnings: string[];
  readonly onWarning: CheckedOptions['onWarning'];
  close(): void;
}

export interface PullSurroundings {
  /** Aborted with a ReportingError when the pull is to end. */
  readonly signal: AbortSignal;
  /** Told the secrets that no message may show. */
  readonly hide: (secret: string) => void;
  readonly onSummary: (summary: ReportSummary) => void;
}

const DEFAULT_CONCURRENCY = 4;
const DEFAULT_HEAD_TIMEOUT_MS = 60_000;
const STALL_TIMEOUT_MS = 30_000;

/** All that a pull needs, settled as the command settles it. Asks for nothing yet. */
export async function preparePull(
  asked: CheckedOptions,
  { signal, hide, onSummary }: PullSurroundings,
): Promise<PreparedPull> {
  const { endDate = 'inclusive', concurrency = DEFAULT_CONCURRENCY, timeZone, dateColumn } = asked;
  const report = REPORTS.find(({ name }) => name === asked.report)!;
  const now = (): Date => new Date();
  const today = () => calendarDateAt(now(), timeZone ?? tzVariable());
  const parsed = parseRange(asked);
  if (parsed.kind !== 'fixed' && timeZone === undefined) requireTzVariable();
  const { range } = parsed.kind === 'fixed' ? parsed : resolveRange(parsed, today());
  const windows = askedWindows(range, {
    windowDays: asked.windowDays,
    byDay: asked.byDay === true,
    endDate,
    endDateSource: 'endDate',
  });
  const credentials = requireCredentials(asked, hide);
  const service = await openService(credentials, { ...asked, endDate }, { signal, hide, now });
  const warnings = [unexpectedPath(credentials.baseUrl)].filter((doubt) => doubt !== undefined);
  return {
    plan: {
      report: report.name,
      parts: [
        {
          profile: undefined,
          windows,
          comparedWindows: [],
          askedRange: (window) => askedRange(window, endDate),
          dateColumn: dateColumn === undefined ? undefined : parseDateColumn(dateColumn, 'dateColumn'),
          ignoredMembers: asked.ignoreMembers ?? [],
          today: async () => today(),
          request: (window, windowSignal) => service.fetchWindow(report, window, windowSignal),
          kept: undefined,
        },
      ],
      recordsMember: RECORDS_MEMBER,
      profileColumn: false,
      windowColumns: asked.windowColumns === true || asked.byDay === true,
      columnNames: undefined,
      shape: PLAIN,
      concurrency,
      failEmpty: asked.failEmpty === true,
      failGaps: asked.failGaps === true,
      strict: asked.strict === true,
      expectedColumns: asked.expectColumns,
      replacesSurrogates: false,
      encode({ dataset }) {
        const { columns, hasMoreColumns, recordCount } = dataset;
        const names = hasMoreColumns ? undefined : columns.map(({ name }) => name);
        onSummary({ range, windows, recordCount, columns: names });
        return dataset.lines();
      },
    },
    ports: {
      retry: createRetryPolicy({
        retryForMs: asked.retryForMs ?? DEFAULT_RETRY_FOR_MS,
        retries: asked.retries,
        concurrency,
        now,
        sleep,
        random: Math.random,
      }),
      createSpool: async () => createSpool(temporaryDirectory(asked)),
      observer: { ...SILENT, warning: (text) => void warnings.push(text) },
      signal,
    },
    warnings,
    onWarning: asked.onWarning,
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

/** White space around a value is not part of it: variables and files come with line breaks. */
function requireCredentials(asked: CheckedOptions, hide: PullSurroundings['hide']): Credentials {
  const required = (name: 'baseUrl' | 'clientId' | 'token', what: string): string => {
    const value = asked[name]?.trim();
    if (value) return value;
    throw new ReportingError('auth', `not signed in: there is no ${what}`, { hint: `give it as ${name}` });
  };
  hide(asked.token?.trim() ?? '');
  return {
    baseUrl: parseBaseUrl(required('baseUrl', 'base URL'), {
      allowInsecureHttp: asked.insecureHttp === true,
    }),
    clientId: parseClientId(required('clientId', 'client id')),
    token: parseToken(required('token', 'API token')),
  };
}

/** The client is heavy, and not needed for what is refused before. */
async function openService(
  credentials: Credentials,
  { caFile, insecureHttp = false, env = {}, endDate, timeoutMs = DEFAULT_HEAD_TIMEOUT_MS }: CheckedOptions,
  { signal, hide, now }: Pick<PullSurroundings, 'signal' | 'hide'> & { readonly now: () => Date },
): Promise<Service> {
  const [{ createService }, { connectionTo }] = await Promise.all([
    import('../service/client.ts'),
    import('../service/connection.ts'),
  ]);
  const connection = await connectionTo(
    credentials.baseUrl,
    {
      caFile: caFile === undefined ? undefined : { value: caFile, source: 'caFile' },
      allowInsecureHttp: insecureHttp,
    },
    env,
    (file, what) => readTextFile(file, what, signal),
  );
  for (const secret of connection.proxy?.secrets ?? []) hide(secret);
  return createService(credentials, {
    headTimeoutMs: timeoutMs,
    stallTimeoutMs: STALL_TIMEOUT_MS,
    userAgent: `reporting/${version}`,
    now,
    refusalHint: 'check the token',
    ...(endDate && { endDate }),
    ...connection,
  });
}

/** Undefined where TZ is not set, or names no zone. */
function tzVariable(): string | undefined {
  return process.env.TZ === undefined ? undefined : zoneOfTzVariable(process.env.TZ);
}

/** Throws a configuration error where TZ is set, and names no zone. */
function requireTzVariable(): void {
  const { TZ } = process.env;
  if (TZ !== undefined && tzVariable() === undefined) throw unknownTzVariable(TZ, 'give timeZone');
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
