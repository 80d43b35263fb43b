/** Checks the responses of a run together, before they become a recording: those in JSON as a report does. */

import { createReadStream } from 'node:fs';
import { LINE_FEED } from '../core/bytes.ts';
import { uniteColumns } from '../core/columns.ts';
import type { DataWarning } from '../core/warnings.ts';
import { formatRange } from '../dates/range.ts';
import { headerMembers, ruleOf } from '../json/sign-rules.ts';
import type { Answer } from '../json/unexpected-body.ts';
import { findSharedName } from '../report/checks/ambiguity.ts';
import { checkRecords, findEmptyClients, planWarnings, standingWarnings } from '../report/checks/check-records.ts';
import { type CheckedResponse, findPartialSigns } from '../report/checks/partial-signs.ts';
import { describeStale } from '../report/checks/stale.ts';
import { assertNoWarnings } from '../report/pull.ts';
import type { Services, Uses } from '../services.ts';
import { checkHeads, type Head, readHeads } from './csv-heads.ts';
import type { RawPlan } from './plan-raw.ts';
import type { BodyStore, RawRun, ReceivedBody } from './receive-bodies.ts';

/** The findings of the checks in responses that become a recording. */
export interface Outcome {
  /** Warnings about all responses together. */
  readonly warnings: readonly DataWarning[];
  /** Those about one response each. */
  readonly ofWindows: readonly DataWarning[];
}

/** Throws the errors of a report, also those for warnings. */
export async function checkBodies(
  bodies: readonly ReceivedBody[],
  { plan, observer, findSameResponse }: RawRun,
  store: BodyStore,
  { today }: Uses<'today'>,
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
    ? checkCsvBodies(bodies, plan, store, today)
    : checkJsonBodies(bodies, plan, { today, findSameResponse }));
  const warnings = standingWarnings(plan.fetch, found);
  assertNoWarnings(plan.fetch, [...ofWindows, ...warnings], observer.warning);
  return { warnings, ofWindows };
}

async function checkJsonBodies(
  bodies: readonly ReceivedBody[],
  { fetch }: RawPlan,
  services: Parameters<typeof checkRecords>[2],
): Promise<readonly DataWarning[]> {
  const records = bodies.flatMap((body) => body.records ?? []);
  const part = { client: fetch.clients[0]!, profile: undefined, now: records, comparison: [] };
  const { warnings } = await checkRecords(fetch, [part], services);
  const empty = findEmptyClients(fetch, [part]);
  const sharedName = findSharedName(uniteColumns(records.map(({ columns }) => columns)));
  return [...warnings, ...empty, ...(sharedName === undefined ? [] : [sharedName])];
}

/** The warnings of the plan, about headers, and about two responses of the same bytes. */
async function checkCsvBodies(
  bodies: readonly ReceivedBody[],
  plan: RawPlan,
  store: BodyStore,
  today: Services['today'],
): Promise<readonly DataWarning[]> {
  const { report } = plan.fetch;
  const { allowed, timeZone } = plan.fetch.clients[0]!;
  const heads = await readHeads(bodies, store);
  const responses: WindowOfCsv[] = [];
  for (const { window } of bodies) {
    const members = headerMembers(window.headers);
    const isCounted = members.some((member) => ruleOf(member)?.kind === 'total');
    const recordCount = isCounted ? await countRows(store.pathOf(window.file)) : 0;
    responses.push({ report, window, recordCount, partialMembers: members, answer: window });
  }
  const known = [
    ...planWarnings(plan.fetch),
    ...checkHeads(report, heads),
    ...findPartialSigns(responses, allowed),
    ...describeStale(responses, { timeZone, today: today(timeZone) }),
  ];
  const twins = findTwins(heads);
  if (twins === undefined) return known;
  const ranges = twins.map(({ window }) => formatRange(window)).join(' and ');
  const text = `the responses for ${report} ${ranges} are the same bytes: a cache may ignore the query`;
  return [...known, { name: 'repeated-windows', text, namesReport: true }];
}

interface WindowOfCsv extends CheckedResponse {
  readonly answer: Answer;
}

/** The number of lines below the header; more than that of records if fields have line breaks. */
async function countRows(file: string): Promise<number> {
  let lines = -1;
  let last = 0;
  for await (const chunk of createReadStream(file)) {
    for (const byte of chunk as Buffer) if (byte === LINE_FEED) lines++;
    last = (chunk as Buffer).at(-1) ?? last;
  }
  return Math.max(0, last === LINE_FEED ? lines : lines + 1);
}

/** Two responses with the same bytes, which hold more than a header line. Undefined if there are none. */
function findTwins(heads: readonly Head[]): readonly [ReceivedBody, ReceivedBody] | undefined {
  const byHash = new Map<string, ReceivedBody>();
  for (const { body, hasRows } of heads) {
    const first = byHash.get(body.window.sha256);
    if (first === undefined) byHash.set(body.window.sha256, body);
    else if (hasRows) return [first, body];
  }
  return undefined;
}

/** The message about one window. */
export function aboutWindow(report: string, window: ReceivedBody['window'], text: string): string {
  return `${report} ${formatRange(window)}: ${text}`;
}
