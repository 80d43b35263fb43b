/** Many windows of a slow service: the waits must overlap. */

import { dayAfter } from './bodies.ts';
import { type Contender, compete, type ReportRun, reportContender } from './contender.ts';
import { expectedDigest } from './expected.ts';
import { type Bar, type Bench, fixed, type Section } from './section.ts';

const LATENCY_MS = 200;
const WINDOWS = 12;
/** Twelve times 31 days. */
const RANGE = { from: '2024-01-01', to: '2025-01-06', options: [] };
const RANGE_OF_ONE = { from: '2024-01-01', to: '2024-01-31', options: [] };
const DEFAULT_CONCURRENCY = 4;
/** Upper limit, as a multiple of the time of the round trips. */
const MOST_OF_ROUND_TRIPS = 1.25;
const BODY = { shape: 'plain', records: 100, repeat: 1 } as const;

/** The bar applies to the median time of twelve slow windows minus that of a report of one fast window. */
export async function benchWindows(bench: Bench): Promise<Section> {
  const concurrencies = [1, DEFAULT_CONCURRENCY, 16];
  const contenders = [
    contenderOf(bench, 1, 0, RANGE_OF_ONE),
    ...concurrencies.map((concurrency) =>
      contenderOf(bench, WINDOWS, LATENCY_MS, { ...RANGE, options: ['--concurrency', String(concurrency)] }),
    ),
  ];
  const results = await compete(bench.python, contenders, bench.isQuick ? 3 : 7);

  const [base, ...late] = results.map(({ medianSeconds }) => medianSeconds);
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
  const head = [`windows, ${LATENCY_MS} ms each`, 'median s', 'round trips beyond the first line', 'least possible'];
  return { title: 'Many windows', table: { head, rows }, bars };
}

function contenderOf(
  { service, scratch }: Bench,
  windows: number,
  latencyMs: number,
  range: Pick<ReportRun, 'from' | 'to' | 'options'>,
): Contender {
  const dates = Array.from({ length: windows }, (_, window) => {
    return { from: dayAfter(range.from, 31 * window), days: 31 };
  });
  return reportContender({
    ...range,
    ...{ baseUrl: service.baseUrl(BODY, latencyMs), format: 'csv', env: scratch.env },
    outputFile: scratch.file('windows.csv'),
    expected: expectedDigest(BODY.shape, BODY.records, dates, 'csv'),
  });
}
