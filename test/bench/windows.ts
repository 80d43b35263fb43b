/** Many windows of a service that thinks for a while: the waits must lie beside each other. */

import type { Bench } from './bench.ts';
import { type Contender, compete } from './contender.ts';
import { expectedDigest } from './expected.ts';
import { median } from './measure.ts';
import { alignedText, type Bar, fixed, type Section, say } from './section.ts';
import { type ReportRun, reportContender } from './tool.ts';

const LATENCY_MS = 200;
const WINDOWS = 12;
/** Twelve times 31 days. */
const RANGE = { from: '2024-01-01', to: '2025-01-06' };
const RANGE_OF_ONE = { from: '2024-01-01', to: '2024-01-31' };
const DEFAULT_CONCURRENCY = 4;
/** A little more than the round trips themselves. */
const MOST_OF_ROUND_TRIPS = 1.25;
const BODY = { shape: 'plain', records: 100, repeat: 1, encoding: 'identity' } as const;

/** The bar is on what twelve late windows take, in the median, on top of a report of one prompt window. */
export async function benchWindows(bench: Bench): Promise<Section> {
  const concurrencies = [1, DEFAULT_CONCURRENCY, 16];
  const contenders = [
    contenderOf(bench, 1, 0, RANGE_OF_ONE),
    ...concurrencies.map((concurrency) =>
      contenderOf(bench, WINDOWS, LATENCY_MS, {
        ...RANGE,
        options: concurrency === DEFAULT_CONCURRENCY ? [] : ['--concurrency', String(concurrency)],
      }),
    ),
  ];
  const results = await compete(bench.python, contenders, bench.isQuick ? 3 : 7);

  const [base, ...late] = results.map(({ wallSecondsOfAll }) => median(wallSecondsOfAll));
  const rows = [['1, no latency', fixed(base!), '', '']];
  const bars: Bar[] = [];
  for (const [index, concurrency] of concurrencies.entries()) {
    const trips = Math.ceil(WINDOWS / concurrency);
    const taken = (late[index]! - base!) / (LATENCY_MS / 1000);
    rows.push([`${WINDOWS}, ${concurrency} at once`, fixed(late[index]!), fixed(taken), String(trips)]);
    if (concurrency !== DEFAULT_CONCURRENCY) continue;
    bars.push({
      what: `${WINDOWS} windows, ${LATENCY_MS} ms each, ${concurrency} at once: round trips beyond a report of one`,
      value: taken,
      most: trips * MOST_OF_ROUND_TRIPS,
    });
  }
  const table = {
    head: [
      `windows, ${LATENCY_MS} ms each`,
      'median s',
      'round trips beyond the first line',
      'least possible',
    ],
    rows,
  };
  say(alignedText(table));
  return { title: 'Many windows', table, bars };
}

function contenderOf(
  { service, scratch }: Bench,
  windows: number,
  latencyMs: number,
  range: Pick<ReportRun, 'from' | 'to' | 'options'>,
): Contender {
  return reportContender({
    ...range,
    baseUrl: service.baseUrl(BODY, latencyMs),
    format: 'csv',
    outputFile: scratch.file('windows.csv'),
    env: scratch.env,
    expected: expectedDigest(BODY.shape, BODY.records, windows, 'csv'),
  });
}
