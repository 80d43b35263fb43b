/** Reports to a file: time, memory, and CPU time compared with `curl | jq`, or with CSV. */

import { readFileSync } from 'node:fs';
import { tableFromIPC } from 'apache-arrow';
import { readParquet } from 'parquet-wasm';
import { type BodySpec, type Dates, dayAfter, JANUARY } from './bodies.ts';
import { type Contender, compete, type Expected, type Result, reportContender } from './contender.ts';
import { expectedDigest, OUTPUT_FORMATS, type OutputFormat, sortedDigest } from './expected.ts';
import { type Bar, type Bench, fixed, grouped, megabytes, type Section } from './section.ts';
import { COLUMNS } from './shapes.ts';

interface Case extends BodySpec {
  readonly format: OutputFormat | 'parquet' | 'html';
  readonly options?: readonly string[];
  /** January by default. */
  readonly windows?: readonly Dates[];
  /** The records by default. */
  readonly expected?: Expected;
  /** What the tool runs beside: `curl | jq`, or the same report as CSV. */
  readonly peer?: 'jq' | 'CSV';
  readonly repetitions: number;
  readonly mostMegabytes?: number;
  /** Upper limits for the time, and for the least CPU time, as a share of that of the peer. */
  readonly mostOfPeer?: number;
  readonly mostCpuOfPeer?: number;
  /** Upper limit for the memory, as a share of that of the case before, which has a tenth of the records. */
  readonly mostOfTenth?: number;
}

type Cases = (isQuick: boolean) => readonly Case[];
const PLAIN = { shape: 'plain', repeat: 1, repetitions: 1 } as const;
const MILLION = 1_000_000;
/** More than this is growth, and not the timing of garbage collection. */
const MOST_GROWTH = 1.15;

/** Windows of 31 days, or shorter ones that are 1,000 days together. */
function inWindows(count: number): Pick<Case, 'windows' | 'options'> {
  const days = Math.min(31, Math.floor(1000 / count));
  const windows = Array.from({ length: count }, (_, at) => ({ from: dayAfter('2024-01-01', at * days), days }));
  return { windows, options: ['--windows', String(days), '--concurrency', count > 10 ? '16' : '4'] };
}

const throughput: Cases = (isQuick) => {
  const bars = {
    csv: { mostOfPeer: 1 / 3, mostCpuOfPeer: 0.19 },
    ndjson: { mostOfPeer: 1 / 5 },
    json: { mostOfPeer: 1 / 5 },
  };
  const cases = [10_000, MILLION].flatMap((records) =>
    OUTPUT_FORMATS.map((format): Case => {
      if (records < MILLION) return { ...PLAIN, peer: 'jq', format, records, repetitions: 5 };
      return { ...PLAIN, peer: 'jq', format, records, repetitions: isQuick ? 1 : 3, ...bars[format] };
    }),
  );
  // The records of each window are compared with each other: the warning `duplicates`.
  const records = Math.floor(MILLION / (isQuick ? 120 : 12));
  return [...cases, { ...PLAIN, ...inWindows(12), format: 'csv', records, repetitions: 3 }];
};

/** A campaign has 200 records, or 25,000 in the shape `few`; nearly every record has a campaign id of its own. */
const groups: Cases = (isQuick) => {
  const records = isQuick ? MILLION / 10 : MILLION;
  const of = (line: string, mostMegabytes: number, expected: Expected): Case => {
    return { ...PLAIN, format: 'csv', records, options: line.split(' '), expected, mostMegabytes };
  };
  const bars = { peer: 'jq', mostCpuOfPeer: 0.27, repetitions: 3 } as const;
  return [
    { ...of('--group-by campaign', 75, { lines: 5001 }), ...bars },
    of('--group-by campaign_id', 450, { leastBytes: records * 20 }),
    { ...of('--group-by campaign --sum revenue', 75, { lines: 41 }), shape: 'few' },
    of('--group-by campaign --sum revenue --top 10', 75, { lines: 12 }),
    of('--group-by campaign --sum revenue --by week --pivot week', 100, { lines: 5001 }),
    of('--group-by campaign --sum revenue --compare previous', 100, { lines: 5001 }),
  ];
};

const transform: Cases = (isQuick) =>
  [
    { limit: 10, options: ['--sort', '-revenue', '--limit', '10'], mostCpuOfPeer: 0.27 },
    { limit: MILLION, options: ['--sort', '-revenue'], mostCpuOfPeer: 0.52 },
  ].map(({ limit, ...each }): Case => {
    const expected = sortedDigest('plain', MILLION, limit);
    const more = { peer: 'jq', repetitions: isQuick ? 1 : 3, mostMegabytes: 300 } as const;
    return { ...PLAIN, format: 'csv', records: MILLION, expected, ...more, ...each };
  });

const memory: Cases = (isQuick) => {
  const million = isQuick ? MILLION / 10 : MILLION;
  // With fewer than a million records, growth cannot be told from the first growth of the heap.
  const tenfold = isQuick ? {} : { mostOfTenth: MOST_GROWTH };
  const of = (format: OutputFormat, records: number, windows = 1, more: Partial<Case> = {}): Case => {
    return { ...PLAIN, format, records, ...inWindows(windows), mostMegabytes: 200, ...more };
  };
  return [
    ...OUTPUT_FORMATS.flatMap((format) => [of(format, million / 10, 10), of(format, million, 10, tenfold)]),
    ...OUTPUT_FORMATS.flatMap((format) => [of(format, million), of(format, million, 1, { repeat: 10, ...tenfold })]),
    ...OUTPUT_FORMATS.map((format) => of(format, million / 2, 20)),
    of('csv', million / 100, 1000),
  ];
};

const parquet: Cases = (isQuick) => [
  {
    ...{
      ...PLAIN,
      format: 'parquet',
      records: isQuick ? MILLION / 10 : MILLION,
      expected: { leastBytes: 1 },
    },
    ...{ peer: 'jq', repetitions: 2, mostMegabytes: 200 },
    // In a short run, the start of Node counts for more than the records.
    ...(!isQuick && { mostCpuOfPeer: 0.75 }),
  },
];

/** A page holds its rows twice: as a table, and as CSV for spreadsheets. */
const html: Cases = (isQuick) => {
  const page = { ...PLAIN, format: 'html', expected: { leastBytes: 1 }, peer: 'CSV', mostCpuOfPeer: 3.5 } as const;
  const small = { ...page, records: 10_000, repetitions: isQuick ? 5 : 15 } as const;
  const records = isQuick ? MILLION / 10 : MILLION;
  // A campaign has two records, or 250.
  return [small, { ...small, shape: 'few' }, { ...page, records, options: ['--group-by', 'campaign'], repetitions: 3 }];
};

const GROUPS = { throughput, groups, transform, memory, parquet, html };

export const REPORT_GROUPS: Readonly<Record<string, (bench: Bench) => Promise<Section>>> = Object.fromEntries(
  Object.entries(GROUPS).map(([name, cases]) => [name, (bench: Bench) => benchReports(name, cases, bench)]),
);

async function benchReports(title: string, cases: Cases, bench: Bench): Promise<Section> {
  const rows: string[][] = [];
  const bars: Bar[] = [];
  let before: Result | undefined;
  for (const each of cases(bench.isQuick)) {
    const { results, bodyBytes } = await runCase(bench, each);
    const [tool, peer] = results as readonly [Result, Result?];
    const windows = each.windows === undefined ? [] : [`windows: ${each.windows.length}`];
    const total = grouped(each.records * each.repeat * (each.windows?.length ?? 1));
    const name = `${each.format}, ${total} ${each.shape} records`;
    const what = [name, ...windows, ...(each.options ?? [])].join(' ');
    const { wallSeconds, peakBytes } = tool;
    const cpuRatio = peer && tool.leastCpu / peer.leastCpu;
    rows.push([
      ...[what, fixed(wallSeconds), fixed(tool.leastCpu), (bodyBytes / 1e6 / wallSeconds).toFixed(0)],
      ...[megabytes(peakBytes), cpuRatio === undefined ? '' : fixed(cpuRatio)],
      peer === undefined ? '' : fixed(wallSeconds / peer.wallSeconds),
    ]);
    const bar = (name: string, value: number | undefined, most: number | undefined): void => {
      if (value !== undefined && most !== undefined) bars.push({ what: `${what}: ${name}`, value, most });
    };
    bar(`time of ${peer?.name}`, peer && wallSeconds / peer.wallSeconds, each.mostOfPeer);
    bar(`CPU time of ${peer?.name}`, cpuRatio, each.mostCpuOfPeer);
    bar('peak MB', peakBytes / 1e6, each.mostMegabytes);
    bar('times the peak of a tenth', before && peakBytes / before.peakBytes, each.mostOfTenth);
    before = tool;
  }
  const head = ['report', 'seconds', 'CPU s', 'MB/s', 'peak MB', 'CPU ÷ peer', 'seconds ÷ peer'];
  return { title, table: { head, rows }, bars };
}

/** The result of the tool, and then that of its peer. */
async function runCase({ service, scratch, python }: Bench, each: Case) {
  const { shape, records, repeat, format, options = [], windows = [JANUARY], peer, repetitions } = each;
  const { env } = scratch;
  const url = `${service.baseUrl(each)}/revenue`;
  // The first request for a body makes it.
  const bodyBytes = Number((await fetch(url, { method: 'HEAD' })).headers.get('content-length'));
  const copies = windows.flatMap((dates) => Array.from({ length: repeat }, () => dates));
  const own = format === 'parquet' || format === 'html' ? 'csv' : format;
  const ofRecords = expectedDigest(shape, records, copies, own);
  const last = windows.at(-1)!;
  const range = { from: windows[0]!.from, to: dayAfter(last.from, last.days - 1) };
  const report = { baseUrl: service.baseUrl(each), env, options, ...range };
  const outputFile = scratch.file(`tool.${format}`);
  const tool = reportContender({ ...report, format, outputFile, expected: each.expected ?? ofRecords });
  const csv = { outputFile: scratch.file('csv.out'), expected: { leastBytes: 1 } };
  const peers = {
    CSV: () => ({ ...reportContender({ ...report, format: 'csv', ...csv }), name: 'CSV' }),
    jq: () => jqContender(url, own, ofRecords, { env, outputFile: scratch.file('jq.out') }),
  };
  const others = peer === undefined ? [] : [peers[peer]()];
  const results = await compete(python, [tool, ...others], repetitions);
  if (format === 'parquet') {
    const { numRows } = tableFromIPC(readParquet(readFileSync(outputFile)).intoIPCStream());
    if (numRows !== records) throw new Error(`the Parquet file has ${numRows} records instead of ${records}`);
  }
  return { results, bodyBytes: bodyBytes * windows.length };
}

const FILTERS: Readonly<Record<OutputFormat, string>> = {
  csv: `jq -r '${JSON.stringify(COLUMNS)}, (.data[] | [.[]]) | @csv'`,
  ndjson: `jq -c '.data[]'`,
  json: `jq -c '.data'`,
};

/** What people use instead of the tool. It rewrites figures and loses digits of long ids, so its output is only about as long. */
function jqContender(
  url: string,
  format: OutputFormat,
  { lines, sizeBytes }: { readonly lines: number; readonly sizeBytes: number },
  more: { readonly env: Readonly<Record<string, string>>; readonly outputFile: string },
): Contender {
  const { env, outputFile } = more;
  // A pipeline fails if any part of it fails.
  const argv = ['bash', '-o', 'pipefail', '-c', `curl -sS --fail '${url}' | ${FILTERS[format]}`];
  const expected = { lines: format === 'json' ? 1 : lines, leastBytes: sizeBytes * 0.7 };
  return { name: 'curl | jq', command: { argv, env }, outputFile, expected };
}
