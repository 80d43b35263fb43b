/** Checks the responses of a run together, before they become a recording: those in JSON as a report does. */

import { open } from 'node:fs/promises';
import { uniteColumns } from '../core/columns.ts';
import type { DataWarning } from '../core/warnings.ts';
import { formatRange } from '../dates/range.ts';
import { findSharedName } from '../report/checks/ambiguity.ts';
import { checkRecords, findEmptyClients, planWarnings } from '../report/checks/check-records.ts';
import { standingWarnings } from '../report/checks/standing-warnings.ts';
import { assertNoWarnings } from '../report/run.ts';
import type { Services } from '../services.ts';
import type { RawPlan } from './plan-raw.ts';
import type { BodyStore, RawRun, ReceivedBody } from './receive-bodies.ts';

/** The findings of the checks in responses that become a recording. */
export interface Outcome {
  /** Warnings about all responses together. */
  readonly warnings: readonly DataWarning[];
  /** Those about one response each. */
  readonly ofWindows: readonly DataWarning[];
}

/** Throws the errors of a report, also for warnings with `strict`. */
export async function checkBodies(
  bodies: readonly ReceivedBody[],
  { plan, observer }: RawRun,
  store: BodyStore,
  services: Services,
): Promise<Outcome> {
  const ofWindows = standingWarnings(
    plan.fetch,
    bodies.flatMap(({ window }) =>
      window.warnings.map((warning) => ({
        ...warning,
        text: aboutWindow(plan.fetch.report, window, warning.text),
        namesReport: true,
      })),
    ),
  );
  const found = await (plan.wire === 'csv'
    ? checkCsvBodies(bodies, plan, store)
    : checkJsonBodies(bodies, plan, services));
  const warnings = standingWarnings(plan.fetch, found);
  assertNoWarnings(plan.fetch, [...ofWindows, ...warnings], observer);
  return { warnings, ofWindows };
}

async function checkJsonBodies(
  bodies: readonly ReceivedBody[],
  { fetch }: RawPlan,
  services: Services,
): Promise<readonly DataWarning[]> {
  const records = bodies.flatMap((body) => body.records ?? []);
  const part = { client: fetch.clients[0]!, profile: undefined, now: records, comparison: [] };
  const { warnings } = await checkRecords(fetch, [part], services);
  const empty = findEmptyClients(fetch, [part]);
  const sharedName = findSharedName(uniteColumns(records.map(({ columns }) => columns)));
  return [...warnings, ...empty, ...(sharedName === undefined ? [] : [sharedName])];
}

/** The warnings of the plan, and one about two responses of the same bytes. */
async function checkCsvBodies(
  bodies: readonly ReceivedBody[],
  plan: RawPlan,
  store: BodyStore,
): Promise<readonly DataWarning[]> {
  const known = planWarnings(plan.fetch);
  const twins = await findTwins(bodies, store);
  if (twins === undefined) return known;
  const ranges = twins.map(({ window }) => formatRange(window)).join(' and ');
  const text = `the responses for ${plan.fetch.report} ${ranges} are the same bytes: a cache may ignore the query`;
  return [...known, { name: 'repeated-windows', text, namesReport: true }];
}

/** Two responses with the same bytes, which hold more than a header line. Undefined if there are none. */
async function findTwins(
  bodies: readonly ReceivedBody[],
  store: BodyStore,
): Promise<readonly [ReceivedBody, ReceivedBody] | undefined> {
  const byHash = new Map<string, ReceivedBody>();
  for (const body of bodies) {
    const { sha256, file } = body.window;
    const first = byHash.get(sha256);
    if (first === undefined) byHash.set(sha256, body);
    else if (await hasRows(store.pathOf(file))) return [first, body];
  }
  return undefined;
}

const BEGINNING_BYTES = 64 * 1024;

/** True if the file has a second line, or a first one that is longer than any header. */
async function hasRows(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(BEGINNING_BYTES), 0, BEGINNING_BYTES, 0);
    return bytesRead === BEGINNING_BYTES || buffer.toString('utf8', 0, bytesRead).trim().includes('\n');
  } finally {
    await handle.close();
  }
}

/** The message about one window. */
export function aboutWindow(report: string, window: ReceivedBody['window'], text: string): string {
  return `${report} ${formatRange(window)}: ${text}`;
}
