/** Peak memory of reports that are much larger than it. */

import type { Bench } from './bench.ts';
import { compete } from './contender.ts';
import { dayAfter } from './dates.ts';
import { expectedDigest, type OutputFormat } from './expected.ts';
import { alignedText, type Bar, fixed, grouped, megabytes, type Section, say } from './section.ts';
import { reportContender } from './tool.ts';

const MOST_MEGABYTES = 200;
/** Ten times the records must not need more memory. The margin is for the timing of garbage collection. */
const MOST_GROWTH = 1.15;
const FIRST_DAY = '2024-01-01';

interface Case {
  readonly format: OutputFormat;
  readonly windows: number;
  /** Number of different records in a body, and how many times the body has them. */
  readonly records: number;
  readonly repeat: number;
  readonly concurrency: number;
  /** True if this case is like the previous one, with ten times the records. */
  readonly isTenfold?: boolean;
}

/** Runs each case once. */
export async function benchMemory(bench: Bench): Promise<Section> {
  const million = bench.isQuick ? 100_000 : 1_000_000;
  const rows: string[][] = [];
  const bars: Bar[] = [];
  let peakBefore = 0;
  for (const each of memoryCases(million)) {
    const total = each.records * each.repeat * each.windows;
    const what = `${each.format}, ${grouped(total)} records, windows: ${each.windows}, at once: ${each.concurrency}`;
    const { peakBytes, wallSeconds, cpuSeconds } = await runCase(bench, each);
    rows.push([what, fixed(wallSeconds), fixed(cpuSeconds), megabytes(peakBytes)]);
    say(alignedText({ head: ['', 's', 'CPU s', 'peak MB'], rows: rows.slice(-1) }));

    bars.push({ what: `${what}: peak MB`, value: peakBytes / 1e6, most: MOST_MEGABYTES });
    // With fewer than a million records, growth cannot be distinguished from the heap's initial growth.
    if (each.isTenfold && !bench.isQuick) {
      bars.push({
        what: `${what}: times the peak of a tenth`,
        value: peakBytes / peakBefore,
        most: MOST_GROWTH,
      });
    }
    peakBefore = peakBytes;
  }
  return { title: 'Memory', table: { head: ['report', 'seconds', 'CPU s', 'peak MB'], rows }, bars };
}

function memoryCases(million: number): readonly Case[] {
  const formats = ['csv', 'tsv', 'ndjson', 'json'] as const;
  const each = { windows: 1, records: million, repeat: 1, concurrency: 4 };
  return [
    ...formats.flatMap((format) => [
      { ...each, format, windows: 10, records: million / 10 },
      { ...each, format, windows: 10, isTenfold: true },
    ]),
    ...(['csv', 'ndjson'] as const).flatMap((format) => [
      { ...each, format },
      { ...each, format, repeat: 10, isTenfold: true },
    ]),
    ...formats.map((format) => ({ ...each, format, records: million / 2, windows: 20, concurrency: 16 })),
    { ...each, format: 'csv', records: million / 100, windows: 1000, concurrency: 16 },
  ];
}

async function runCase(bench: Bench, each: Case) {
  const body = { shape: 'plain', encoding: 'identity', records: each.records, repeat: each.repeat } as const;
  const windowDays = Math.min(31, Math.floor(1000 / each.windows));
  const windows = Array.from({ length: each.windows }, (_, window) => ({
    from: dayAfter(FIRST_DAY, window * windowDays),
    days: windowDays,
  }));
  const copies = windows.flatMap((dates) => Array.from({ length: each.repeat }, () => dates));
  const contender = reportContender({
    baseUrl: bench.service.baseUrl(body),
    format: each.format,
    outputFile: bench.scratch.file('memory.out'),
    env: bench.scratch.env,
    expected: expectedDigest(body.shape, each.records, copies, each.format),
    from: FIRST_DAY,
    to: dayAfter(FIRST_DAY, each.windows * windowDays - 1),
    options: ['--windows', String(windowDays), '--concurrency', String(each.concurrency)],
  });
  return (await compete(bench.python, [contender], 1))[0]!;
}
