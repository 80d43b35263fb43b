/** The list of checks, in order: this machine, the connection, the service. Each uses the results of earlier checks. */

import { revenue } from '../api/wire.ts';
import {
  type CredentialChoice,
  findCredentials,
  findProfile,
  addressHint as hintOf,
  loginCommand,
  resolveNetwork,
  type TokenSources,
} from '../config/resolve-credentials.ts';
import { findDateColumn, findOrBuiltIn, resolveAllowed } from '../config/settings.ts';
import { addDays } from '../dates/date.ts';
import type { Service } from '../service/client.ts';
import type { Uses } from '../services.ts';
import { type CheckRunner, type Need, ok } from './check-runner.ts';
import { checkBaseUrl, checkConfiguration, checkCredentials, checkPermissions, checkSpool } from './local-checks.ts';
import {
  checkClock,
  checkColumns,
  checkEndDate,
  checkInterface,
  checkLongWindow,
  checkResponse,
  createTests,
} from './service-checks.ts';

interface RunChecksOptions {
  readonly profile?: string;
  /** Limit for each step, in milliseconds. */
  readonly timeout: number;
  /** Credentials of the embedded sandbox; undefined to use the user's. */
  readonly embedded: CredentialChoice | undefined;
}

export type DoctorServices = TokenSources &
  Parameters<typeof checkConfiguration>[1] &
  Parameters<typeof checkPermissions>[0] &
  Parameters<typeof checkSpool>[0] &
  Uses<'now' | 'signal' | 'today' | 'connectionTo' | 'openService' | 'createRetryPolicy' | 'sleep' | 'versions'>;

/** Runs all checks. The runner collects their findings. */
export async function runChecks(
  { profile, timeout, embedded }: RunChecksOptions,
  services: DoctorServices,
  { check }: CheckRunner,
): Promise<void> {
  const { env, messages, today } = services;
  const inUse = async () => embedded ?? findProfile(profile, services);
  // The embedded sandbox uses neither a proxy nor TLS.
  const findNetwork = async () => (embedded === undefined ? resolveNetwork(await inUse(), services) : 'embedded');
  const find = async (sources: TokenSources): Promise<CredentialChoice> => {
    const choice = embedded ?? (await findCredentials(await inUse(), { ...sources, env }));
    if (choice.token !== undefined) messages.hide(choice.token.value);
    return choice;
  };

  let configuration: Need<undefined> = () => undefined;
  if (embedded === undefined) {
    configuration = await check('configuration', () => checkConfiguration(profile, services));
    await check('permissions', () => checkPermissions(services));
  }
  const identity = await check('credentials', async () => {
    configuration();
    return checkCredentials(await find(services));
  });
  let addressHint = '';
  const baseUrl = await check('base URL', async () => {
    configuration();
    // A token file or command that gives no token fails only the check of the credentials.
    const choice = await find({ ...services, readTextFile: async () => '', runTokenCommand: async () => '' });
    // It has said that there is none.
    if (choice.baseUrl === undefined) return identity() as never;
    addressHint = hintOf(choice);
    return checkBaseUrl(choice.baseUrl, resolveNetwork(choice, services));
  });
  const spool = await check('spool', () => checkSpool(services));

  const connection = await check('proxy', async () => {
    const { proxy } = await services.connectionTo(baseUrl(), await findNetwork());
    // Without user and password.
    return ok(proxy === undefined ? 'none for the base URL' : `${proxy.host} (${proxy.variable})`);
  });

  const yesterday = addDays(today(), -1);
  const findChoice = async () => findDateColumn(undefined, revenue.name, await inUse());
  let service: Service | undefined;
  let date: string | undefined;
  try {
    const tested = await check('clock', async () => {
      const { clientId, token, refusalHint } = identity();
      const url = baseUrl();
      connection();
      service = await services.openService(
        { baseUrl: url, clientId, token },
        {
          ...{
            refusalHint,
            addressHint,
            network: await findNetwork(),
            headTimeoutMs: timeout,
            stallTimeoutMs: timeout,
          },
          onDate(latest) {
            date = latest;
          },
        },
      );
      const sendTest = createTests(url, service, () => date, services);
      const result = await sendTest({ from: yesterday, to: yesterday });
      return checkClock(result, { sendTest, result, clientId });
    });
    const response = await check('test request', () => checkResponse(tested().result, tested().clientId));
    const body = await check('interface', async () => {
      const received = response();
      spool();
      const defaults = embedded === undefined ? await services.readDefaults() : {};
      return checkInterface(tested().result, received, resolveAllowed([], await inUse(), defaults), services);
    });
    const columns = await check('columns', async () => checkColumns(body(), await findChoice()));
    const long = await check('31 days', async () => {
      columns();
      return checkLongWindow(yesterday, await findChoice(), tested().sendTest, services);
    });
    await check('end date', async () => {
      const days = [body(), long()] as const;
      const used = await inUse();
      const endDate = { ...findOrBuiltIn('endDate', { env, inUse: used }), login: loginCommand(used.profileName) };
      return checkEndDate(days, endDate, await findChoice(), tested().sendTest, services);
    });
  } finally {
    service?.close();
  }
  await check('versions', () => ok(services.versions));
}
