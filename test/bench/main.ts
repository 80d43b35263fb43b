/**
 * `npm run bench [-- [--quick] [startup] [throughput] [groups] [transform] [memory] [parquet] [html] [sync]]` runs the
 * named groups, or all of them. Exit code 1 if a bar is missed or an output is wrong.
 */

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BodySpec } from './bodies.ts';
import { findPython } from './contender.ts';
import { REPORT_GROUPS } from './reports.ts';
import { type Bench, barsText, isMet, markdown, type Section, say } from './section.ts';
import { benchStartup } from './startup.ts';
import { benchSync } from './sync.ts';

const GROUPS: Readonly<Record<string, (bench: Bench) => Promise<Section>>> = {
  startup: benchStartup,
  ...REPORT_GROUPS,
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

  const { service, stop } = await startService();
  const { scratch, remove } = createScratch();
  process.once('SIGINT', () => {
    remove();
    process.exit(130);
  });
  say(`Measured on: ${describeMachine()}.`);
  const sections: Section[] = [];
  try {
    for (const name of named.length > 0 ? named : Object.keys(GROUPS)) {
      const section = await GROUPS[name]!({
        service,
        scratch,
        python,
        isQuick: args.includes('--quick'),
      });
      say(`\n${section.title}:\n\n${markdown(section.table)}\n\n${barsText(section.bars)}`);
      sections.push(section);
    }
  } finally {
    stop();
    remove();
  }
  return sections.every(({ bars }) => bars.every(isMet)) ? 0 : 1;
}

/** Starts the server. `.ci/bench.mjs` bundles it beside this code. */
async function startService() {
  const file = path.join(path.dirname(fileURLToPath(import.meta.url)), 'server.mjs');
  const server = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(server.stdout, 'data')) as [Buffer];
  const port = Number(line.toString());
  const baseUrl = ({ shape, records, repeat }: BodySpec): string =>
    `http://127.0.0.1:${port}/${shape}/${records}/${repeat}/v2/reporting`;
  return { service: { baseUrl }, stop: () => void server.kill() };
}

function createScratch() {
  const root = mkdtempSync(path.join(os.tmpdir(), 'reporting-bench-'));
  const [home, temporary] = [path.join(root, 'home'), path.join(root, 'tmp')];
  for (const directory of [home, temporary]) mkdirSync(directory);
  const env = { PATH: process.env.PATH ?? '', HOME: home, TMPDIR: temporary, LC_ALL: 'C.UTF-8' };
  const file = (name: string): string => path.join(root, name);
  return { scratch: { file, env }, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** The machine and the versions of its programs. */
function describeMachine(): string {
  const versionOf = (command: string): string[] => {
    try {
      const text = execFileSync(command, ['--version'], { encoding: 'utf8' });
      return [`${command} ${/\d+\.[\d.]+/.exec(text)?.[0]}`];
    } catch {
      return [];
    }
  };
  const [cpu] = os.cpus();
  return [
    `${cpu?.model ?? 'unknown CPU'}, ${os.cpus().length} cores, ${Math.round(os.totalmem() / 2 ** 30)} GiB`,
    ...[`${os.type()} ${os.release()}`, `Node ${process.versions.node}`],
    ...['jq', 'python3', 'curl'].flatMap(versionOf),
  ].join('; ');
}
