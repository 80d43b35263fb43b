/** `--dry-run`: shows plans, and requests nothing. */

import type { Ports } from '../commands/ports.ts';
import { checkAddress } from '../config/credentials.ts';
import { alignRows, showSourced } from '../config/shown-credentials.ts';
import type { StoredConfig } from '../config/stored.ts';
import { countOf } from '../core/count.ts';
import { countDays, formatRange } from '../core/date-range.ts';
import { toVisibleText } from '../core/visible-text.ts';
import { nameProfile } from './profile-names.ts';
import { type ClientPlan, labelOf, type ReportPlan } from './report-plan.ts';
import { openPlannedSink } from './services.ts';

/** Throws what the run would throw before its first request: for a proxy, a CA file or an output file that cannot be used. */
export async function checkReachable(plan: ReportPlan, stored: StoredConfig, ports: Ports): Promise<void> {
  const { network } = plan;
  for (const [index, client] of plan.clients.entries()) {
    const credentials = stored.clients[index]?.credentials;
    if (credentials === undefined) continue;
    try {
      const { baseUrl } = checkAddress(credentials, { insecureHttp: network.allowInsecureHttp });
      await ports.connectionTo(baseUrl, network);
    } catch (error) {
      throw nameProfile(error, labelOf(plan, client));
    }
  }
  await openPlannedSink(plan, false, ports);
}

/** Prints the plans of one command as text, or as one JSON object if that is the format of all. */
export async function showPlans(plans: readonly ReportPlan[], ports: Ports): Promise<void> {
  const isJson = plans.every(({ format }) => format === 'json' || format === 'ndjson');
  await ports.print(isJson && plans.length > 0 ? toJson(plans) : plans.map(toText).join('\n'));
  const windows = plans.flatMap(({ clients }) => clients.flatMap((client) => client.windows));
  const many = plans[0] === undefined ? '' : `, ${plans[0].requests.concurrency} at once`;
  ports.messages.note(
    `--dry-run: nothing was asked; it would be ${countOf(windows.length, 'request')}${many}`,
  );
}

function toText(plan: ReportPlan): string {
  const { report, range, compared, format, output, checks } = plan;
  const beside = compared === undefined ? '' : `, compared with ${formatRange(compared)}`;
  const where = toVisibleText(output === '-' ? 'stdout' : output);
  const what = `${report} ${formatRange(range)} (${countOf(countDays(range), 'day')})${beside}, ${format} to ${where}${checks.strict ? ', strict' : ''}`;
  return plan.clients
    .map((client) => {
      const label = labelOf(plan, client);
      return [
        `${label === undefined ? '' : `${label}: `}${what}\n`,
        alignRows([...credentialRows(plan, client), ...checkRows(client)]),
        ...client.windows.map(({ url }) => `GET ${url}\n`),
      ].join('');
    })
    .join('\n');
}

type Rows = readonly (readonly [name: string, value: string])[];

function credentialRows({ sandbox }: ReportPlan, { baseUrl, clientId, token }: ClientPlan): Rows {
  if (sandbox !== undefined) return [['base URL', 'the embedded sandbox']];
  return [
    ['base URL', showSourced(baseUrl)],
    ['client id', showSourced(clientId)],
    ['token', showSourced(token)],
  ];
}

/** The settings of the checks that option or profile give. */
function checkRows({ dateColumn, ignoredMembers }: ClientPlan): Rows {
  return [
    ...(dateColumn === undefined ? [] : [['date column', showSourced(dateColumn)] as const]),
    ...(ignoredMembers.length === 0
      ? []
      : [['ignored members', toVisibleText(ignoredMembers.join(', '))] as const]),
  ];
}

/** All plans of a command: what they share, and each document's plan. */
function toJson(plans: readonly ReportPlan[]): string {
  const [{ report, requests, checks }] = plans as [ReportPlan];
  const shared = { report, concurrency: requests.concurrency, strict: checks.strict || undefined };
  return `${JSON.stringify(withSnakeCase({ ...shared, documents: plans }))}\n`;
}

/** The same data with the members' names in the style of all JSON that the tool prints: `base_url`. */
function withSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSnakeCase);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      withSnakeCase(member),
    ]),
  );
}
