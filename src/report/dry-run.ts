/** Shows plans without requesting anything. */

import type { StoredConfig } from '../config/load-config.ts';
import { alignRows, checkAddress, showValueWithSource } from '../config/resolve-credentials.ts';
import type { ValueWithSource } from '../config/settings.ts';
import { ofProfile } from '../core/errors.ts';
import { STDOUT } from '../core/sink.ts';
import { countOf, formatDuration, toVisibleText } from '../core/text.ts';
import { countDays, formatRange } from '../dates/range.ts';
import {
  type ClientPlan,
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
  messages.note('--dry-run: nothing was requested');
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
      alignRows(rowsOf(fetch, client)),
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

/** The credentials, or the directory in their place; the settings of the checks; and the awaited day. */
function rowsOf(plan: FetchPlan, { baseUrl, clientId, token, dateColumn, allowed }: ClientPlan): Rows {
  const { source, range, waitMs } = plan;
  const [oldest] = keptBetween(plan) ?? [];
  const settings = { 'base URL': baseUrl, 'client id': clientId, token };
  return [
    ...(source.kind === 'sandbox' ? [['base URL', 'the embedded sandbox'] as const] : shownRows(settings)),
    ...('files' in source && oldest !== undefined
      ? [[source.kind, `${source.directory}, as received ${minuteOf(oldest)}`] as const]
      : []),
    ...shownRows({ 'date column': dateColumn }),
    ...(allowed.length === 0 ? [] : [['allowed', toVisibleText(allowed.join(', '))] as const]),
    ...(waitMs === undefined ? [] : [['wait for', `${range.to}, up to ${formatDuration(waitMs)}`] as const]),
  ];
}

function shownRows(settings: Readonly<Record<string, ValueWithSource | undefined>>): Rows {
  return Object.entries(settings).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, showValueWithSource(value)] as const],
  );
}
