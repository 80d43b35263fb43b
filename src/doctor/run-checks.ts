/** The list of checks, in order: this machine, the connection, the service. Each uses the results of earlier checks. */

import { revenue } from '../api/reports.ts';
import {
  type CredentialChoice,
  findCredentials,
  findProfile,
  resolveNetwork,
  type TokenSources,
} from '../config/resolve-credentials.ts';
import { findDateColumn, findEndDate, resolveAllowed } from '../config/settings.ts';
import { addDays } from '../dates/date.ts';
import type { ResponseHead, Service } from '../service/client.ts';
import type { Services } from '../services.ts';
import { type CheckRunner, notNeeded, ok } from './check-runner.ts';
import { checkBaseUrl, checkConfiguration, checkCredentials, checkPermissions, checkSpool } from './local-checks.ts';
import { checkProxy, checkTls, type Network, skippedForProxy } from './network-checks.ts';
import {
  checkClock,
  checkColumns,
  checkEndDate,
  checkInterface,
  checkLongWindow,
  checkResponse,
  sendTestRequest,
  type TestClient,
} from './service-checks.ts';

interface RunChecksOptions {
  readonly profile?: string;
  /** Limit for each step, in milliseconds. */
  readonly timeout: number;
  /** Credentials of the embedded sandbox; undefined to use the user's. */
  readonly embedded: CredentialChoice | undefined;
}

/** Runs all checks. The runner collects their findings. */
export async function runChecks(
  { profile, timeout, embedded }: RunChecksOptions,
  given: Services,
  { check }: CheckRunner,
): Promise<void> {
  // Doctor changes nothing: unsafe file modes stay as they are.
  const services: Services = { ...given, openProfiles: () => given.openProfiles({ leaveModes: true }) };
  const { env, messages, now, signal, today } = services;
  const inUse = async () => embedded ?? findProfile(profile, services);
  // The embedded sandbox uses neither a proxy nor TLS.
  const findNetwork = async () => (embedded === undefined ? resolveNetwork(await inUse(), services) : 'embedded');
  const find = async (sources: TokenSources): Promise<CredentialChoice> => {
    const choice = embedded ?? (await findCredentials(await inUse(), { ...sources, env }));
    if (choice.token !== undefined) messages.hide(choice.token.value);
    return choice;
  };

  const unused = notNeeded('not used with --sandbox');
  const configuration = await check('configuration', [], () =>
    embedded === undefined ? checkConfiguration(profile, services) : unused,
  );
  await check('permissions', [], () => (embedded === undefined ? checkPermissions(services) : unused));
  const identity = await check('credentials', [configuration], async () => checkCredentials(await find(services)));
  const baseUrl = await check('base URL', [configuration], async () => {
    // A token file or command that gives no token fails only the check of the credentials.
    const choice = await find({ ...services, readTextFile: async () => '', runTokenCommand: async () => '' });
    return checkBaseUrl(choice, resolveNetwork(choice, services));
  });
  const spool = await check('spool', [], () => checkSpool(services));

  const network: Network = { limits: { timeoutMs: timeout, signal }, now };
  const proxy = await check('proxy', [baseUrl], async (url) =>
    checkProxy(await services.connectionTo(url, await findNetwork())),
  );
  const reachable = await check(
    'TLS',
    [baseUrl, proxy],
    (url, connection) => skippedForProxy(connection) ?? checkTls(url, connection.secureContext, network),
  );

  const yesterday = addDays(today(), -1);
  let service: Service | undefined;
  let head: ResponseHead | undefined;
  try {
    const tested = await check('clock', [identity, baseUrl, reachable], async (caller, url) => {
      const { clientId, token, refusalHint } = caller;
      service = await services.openService(
        { baseUrl: url, clientId, token },
        {
          ...{ refusalHint, network: await findNetwork(), headTimeoutMs: timeout, stallTimeoutMs: timeout },
          onHead(latest) {
            head = latest;
          },
        },
      );
      const client: TestClient = { baseUrl: url, service, latestHead: () => head, services };
      const result = await sendTestRequest({ from: yesterday, to: yesterday }, client);
      return checkClock(result, { client, result, caller });
    });
    const response = await check('token and client', [tested], ({ result, caller }) => checkResponse(result, caller));
    const body = await check('interface', [tested, response, spool], async ({ result }, received) => {
      const defaults = embedded === undefined ? await services.readDefaults() : {};
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
      const endDate = findEndDate({ env, inUse: await inUse() });
      return checkEndDate({ day, month, inUse: endDate, dateColumn: await readDateColumn() }, client);
    });
  } finally {
    service?.close();
  }
  await check('versions', [], () => ok(services.versions));
}
