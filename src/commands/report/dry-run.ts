/** What a run would ask, shown instead of asked. */

import { askedRange } from '../../contract/end-date.ts';
import type { Report } from '../../contract/report.ts';
import { requestUrl } from '../../contract/request-url.ts';
import { countOf } from '../../core/count.ts';
import { countDays, formatRange } from '../../core/date-range.ts';
import { isTemplate } from '../../core/file-template.ts';
import { toVisibleText } from '../../core/visible-text.ts';
import type { FormatName } from '../../formats/registry.ts';
import { nameProfile } from '../../pipeline/name-profile.ts';
import type { ResolvedCredentials } from '../../profiles/resolve-credentials.ts';
import { findCredentials, requireCredentials } from '../find-credentials.ts';
import type { Ports } from '../ports.ts';
import { shownCredentials, showSourced } from '../shown-credentials.ts';
import type { PreparedClient } from './clients.ts';
import type { Wanted } from './wanted.ts';

type Planned = Wanted & { readonly format: FormatName };

/** Of one client. */
interface Plan {
  readonly client: PreparedClient;
  /** Undefined for the embedded sandbox. */
  readonly credentials: ResolvedCredentials | undefined;
  readonly requests: readonly string[];
}

/** Throws what a run would throw before it asks: for credentials that are missing, a file that cannot be written. */
export async function showPlan(
  planned: Planned,
  clients: readonly PreparedClient[],
  file: string | undefined,
  ports: Ports,
): Promise<void> {
  const plans: Plan[] = [];
  for (const client of clients) plans.push(await planOf(planned.report, client, ports));
  await ports.openSink(file, { isPaged: false, makesDirectories: isTemplate(planned.options.output) });
  const isJson = planned.format === 'json' || planned.format === 'ndjson';
  await ports.print(isJson ? toJson(planned, plans, file) : toText(planned, plans, file));
  const count = countOf(plans.flatMap(({ requests }) => requests).length, 'request');
  ports.messages.note(`--dry-run: nothing was asked; it would be ${count}, ${planned.concurrency} at once`);
}

async function planOf(report: Report, client: PreparedClient, ports: Ports): Promise<Plan> {
  const { name, options, profile } = client;
  try {
    const choice = profile && (await findCredentials(options, ports, await profile()));
    const baseUrl = choice === undefined ? '' : requireCredentials(choice, options, ports).baseUrl;
    const requests = [...client.windows, ...client.comparedWindows].map((window) =>
      requestUrl(baseUrl, report, askedRange(window, client.endDate)),
    );
    return { client, credentials: choice && shownCredentials(choice), requests };
  } catch (error) {
    throw nameProfile(error, name);
  }
}

function toText({ report, format }: Planned, plans: readonly Plan[], file?: string): string {
  return plans
    .map(({ client, credentials, requests }) => {
      const { range, compared } = client.ranges;
      const beside = compared === undefined ? '' : `, compared with ${formatRange(compared)}`;
      const days = countOf(countDays(range), 'day');
      const what = `${report.name} ${formatRange(range)} (${days})${beside}, ${format} to ${toVisibleText(file ?? 'stdout')}`;
      return [
        `${client.name === undefined ? '' : `${client.name}: `}${what}`,
        ...credentialLines(credentials),
        ...requests.map((url) => `GET ${url}`),
      ]
        .map((line) => `${line}\n`)
        .join('');
    })
    .join('\n');
}

function credentialLines(credentials: ResolvedCredentials | undefined): readonly string[] {
  if (credentials === undefined) return ['base URL:  the embedded sandbox'];
  return [
    `base URL:  ${showSourced(credentials.baseUrl)}`,
    `client id: ${showSourced(credentials.clientId)}`,
    `token:     ${showSourced(credentials.token)}`,
  ];
}

function toJson({ report, format, concurrency }: Planned, plans: readonly Plan[], file?: string): string {
  const clients = plans.map(({ client, credentials, requests }) => ({
    profile: client.name,
    range: client.ranges.range,
    compared: client.ranges.compared,
    base_url: credentials?.baseUrl,
    client_id: credentials?.clientId,
    token: credentials?.token,
    windows: [...client.windows, ...client.comparedWindows].map((window, index) => ({
      ...window,
      url: requests[index],
    })),
  }));
  return `${JSON.stringify({ report: report.name, format, output: file ?? '-', concurrency, clients })}\n`;
}
