/** Parquet files: CPU time compared with `curl | jq -r @csv`, and memory. */

import { readFileSync } from 'node:fs';
import { tableFromIPC } from 'apache-arrow';
import { readParquet } from 'parquet-wasm';
import type { Bench } from './bench.ts';
import type { BodySpec } from './bodies.ts';
import { compete, type Result } from './contender.ts';
import { JANUARY } from './dates.ts';
import { expectedDigest } from './expected.ts';
import { JQ, peersFor } from './peers.ts';
import { alignedText, type Bar, fixed, grouped, megabytes, type Section, say } from './section.ts';
import { reportContender } from './tool.ts';

const MOST_OF_JQ = 0.75;

interface Case {
  readonly body: BodySpec;
  readonly mostMegabytes: number;
  /** True to run jq, too. Its memory grows with the body. */
  readonly hasPeer: boolean;
}

function parquetCases(isQuick: boolean): readonly Case[] {
  const share = isQuick ? 0.1 : 1;
  const once = { repeat: 1, encoding: 'identity' } as const;
  return [
    { body: { ...once, shape: 'plain', records: 1_000_000 * share }, mostMegabytes: 200, hasPeer: true },
    {
      body: { ...once, shape: 'large', records: 100, repeat: 50 * share },
      mostMegabytes: 250,
      hasPeer: false,
    },
  ];
}

export async function benchParquet(bench: Bench): Promise<Section> {
  const rows: string[][] = [];
  const bars: Bar[] = [];
  for (const each of parquetCases(bench.isQuick)) {
    const total = each.body.records * each.body.repeat;
    const what = `parquet, ${grouped(total)} ${each.body.shape} records`;
    const [tool, peer] = await runCase(bench, each, total);
    const ratio = peer && tool!.cpuSeconds / peer.cpuSeconds;
    rows.push([
      what,
      fixed(tool!.wallSeconds),
      fixed(tool!.cpuSeconds),
      megabytes(tool!.peakBytes),
      ratio ? fixed(ratio) : '',
    ]);
    bars.push({ what: `${what}: peak MB`, value: tool!.peakBytes / 1e6, most: each.mostMegabytes });
    // In a short run, the start of Node counts for more than the records.
    if (ratio !== undefined && !bench.isQuick)
      bars.push({ what: `${what}: CPU time of ${JQ}`, value: ratio, most: MOST_OF_JQ });
  }
  const head = ['report', 'seconds', 'CPU s', 'peak MB', 'CPU ÷ jq'];
  say(alignedText({ head, rows }));
  return { title: 'Parquet', table: { head, rows }, bars };
}

async function runCase(bench: Bench, { body, hasPeer }: Case, total: number): Promise<readonly Result[]> {
  const { scratch, python, service, missing } = bench;
  const baseUrl = service.baseUrl(body);
  const outputFile = scratch.file('tool.parquet');
  // The first request for a body makes it.
  await fetch(`${baseUrl}/revenue`, { method: 'HEAD' });
  const tool = reportContender({
    format: 'parquet',
    baseUrl,
    outputFile,
    env: scratch.env,
    expected: { leastBytes: 1 },
  });
  const csv = { shape: body.shape, records: body.records, encoding: body.encoding, format: 'csv' } as const;
  const peers = hasPeer
    ? peersFor(
        {
          ...csv,
          url: `${baseUrl}/revenue`,
          outputFile: scratch.file('peer.out'),
          env: scratch.env,
          python,
          expected: expectedDigest(body.shape, body.records, [JANUARY], 'csv'),
          wireBytes: 0,
        },
        missing,
      )
    : [];
  const results = await compete(python, [tool, ...peers.filter(({ name }) => name === JQ)], hasPeer ? 2 : 1);
  const { numRows } = tableFromIPC(readParquet(readFileSync(outputFile)).intoIPCStream());
  if (numRows !== total) throw new Error(`the Parquet file has ${numRows} records instead of ${total}`);
  return results;
}
