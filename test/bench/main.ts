/** `npm run bench [-- startup …]` runs the named groups, or all of them. Exit code 1 if a bar is missed or an output is wrong. */

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Bench, fixed, type Section } from './measure.ts';
import { REPORT_GROUPS } from './reports.ts';
import { benchStartup, benchSync } from './startup.ts';

const GROUPS: Readonly<Record<string, (bench: Bench) => Promise<Section>>> = {
  startup: benchStartup,
  ...REPORT_GROUPS,
  sync: benchSync,
};
const isMet = ({ value, most }: Section['bars'][number]): boolean => value <= most;
const say = (text: string): unknown => writeSync(1, `${text}\n`);

process.exitCode = await main(process.argv.slice(2));

async function main(named: readonly string[]): Promise<number> {
  const unknown = named.filter((name) => !Object.hasOwn(GROUPS, name));
  if (unknown.length > 0) {
    say(`unknown benchmark: ${unknown.join(', ')}; use ${Object.keys(GROUPS).join(', ')}`);
    return 2;
  }
  const root = mkdtempSync(path.join(os.tmpdir(), 'reporting-bench-'));
  const remove = (): void => rmSync(root, { recursive: true, force: true });
  process.once('SIGINT', () => {
    remove();
    process.exit(130);
  });
  const [home, temporary] = [path.join(root, 'home'), path.join(root, 'tmp')];
  for (const directory of [home, temporary]) mkdirSync(directory);
  // `npm run bench` bundles the server beside this code.
  const file = path.join(path.dirname(fileURLToPath(import.meta.url)), 'server.mjs');
  const server = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'inherit'] });
  const port = Number(String(await once(server.stdout, 'data')));
  const bench: Bench = {
    baseUrl: (campaigns, records, repeat = 1) =>
      `http://127.0.0.1:${port}/${campaigns}/${records}/${repeat}/v2/reporting`,
    file: (name) => path.join(root, name),
    env: { PATH: process.env.PATH ?? '', HOME: home, TMPDIR: temporary, LC_ALL: 'C.UTF-8' },
  };
  let areMet = true;
  try {
    const versions = ['jq', 'python3', 'curl'].map((command) =>
      execFileSync(command, ['--version'], { encoding: 'utf8' }).split('\n', 1),
    );
    const [cpu] = os.cpus();
    const machine = `${cpu?.model}, ${os.cpus().length} cores, ${Math.round(os.totalmem() / 2 ** 30)} GiB`;
    say(
      `Measured on: ${[machine, `${os.type()} ${os.release()}`, `Node ${process.versions.node}`, ...versions].join('; ')}.`,
    );
    for (const name of named.length > 0 ? named : Object.keys(GROUPS)) {
      const { table, bars } = await GROUPS[name]!(bench);
      const [heads, ...rows] = table as [readonly string[], ...(readonly string[])[]];
      const rule = heads.map((_, column) => (column === 0 ? '---' : '---:'));
      say(`\n${name}:\n\n${[heads, rule, ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`);
      for (const bar of bars)
        say(`${isMet(bar) ? 'met   ' : 'missed'}  ${fixed(bar.value)} of ${fixed(bar.most)}  ${bar.what}`);
      areMet &&= bars.every(isMet);
    }
  } finally {
    server.kill();
    remove();
  }
  return areMet ? 0 : 1;
}
