/** What a run would ask, shown instead of asked. */

import { askedRange } from '../../contract/end-date.ts';
import { requestUrl } from '../../contract/request-url.ts';
import { countOf } from '../../core/count.ts';
import { countDays, formatRange } from '../../core/date-range.ts';
import { isTemplate } from '../../core/file-template.ts';
import { toVisibleText } from '../../core/visible-text.ts';
import { nameProfile } from '../../pipeline/name-profile.ts';
import { type DateColumnChoice, NO_DATE_COLUMN } from '../../pipeline/report-plan.ts';
import type { ResolvedCredentials, Sourced } from '../../profiles/resolve-credentials.ts';
import { findCredentials, requireCredentials } from '../find-credentials.ts';
import { chooseNetwork } from '../network-options.ts';
import type { Ports } from '../ports.ts';
import { alignRows, shownCredentials, showSourced } from '../shown-credentials.ts';
import { type PreparedClient, refuseTwins } from './clients.ts';
import type { Settled } from './settle.ts';

/** What the run of a document would ask. */
export interface Plan {
  readonly settled: Settled;
  readonly clients: readonly ClientPlan[];
}

interface ClientPlan {
  readonly client: PreparedClient;
  /** Undefined for the embedded sandbox. */
  readonly credentials: ResolvedCredentials | undefined;
  readonly requests: readonly string[];
}

/** Throws what a run would throw before it asks: for credentials that are missing, a proxy or a file that cannot be used. */
export async function planOf(settled: Settled, ports: Ports): Promise<Plan> {
  const { clients, file, options, report } = settled;
  const plans: ClientPlan[] = [];
  const identities: { baseUrl: string; clientId: string }[] = [];
  for (const client of clients) {
    try {
      const credentials = await credentialsOf(client, ports);
      if (credentials !== undefined) identities.push(credentials.checked);
      const baseUrl = credentials?.checked.baseUrl ?? '';
      const requests = [...client.windows, ...client.comparedWindows].map((window) =>
        requestUrl(baseUrl, report, askedRange(window, client.endDate)),
      );
      plans.push({ client, credentials: credentials?.shown, requests });
    } catch (error) {
      throw nameProfile(error, client.name);
    }
  }
  refuseTwins(clients, identities);
  await ports.openSink(file, { isPaged: false, makesDirectories: isTemplate(options.output) });
  return { settled, clients: plans };
}

/** Undefined for the embedded sandbox. */
async function credentialsOf({ options, profile }: PreparedClient, ports: Ports) {
  if (profile === undefined) return undefined;
  const choice = await findCredentials(options, ports, await profile());
  const checked = requireCredentials(choice, options, ports);
  await ports.connectionTo(checked.baseUrl, chooseNetwork(options, ports));
  return { checked, shown: shownCredentials(choice) };
}

/** As text, or as one JSON object where that is the format. */
export async function showPlans(plans: readonly Plan[], ports: Ports): Promise<void> {
  const isJson = plans.every(({ settled }) => settled.format === 'json' || settled.format === 'ndjson');
  await ports.print(isJson && plans.length > 0 ? toJson(plans) : plans.map(toText).join('\n'));
  const requests = plans.flatMap(({ clients }) => clients.flatMap((each) => each.requests));
  const many = plans[0] === undefined ? '' : `, ${plans[0].settled.concurrency} at once`;
  ports.messages.note(
    `--dry-run: nothing was asked; it would be ${countOf(requests.length, 'request')}${many}`,
  );
}

function toText({ settled: { report, format, file, strict }, clients }: Plan): string {
  return clients
    .map(({ client, credentials, requests }) => {
      const { range, compared } = client.ranges;
      const beside = compared === undefined ? '' : `, compared with ${formatRange(compared)}`;
      const days = countOf(countDays(range), 'day');
      const what = `${report.name} ${formatRange(range)} (${days})${beside}, ${format} to ${toVisibleText(file ?? 'stdout')}${strict ? ', strict' : ''}`;
      return [
        `${client.name === undefined ? '' : `${client.name}: `}${what}\n`,
        alignRows([...credentialRows(credentials), ...checkRows(client)]),
        ...requests.map((url) => `GET ${url}\n`),
      ].join('');
    })
    .join('\n');
}

type Rows = readonly (readonly [name: string, value: string])[];

function credentialRows(credentials: ResolvedCredentials | undefined): Rows {
  if (credentials === undefined) return [['base URL', 'the embedded sandbox']];
  return [
    ['base URL', showSourced(credentials.baseUrl)],
    ['client id', showSourced(credentials.clientId)],
    ['token', showSourced(credentials.token)],
  ];
}

/** The settings of the checks that option or profile give. */
function checkRows({ dateColumn, ignoredMembers }: PreparedClient): Rows {
  return [
    ...(dateColumn === undefined ? [] : [['date column', showSourced(shownColumn(dateColumn))] as const]),
    ...(ignoredMembers.length === 0
      ? []
      : [['ignored members', toVisibleText(ignoredMembers.join(', '))] as const]),
  ];
}

function shownColumn({ name = NO_DATE_COLUMN, source }: DateColumnChoice): Sourced {
  return { value: name, source };
}

function toJson(plans: readonly Plan[]): string {
  const [{ settled }] = plans as [Plan];
  const documents = plans.map(({ settled: { format, file }, clients }) => ({
    output: file ?? '-',
    format,
    clients: clients.map(clientJson),
  }));
  const { report, concurrency, strict } = settled;
  const plan = { report: report.name, concurrency, strict: strict || undefined, documents };
  return `${JSON.stringify(plan)}\n`;
}

function clientJson({ client, credentials, requests }: ClientPlan): object {
  const { range, compared } = client.ranges;
  const { dateColumn, ignoredMembers } = client;
  return {
    profile: client.options.profile,
    range,
    compared,
    base_url: credentials?.baseUrl,
    client_id: credentials?.clientId,
    token: credentials?.token,
    date_column: dateColumn && shownColumn(dateColumn),
    ignored_members: ignoredMembers.length === 0 ? undefined : ignoredMembers,
    windows: [...client.windows, ...client.comparedWindows].map((window, index) => ({
      ...window,
      url: requests[index],
    })),
  };
}
