/** One window to a file: the tool, compared with what people use instead. */

import type { Bench } from './bench.ts';
import { type BodySpec, ENCODINGS } from './bodies.ts';
import { compete, type Result } from './contender.ts';
import { JANUARY } from './dates.ts';
import { expectedDigest, type OutputFormat } from './expected.ts';
import { COLUMN_NAMES, JQ, PEER_NAMES, peersFor } from './peers.ts';
import { alignedText, type Bar, fixed, grouped, megabytes, type Section, say } from './section.ts';
import { reportContender, TOOL_NAME } from './tool.ts';

interface Case extends BodySpec {
  readonly format: OutputFormat;
  readonly repetitions: number;
  /** Upper limit for the tool's time, as a share of the time of `curl | jq`. */
  readonly mostOfJq?: number;
  /** The same for the least CPU time. */
  readonly mostCpuOfJq?: number;
}

const FORMATS = ['csv', 'ndjson', 'json', 'table'] as const;
const MOST_CPU_OF_JQ: Partial<Record<OutputFormat, number>> = { csv: 0.19 };
const MOST_OF_JQ: Partial<Record<OutputFormat, number>> = { csv: 1 / 3, ndjson: 1 / 5, json: 1 / 5 };

/** Counts the fastest of a few runs. */
export async function benchThroughput(bench: Bench): Promise<Section> {
  const rows: string[][] = [];
  const bars: Bar[] = [];
  for (const each of throughputCases(bench.isQuick)) {
    const url = (spec: BodySpec) => `${bench.service.baseUrl(spec)}/revenue`;
    // The first request for a body makes it.
    const bodyBytes = await sizeOf(url({ ...each, encoding: 'identity' }));
    const wireBytes = await sizeOf(url(each));
    const results = await runCase(bench, each, url(each), wireBytes);

    const what = `${grouped(each.records)} ${each.shape} records, ${each.format}${each.encoding === 'gzip' ? ', gzip' : ''}`;
    say(`\n${what}: ${megabytes(bodyBytes)} MB, best of ${each.repetitions}`);
    say(alignedText(detailsOf(results, bodyBytes)));
    rows.push(rowOf(what, results, bodyBytes));
    const ratio = ratioTo(results, JQ);
    if (each.mostOfJq !== undefined && ratio !== undefined) {
      bars.push({ what: `${what}: time of ${JQ}`, value: ratio, most: each.mostOfJq });
    }
    const cpuRatio = ratioTo(results, JQ, leastCpu);
    if (each.mostCpuOfJq !== undefined && cpuRatio !== undefined) {
      bars.push({ what: `${what}: CPU time of ${JQ}`, value: cpuRatio, most: each.mostCpuOfJq });
    }
  }
  const head = ['records', 'seconds', 'CPU s', 'MB/s', 'peak MB', ...COLUMN_NAMES.map((name) => `÷ ${name}`)];
  return { title: 'Throughput, one window to a file', table: { head, rows }, bars };
}

function throughputCases(isQuick: boolean): readonly Case[] {
  const some = isQuick ? 0.05 : 1;
  const once = { repeat: 1, encoding: 'identity' } as const;
  const others = [
    { shape: 'narrow', records: 1_000_000 },
    { shape: 'wide', records: 100_000 },
    { shape: 'text', records: 500_000 },
    { shape: 'nested', records: 500_000 },
  ] as const;
  return [
    ...FORMATS.map(
      (format): Case => ({ ...once, shape: 'plain', records: 10_000, format, repetitions: isQuick ? 2 : 5 }),
    ),
    ...ENCODINGS.flatMap((encoding) =>
      FORMATS.map((format): Case => {
        const bar = encoding === 'identity' ? MOST_OF_JQ[format] : undefined;
        const cpuBar = encoding === 'identity' ? MOST_CPU_OF_JQ[format] : undefined;
        return {
          ...once,
          shape: 'plain',
          records: 1_000_000 * (bar === undefined ? some : 1),
          encoding,
          format,
          repetitions: isQuick ? 1 : 3,
          ...(bar !== undefined && { mostOfJq: bar }),
          ...(cpuBar !== undefined && { mostCpuOfJq: cpuBar }),
        };
      }),
    ),
    ...others.flatMap(({ shape, records }) =>
      FORMATS.map((format): Case => {
        return { ...once, shape, records: records * some, format, repetitions: isQuick ? 1 : 2 };
      }),
    ),
  ];
}

async function runCase(bench: Bench, each: Case, url: string, wireBytes: number): Promise<readonly Result[]> {
  const { scratch, python, missing, service } = bench;
  const expected = expectedDigest(each.shape, each.records, [JANUARY], each.format);
  // The expected table does not know the screen width of all texts.
  const isExact = !(each.format === 'table' && each.shape === 'text');
  const tool = reportContender({
    format: each.format,
    baseUrl: service.baseUrl(each),
    outputFile: scratch.file('tool.out'),
    env: scratch.env,
    expected: isExact ? expected : { lines: expected.lines },
  });
  const job = {
    ...each,
    url,
    outputFile: scratch.file('peer.out'),
    env: scratch.env,
    python,
    expected,
    wireBytes,
  };
  return compete(python, [tool, ...peersFor(job, missing)], each.repetitions);
}

function detailsOf(results: readonly Result[], bodyBytes: number) {
  return {
    head: ['', 'wall s', 'CPU s', 'MB/s', 'peak MB', `${TOOL_NAME} ÷ this`],
    rows: results.map((result) => [
      result.name,
      ...costsOf(result, bodyBytes),
      fixed(ratioTo(results, result.name)!),
    ]),
  };
}

function rowOf(what: string, results: readonly Result[], bodyBytes: number): string[] {
  const ratios = PEER_NAMES.map((name) => ratioTo(results, name));
  return [
    what,
    ...costsOf(results[0]!, bodyBytes),
    ...ratios.map((ratio) => (ratio === undefined ? '' : fixed(ratio))),
  ];
}

function costsOf({ wallSeconds, cpuSeconds, peakBytes }: Result, bodyBytes: number): readonly string[] {
  const speed = bodyBytes / 1e6 / wallSeconds;
  return [fixed(wallSeconds), fixed(cpuSeconds), speed.toFixed(0), megabytes(peakBytes)];
}

/** The tool's time as a share of a peer's time; undefined if that peer did not run. */
function ratioTo(
  results: readonly Result[],
  name: string,
  costOf = (result: Result): number => result.wallSeconds,
): number | undefined {
  const other = results.find((result) => result.name === name);
  return other && costOf(results[0]!) / costOf(other);
}

function leastCpu({ cpuSecondsOfAll }: Result): number {
  return Math.min(...cpuSecondsOfAll);
}

async function sizeOf(url: string): Promise<number> {
  const response = await fetch(url, { method: 'HEAD' });
  return Number(response.headers.get('content-length'));
}
