/** Reports of groups: memory, and CPU time compared with `curl | jq -r @csv` for the records alone. */

import type { Bench } from './bench.ts';
import { compete, type Expected, type Result } from './contender.ts';
import { JANUARY } from './dates.ts';
import { expectedDigest, groupedDigest } from './expected.ts';
import { JQ, peersFor } from './peers.ts';
import { alignedText, type Bar, fixed, grouped, megabytes, type Section, say } from './section.ts';
import type { ShapeName } from './shapes.ts';
import { reportContender } from './tool.ts';

const SHAPE = 'plain';
const SUMS = ['impressions', 'clicks', 'revenue'];

interface Case {
  readonly shape: ShapeName;
  readonly records: number;
  readonly options: readonly string[];
  readonly expected: Expected;
  readonly mostMegabytes: number;
  /** Upper limit for the CPU time, as a share of that of jq. Without it, jq does not run. */
  readonly mostOfJq?: number;
}

/** A campaign has 200 records, or 25,000 in the shape `few`; nearly every record has a campaign id of its own. */
function groupCases(million: number): readonly Case[] {
  const weeks = ['--by', 'week', '--pivot', 'week'];
  const of = (
    options: readonly string[],
    lines: number,
    mostMegabytes: number,
    shape: ShapeName = SHAPE,
  ): Case => ({
    ...{ shape, records: million, options, mostMegabytes },
    expected: { lines },
  });
  return [
    {
      shape: SHAPE,
      records: million,
      options: ['--group-by', 'campaign'],
      expected: groupedDigest(SHAPE, million, 'campaign', SUMS),
      mostMegabytes: 75,
      mostOfJq: 0.27,
    },
    {
      shape: SHAPE,
      records: million,
      options: ['--group-by', 'campaign_id'],
      expected: groupedDigest(SHAPE, million, 'campaign_id', SUMS),
      mostMegabytes: 450,
    },
    of(['--group-by', 'campaign', '--sum', 'revenue'], 41, 75, 'few'),
    of(['--group-by', 'campaign', '--sum', 'revenue', '--top', '10'], 12, 75),
    of(['--group-by', 'campaign', '--sum', 'revenue', ...weeks], 5001, 100),
    of(['--group-by', 'campaign', '--sum', 'revenue', '--compare', 'previous'], 5001, 100),
  ];
}

export async function benchGroups(bench: Bench): Promise<Section> {
  const rows: string[][] = [];
  const bars: Bar[] = [];
  for (const each of groupCases(bench.isQuick ? 100_000 : 1_000_000)) {
    const [tool, jq] = await runCase(bench, each);
    const what = [`${grouped(each.records)} ${each.shape} records`, ...each.options].join(' ');
    const ratio = jq && leastCpu(tool!) / leastCpu(jq);
    rows.push([
      what,
      fixed(leastCpu(tool!)),
      megabytes(tool!.peakBytes),
      ratio === undefined ? '' : fixed(ratio),
    ]);
    bars.push({ what: `${what}: peak MB`, value: tool!.peakBytes / 1e6, most: each.mostMegabytes });
    if (ratio !== undefined) {
      bars.push({ what: `${what}: CPU time of ${JQ}`, value: ratio, most: each.mostOfJq! });
    }
  }
  const table = { head: ['groups', 'CPU s', 'peak MB', 'CPU ÷ jq'], rows };
  say(alignedText(table));
  return { title: 'Groups, to a CSV file', table, bars };
}

/** The result of the tool, and then that of jq if it runs. */
async function runCase({ service, scratch, python, missing }: Bench, each: Case): Promise<readonly Result[]> {
  const { shape, records, options, expected, mostOfJq } = each;
  const body = { shape, records, repeat: 1, encoding: 'identity' } as const;
  const baseUrl = service.baseUrl(body);
  const url = `${baseUrl}/revenue`;
  // The first request for a body makes it.
  const head = await fetch(url, { method: 'HEAD' });
  const { env } = scratch;
  const outputFile = scratch.file('tool.out');
  const tool = reportContender({ format: 'csv', baseUrl, outputFile, env, options, expected });
  if (mostOfJq === undefined) return compete(python, [tool], 1);
  const job = {
    ...body,
    url,
    format: 'csv',
    outputFile: scratch.file('peer.out'),
    env,
    python,
    expected: expectedDigest(shape, records, [JANUARY], 'csv'),
    wireBytes: Number(head.headers.get('content-length')),
  } as const;
  const jq = peersFor(job, missing).filter(({ name }) => name === JQ);
  return compete(python, [tool, ...jq], 3);
}

function leastCpu({ cpuSecondsOfAll }: Result): number {
  return Math.min(...cpuSecondsOfAll);
}
