/** Shows plans without requesting anything. */

import type { StoredConfig } from '../config/load-config.ts';
import { alignRows, checkAddress, showValueWithSource } from '../config/resolve-credentials.ts';
import { ofProfile } from '../core/errors.ts';
import { STDOUT } from '../core/sink.ts';
import { countOf, formatDuration, toVisibleText } from '../core/text.ts';
import { countDays, formatRange } from '../dates/range.ts';
import type { Messages } from '../output/messages.ts';
import {
  type ClientPlan,
  countWindows,
  type FetchPlan,
  inputOf,
  keptBetween,
  labelOf,
  minuteOf,
  type PlannedRun,
} from '../plan/report-plan.ts';
import type { Uses } from '../services.ts';

/** Throws the error that the run would throw before its first request: for an unusable proxy, CA file or output file. */
export async function checkReachable(
  { fetch: plan, document: { output, makesDirectories } }: PlannedRun,
  stored: StoredConfig,
  services: Uses<'connectionTo' | 'openSink'>,
): Promise<void> {
  for (const [index, client] of plan.clients.entries()) {
    const { network } = client;
    if (network === undefined) continue;
    await ofProfile(labelOf(plan, client), () => {
      const { baseUrl } = checkAddress(stored.clients[index]!.credentials!, network);
      return services.connectionTo(baseUrl, network);
    });
  }
  await services.openSink(output, { isPaged: false, makesDirectories });
}

/** Prints the plans of one command. */
export async function showPlans(
  plans: readonly PlannedRun[],
  { print, messages }: Uses<'print' | 'messages'>,
): Promise<void> {
  await print(plans.map(toText).join('\n'));
  noteWork(plans, messages);
}

function noteWork(plans: readonly PlannedRun[], messages: Pick<Messages, 'note'>): void {
  const first = plans[0]?.fetch;
  const windowCount = plans.reduce((sum, { fetch }) => sum + countWindows(fetch), 0);
  const many = first === undefined || windowCount === 1 ? '' : `, ${first.requests.concurrency} at once`;
  const wait = first?.waitMs === undefined ? '' : 'wait, and then ';
  const send = `${wait}send ${countOf(windowCount, 'request')}${many}`;
  const fileCount = plans.reduce((sum, { fetch }) => sum + (inputOf(fetch)?.files.length ?? 0), 0);
  const work = fileCount > 0 ? `read ${countOf(fileCount, 'file')}` : send;
  messages.note(`--dry-run: nothing was requested; the run would ${work}`);
}

function toText({ fetch, document: { output, contents } }: PlannedRun): string {
  const { report, range, compared, checks } = fetch;
  const comparison = compared === undefined ? '' : `, compared with ${formatRange(compared)}`;
  const where = toVisibleText(output === STDOUT ? 'stdout' : output);
  const days = countDays(range);
  const length = days === 1 ? '' : ` (${countOf(days, 'day')})`;
  const what = `${report} ${formatRange(range)}${length}${comparison}, ${contents} to ${where}${checks.strict ? ', strict' : ''}`;
  const clients = fetch.clients.map((client) => {
    const label = labelOf(fetch, client);
    return [
      `${label === undefined ? '' : `${label}: `}${what}\n`,
      alignRows([...credentialRows(fetch, client), ...checkRows(client), ...waitRows(fetch)]),
      ...workOf(fetch, client),
    ].join('');
  });
  return clients.join('\n');
}

/** A line for each request of a client, or for each file that is read in their place. */
function workOf(plan: FetchPlan, { profile, windows }: ClientPlan): readonly string[] {
  const input = inputOf(plan);
  if (input === undefined) return windows.map(({ url }) => `GET ${url}\n`);
  return input.files
    .filter((each) => each.profile === profile)
    .map(({ file }) => `read ${toVisibleText(`${input.directory}/${file}`)}\n`);
}

type Rows = readonly (readonly [name: string, value: string])[];

function credentialRows(plan: FetchPlan, { baseUrl, clientId, token }: ClientPlan): Rows {
  const { source } = plan;
  if (source.kind === 'sandbox') return [['base URL', 'the embedded sandbox']];
  const [oldest] = keptBetween(plan) ?? [];
  const address = { 'base URL': baseUrl, 'client id': clientId, token };
  return [
    ...Object.entries(address).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, showValueWithSource(value)] as const],
    ),
    ...('files' in source && oldest !== undefined
      ? [[source.kind, `${source.directory}, as received ${minuteOf(oldest)}`] as const]
      : []),
  ];
}

/** The settings of the checks from options and profile. */
function checkRows({ dateColumn, allowed }: ClientPlan): Rows {
  return [
    ...(dateColumn === undefined ? [] : [['date column', showValueWithSource(dateColumn)] as const]),
    ...(allowed.length === 0 ? [] : [['allowed', toVisibleText(allowed.join(', '))] as const]),
  ];
}

/** The awaited day, and the longest wait. */
function waitRows({ range, waitMs }: FetchPlan): Rows {
  return waitMs === undefined ? [] : [['wait for', `${range.to}, up to ${formatDuration(waitMs)}`]];
}
