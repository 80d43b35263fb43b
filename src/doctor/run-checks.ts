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
import { findDateColumn, findOrBuiltIn, resolve } from '../config/settings.ts';
import { addDays } from '../dates/date.ts';
import type { Service } from '../service/client.ts';
import type { Uses } from '../services.ts';
import { type CheckRunner, ok } from './check-runner.ts';
import { checkBaseUrl, checkConfiguration, checkCredentials, checkPermissions, checkSpool } from './local-checks.ts';
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

  // A check sets these values for the checks that need it.
  let identity!: ReturnType<typeof checkCredentials>;
  let [baseUrl, addressHint] = ['', ''];
  let sendTest!: SendTest;
  let tested!: TestResult;
  let day!: WindowFacts;
  let month: WindowFacts | undefined;

  if (embedded === undefined) {
    await check('configuration', [], () => checkConfiguration(profile, services));
    await check('permissions', [], () => checkPermissions(services));
  }
  await check('credentials', ['configuration'], async () => {
    identity = checkCredentials(await find(services));
    return identity.verdict;
  });
  // A token file or command that gives no token fails only the check of the credentials, which also says if there is no base URL.
  const findAddress = () => find({ ...services, readTextFile: async () => '', runTokenCommand: async () => '' });
  const address = await findAddress().catch(() => undefined);
  const isMissing = address !== undefined && address.baseUrl === undefined;
  await check('base URL', [isMissing ? 'credentials' : 'configuration'], async () => {
    const choice = address ?? (await findAddress());
    addressHint = hintOf(choice);
    baseUrl = parseBaseUrl(choice.baseUrl!.value, resolveNetwork(choice, services));
    return checkBaseUrl(baseUrl);
  });
  await check('spool', [], () => checkSpool(services));
  await check('proxy', ['base URL'], async () => {
    const { proxy } = await services.connectionTo(baseUrl, await findNetwork());
    // Without user and password.
    return ok(proxy === undefined ? 'none for the base URL' : `${proxy.host} (${proxy.variable})`);
  });

  const yesterday = addDays(today(), -1);
  const findChoice = async () => findDateColumn(revenue.name, { env, inUse: await inUse() });
  let service: Service | undefined;
  let date: string | undefined;
  try {
    await check('clock', ['credentials', 'base URL', 'proxy'], async () => {
      const { clientId, token, refusalHint } = identity;
      service = await services.openService(
        { baseUrl, clientId, token },
        {
          ...{ refusalHint, addressHint, network: await findNetwork() },
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
    await check('interface', ['test request', 'spool'], async () => {
      day = await inspectBody(tested, services);
      const defaults = embedded === undefined ? await services.readDefaults() : {};
      return checkInterface(day, resolve('allow', { env, inUse: await inUse(), defaults }) ?? []);
    });
    await check('columns', ['interface'], async () => checkColumns(day, await findChoice()));
    await check('31 days', ['columns'], async () => {
      const found = await checkLongWindow(yesterday, await findChoice(), sendTest, services);
      month = found.month;
      return found.verdict;
    });
    await check('end date', ['interface', '31 days'], async () => {
      const used = await inUse();
      const endDate = { ...findOrBuiltIn('endDate', { env, inUse: used }), login: loginCommand(used.profileName) };
      return checkEndDate([day, month], endDate, await findChoice(), sendTest, services);
    });
  } finally {
    service?.close();
  }
  await check('versions', [], () => ok(services.versions));
}
