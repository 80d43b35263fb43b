/** Sorted reports and totals: CPU time compared with `curl | jq -r @csv` for the records alone, and memory. */

import type { Bench } from './bench.ts';
import type { BodySpec } from './bodies.ts';
import { compete, type Expected, type Result } from './contender.ts';
import { JANUARY } from './dates.ts';
import { expectedDigest, type OutputFormat, sortedDigest } from './expected.ts';
import { type Job, JQ, peersFor } from './peers.ts';
import { alignedText, type Bar, fixed, grouped, megabytes, type Section, say } from './section.ts';
import { reportContender } from './tool.ts';

const MOST_MEGABYTES = 300;
const SORT_ALL = ['--sort', '-revenue'];

interface Case {
  readonly format: OutputFormat;
  readonly options: readonly string[];
  /** Upper limit for the CPU time, as a share of that of jq. */
  readonly mostOfJq: number;
  readonly expected: Expected;
}

function transformCases({ shape, records }: BodySpec): readonly Case[] {
  const sorted = (limit: number) => sortedDigest(shape, records, 'revenue', limit);
  return [
    {
      format: 'csv',
      options: [...SORT_ALL, '--limit', '10'],
      mostOfJq: 0.27,
      expected: sorted(10),
    },
    { format: 'csv', options: SORT_ALL, mostOfJq: 0.52, expected: sorted(records) },
  ];
}

/** Compares the least CPU time of a few runs in turn. */
export async function benchTransform(bench: Bench): Promise<Section> {
  const { service, scratch, python, missing, isQuick } = bench;
  const body = {
    shape: 'plain',
    records: 1_000_000,
    repeat: 1,
    encoding: 'identity',
  } as const;
  const url = `${service.baseUrl(body)}/revenue`;
  // The first request for a body makes it.
  const head = await fetch(url, { method: 'HEAD' });
  const cases = transformCases(body);
  const tools = cases.map(({ format, options, expected }) =>
    reportContender({
      format,
      baseUrl: service.baseUrl(body),
      outputFile: scratch.file('tool.out'),
      env: scratch.env,
      options,
      expected,
    }),
  );
  const job: Job = {
    ...body,
    url,
    python,
    format: 'csv',
    outputFile: scratch.file('peer.out'),
    env: scratch.env,
    expected: expectedDigest(body.shape, body.records, [JANUARY], 'csv'),
    wireBytes: Number(head.headers.get('content-length')),
  };
  const peers = peersFor(job, missing).filter(({ name }) => name === JQ);
  const results = await compete(python, [...tools, ...peers], isQuick ? 1 : 3);

  const jq = results.find(({ name }) => name === JQ);
  const rows: string[][] = [];
  const bars: Bar[] = [];
  for (const [index, { format, options, mostOfJq }] of cases.entries()) {
    const result = results[index]!;
    const what = [`${grouped(body.records)} ${body.shape} records, ${format}`, ...options].join(' ');
    const ratio = jq && leastCpu(result) / leastCpu(jq);
    rows.push([
      what,
      fixed(leastCpu(result)),
      megabytes(result.peakBytes),
      ratio === undefined ? '' : fixed(ratio),
    ]);
    if (ratio !== undefined) bars.push({ what: `${what}: CPU time of ${JQ}`, value: ratio, most: mostOfJq });
    bars.push({ what: `${what}: peak MB`, value: result.peakBytes / 1e6, most: MOST_MEGABYTES });
  }
  const table = { head: ['report', 'CPU s', 'peak MB', 'CPU ÷ jq'], rows };
  say(alignedText(table));
  return { title: 'Sorted reports and totals, to a file', table, bars };
}

function leastCpu({ cpuSecondsOfAll }: Result): number {
  return Math.min(...cpuSecondsOfAll);
}
