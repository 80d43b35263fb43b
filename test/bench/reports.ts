/** Reports to a file: time, memory, and CPU time compared with `curl | jq`, or with CSV. */

import { readFileSync } from 'node:fs';
import { tableFromIPC } from 'apache-arrow';
import { readParquet } from 'parquet-wasm';
import {
  type Bench,
  type Contender,
  compete,
  credentialsEnv,
  fixed,
  megabytes,
  type Result,
  type Section,
  toolArgv,
} from './measure.ts';

interface Case {
  /** Of a window. */
  readonly records: number;
  readonly format?: string;
  readonly options?: string;
  /** Windows of 31 days, or shorter ones that are 1,000 days together; one by default. */
  readonly windows?: number;
  readonly campaigns?: number;
  readonly repeat?: number;
  /** Undefined for documents without a line for each record. */
  readonly lines?: number;
  readonly repetitions?: number;
  /** Upper limits: for the time and the least CPU time as a share of that of `curl | jq`, or of CSV for pages. */
  readonly mostOfPeer?: number;
  readonly mostCpuOfPeer?: number;
  readonly mostMegabytes?: number;
  /** For the memory as a share of that of the case before, which has a tenth of the records. */
  readonly mostOfTenth?: number;
}

const MILLION = 1_000_000;
const MANY = 5000;
const FORMATS = ['csv', 'ndjson', 'json'];
/** More than this is growth, and not the timing of garbage collection. */
const MOST_GROWTH = 1.15;

const GROUPS: Readonly<Record<string, readonly Case[]>> = {
  throughput: [
    ...FORMATS.map((format) => ({ format, records: 10_000, repetitions: 5 })),
    { records: MILLION, repetitions: 3, mostOfPeer: 1 / 3, mostCpuOfPeer: 0.19 },
    { format: 'ndjson', records: MILLION, repetitions: 3, mostOfPeer: 1 / 5 },
    { format: 'json', records: MILLION, repetitions: 3, mostOfPeer: 1 / 5 },
    // The records of each window are compared with each other: the warning `duplicates`.
    { records: Math.floor(MILLION / 12), windows: 12, repetitions: 3 },
  ],
  groups: [
    { options: '-g campaign', lines: 5001, mostMegabytes: 75, repetitions: 3, mostCpuOfPeer: 0.27 },
    // Nearly every record has a campaign id of its own.
    { options: '-g campaign_id', lines: 990_017, mostMegabytes: 450 },
    { options: '-g campaign --sum revenue', campaigns: 40, lines: 41, mostMegabytes: 75 },
    { options: '-g campaign --sum revenue --top 10', lines: 12, mostMegabytes: 75 },
    { options: '-g campaign --sum revenue --by week --pivot week', lines: 5001, mostMegabytes: 100 },
    { options: '-g campaign --sum revenue --compare previous', lines: 5001, mostMegabytes: 100 },
  ].map((each) => ({ ...each, records: MILLION })),
  transform: [
    { options: '--sort -revenue --limit 10', lines: 11, mostCpuOfPeer: 0.27 },
    { options: '--sort -revenue', mostCpuOfPeer: 0.52 },
  ].map((each) => ({ ...each, records: MILLION, repetitions: 3, mostMegabytes: 300 })),
  memory: [
    ...FORMATS.flatMap((format) => [
      { format, records: MILLION / 10, windows: 10 },
      { format, records: MILLION, windows: 10, mostOfTenth: MOST_GROWTH },
      { format, records: MILLION },
      { format, records: MILLION, repeat: 10, mostOfTenth: MOST_GROWTH },
    ]),
    { records: MILLION / 100, windows: 1000 },
  ].map((each) => ({ ...each, mostMegabytes: 200 })),
  parquet: [{ format: 'parquet', records: MILLION, repetitions: 2, mostMegabytes: 200, mostCpuOfPeer: 0.75 }],
  // A page has its rows twice: as a table, and as CSV for spreadsheets. A campaign has two records, or 250.
  html: [
    { records: 10_000, repetitions: 15 },
    { records: 10_000, campaigns: 40, repetitions: 15 },
    { records: MILLION, options: '-g campaign', repetitions: 3 },
  ].map((each) => ({ ...each, format: 'html', mostCpuOfPeer: 3.5 })),
};

export const REPORT_GROUPS: Readonly<Record<string, (bench: Bench) => Promise<Section>>> = Object.fromEntries(
  Object.entries(GROUPS).map(([name, cases]) => [name, (bench: Bench) => benchReports(cases, bench)]),
);

async function benchReports(cases: readonly Case[], bench: Bench): Promise<Section> {
  const table = [['report', 'seconds', 'CPU s', 'MB/s', 'peak MB', 'CPU ÷ peer', 'seconds ÷ peer']];
  const bars: Section['bars'][number][] = [];
  let before: Result | undefined;
  for (const each of cases) {
    const { tool, peer, bodyBytes } = await runCase(bench, each);
    const { format = 'csv', records, windows = 1, repeat = 1, campaigns = MANY, options = '' } = each;
    const total = (records * repeat * windows).toLocaleString('en-US');
    const what = `${format}, ${total} records, ${campaigns} campaigns, ${windows} windows ${options}`.trimEnd();
    const [cpuRatio, ratio] = [peer && tool.leastCpu / peer.leastCpu, peer && tool.seconds / peer.seconds];
    table.push([
      ...[what, fixed(tool.seconds), fixed(tool.leastCpu), (bodyBytes / 1e6 / tool.seconds).toFixed(0)],
      ...[megabytes(tool.peakBytes), ...[cpuRatio, ratio].map((value) => (value === undefined ? '' : fixed(value)))],
    ]);
    for (const [name, value, most] of [
      [`time of ${peer?.name}`, ratio, each.mostOfPeer],
      [`CPU time of ${peer?.name}`, cpuRatio, each.mostCpuOfPeer],
      ['peak MB', tool.peakBytes / 1e6, each.mostMegabytes],
      ['times the peak of a tenth', before && tool.peakBytes / before.peakBytes, each.mostOfTenth],
    ] as const)
      if (value !== undefined && most !== undefined) bars.push({ what: `${what}: ${name}`, value, most });
    before = tool;
  }
  return { table, bars };
}

const LINES: Readonly<Record<string, (records: number) => number>> = {
  csv: (records) => records + 1,
  ndjson: (records) => records,
  json: (records) => records + 2,
};

async function runCase({ baseUrl, file, env }: Bench, each: Case) {
  const { format = 'csv', records, windows = 1, repeat = 1, campaigns = MANY, options = '', repetitions = 1 } = each;
  const address = baseUrl(campaigns, records, repeat);
  const days = Math.min(31, Math.floor(1000 / windows));
  const first = windows === 1 ? '2026-01-01' : '2024-01-01';
  const last = new Date(Date.parse(first) + (days * windows - 1) * 86_400_000).toISOString().slice(0, 10);
  // The first request for a body makes it.
  const head = await fetch(`${address}/revenue?start_date=${first}&end_date=${last}`, { method: 'HEAD' });
  const report = (name: string, as: string, lines?: number): Contender => {
    const outputFile = file(`${name}.${as}`);
    const range = [
      '--from',
      first,
      '--to',
      last,
      '--windows',
      String(days),
      '--concurrency',
      windows > 10 ? '16' : '4',
    ];
    const words = [...range, '-f', as, ...options.split(' ').filter(Boolean), '-o', outputFile];
    const argv = toolArgv('revenue', ...words);
    return {
      name,
      argv,
      env: { ...env, ...credentialsEnv(address) },
      outputFile,
      ...(lines !== undefined && { lines }),
    };
  };
  const tool = report('reporting', format, each.lines ?? LINES[format]?.(records * windows * repeat));
  const hasPeer = each.mostOfPeer !== undefined || each.mostCpuOfPeer !== undefined;
  const other = format === 'html' ? report('CSV', 'csv') : jq(`${address}/revenue`, format, env, file('jq.out'));
  const results = await compete(hasPeer ? [tool, other] : [tool], repetitions);
  if (format === 'parquet') {
    const { numRows } = tableFromIPC(readParquet(readFileSync(tool.outputFile)).intoIPCStream());
    if (numRows !== records) throw new Error(`the Parquet file has ${numRows} records instead of ${records}`);
  }
  const [own, peer] = results as [Result, Result?];
  return { tool: own, peer, bodyBytes: Number(head.headers.get('content-length')) * (windows === 1 ? 1 : windows) };
}

const COLUMNS = ['date', 'campaign_id', 'campaign', 'domain', 'country', 'impressions', 'clicks', 'revenue'];
const CSV = `jq -r '${JSON.stringify(COLUMNS)}, (.data[] | [.[]]) | @csv'`;
const FILTERS: Readonly<Record<string, string>> = { ndjson: `jq -c '.data[]'`, json: `jq -c '.data'` };

/** What people use instead of the tool. It rewrites figures, and loses digits of long ids. */
function jq(url: string, format: string, env: Bench['env'], outputFile: string): Contender {
  // A pipeline fails if any part of it fails.
  const argv = ['bash', '-o', 'pipefail', '-c', `curl -sS --fail '${url}' | ${FILTERS[format] ?? CSV}`];
  return { name: 'curl | jq', argv, env, outputFile };
}
