/** Pages: CPU time compared with the CSV of the same command. */

import type { Bench } from './bench.ts';
import type { BodySpec } from './bodies.ts';
import { compete } from './contender.ts';
import { alignedText, type Bar, fixed, grouped, type Section, say } from './section.ts';
import { reportContender } from './tool.ts';

/** A page holds its rows twice: as a table, and as CSV for spreadsheets. */
const MOST_OF_CSV = 3.2;

interface Case {
  readonly body: BodySpec;
  readonly options: readonly string[];
  readonly repetitions: number;
}

function htmlCases(isQuick: boolean): readonly Case[] {
  const once = { shape: 'plain', repeat: 1, encoding: 'identity' } as const;
  const page = { options: [], repetitions: isQuick ? 5 : 15 };
  return [
    // A campaign has two records, or 250.
    { ...page, body: { ...once, records: 10_000 } },
    { ...page, body: { ...once, shape: 'few', records: 10_000 } },
    {
      body: { ...once, records: isQuick ? 100_000 : 1_000_000 },
      options: ['--group-by', 'campaign'],
      repetitions: 3,
    },
  ];
}

export async function benchHtml({ service, scratch, python, isQuick }: Bench): Promise<Section> {
  const rows: string[][] = [];
  const bars: Bar[] = [];
  for (const { body, options, repetitions } of htmlCases(isQuick)) {
    const baseUrl = service.baseUrl(body);
    // The first request for a body makes it.
    await fetch(`${baseUrl}/revenue`, { method: 'HEAD' });
    const contenderOf = (format: 'html' | 'csv') => {
      const outputFile = scratch.file(`tool.${format}`);
      const run = { format, baseUrl, outputFile, env: scratch.env, options, expected: { leastBytes: 1 } };
      return reportContender(run);
    };
    const results = await compete(python, [contenderOf('html'), contenderOf('csv')], repetitions);
    const [html, csv] = results.map(({ cpuSecondsOfAll }) => Math.min(...cpuSecondsOfAll));
    const what = ['html,', `${grouped(body.records)} ${body.shape} records`, ...options].join(' ');
    rows.push([what, fixed(html!), fixed(csv!), fixed(html! / csv!)]);
    bars.push({ what: `${what}: CPU time of CSV`, value: html! / csv!, most: MOST_OF_CSV });
  }
  const head = ['page', 'CPU s', 'CPU s of CSV', 'CPU ÷ CSV'];
  say(alignedText({ head, rows }));
  return { title: 'Pages', table: { head, rows }, bars };
}
