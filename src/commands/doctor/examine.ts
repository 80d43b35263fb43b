/** All checks in order: from the configuration to the answer of the service, each on what the earlier ones found. */

import {
  type CredentialChoice,
  findCredentials,
  findProfile,
  resolveNetwork,
} from '../../config/credentials.ts';
import { findDateColumn, findEndDate, findIgnoredMembers } from '../../config/settings.ts';
import { addDays } from '../../core/calendar-date.ts';
import { dateColumnChoice } from '../../pipeline/date-column.ts';
import { revenue } from '../../reports/revenue.ts';
import type { AnswerHead } from '../../service/answer-head.ts';
import type { Service } from '../../service/client.ts';
import type { CredentialOptions } from '../credential-options.ts';
import type { Ports } from '../ports.ts';
import { ask, checkAnswer, checkClock, type Questions } from './answer.ts';
import { type Checkup, type Found, notNeeded, ok } from './checkup.ts';
import { checkConfiguration, checkPermissions } from './configuration.ts';
import { checkBaseUrl, checkCredentials, type Identity } from './credentials.ts';
import { checkEndDate } from './end-date.ts';
import { checkDns, checkTcp, type Network, targetOf } from './network.ts';
import { checkColumns, checkInterface, checkLongWindow } from './promises.ts';
import { behindProxy, checkProxy } from './proxy.ts';
import { checkSpool } from './spool.ts';
import { checkTls } from './tls.ts';

export interface ExamineOptions extends CredentialOptions {
  /** The longest wait of each step, in milliseconds. */
  readonly timeout: number;
  /** Credentials of an embedded service, in place of a person's. */
  readonly embedded: CredentialChoice | undefined;
}

export async function examine(options: ExamineOptions, ports: Ports, checkup: Checkup): Promise<void> {
  // A look at things is to leave them as they are, loose modes included.
  const looking: Ports = { ...ports, openProfiles: () => ports.openProfiles({ leaveModes: true }) };
  const here = await examineMachine(options, looking, checkup);
  const reachable = await examineWay(here.baseUrl, options, ports, checkup);
  await examineService({ ...here, reachable }, options, looking, checkup);
  const { tool, node, openssl, platform } = ports.versions;
  const versions = `reporting ${tool}, Node ${node}, OpenSSL ${openssl}, ${platform}`;
  await checkup.check('versions', [], () => ok(versions, undefined));
}

interface Machine {
  readonly identity: Found<Identity>;
  readonly baseUrl: Found<string>;
  readonly spool: Found<undefined>;
}

async function examineMachine(options: ExamineOptions, ports: Ports, { check }: Checkup): Promise<Machine> {
  const { embedded, insecureHttp } = options;
  const unused = notNeeded('not used with --sandbox', undefined);
  const configuration = await check('configuration', [], () =>
    embedded === undefined ? checkConfiguration(options, ports) : unused,
  );
  await check('permissions', [], () => (embedded === undefined ? checkPermissions(ports) : unused));

  const find = async (from: Ports): Promise<CredentialChoice> => {
    const choice = embedded ?? (await findCredentials(options, from));
    if (choice.token !== undefined) ports.messages.hide(choice.token.value);
    return choice;
  };
  const identity = await check('credentials', [configuration], async () =>
    checkCredentials(await find(ports)),
  );
  const baseUrl = await check('base URL', [configuration], async () => {
    // The token is the credentials' own check.
    const choice = await find({ ...ports, readTextFile: async () => '' });
    return checkBaseUrl(choice, { allowInsecureHttp: insecureHttp === true });
  });
  const spool = await check('spool', [], () => checkSpool(ports));
  return { identity, baseUrl, spool };
}

/** Found if requests can be expected to arrive. */
async function examineWay(
  baseUrl: Found<string>,
  options: ExamineOptions,
  ports: Ports,
  { check }: Checkup,
): Promise<Found<undefined>> {
  const { signal, now } = ports;
  const limits = { timeoutMs: options.timeout, signal };
  const network: Network = { probes: await ports.openProbes(), limits, now };
  const proxy = await check('proxy', [baseUrl], async (url) =>
    checkProxy(await ports.connectionTo(url, networkOf(options, ports))),
  );
  const dns = await check(
    'DNS',
    [baseUrl, proxy],
    (url, way) => behindProxy(way) ?? checkDns(targetOf(url), network),
  );
  const tcp = await check(
    'TCP',
    [baseUrl, proxy, dns],
    (url, way) => behindProxy(way) ?? checkTcp(targetOf(url), network),
  );
  return check(
    'TLS',
    [baseUrl, proxy, tcp],
    (url, way) => behindProxy(way) ?? checkTls(url, way.secureContext, network),
  );
}

/** An embedded service is in this process: no proxy, and no TLS. */
function networkOf(options: ExamineOptions, ports: Ports): ReturnType<typeof resolveNetwork> | 'embedded' {
  return options.embedded === undefined ? resolveNetwork(options, ports) : 'embedded';
}

async function examineService(
  { identity, baseUrl, spool, reachable }: Machine & { readonly reachable: Found<undefined> },
  options: ExamineOptions,
  ports: Ports,
  { check }: Checkup,
): Promise<void> {
  const yesterday = addDays(ports.today(), -1);
  const { timeout } = options;
  const opened: Service[] = [];
  let head: AnswerHead | undefined;

  async function open({ clientId, token, refusalHint }: Identity, url: string): Promise<Questions> {
    const service = await ports.openService(
      { baseUrl: url, clientId, token },
      {
        refusalHint,
        network: networkOf(options, ports),
        headTimeoutMs: timeout,
        stallTimeoutMs: timeout,
        onHead(latest) {
          head = latest;
        },
      },
    );
    opened.push(service);
    return { service, latestHead: () => head, ports };
  }

  try {
    const asked = await check('clock', [identity, baseUrl, reachable], async (who, url) => {
      const questions = await open(who, url);
      const exchange = await ask({ from: yesterday, to: yesterday }, questions);
      return checkClock(exchange, { questions, exchange, who });
    });
    const answer = await check('token and client', [asked], ({ exchange, who }) =>
      checkAnswer(exchange, who),
    );
    const inUse = async () => options.embedded ?? findProfile(options, ports);
    const body = await check('interface', [asked, answer, spool], async ({ exchange, questions }, given) =>
      checkInterface(exchange, given, questions, findIgnoredMembers([], await inUse())),
    );
    const readDateColumn = async () => {
      const setting = findDateColumn(undefined, revenue.name, await inUse());
      return setting && dateColumnChoice(setting);
    };
    const columns = await check('columns', [body], async (day) => checkColumns(day, await readDateColumn()));
    const isBodyChecked = 'value' in body && 'value' in columns;
    const long = await check('31 days', [asked, answer], async ({ questions }) => {
      const choice = isBodyChecked ? await readDateColumn() : undefined;
      return checkLongWindow(yesterday, { isBodyChecked, choice }, questions);
    });
    await check('end date', [asked, body, long, columns], async ({ questions }, day, month) => {
      const endDate = findEndDate(undefined, await inUse());
      const dateColumn = await readDateColumn();
      return checkEndDate({ day, month, inUse: endDate, dateColumn }, questions);
    });
  } finally {
    for (const service of opened) service.close();
  }
}
