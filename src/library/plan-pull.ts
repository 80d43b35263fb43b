/** Builds the plan of a pull and the services that run it. The command line builds its plans with the same code. */

import os from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { StoredConfig } from '../config/load-config.ts';
import type { ValueWithSource } from '../config/precedence.ts';
import { DEFAULT_PROFILE } from '../config/profile.ts';
import {
  type CredentialChoice,
  type CredentialName,
  checkAddress,
  checkToken,
} from '../config/resolve-credentials.ts';
import { STALL_TIMEOUT_MS } from '../core/limits.ts';
import { tryRead } from '../core/try-read.ts';
import { calendarDateAt } from '../dates/date.ts';
import { absolutePath, readTextFile, zoneOfTzVariable } from '../fs/paths.ts';
import { parseFetch } from '../plan/fetch-request.ts';
import { planFetch } from '../plan/plan-fetch.ts';
import type { FetchPlan } from '../plan/report-plan.ts';
import { createSpool } from '../records/spool.ts';
import type { RecordServices } from '../report/run.ts';
import type { Service } from '../service/client.ts';
import { createRetryPolicy } from '../service/retry.ts';
import { version } from '../version.ts';
import { type CheckedOptions, reportOptions } from './pull-options.ts';

/** A pull that is ready to run. */
export interface PreparedPull {
  readonly plan: FetchPlan;
  readonly services: RecordServices;
  /** Grows while the report is pulled. */
  readonly warnings: string[];
  close(): void;
}

interface PullContext {
  /** Aborted with a ReportingError to end the pull. */
  readonly signal: AbortSignal;
  /** Called with each secret that messages must not show. */
  readonly hide: (secret: string) => void;
}

/** Prepares a pull without requesting anything. Throws a usage error for invalid options. */
export async function preparePull(
  options: CheckedOptions,
  { signal, hide }: PullContext,
): Promise<PreparedPull> {
  const today = (timeZone = tzVariable()) => calendarDateAt(currentTime(), timeZone);
  const credentials = givenCredentials(options);
  hide(credentials.token?.value ?? '');
  const request = parseFetch({ name: options.report! }, reportOptions(options), {
    wire: 'json',
    by: undefined,
  });
  const plan = planFetch(request, storedOf(credentials), {
    today,
    missingHint: (_inUse, name) => `set the option ${OPTION_NAMES[name]}`,
  });
  const service = await openService(plan, credentials, options, { signal, hide });
  const warnings = plan.clients.flatMap((client) => client.warnings);
  return {
    plan,
    services: {
      clients: [{ fetchBody: service.fetchWindow, store: undefined }],
      retry: createRetryPolicy({ ...plan.requests, now: currentTime, sleep, random: Math.random }),
      createSpool: async (choices) => createSpool(temporaryDirectory(options), choices),
      observer: { warning: (text) => void warnings.push(text) },
      signal,
      today,
    },
    warnings,
    close: service.close,
  };
}

/** A pull uses no stored settings, and only TZ of the environment. */
function storedOf(credentials: CredentialChoice): StoredConfig {
  return {
    env: { TZ: process.env.TZ },
    defaults: {},
    systemTimeZone: tzVariable(),
    timeZoneWay: 'set --timezone',
    isTerminal: false,
    clients: [{ profile: undefined, isNamed: false, inUse: credentials, credentials }],
  };
}

const OPTION_NAMES: Readonly<Record<CredentialName, 'baseUrl' | 'clientId' | 'token'>> = {
  'base URL': 'baseUrl',
  'client id': 'clientId',
  'API token': 'token',
};

function givenCredentials({ baseUrl, clientId, token }: CheckedOptions): CredentialChoice {
  return {
    profileName: DEFAULT_PROFILE,
    profile: undefined,
    baseUrl: trimmed(baseUrl, 'baseUrl'),
    clientId: trimmed(clientId, 'clientId'),
    // Messages need no source for the token: there is only one.
    token: trimmed(token, ''),
  };
}

/** Variables and files often end with a line break. Undefined if the value is missing or blank. */
function trimmed(given: string | undefined, source: string): ValueWithSource | undefined {
  const value = given?.trim();
  return value ? { value, source } : undefined;
}

/** Loads the HTTP client, which is heavy, only after the options are checked. */
async function openService(
  { network, requests }: FetchPlan,
  credentials: CredentialChoice,
  { env = {} }: CheckedOptions,
  { signal, hide }: PullContext,
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
      now: currentTime,
      refusalHint: 'check the token',
      ...connection,
    },
  );
}

/** The zone that TZ names. Undefined if TZ is not set or names no zone. */
function tzVariable(): string | undefined {
  return zoneOfTzVariable(process.env.TZ);
}

/** Throws an output error for a relative path if the working directory was removed. */
function temporaryDirectory({ temporaryDirectory: directory = os.tmpdir() }: CheckedOptions): string {
  const what = `keep the windows in the temporary directory ${directory}`;
  return absolutePath(tryRead(() => process.cwd()) ?? '', directory, { code: 'E-cannot-write', what });
}

function currentTime(): Date {
  return new Date();
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => {
    throw signal.reason;
  });
}
