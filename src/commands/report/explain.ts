/** A pull as a script of curl, for whoever wants to see what is asked, or to ask without this tool. */

import { parseBaseUrl } from '../../contract/base-url.ts';
import { parseClientId } from '../../contract/credentials.ts';
import { askedRange } from '../../contract/end-date.ts';
import { ReportingError } from '../../core/reporting-error.ts';
import { isPlain } from '../../shaping/shape-request.ts';
import { findCredentials, notSignedIn } from '../find-credentials.ts';
import { chooseNetwork } from '../network-options.ts';
import type { Ports } from '../ports.ts';
import { type Client, prepareClient } from './clients.ts';
import { curlScript } from './curl-script.ts';
import { type ReportOptions, retryLimits } from './options.ts';
import type { Wanted } from './wanted.ts';

/** Prints the script. Needs no token: the script takes its own from the environment. */
export async function explainPull(
  { report, options, request }: Pick<Wanted, 'report' | 'options' | 'request'>,
  clients: readonly Client[],
  ports: Ports,
): Promise<void> {
  const [client, ...others] = clients as [Client, ...Client[]];
  if (others.length > 0) {
    throw new ReportingError('usage', '--explain is of one client, and these are several profiles', {
      hint: 'name one: --profile <name>',
    });
  }
  if (client.profile === undefined) {
    throw new ReportingError(
      'usage',
      '--explain does not go with --sandbox, whose address is new each time',
      {
        hint: 'run `reporting sandbox` in another shell, and paste what it prints',
      },
    );
  }
  const { ranges, windows, endDate } = await prepareClient(client, report, ports);
  for (const note of ranges.notes) ports.messages.note(note);
  const choice = await findCredentials(client.options, ports, await client.profile());
  if (choice.token !== undefined) ports.messages.hide(choice.token.value);
  const { baseUrl, clientId } = choice;
  if (baseUrl === undefined || clientId === undefined) {
    throw notSignedIn(baseUrl === undefined ? 'base URL' : 'client id', choice);
  }
  const allowInsecureHttp = options.insecureHttp === true;
  const network = chooseNetwork(options, ports);
  const address = parseBaseUrl(baseUrl.value, { allowInsecureHttp });
  await ports.connectionTo(address, network);
  const script = curlScript({
    baseUrl: address,
    clientId: parseClientId(clientId.value),
    report,
    range: ranges.range,
    asked: windows.map((window) => askedRange(window, endDate)),
    ...retryLimits(options),
    timeoutSeconds: Math.ceil(options.timeout / 1000),
    caFile: network.caFile?.value,
    mayUseProxy: allowInsecureHttp || address.startsWith('https:'),
  });
  await ports.print(script);
  if (isMore(options) || !isPlain(request) || ranges.compared !== undefined) {
    ports.messages.note(
      'the script gets the records as they come, to stdout: what else the options say is not in it',
    );
  }
}

/** True if the options say what is to become of the records, or what is to be held against them. */
function isMore(options: ReportOptions): boolean {
  const { output, columns, rename, windowColumns, byDay, failEmpty, failGaps, expectColumns, format } =
    options;
  const { dateColumn, ignoreMembers, strict = false } = options;
  const given = [output, columns, rename, windowColumns, byDay, failEmpty, failGaps, expectColumns, format];
  return strict || [...given, dateColumn, ignoreMembers].some((value) => value !== undefined);
}
