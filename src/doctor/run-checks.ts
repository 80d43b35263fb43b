/** The list of checks, in order: this machine, the connection, the service. Each uses the results of earlier checks. */

import { revenue } from '../api/reports.ts';
import {
  type CredentialChoice,
  findCredentials,
  findProfile,
  resolveNetwork,
  type TokenSources,
} from '../config/resolve-credentials.ts';
import type { NetworkChoices } from '../config/settings.ts';
import { findDateColumn, findEndDate, resolveAllowed } from '../config/settings.ts';
import { addDays } from '../dates/date.ts';
import type { Service } from '../service/client.ts';
import { probes } from '../service/probes.ts';
import type { ResponseHead } from '../service/request-context.ts';
import type { Services, Uses } from '../services.ts';
import { type CheckRunner, type Found, notNeeded, ok } from './check-runner.ts';
import {
  checkBaseUrl,
  checkConfiguration,
  checkCredentials,
  checkPermissions,
  checkSpool,
  type Identity,
} from './local-checks.ts';
import { checkDns, checkProxy, checkTcp, checkTls, type Network, skippedForProxy, targetOf } from './network-checks.ts';
import { checkColumns, checkEndDate, checkInterface, checkLongWindow } from './service-checks.ts';
import { checkClock, checkResponse, sendTestRequest, type TestClient } from './test-request.ts';

export interface RunChecksOptions {
  readonly profile?: string;
  /** Limit for each step, in milliseconds. */
  readonly timeout: number;
  /** Credentials of the embedded sandbox; undefined to use the user's. */
  readonly embedded: CredentialChoice | undefined;
}

/** Runs all checks. `runner` collects their findings. */
export async function runChecks(options: RunChecksOptions, services: Services, runner: CheckRunner): Promise<void> {
  // Doctor changes nothing: unsafe file modes stay as they are.
  const readOnly: Services = { ...services, openProfiles: () => services.openProfiles({ leaveModes: true }) };
  const machine = await checkMachine(options, readOnly, runner);
  const reachable = await checkConnection(machine.baseUrl, options, readOnly, runner);
  await checkService({ ...machine, reachable }, options, readOnly, runner);
  await runner.check('versions', [], () => ok(services.versions));
}

interface Machine {
  readonly identity: Found<Identity>;
  readonly baseUrl: Found<string>;
  readonly spool: Found<undefined>;
}

async function checkMachine(options: RunChecksOptions, services: Services, { check }: CheckRunner): Promise<Machine> {
  const { embedded, profile } = options;
  const unused = notNeeded('not used with --sandbox');
  const configuration = await check('configuration', [], () =>
    embedded === undefined ? checkConfiguration(profile, services) : unused,
  );
  await check('permissions', [], () => (embedded === undefined ? checkPermissions(services) : unused));

  const find = async (using: TokenSources): Promise<CredentialChoice> => {
    const { env, openProfiles } = services;
    const inUse = async () => findProfile(profile, { env, openProfiles });
    const choice = embedded ?? (await findCredentials(await inUse(), { ...using, env }));
    if (choice.token !== undefined) services.messages.hide(choice.token.value);
    return choice;
  };
  const identity = await check('credentials', [configuration], async () => checkCredentials(await find(services)));
  const baseUrl = await check('base URL', [configuration], async () => {
    // A token file or command that gives no token fails only the check of the credentials.
    const choice = await find({ ...services, readTextFile: async () => '', runTokenCommand: async () => '' });
    return checkBaseUrl(choice, resolveNetwork(choice, services));
  });
  const spool = await check('spool', [], () => checkSpool(services));
  return { identity, baseUrl, spool };
}

/** Checks the connection. The result is found if requests should reach the service. */
async function checkConnection(
  baseUrl: Found<string>,
  options: RunChecksOptions,
  services: Services,
  { check }: CheckRunner,
): Promise<Found<undefined>> {
  const { signal, now } = services;
  const limits = { timeoutMs: options.timeout, signal };
  const network: Network = { probes, limits, now };
  const proxy = await check('proxy', [baseUrl], async (url) =>
    checkProxy(await services.connectionTo(url, await networkOf(options, services))),
  );
  const dns = await check(
    'DNS',
    [baseUrl, proxy],
    (url, connection) => skippedForProxy(connection) ?? checkDns(targetOf(url), network),
  );
  const tcp = await check(
    'TCP',
    [baseUrl, proxy, dns],
    (url, connection) => skippedForProxy(connection) ?? checkTcp(targetOf(url), network),
  );
  return check(
    'TLS',
    [baseUrl, proxy, tcp],
    (url, connection) => skippedForProxy(connection) ?? checkTls(url, connection.secureContext, network),
  );
}

/** The embedded sandbox uses neither a proxy nor TLS. */
async function networkOf(
  { embedded, profile }: RunChecksOptions,
  services: Uses<'env' | 'openProfiles'>,
): Promise<NetworkChoices | 'embedded'> {
  return embedded === undefined ? resolveNetwork(await findProfile(profile, services), services) : 'embedded';
}

async function checkService(
  { identity, baseUrl, spool, reachable }: Machine & { readonly reachable: Found<undefined> },
  options: RunChecksOptions,
  services: Services,
  { check }: CheckRunner,
): Promise<void> {
  const yesterday = addDays(services.today(), -1);
  const { timeout } = options;
  const opened: Service[] = [];
  let head: ResponseHead | undefined;

  async function open({ clientId, token, refusalHint }: Identity, url: string): Promise<TestClient> {
    const service = await services.openService(
      { baseUrl: url, clientId, token },
      {
        refusalHint,
        network: await networkOf(options, services),
        headTimeoutMs: timeout,
        stallTimeoutMs: timeout,
        onHead(latest) {
          head = latest;
        },
      },
    );
    opened.push(service);
    return { baseUrl: url, service, latestHead: () => head, services };
  }

  try {
    const tested = await check('clock', [identity, baseUrl, reachable], async (caller, url) => {
      const client = await open(caller, url);
      const result = await sendTestRequest({ from: yesterday, to: yesterday }, client);
      return checkClock(result, { client, result, caller });
    });
    const response = await check('token and client', [tested], ({ result, caller }) => checkResponse(result, caller));
    const inUse = async () => options.embedded ?? findProfile(options.profile, services);
    const body = await check('interface', [tested, response, spool], async ({ result }, received) => {
      const defaults = options.embedded === undefined ? await services.readDefaults() : {};
      const allowed = resolveAllowed([], await inUse(), defaults);
      return checkInterface(result, received, allowed, services);
    });
    const readDateColumn = async () => findDateColumn(undefined, revenue.name, await inUse());
    const columns = await check('columns', [body], async (day) => checkColumns(day, await readDateColumn()));
    const isBodyChecked = 'value' in body && 'value' in columns;
    const long = await check('31 days', [tested, response], async ({ client }) => {
      const choice = isBodyChecked ? await readDateColumn() : undefined;
      return checkLongWindow(yesterday, isBodyChecked, choice, client);
    });
    await check('end date', [tested, body, long, columns], async ({ client }, day, month) => {
      const endDate = findEndDate({ env: services.env, inUse: await inUse() });
      const dateColumn = await readDateColumn();
      return checkEndDate({ day, month, inUse: endDate, dateColumn }, client);
    });
  } finally {
    for (const service of opened) service.close();
  }
}
