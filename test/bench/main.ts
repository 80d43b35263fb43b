/**
 * `npm run bench [-- [--quick] [startup] [throughput] [windows] [groups] [transform] [memory] [parquet] [html] [sync]]` runs the
 * named groups, or all of them. Exit code 1 if a bar is missed or an output is wrong.
 */

import type { Bench } from './bench.ts';
import { benchGroups } from './groups.ts';
import { benchHtml } from './html.ts';
import { describeMachine } from './machine.ts';
import { findPython } from './measure.ts';
import { benchMemory } from './memory.ts';
import { benchParquet } from './parquet.ts';
import { missingCommands } from './peers.ts';
import { createScratch } from './scratch.ts';
import { barsText, isMet, markdown, type Section, say } from './section.ts';
import { startService } from './service.ts';
import { benchStartup } from './startup.ts';
import { benchSync } from './sync.ts';
import { benchThroughput } from './throughput.ts';
import { benchTransform } from './transform.ts';
import { benchWindows } from './windows.ts';

const GROUPS: Readonly<Record<string, (bench: Bench) => Promise<Section>>> = {
  startup: benchStartup,
  throughput: benchThroughput,
  windows: benchWindows,
  groups: benchGroups,
  transform: benchTransform,
  memory: benchMemory,
  parquet: benchParquet,
  html: benchHtml,
  sync: benchSync,
};

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const named = args.filter((arg) => arg !== '--quick');
  const unknown = named.filter((name) => !Object.hasOwn(GROUPS, name));
  const python = findPython();
  if (unknown.length > 0 || python === undefined) {
    say(
      unknown.length > 0
        ? `unknown benchmark: ${unknown.join(', ')}; use ${Object.keys(GROUPS).join(', ')} or --quick`
        : 'python3 is not installed: it measures CPU time and memory',
    );
    return 2;
  }
  const missing = missingCommands();
  if (missing.length > 0) say(`not installed, so their peers are skipped: ${missing.join(', ')}`);

  const service = await startService();
  const scratch = createScratch();
  process.once('SIGINT', () => {
    scratch.remove();
    process.exit(130);
  });
  const sections: Section[] = [];
  try {
    for (const name of named.length > 0 ? named : Object.keys(GROUPS)) {
      say(`\n== ${name}`);
      sections.push(
        await GROUPS[name]!({ service, scratch, python, missing, isQuick: args.includes('--quick') }),
      );
    }
  } finally {
    service.stop();
    scratch.remove();
  }
  report(sections);
  return sections.every(({ bars }) => bars.every(isMet)) ? 0 : 1;
}

function report(sections: readonly Section[]): void {
  say('\n== for docs/performance.md\n');
  say(`Measured on: ${describeMachine()}.`);
  for (const { title, table } of sections) say(`\n${title}:\n\n${markdown(table)}`);
  say('\n== bars\n');
  say(barsText(sections.flatMap(({ bars }) => bars)));
}
