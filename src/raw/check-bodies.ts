/** Checks the responses of a run together, before they become a recording: those in JSON as a report does. */

import { uniteColumns } from '../core/columns.ts';
import type { DataWarning } from '../core/warnings.ts';
import { formatRange } from '../dates/range.ts';
import { headerMembers } from '../json/sign-rules.ts';
import { findSharedName } from '../report/checks/ambiguity.ts';
import { checkRecords, findEmptyClients, planWarnings, standingWarnings } from '../report/checks/check-records.ts';
import { findPartialSigns } from '../report/checks/partial-signs.ts';
import { describeStale } from '../report/checks/stale.ts';
import { assertNoWarnings } from '../report/pull.ts';
import type { Services, Uses } from '../services.ts';
import { checkHeads, type ReceivedCsv } from './csv-heads.ts';
import type { RawPlan } from './plan-raw.ts';
import type { RawRun, ReceivedBody } from './receive-bodies.ts';

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
    ? checkCsvBodies(
        bodies.flatMap(({ window, csv }) => (csv === undefined ? [] : [{ window, csv }])),
        plan,
        today,
      )
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
function checkCsvBodies(
  bodies: readonly ReceivedCsv[],
  plan: RawPlan,
  today: Services['today'],
): readonly DataWarning[] {
  const { report } = plan.fetch;
  const { allowed, timeZone } = plan.fetch.clients[0]!;
  const responses = bodies.map(({ window, csv: { recordCount } }) => ({
    ...{ report, window, recordCount, answer: window },
    partialMembers: headerMembers(window.headers),
  }));
  const stale = describeStale(responses, { timeZone, today: today(timeZone) });
  const known = [
    ...planWarnings(plan.fetch),
    ...checkHeads(report, bodies),
    ...findPartialSigns(responses, allowed),
    ...stale,
  ];
  const twins = findTwins(bodies);
  if (twins === undefined) return known;
  const ranges = twins.map(({ window }) => formatRange(window)).join(' and ');
  const text = `the responses for ${report} ${ranges} are the same bytes: a cache may ignore the query`;
  return [...known, { name: 'repeated-windows', text, namesReport: true }];
}

/** Two responses with the same bytes, which hold more than a header line. Undefined if there are none. */
function findTwins(bodies: readonly ReceivedCsv[]): readonly [ReceivedCsv, ReceivedCsv] | undefined {
  const byHash = new Map<string, ReceivedCsv>();
  for (const body of bodies) {
    const first = byHash.get(body.window.sha256);
    if (first === undefined) byHash.set(body.window.sha256, body);
    else if (body.csv.recordCount > 0) return [first, body];
  }
  return undefined;
}

/** The message about one window. */
export function aboutWindow(report: string, window: ReceivedBody['window'], text: string): string {
  return `${report} ${formatRange(window)}: ${text}`;
}
