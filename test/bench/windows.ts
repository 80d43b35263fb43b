/** Many windows of a service that thinks for a while: the waits must lie beside each other. */

import type { Bench } from './bench.ts';
import { compete } from './contender.ts';
import { median } from './measure.ts';
import { alignedText, type Bar, fixed, type Section, say } from './section.ts';
import { reportContender } from './tool.ts';

const LATENCY_MS = 200;
const WINDOWS = 12;
/** Twelve times 31 days. */
const RANGE = { from: '2024-01-01', to: '2025-01-06' };
const DEFAULT_CONCURRENCY = 4;
/** A little more than the round trips themselves. */
const MOST_OF_ROUND_TRIPS = 1.1;

/** The bar is on what the latency adds, in the median, to the same run without it. */
export async function benchWindows(bench: Bench): Promise<Section> {
  const body = { shape: 'plain', records: 100, repeat: 1, encoding: 'identity' } as const;
  const concurrencies = [1, DEFAULT_CONCURRENCY, 16];
  const contenders = concurrencies.flatMap((concurrency) =>
    [0, LATENCY_MS].map((latencyMs) => {
      return reportContender({
        ...body,
        ...RANGE,
        baseUrl: bench.service.baseUrl(body, latencyMs),
        format: 'csv',
        outputFile: bench.scratch.file('windows.csv'),
        env: bench.scratch.env,
        copies: WINDOWS,
        options: concurrency === DEFAULT_CONCURRENCY ? [] : ['--concurrency', String(concurrency)],
      });
    }),
  );
  const results = await compete(bench.python, contenders, bench.isQuick ? 3 : 7);

  const rows: string[][] = [];
  const bars: Bar[] = [];
  for (const [index, concurrency] of concurrencies.entries()) {
    const prompt = median(results[index * 2]!.wallSecondsOfAll);
    const late = median(results[index * 2 + 1]!.wallSecondsOfAll);
    const trips = Math.ceil(WINDOWS / concurrency);
    const added = (late - prompt) / (LATENCY_MS / 1000);
    rows.push([`${concurrency} at once`, fixed(prompt), fixed(late), fixed(added), String(trips)]);
    if (concurrency !== DEFAULT_CONCURRENCY) continue;
    bars.push({
      what: `${WINDOWS} windows, ${concurrency} at once: round trips that ${LATENCY_MS} ms of latency add`,
      value: added,
      most: trips * MOST_OF_ROUND_TRIPS,
    });
  }
  const table = {
    head: [
      `${WINDOWS} windows`,
      'seconds',
      `with ${LATENCY_MS} ms of latency`,
      'round trips added',
      'least possible',
    ],
    rows,
  };
  say(alignedText(table));
  return { title: 'Many windows', table, bars };
}
