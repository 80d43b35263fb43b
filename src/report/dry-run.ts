/** Shows plans without requesting anything. */

import { alignRows, checkAddress, showValueWithSource } from '../config/resolve-credentials.ts';
import type { StoredConfig } from '../config/stored.ts';
import { nameProfile } from '../core/errors.ts';
import { option, phrase, wordAll } from '../core/message.ts';
import { STDOUT } from '../core/sink.ts';
import { countOf, toVisibleText } from '../core/text.ts';
import { countDays, formatRange } from '../dates/range.ts';
import { isJsonFormat } from '../formats/registry.ts';
import type { Messages } from '../output/messages.ts';
import type { Services } from '../services.ts';
import { type ClientPlan, labelOf, type ReportPlan } from './report-plan.ts';

/** Throws the error that the run would throw before its first request: for an unusable proxy, CA file or output file. */
export async function checkReachable(
  plan: ReportPlan,
  stored: StoredConfig,
  services: Services,
): Promise<void> {
  const { network, output, makesDirectories } = plan;
  for (const [index, client] of plan.clients.entries()) {
    const credentials = stored.clients[index]?.credentials;
    if (credentials === undefined) continue;
    try {
      const { baseUrl } = checkAddress(credentials, { insecureHttp: network.allowInsecureHttp });
      await services.connectionTo(baseUrl, network);
    } catch (error) {
      throw nameProfile(error, labelOf(plan, client));
    }
  }
  await services.openSink(output, { isPaged: false, makesDirectories });
}

/** Prints the plans of one command as text, or as one JSON object if all have a JSON format. */
export async function showPlans(plans: readonly ReportPlan[], services: Services): Promise<void> {
  const isJson = plans.every(({ format }) => isJsonFormat(format));
  const { word } = services.messages;
  const asText = (plan: ReportPlan): Promise<string> => toText(plan, word);
  await services.print(
    isJson && plans.length > 0 ? toJson(plans, word) : (await Promise.all(plans.map(asText))).join('\n'),
  );
  const windows = plans.flatMap(({ clients }) => clients.flatMap((client) => client.windows));
  const isOne = plans[0] === undefined || windows.length === 1;
  const many = isOne ? '' : `, ${plans[0]!.requests.concurrency} at once`;
  const work =
    plans[0]?.recording === undefined
      ? `send ${countOf(windows.length, 'request')}${many}`
      : `read ${countOf(windows.length, 'recorded answer')}`;
  services.messages.note(phrase`${option('dryRun')}: nothing was requested; the run would ${work}`);
}

type Word = Messages['word'];

async function toText(plan: ReportPlan, word: Word): Promise<string> {
  const { report, range, compared, output, checks, recording } = plan;
  const format = plan.wire === undefined ? plan.format : `answers in ${plan.wire}`;
  const comparison = compared === undefined ? '' : `, compared with ${formatRange(compared)}`;
  const where = toVisibleText(output === STDOUT ? 'stdout' : output);
  const what = `${report} ${formatRange(range)} (${countOf(countDays(range), 'day')})${comparison}, ${format} to ${where}${checks.strict ? ', strict' : ''}`;
  const clients = await Promise.all(
    plan.clients.map(async (client) => {
      const label = labelOf(plan, client);
      return [
        `${label === undefined ? '' : `${label}: `}${what}\n`,
        await alignRows([...credentialRows(plan, client, word), ...checkRows(client, word)]),
        ...(recording === undefined
          ? client.windows.map(({ url }) => `GET ${url}\n`)
          : recording.files.map(({ file }) => `read ${toVisibleText(`${recording.directory}/${file}`)}\n`)),
      ].join('');
    }),
  );
  return clients.join('\n');
}

type Rows = readonly (readonly [name: string, value: string])[];

function credentialRows(
  { sandbox, recording }: ReportPlan,
  { baseUrl, clientId, token }: ClientPlan,
  word: Word,
): Rows {
  if (recording !== undefined) {
    const address = { 'base URL': baseUrl, 'client id': clientId };
    return Object.entries(address).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, showValueWithSource(value, word)]],
    );
  }
  if (sandbox !== undefined) return [['base URL', 'the embedded sandbox']];
  return [
    ['base URL', showValueWithSource(baseUrl, word)],
    ['client id', showValueWithSource(clientId, word)],
    ['token', showValueWithSource(token, word)],
  ];
}

/** The settings of the checks from options and profile. */
function checkRows({ dateColumn, ignoredMembers }: ClientPlan, word: Word): Rows {
  return [
    ...(dateColumn === undefined ? [] : [['date column', showValueWithSource(dateColumn, word)] as const]),
    ...(ignoredMembers.length === 0
      ? []
      : [['ignored members', toVisibleText(ignoredMembers.join(', '))] as const]),
  ];
}

/** The settings that all documents share, and each document's plan. */
function toJson(plans: readonly ReportPlan[], word: Word): string {
  const [{ report, requests, checks }] = plans as [ReportPlan];
  const shared = { report, concurrency: requests.concurrency, strict: checks.strict || undefined };
  return `${JSON.stringify(withSnakeCase(wordAll({ ...shared, documents: plans }, word)))}\n`;
}

/** Renames members to the style of all JSON output: `base_url`. */
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
