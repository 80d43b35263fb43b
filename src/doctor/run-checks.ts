/** The list of checks, in order: this machine, the connection, the service. Each uses the results of earlier checks. */

import { parseBaseUrl } from '../api/credentials.ts';
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
import { findDateColumn, findOrBuiltIn, findSetting, resolve } from '../config/settings.ts';
import { addDays } from '../dates/date.ts';
import type { Service } from '../service/client.ts';
import type { Uses } from '../services.ts';
import { type CheckRunner, ok } from './check-runner.ts';
import { checkBaseUrl, checkConfiguration, checkCredentials } from './local-checks.ts';
import {
  checkClock,
  checkColumns,
  checkEndDate,
  checkInterface,
  checkLongWindow,
  checkResponse,
  createTests,
  inspectBody,
  type SendTest,
  type TestResult,
  type WindowFacts,
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
  Uses<'now' | 'signal' | 'today' | 'createSpool' | 'connectionTo' | 'openService' | 'createRetryPolicy' | 'versions'>;

/** Runs all checks. The runner collects their findings. */
export async function runChecks(
  { profile, timeout, embedded }: RunChecksOptions,
  services: DoctorServices,
  { check }: CheckRunner,
): Promise<void> {
  const { env, today } = services;
  // The check of the configuration shows why there is none.
  const used = embedded ?? (await findProfile(profile, services).catch(() => undefined));
  // The embedded sandbox uses neither a proxy nor TLS.
  const findNetwork = () => (embedded === undefined ? resolveNetwork(used!, services) : 'embedded');

  // A check sets these values for the checks that need it.
  let identity!: ReturnType<typeof checkCredentials>;
  let [baseUrl, addressHint] = ['', ''];
  let sendTest!: SendTest;
  let tested!: TestResult;
  let day!: WindowFacts;
  let month: WindowFacts | undefined;

  if (embedded === undefined) await check('configuration', [], () => checkConfiguration(profile, services));
  await check('credentials', ['configuration'], async () => {
    identity = checkCredentials(embedded ?? (await findCredentials(used!, services)));
    return identity.verdict;
  });
  const address = embedded?.baseUrl ?? (used && findSetting('baseUrl', { env, inUse: used }));
  // The check of the credentials also says if there is no base URL.
  await check('base URL', [address === undefined ? 'credentials' : 'configuration'], () => {
    addressHint = hintOf({ baseUrl: address, profileName: used!.profileName });
    baseUrl = parseBaseUrl(address!.value, resolveNetwork(used!, services));
    return checkBaseUrl(baseUrl);
  });
  await check('proxy', ['base URL'], async () => {
    const { proxy } = await services.connectionTo(baseUrl, findNetwork());
    // Without user and password.
    return ok(proxy === undefined ? 'none for the base URL' : `${proxy.host} (${proxy.variable})`);
  });

  const yesterday = addDays(today(), -1);
  const findChoice = () => findDateColumn(revenue.name, { env, inUse: used });
  let service: Service | undefined;
  let date: string | undefined;
  try {
    await check('clock', ['credentials', 'base URL', 'proxy'], async () => {
      const { clientId, token, refusalHint } = identity;
      service = await services.openService(
        { baseUrl, clientId, token },
        {
          ...{ refusalHint, addressHint, network: findNetwork() },
          ...{ headTimeoutMs: timeout, stallTimeoutMs: timeout },
          onDate(latest) {
            date = latest;
          },
        },
      );
      sendTest = createTests(baseUrl, service, () => date, services);
      tested = await sendTest({ from: yesterday, to: yesterday });
      return checkClock(tested);
    });
    await check('test request', ['clock'], () => checkResponse(tested, identity.clientId));
    await check('interface', ['test request'], async () => {
      day = await inspectBody(tested, services);
      const defaults = embedded === undefined ? await services.readDefaults() : {};
      return checkInterface(day, resolve('allow', { env, inUse: used, defaults }) ?? []);
    });
    await check('columns', ['interface'], () => checkColumns(day, findChoice()));
    await check('31 days', ['columns'], async () => {
      const found = await checkLongWindow(yesterday, findChoice(), sendTest, services);
      month = found.month;
      return found.verdict;
    });
    await check('end date', ['interface', '31 days'], () => {
      const endDate = { ...findOrBuiltIn('endDate', { env, inUse: used }), login: loginCommand(used!.profileName) };
      return checkEndDate([day, month], endDate, findChoice(), sendTest, services);
    });
  } finally {
    service?.close();
  }
  await check('versions', [], () => ok(services.versions));
}
